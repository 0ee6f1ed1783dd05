"""Folds results. Some time after the end of a game, the message with its result is cut down to a
few lines. A button in the folded message shows all of the result."""

from __future__ import annotations

import logging

import discord

from bot.core.errors import NotSaved
from bot.history.model import Unfolded
from bot.tables.hooks import Duties
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING, is_cut
from cogs.discord.errors import logged
from cogs.discord.languages import to_everyone
from cogs.discord.layout import NO_MENTIONS, QUIET, message
from cogs.discord.threads import ThreadLocked, awake
from cogs.discord.upkeep import UpkeepCog
from cogs.history.result_message import as_it_ended
from cogs.table.finished import booked_of
from cogs.table.message.over import folded_blocks
from cogs.table.message.public_message import title_of
from cogs.table.upkeep import TableUpkeep

log = logging.getLogger(__name__)


class Folding(UpkeepCog):
    """A cog that folds the results that are due, one message after the other. With each heartbeat
    of the process, the cog looks for such results."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.duties = Duties(with_each_beat=self._look, stops=self.background.cancel)

    async def _look(self) -> None:
        if self.bot.is_ready():
            self.begin(self.fold_due)

    async def fold_due(self) -> None:
        """Fold the results that are due. If the database or the connection to Discord fails, stop.
        Results that were not folded are due again with the next heartbeat."""
        try:
            for result in await self.bot.service.folding.due():
                await self._fold(result)
        except (NotSaved, discord.HTTPException, *PASSING) as error:
            logged(error, "folding results")

    async def _fold(self, result: Unfolded) -> None:
        """Fold a result. If Discord refuses the edit, or the result's record can't be read, the
        result stays as it is. It is not due again, so that the results after it can be folded.
        Raises NotSaved when the database fails, and the error when the connection to Discord was
        cut (`is_cut`)."""
        try:
            await self._shorten(result)
        except NotSaved:
            raise
        except (discord.HTTPException, ThreadLocked) as error:
            if is_cut(error):
                raise
            log.info("A result stays as it is: %s", type(error).__name__)
        # The record can't be read any more, or a package's rules raise anything.
        except Exception as error:
            if is_cut(error):
                raise
            logged(error, f"folding a result of table {result.table_id}")
        await self.bot.service.folding.done(result)

    async def _shorten(self, result: Unfolded) -> None:
        if result.is_shown:
            # The message of the table is short only once this is stored.
            await self.bot.service.folding.done(result)
            await self.bot.cog(TableUpkeep).show_anew(result.table_id)
        elif result.message_id is not None and self.bot.get_guild(result.guild_id) is not None:
            await self._edit(result, result.message_id)

    async def _edit(self, result: Unfolded, message_id: int) -> None:
        """Fold a result whose table has since begun another game. The result is in the message with
        the id `message_id`."""
        history, which = self.bot.service.history, (result.table_id, result.number)
        finished = await history.finished(*which, result.guild_id)
        table = as_it_ended(await self.bot.tables.get(result.table_id), finished)
        booked = await booked_of(self.bot, table)
        async with to_everyone(self.bot, result.guild_id):
            view = message(folded_blocks(table, title_of(table), booked, again=False), colour=QUIET)
        there = self.bot.get_partial_messageable(result.channel_id, guild_id=result.guild_id)
        shown = there.get_partial_message(message_id)
        await awake(
            self.bot,
            result.channel_id,
            lambda: shown.edit(view=view, attachments=[], allowed_mentions=NO_MENTIONS),
        )
