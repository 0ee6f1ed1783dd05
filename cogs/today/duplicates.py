"""Keeps the messages of duplicates (two members play the same deals) up to date, and ends the
duplicates whose time is over."""

from __future__ import annotations

import logging
from datetime import timedelta

from discord import ui

from bot.core.errors import TableError
from bot.core.model import FORGOTTEN
from bot.today.duplicate import Duplicate
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_DAY
from cogs.discord.errors import logged
from cogs.discord.interactions import url_of
from cogs.discord.latest import Latest
from cogs.discord.telling import tell
from cogs.discord.upkeep import HourlyCog
from cogs.today.duplicate_message import ended, going_message, over_message
from cogs.today.posted import keep_posted

log = logging.getLogger(__name__)


class DuplicatesUpkeep(HourlyCog):
    """A cog that shows each duplicate in its channel, with one message from beginning to end."""

    after = timedelta(seconds=40)
    """The delay after each full hour until the search for duplicates whose time is over."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._shows: Latest[int] = Latest(self.background, "duplicate", self._shown)
        bot.service.duplicates.listeners.append(self._changed)

    async def do_due(self) -> None:
        """End duplicates whose time is up, and show changes that an earlier process had no time to
        show."""
        try:
            shards = self.bot.tables.served.shards
            for each in await self.bot.service.duplicates.settle_due(shards):
                if each.message_id is None or each.over:
                    self.want(each.number)
        except TableError as error:
            logged(error, "the duplicates")

    def want(self, number: int) -> None:
        """Edit the message of the duplicate with the number `number` to its present state, as soon
        as possible."""
        self._shows.want(number)

    def _changed(self, duplicate: Duplicate) -> None:
        self.want(duplicate.number)

    async def _shown(self, number: int) -> None:
        duplicate = await self.bot.service.duplicates.get(number)
        channel = self.bot.get_partial_messageable(
            duplicate.channel_id, guild_id=duplicate.guild_id
        )
        mine = IN_DAY.id(duplicate.deals[0], "play")
        message_id = await keep_posted(
            self.bot,
            channel,
            duplicate.guild_id,
            duplicate.message_id,
            lambda custom_id: custom_id == mine,
            lambda: self._drawn(duplicate),
        )
        if message_id != duplicate.message_id:
            await self.bot.service.duplicates.placed(duplicate, message_id)
        if duplicate.over and await self.bot.service.duplicates.claim_telling(duplicate):
            where = url_of(duplicate.guild_id, channel.id, message_id)
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
