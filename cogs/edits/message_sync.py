"""Message sync: keeps each table's public message and every open hand up to date.

A restart needs nothing from memory here: everything is in the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from typing import Any, Final

import discord

from bot.core.errors import TableError
from bot.core.model import NEW, Panel, Table, Update
from bot.core.scope import server_in
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.threads import awake
from cogs.edits.answers import answered
from cogs.edits.drawn import Drawn
from cogs.edits.edit_queue import EditQueue
from cogs.edits.hands import OpenHands, panel_of
from cogs.edits.held_back import Boards, HeldBack
from cogs.edits.message_state import MessageState, of_another_edit
from cogs.edits.positions import OPEN, Position, Positions, found_in

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003

TOGETHER: Final = 2.0
"""Seconds for which the first of two moves that a bot player makes in a row waits for the second,
to be shown with it."""


class MessageSync:
    """Edits messages after changes of tables.

    Takes the bot, the functions that make a table's public message, the same without its picture,
    and a member's hand panel, and who looks at tables in a browser.
    """

    def __init__(
        self,
        bot: ShijoBot,
        public: Callable[[Table], Awaitable[Drawn]],
        in_words: Callable[[Table], Awaitable[Drawn]],
        private: Callable[[Table, Panel], Awaitable[Drawn]],
        boards: Boards,
    ) -> None:
        self.bot = bot
        self.public = public
        self.in_words = in_words
        self.positions = Positions()
        """The positions of the tables' messages."""
        self.queue = EditQueue(self._send, bot.budget)
        """What every message should show, and the order of the edits."""
        self._boards = boards
        self._held_back = HeldBack(self._show, boards)
        self.hands = OpenHands(bot, self.queue, private)

    # What others call

    def changed(self, update: Update) -> None:
        """Handle a committed change: the table's message and its open panels will be edited."""
        table = update.table
        if self.queue.closed or table.version <= NEW:
            return
        if update.half_time and not update.happenings:
            # It is told in a message of its own; after a restart this one would be posted again
            # for nothing.
            return
        if update.goes_on:
            asyncio.get_running_loop().call_later(TOGETHER, self._held_back.changed, update)
        else:
            self._held_back.changed(update)

    def _show(self, table: Table) -> None:
        """Edit the table's message and its open hands, unless they show this state, or a newer
        state is wanted (this one may have waited)."""
        message = self.queue.message(table.id)
        newest = table if message.wanted is None else message.wanted
        if self.queue.closed or newest.version > table.version:
            return
        self.positions.note(table)
        self.queue.want(message, table)
        if message.holds:
            message.follow = table
        else:
            self.queue.start(self.hands.show(table))

    def post_again(self, table: Table) -> None:
        """The table's message was deleted: post another one."""
        message = self.queue.message(table.id)
        message.shown = 0
        message.allowed()
        self.queue.want(message, table)

    def show_anew(self, table: Table, *, in_place: bool = False) -> None:
        """Edit the table's message although the table didn't change. With `in_place`, also a
        message that would otherwise be posted again because it is too old or too far up."""
        message = self.queue.message(table.id)
        message.shown = 0
        if in_place:
            message.in_place = table.version
        self.queue.want(message, table)

    def clocks_moved(self, table: Table) -> None:
        """Edit the table's message, where it is, and its open hands: they show an older
        deadline."""
        self.positions.note(table)
        self.show_anew(table, in_place=True)
        self.queue.start(self.hands.show(table, anew=True))

    def make_sure(self, table: Table) -> None:
        """Edit the table's message and its open hands if this process has never shown the table,
        because the last process may have ended before its edits."""
        self.positions.note(table)
        message = self.queue.message(table.id)
        if not message.shown:
            self.queue.want(message, table)
            self.queue.start(self.hands.show(table))

    async def placed(self, table: Table, message_id: int, channel_id: int | None = None) -> None:
        """Store the place of the table's public message. Raises TableErrors."""
        there = table.channel_id if channel_id is None else channel_id
        now = await self.bot.tables.get(table.id)
        if now.game_number != table.game_number:
            return  # a result that had to be posted anew while the next game was opened
        await self.bot.tables.registry.placed(table.id, there, message_id)
        self.positions.note(replace(table, channel_id=there, message_id=message_id))
        self.positions.shows(table, message_id)

    def dig_up(self, position: Position) -> None:
        """Post again the message of a table that is too far up in its channel, at most once a
        minute."""
        if position.moving or self.queue.closed:
            return
        position.moving = True
        wait = position.wait(self.bot.service.now())
        asyncio.get_running_loop().call_later(
            wait, lambda: self.queue.start(self._dig_up(position))
        )

    @asynccontextmanager
    async def holding(
        self, table_id: str, member_id: int | None = None
    ) -> AsyncIterator[MessageState]:
        """A context around a command and the answer with its result, so that the answer is sent
        first. It yields the object on which the caller notes what the answer shows.

        Until its end, no edit of this message begins, and if it is the table's own message, no edit
        of the open hands either; they follow afterwards. Presses on one hand are answered one after
        the other, so that the newest answer is the last. If another edit is running, that one will
        show the newest state.
        """
        if member_id is not None:
            self._boards.pressed(table_id, member_id)
        message = self.queue.message(table_id, member_id)
        async with nullcontext() if member_id is None else message.answering:
            owned = not message.busy
            message.busy = True
            message.holds += 1
            try:
                yield message if owned else of_another_edit()
            finally:
                message.holds -= 1
                if owned:
                    message.busy = False
                    self.queue.go_on(message)
                if message.follow is not None and not message.holds:
                    self.queue.start(self.hands.show(message.follow))
                    message.follow = None

    async def answer(
        self, interaction: discord.Interaction[Any], table: Table, hold: MessageState
    ) -> None:
        """Answer a press on the public message by its newest state.

        During an edit the press is only acknowledged, so that an older state can't overtake the
        edit.
        """
        if table.is_pocket:
            await self.show_own(interaction, table)
            return
        if hold.outdated(table):
            await interaction.response.defer()
        else:
            await awake(self.bot, table.channel_id, lambda: self._answer(interaction, table))
            hold.shows(table)

    async def open(
        self, interaction: discord.Interaction[Any], table: Table, hold: MessageState
    ) -> None:
        """Answer a press on a result by a new message for the table's next game.

        When another press or an edit posts that message already, this press is only acknowledged.
        """
        if table.is_pocket:
            await self.show_own(interaction, table, new=True)
            return
        if hold.outdated(table):
            await interaction.response.defer()
            return
        shown = await awake(self.bot, table.channel_id, lambda: self._open(interaction, table))
        if shown is not None:
            await self.placed(table, shown)
        hold.shows(table)

    async def _open(self, interaction: discord.Interaction[Any], table: Table) -> int | None:
        drawn = await self.public(table)
        return await answered(
            interaction,
            interaction.response.send_message(**drawn.new),
        )

    async def _answer(self, interaction: discord.Interaction[Any], table: Table) -> None:
        drawn = await self.public(table)
        await answered(
            interaction,
            interaction.response.edit_message(**drawn.edit),
        )

    async def show_own(
        self, interaction: discord.Interaction[Any], table: Table, *, new: bool = False
    ) -> int | None:
        """Answer with a table in the member's pocket: by editing the message that they pressed, or
        in a new one. That message then follows the table; returns its id."""
        member_id, pressed = interaction.user.id, interaction.message
        async with self.holding(table.id, member_id) as hold:
            table = await self.bot.tables.get(table.id)
            panel = panel_of(interaction, table, None if new or pressed is None else pressed.id)
            drawn = await self.hands.private(table, panel)
            reply = interaction.response
            shown = await answered(
                interaction,
                reply.edit_message(**drawn.edit)
                if panel.message_id is not None
                else reply.send_message(**drawn.new, ephemeral=True),
            )
            panel = replace(panel, message_id=panel.message_id or shown)
            hold.shows(table)
        await self.follow(panel, table)
        return panel.message_id

    async def follow(self, panel: Panel, shown: Table) -> None:
        """Keep an open hand up to date from now on; it shows the state `shown`, and later changes
        are drawn now."""
        try:
            await self.hands.follow(panel)
        except TableError as error:
            # The hand is shown; it only does not follow the game by itself.
            log.debug("a panel of table %s can't be kept: %s", shown.id, type(error).__name__)
        now = await self.bot.tables.get(shown.id)
        if now.version > shown.version:
            self.changed(Update(now))

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a table's old message after a new post; it may already be gone."""
        message = self.bot.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await awake(self.bot, channel_id, message.delete)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.info(
                "an old table message in channel %s stays: %s", channel_id, type(error).__name__
            )

    async def finish(self) -> None:
        """Stop holding edits back, and wait a second at most for edits to end. The next process
        shows what is left."""
        self._held_back.close()
        await self.queue.finish()

    def close(self) -> None:
        """Cancel all running work."""
        self.queue.close()

    async def _send(self, message: MessageState, table: Table) -> None:
        await (
            self._edit_public(message, table)
            if message.panel is None
            else self.hands.edit(message, message.panel, table)
        )

    # The public message

    async def _edit_public(self, message: MessageState, table: Table) -> None:
        table = await self.bot.tables.get(table.id)
        message.shown = max(message.shown, table.version)
        if table.is_pocket:
            return  # its member's panel is all that there is of it
        if table.message_id is None:
            await self._post(table)
            return
        stays = message.in_place == table.version
        if self.positions.stale(table, self.bot.service.now()) and not stays:
            await self._post(table)
            await self.remove(table.channel_id, table.message_id)
            return
        message_id = table.message_id
        try:
            await awake(self.bot, table.channel_id, lambda: self._edit(table, message_id))
        except discord.NotFound as error:
            await (
                self._channel_gone(table) if error.code == UNKNOWN_CHANNEL else self._post(table)
            )

    async def _edit(self, table: Table, message_id: int) -> None:
        kept = self.queue.message(table.id)
        async with self.queue.drawing:
            drawn = await (self.in_words if kept.late else self.public)(table)
        message = self._channel(table).get_partial_message(message_id)
        await message.edit(**drawn.edit)
        kept.lacks_picture = drawn.left_out
        self.positions.shows(table, message_id)

    async def _post(self, table: Table) -> None:
        if table.phase not in OPEN:
            return
        try:
            posted = await awake(self.bot, table.channel_id, lambda: self._post_once(table))
        except discord.NotFound:
            await self._channel_gone(table)
            return
        await self.placed(table, posted.id)

    async def _post_once(self, table: Table) -> discord.PartialMessage | discord.Message:
        """Post a table's message unless it is in the channel already: a process may have posted it
        and ended before storing that."""
        me = self.bot.user
        found = (
            await found_in(self._channel(table), table, me.id)
            if table.message_id is None and me is not None
            else None
        )
        if found is None:
            return await self._post_new(table)
        await self._edit(table, found.id)
        return found

    async def _post_new(self, table: Table) -> discord.Message:
        async with self.queue.drawing:
            drawn = await self.public(table)
        return await self._channel(table).send(**drawn.new)

    async def _dig_up(self, position: Position) -> None:
        try:
            table = await self.bot.tables.get(position.table_id)
        except TableError as error:
            log.warning("table %s stays buried: %s", position.table_id, type(error).__name__)
            return
        if self.positions.of(position.table_id) is position and not self.queue.closed:
            self.post_again(table)

    async def _channel_gone(self, table: Table) -> None:
        if table.phase in OPEN:
            await self.bot.tables.where.channel_gone(table.channel_id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(
            table.channel_id, guild_id=server_in(table.guild_id)
        )
