"""Mentions members who asked for pings for new tables. For each lobby there is at most one
message."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.core.background import Background
from bot.core.errors import TableError
from bot.core.model import News, Table, Update
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.interactions import link
from cogs.discord.languages import to_everyone
from cogs.table.message.public_message import title_of
from cogs.words import _
from cogs.words.names import escaped

log = logging.getLogger(__name__)

SETTLED: Final = 10.0
"""Seconds from a lobby's opening to its notice. Members who sit down at once need no notice, and a
table that was opened by mistake is closed by then."""


class Announcements(ShijoCog):
    """A cog that mentions members who want to be told of new tables."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._background = Background()
        bot.tables.listen(self._opened, News.OPENED)

    async def cog_unload(self) -> None:
        """Cancel running work."""
        self._background.cancel()

    def _opened(self, update: Update) -> None:
        """Start to mention members because of a new lobby. The message follows some seconds
        later."""
        if not any(seat.member_id for seat in update.table.seats):
            return  # opened by a tournament or a game night, which tell of it themselves
        self._background.start(self._tell(update.table))

    async def _tell(self, opened: Table) -> None:
        try:
            if not await self.bot.service.notices.is_wanted(opened):
                return
            await asyncio.sleep(SETTLED)
            table = await self.bot.tables.get(opened.id)
            if table.message_id is None:
                return  # nobody could come to it
            members = await self.bot.service.notices.to_tell(table)
            if members:
                await self._mention(table, members)
        except (discord.HTTPException, *PASSING, TableError) as error:
            # A channel where the bot may not write: the table is open all the same.
            log.info("nobody was told of table %s: %s", opened.id, type(error).__name__)
        except Exception as error:  # noqa: BLE001 — nothing that fails here may end in silence
            logged(error, f"telling of the new table {opened.id}")

    async def _mention(self, table: Table, members: list[int]) -> None:
        """Mention exactly these members, in the table's channel."""
        async with to_everyone(self.bot, table.guild_id):
            told = _(
                "🔔 **{name}** opened a table: {table}",
                name=escaped(table.seats[0].name),
                table=f"[{title_of(table)}]({link(table)})",
            )
            stop = _("Change your pings with `/me`.")
        mentions = " ".join(f"<@{member_id}>" for member_id in members)
        channel = self.bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        only = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(each) for each in members]
        )
        await channel.send(f"{mentions} {told}\n-# {stop}", allowed_mentions=only)
