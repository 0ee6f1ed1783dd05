"""Keeps the messages of duplicates up to date, and ends those whose time is over."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord
from discord import ui

from bot.core.errors import TableError
from bot.core.model import FORGOTTEN
from bot.today.duplicate import Duplicate
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_DAY
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.hourly import HourlyCog
from cogs.discord.languages import to_everyone
from cogs.discord.layout import NO_MENTIONS
from cogs.discord.telling import tell
from cogs.edits.found import message_with
from cogs.today.duplicate_message import ended, going_message, over_message

log = logging.getLogger(__name__)


class DuplicatesUpkeep(HourlyCog):
    """Shows each duplicate in its channel, one message from its begin to its end."""

    after = timedelta(seconds=40)
    """The delay after each full hour, when it is looked for duplicates whose time is over."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._wanted: set[int] = set()
        self._busy: set[int] = set()
        bot.service.duplicates.listeners.append(self._changed)

    async def do_due(self) -> None:
        """End what is due, and show what a process that ended had no time to."""
        try:
            shards = self.bot.tables.served.shards
            for each in await self.bot.service.duplicates.settle_due(shards):
                if each.message_id is None or each.over:
                    self.want(each.number)
        except TableError as error:
            logged(error, "the duplicates")

    def want(self, number: int) -> None:
        """Show a duplicate as it is now, as soon as can be."""
        self._wanted.add(number)
        if number not in self._busy:
            self._busy.add(number)
            self.background.start(self._show(number))

    def _changed(self, duplicate: Duplicate) -> None:
        self.want(duplicate.number)

    async def _show(self, number: int) -> None:
        try:
            while number in self._wanted:
                self._wanted.discard(number)
                await self._shown(number)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.warning("duplicate %s is shown later: %s", number, type(error).__name__)
        finally:
            self._busy.discard(number)

    async def _shown(self, number: int) -> None:
        duplicate = await self.bot.service.duplicates.get(number)
        channel = self.bot.get_partial_messageable(
            duplicate.channel_id, guild_id=duplicate.guild_id
        )
        async with to_everyone(self.bot, duplicate.guild_id):
            view = await self._drawn(duplicate)
            message_id = duplicate.message_id or await self._found(channel, duplicate)
            if message_id is not None:
                try:
                    shown = channel.get_partial_message(message_id)
                    await shown.edit(view=view, allowed_mentions=NO_MENTIONS)
                except discord.NotFound:
                    message_id, view = None, await self._drawn(duplicate)  # it was deleted
            if message_id is None:
                message_id = (await channel.send(view=view, allowed_mentions=NO_MENTIONS)).id
        if message_id != duplicate.message_id:
            await self.bot.service.duplicates.placed(duplicate, message_id)
        if duplicate.over and await self.bot.service.duplicates.claim_telling(duplicate):
            where = f"https://discord.com/channels/{duplicate.guild_id}/{channel.id}/{message_id}"
            members = [each.id for each in duplicate.members if each.id != FORGOTTEN]
            await tell(
                self.bot, channel, duplicate.guild_id, members, lambda: ended(duplicate, where)
            )

    async def _drawn(self, duplicate: Duplicate) -> ui.LayoutView:
        duplicates = self.bot.service.duplicates
        progress, deal = await duplicates.progress(duplicate), await duplicates.deal(duplicate)
        if duplicate.over:
            return over_message(progress, deal, await duplicates.rated(duplicate))
        return going_message(progress, deal)

    async def _found(self, channel: discord.PartialMessageable, duplicate: Duplicate) -> int | None:
        """The message of a duplicate that is not noted as posted."""
        mine, me = IN_DAY.id(duplicate.deals[0], "play"), self.bot.user
        if me is None:
            return None
        posted = await message_with(channel, me.id, lambda custom_id: custom_id == mine)
        return None if posted is None else posted.id
