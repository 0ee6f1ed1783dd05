"""Keeps each table's public message and every open hand message up to date. The object that does
this is called the message sync. A restart loses nothing, because everything that the message sync
needs is in the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.core.errors import TableError
from bot.core.model import NEW, Panel, Table, Update
from cogs.discord.client import ShijoBot
from cogs.discord.threads import awake
from cogs.edits.answers import Drawn, replaced, replied
from cogs.edits.edit_queue import EditQueue
from cogs.edits.held_back import Boards, HeldBack
from cogs.edits.messages import MessageState, Position, Positions
from cogs.edits.sending import OpenHands, Posts, panel_of

log = logging.getLogger(__name__)

TOGETHER: Final = 2.0
"""Seconds that the first of two moves waits if a bot player makes both in a row. Then both moves
are shown together."""

Answer = Callable[[discord.Interaction[Any], Drawn], Awaitable[int | None]]
"""A function that answers a press with a drawn message. It sends a new message or replaces the
pressed message. It returns the id of the message with the answer, or None if Discord doesn't report
the id."""


class MessageSync:
    """Edits the messages of tables after changes.

    Three functions make the messages: `public` makes a table's public message, `in_words` makes the
    public message without its picture, and `private` makes a hand message from its record (the
    panel). `boards` knows who has which table open in a browser."""

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
        self.positions = Positions()
        """Where the tables' public messages are in their channels, and how many messages have come
        after each of them."""
        self.queue = EditQueue(self._send, bot.budget, boards.pressed)
        """The queue of edits, which decides when each message is edited."""
        self.messages = self.queue.messages
        """What every message shows and should show."""
        self.posts = Posts(bot, self.queue, self.positions, public, in_words)
        self.hands = OpenHands(bot, self.queue, private)
        self._held_back = HeldBack(self._show, boards)

    # What others call

    def changed(self, update: Update) -> None:
        """Handle a change of a table that was committed to the database: ask for edits of its
        public message and its open hand messages."""
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
        """Edit the table's message and its open hands, so that they show this state of the table.
        Do nothing if an edit to a newer state was already asked for."""
        message = self.messages.of(table.id)
        newest = table if message.wanted is None else message.wanted
        if self.queue.closed or newest.version > table.version:
            return
        self.positions.note(table)
        self.queue.want(message, table)
        message.after_answers(lambda: self._show_hands(table))

    def _show_hands(self, table: Table) -> None:
        self.queue.start(self.hands.show(table))

    def post_again(self, table: Table) -> None:
        """Post the table's message again, because it was deleted or is too far up in its channel.
        If an edit waits that would leave the message in its place (`show_anew` with `in_place`),
        the message is posted again all the same."""
        message = self.messages.of(table.id)
        message.shown, message.in_place = 0, 0
        message.allowed()
        self.queue.want(message, table)

    def show_anew(self, table: Table, *, in_place: bool = False) -> None:
        """Edit the table's message although the table didn't change. A message that is too old or
        too far up in its channel is posted again instead, but not with `in_place`."""
        message = self.messages.of(table.id)
        message.shown, message.in_place = 0, table.version if in_place else 0
        self.queue.want(message, table)

    def clocks_moved(self, table: Table) -> None:
        """Edit the table's message and its open hands after the table's deadlines were moved,
        because they show an older deadline. The message is not posted again."""
        self.positions.note(table)
        self.show_anew(table, in_place=True)
        self.queue.start(self.hands.show(table, anew=True))

    def make_sure(self, table: Table) -> None:
        """Edit the table's message and its open hands if this process has never shown the table,
        because the last process might have ended before its edits."""
        self.positions.note(table)
        message = self.messages.of(table.id)
        if not message.shown:
            self.queue.want(message, table)
            self._show_hands(table)

    def dig_up(self, position: Position) -> None:
        """Have a table's message posted again because many messages have come after it. This is
        done at most once a minute for each table."""
        if position.moving or self.queue.closed:
            return
        position.moving = True
        wait = position.wait(self.bot.service.now())
        asyncio.get_running_loop().call_later(
            wait, lambda: self.queue.start(self._dig_up(position))
        )

    async def answer(
        self, interaction: discord.Interaction[Any], table: Table, hold: MessageState
    ) -> None:
        """Answer a press on a table's public message by editing the message to the table's newest
        state. `hold` is the state of the message, from `Messages.holding`. Sometimes an edit of the
        message is already running, another press on it is being answered, or the message shows a
        newer state. Then only acknowledge the press, because an older state must not overwrite a
        newer one. If the pressed message is an older one that was left behind, the present one is
        edited after the answer.

        A pocket is the private place of a member who plays alone where the bot is absent. For a
        table in a pocket, answer with the member's hand message."""
        if table.is_pocket:
            await self.show_own(interaction, table)
            return
        if hold.outdated(table):
            await interaction.response.defer()
        else:
            await awake(
                self.bot, table.channel_id, lambda: self._answer(replaced, interaction, table)
            )
            pressed = interaction.message
            if pressed is not None and table.message_id in {None, pressed.id}:
                hold.shows(table)

    async def open(
        self, interaction: discord.Interaction[Any], table: Table, hold: MessageState
    ) -> None:
        """Answer a press on a result by a new message for the table's next game. `hold` is the
        state of the table's message, from `Messages.holding`. For a table in a member's pocket,
        answer with a new hand message.

        If another press or an edit is already posting the new message, only acknowledge this
        press."""
        if table.is_pocket:
            await self.show_own(interaction, table, new=True)
            return
        if hold.outdated(table):
            await interaction.response.defer()
            return
        shown = await awake(
            self.bot, table.channel_id, lambda: self._answer(replied, interaction, table)
        )
        if shown is not None:
            await self.posts.placed(table, shown)
        hold.shows(table)

    async def _answer(
        self, way: Answer, interaction: discord.Interaction[Any], table: Table
    ) -> int | None:
        return await way(interaction, await self.public(table))

    async def show_own(
        self, interaction: discord.Interaction[Any], table: Table, *, new: bool = False
    ) -> int | None:
        """Answer a press or command with the member's hand message at a table in the member's
        pocket. A pocket is the private place of a member who plays alone where the bot is absent.
        With `new`, or without a pressed button, the hand message is a new message. Otherwise the
        hand message replaces the message of the pressed button. Keep the hand message up to date
        from then on. Return the message's id, or None if Discord doesn't report it."""
        member_id, pressed = interaction.user.id, interaction.message
        async with self.messages.holding(table.id, member_id) as hold:
            table = await self.bot.tables.get(table.id)
            panel = panel_of(interaction, table, None if new or pressed is None else pressed.id)
            drawn = await self.hands.private(table, panel)
            if panel.message_id is None:
                shown = await replied(interaction, drawn, ephemeral=True)
            else:
                shown = await replaced(interaction, drawn)
            panel = replace(panel, message_id=panel.message_id or shown)
            hold.shows(table)
        await self.follow(panel, table)
        return panel.message_id

    async def follow(self, panel: Panel, shown: Table) -> None:
        """Keep a hand message up to date from now on. `shown` is the state of the table that the
        hand message shows. If the table has changed since that state, edit the message now."""
        try:
            await self.hands.follow(panel)
        except TableError as error:
            # The hand is shown; it only does not follow the game by itself.
            log.debug("a panel of table %s can't be kept: %s", shown.id, type(error).__name__)
        now = await self.bot.tables.get(shown.id)
        if now.version > shown.version:
            self.changed(Update(now))

    async def finish(self) -> None:
        """Stop delaying edits, and wait at most a second for running edits to end. The next process
        makes the edits that were not sent."""
        self._held_back.close()
        await self.queue.finish()

    def close(self) -> None:
        """Cancel all running work."""
        self.queue.close()

    async def _dig_up(self, position: Position) -> None:
        try:
            table = await self.bot.tables.get(position.table_id)
        except TableError as error:
            log.warning("table %s stays buried: %s", position.table_id, type(error).__name__)
            position.moving = False
            return
        if self.positions.of(position.table_id) is position and not self.queue.closed:
            self.post_again(table)

    async def _send(self, message: MessageState, table: Table) -> None:
        await (
            self.posts.edit(message, table)
            if message.panel is None
            else self.hands.edit(message, message.panel, table)
        )
