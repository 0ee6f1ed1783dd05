"""Handles changes of tables, and events on Discord about the messages and channels of tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Final

import discord
from discord.ext import commands

from bot.core.background import Background
from bot.core.errors import TableError
from bot.core.model import Panel, Phase, Table
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.errors import logged
from cogs.discord.languages import to_everyone, to_member
from cogs.discord.presses import Presses
from cogs.edits.answers import Drawn
from cogs.edits.message_sync import MessageSync
from cogs.edits.messages import OPEN
from cogs.table.drawn import NO_AFTERMATH, drawn_private, drawn_public
from cogs.table.finished import aftermath_of, booked_of, is_folded
from cogs.table.hand.partial_move import PartialMoves
from cogs.table.spectators import Spectators

GIVES_WAY: Final = 1.0
"""The most seconds for which the redraw of a table after a restart waits for presses."""


class TableUpkeep(ShijoCog):
    """A cog that keeps the messages of tables up to date. `sync` is the object that edits these
    messages. The cog passes all changes of tables, new messages, and deleted messages and channels
    on to `sync`. The cog also owns the partial moves in open hands."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        present = bot.service.doors.present
        self.sync = MessageSync(bot, self._public, self._in_words, self._private, present)
        self.spectators = Spectators(bot, self.sync)
        self.partial_moves = PartialMoves()
        self._unsettled: set[str] = set()
        self._background = Background()
        bot.tables.listen(self.sync.changed)
        bot.tables.timing.tells_of_moved = self._clocks_moved
        bot.heard_message.append(self._came)

    async def cog_load(self) -> None:
        """After a start: read which tables might not show their last change, because the earlier
        process ended before it could edit their messages."""
        self._unsettled.update(await self.bot.tables.timing.unsettled())

    async def cog_unload(self) -> None:
        """Wait for running edits, at most a second, and cancel all other work."""
        self._background.cancel()
        self.spectators.close()
        await self.sync.finish()
        self.sync.close()

    async def _in_words(self, table: Table) -> Drawn:
        return await self._public(table, in_haste=True)

    async def _public(self, table: Table, *, in_haste: bool = False) -> Drawn:
        async with to_everyone(self.bot, table.guild_id):
            bulletin = self.bot.service.orders.bulletin
            return await drawn_public(
                table,
                text_only=self._in_words_alone(table),
                in_haste=in_haste,
                booked=await booked_of(self.bot, table),
                bulletin="" if bulletin is None else bulletin.text,
                folded=await is_folded(self.bot, table),
            )

    def _in_words_alone(self, table: Table) -> bool:
        """Return whether a table's public message is made without a picture, because the bot may
        not attach files there, or because its only reader wants text only."""
        if table.is_pocket:
            return self.bot.tables.preferences.known_member(table.host_id).text_only
        return not may_attach(self.bot, table)

    async def _private(self, table: Table, panel: Panel) -> Drawn:
        async with to_member(self.bot, panel.member_id, panel.language):
            if table.is_pocket and table.phase is not Phase.PLAYING:
                return await self._public(table)
            if watches(table, panel):
                return await self.spectators.drawn(table, panel.member_id)
            partial_move = self.partial_moves.of(table, panel.member_id)
            seat = table.seat_of(panel.member_id)
            after = NO_AFTERMATH if seat is None else await aftermath_of(self.bot, table, seat)
            wanted = self.bot.tables.preferences.known_member(panel.member_id)
            return await drawn_private(
                table, panel, wanted, partial_move, after, has_board=self.bot.has_board
            )

    async def post_again(self, table_id: str) -> None:
        """Post a table's message again after it was deleted, unless the table is closed."""
        table = await self.bot.tables.where.message_gone(table_id)
        if table.phase in OPEN:
            self.sync.post_again(table)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """After a start: read where the tables' messages are, and edit those that might show an
        older state."""
        timing = self.bot.tables.timing
        self._unsettled.update(timing.unshown)
        timing.unshown = []
        await self._learn()
        await self._show_results()

    async def _learn(self) -> None:
        """Read, in one query, where the tables' messages are in all servers. Then edit those
        messages that might show an older state or older deadlines."""
        try:
            placed = [
                each
                for each in await self.bot.tables.shown.placed()
                if self.bot.get_guild(each.guild_id) is not None
            ]
        except TableError as error:
            logged(error, "where the tables' messages are")
            return
        for each in placed:
            self.sync.positions.note(each)
        for each in placed:
            await self._settle_if_unsettled(each.id)

    def _clocks_moved(self) -> None:
        """Edit the messages of tables whose deadlines were moved, so that the messages show the new
        deadlines. Does nothing before the bot is ready, because `on_ready` edits these messages."""
        if self.bot.is_ready():
            self._background.start(self._show_moved())

    async def _show_moved(self) -> None:
        for table_id in sorted(self.bot.tables.timing.moved):
            await self._settle_if_unsettled(table_id)

    async def _settle_if_unsettled(self, table_id: str) -> None:
        if table_id not in self._unsettled and table_id not in self.bot.tables.timing.moved:
            return
        try:
            await self._settle(await self.bot.tables.get(table_id))
        except TableError as error:
            logged(error, f"table {table_id} after a start")

    async def _settle(self, table: Table) -> None:
        unsettled = table.id in self._unsettled
        self._unsettled.discard(table.id)
        self.bot.tables.timing.moved.discard(table.id)
        show = self.sync.make_sure if unsettled else self.sync.clocks_moved
        await self._in_turn(table, show)

    async def show_anew(self, table_id: str) -> None:
        """Edit a table's message where it is, although the table hasn't changed. Edits like this
        are made one after the other, between presses. Raises TableErrors."""
        show = partial(self.sync.show_anew, in_place=True)
        await self._in_turn(await self.bot.tables.get(table_id), show)

    async def _in_turn(self, table: Table, show: Callable[[Table], None]) -> None:
        """Wait for a moment in which nobody presses anything, but not longer than `GIVES_WAY`
        seconds. Then call `show` with the table, which queues the edit of the table's message, and
        wait until the edit is made. After a restart this is done for one table after the other,
        because there might be a thousand tables while members are playing."""
        presses = self.bot.get_cog(Presses.__name__)
        if isinstance(presses, Presses):
            await presses.turns.quiet(GIVES_WAY)
        show(table)
        await self.sync.queue.sent(table.id)

    async def _show_results(self) -> None:
        """Show the results of games whose last move was saved but perhaps not shown. Also update
        the private tables, which belong to no server, if they might show an old state or a moved
        deadline."""
        for table_id in sorted(self._unsettled | self.bot.tables.timing.moved):
            try:
                table = await self.bot.tables.get(table_id)
                over = table.phase is Phase.OVER and self.bot.get_guild(table.guild_id) is not None
                if over or table.is_private:
                    await self._settle(table)
            except TableError as error:
                logged(error, f"a result from before at table {table_id}")

    def _came(self, message: discord.Message) -> None:
        """Count a new message in its channel. A table's message that now has too many messages
        after it is posted again."""
        for post in self.sync.positions.came(message.channel.id, message.id):
            self.sync.dig_up(post)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post a table's message again after it was deleted."""
        await self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Some messages were deleted together. Post again each table's message that is one of
        them."""
        await self._deleted(payload.channel_id, payload.message_ids)

    async def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        for table_id in self.sync.positions.went(channel_id, message_ids):
            try:
                await self.post_again(table_id)
            except TableError as error:
                logged(error, f"a deleted message in channel {channel_id}")

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a deleted channel. Their running games don't count."""
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the tables of a deleted thread. Their running games don't count."""
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel_id: int) -> None:
        try:
            await self.bot.tables.where.channel_gone(channel_id)
        except TableError as error:
            logged(error, f"the deleted channel {channel_id}")


def watches(table: Table, panel: Panel) -> bool:
    """Return whether a member's private message (`panel`) shows a watched game and not the member's
    hand. The result is True only if `panel` was made for watching. In addition, the member must
    have no seat at the table, or must already be out of the running game."""
    seat = table.seat_of(panel.member_id)
    if not panel.watching or table.phase is not Phase.PLAYING:
        return panel.watching and seat is None
    return seat is None or (table.live is not None and table.live.has_finished(seat))


def may_attach(bot: ShijoBot, table: Table) -> bool:
    """Return whether the bot may send files in the table's channel. Also returns True if the
    channel is unknown.

    Discord allows files in answers to presses everywhere, but not in messages that a bot sends and
    edits by itself."""
    guild = bot.get_guild(table.guild_id)
    channel = guild.get_channel_or_thread(table.channel_id) if guild is not None else None
    return guild is None or channel is None or channel.permissions_for(guild.me).attach_files


def sync_of(bot: ShijoBot) -> MessageSync:
    """Return the object that edits the messages of the bot's tables. Raises LookupError before the
    cogs are added."""
    return bot.cog(TableUpkeep).sync


class TableCog(ShijoCog):
    """The base class of cogs with presses that change a table."""

    @cached_property
    def sync(self) -> MessageSync:
        """Return the object that keeps the messages of tables up to date."""
        return sync_of(self.bot)


def spectators_of(bot: ShijoBot) -> Spectators:
    """Return the object that shows games to spectators. Raises LookupError before the cogs are
    added."""
    return bot.cog(TableUpkeep).spectators
