"""Show a running game to members who watch it, and keep their messages up to date."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.core.background import Background
from bot.core.errors import HandsClosed, PlaysOn, StaleTable, TableError, TooEarly
from bot.core.model import Phase, Table
from bot.tables.watching import LATE
from cogs.discord.client import ShijoBot
from cogs.discord.errors import logged, sentence
from cogs.discord.interactions import Interaction, person
from cogs.discord.presses import Input
from cogs.edits.answers import Drawn, answered, replaced
from cogs.edits.message_sync import MessageSync
from cogs.edits.sending import panel_of
from cogs.table.hand.panel import moved_down
from cogs.table.message.menu import question_of
from cogs.table.message.watched import (
    drawn_watched,
    unwatched,
    watched_to_the_end,
)

SURELY: Final = 0.1
"""Seconds added to the wait for a delayed move, so that the move is surely old enough when it is
shown."""


class Spectators:
    """Shows running games with open hands to members who watch them, with the help of the object
    that edits the tables' messages (`sync`)."""

    def __init__(self, bot: ShijoBot, sync: MessageSync) -> None:
        self.bot = bot
        self.sync = sync
        self._followed: set[str] = set()
        self._background = Background()
        sync.hands.watched.append(self._follow)

    async def watch(self, interaction: Interaction, table: Table) -> None:
        """Answer a member who wants to watch a game: show the hands that the member may see, in a
        private message that is kept up to date. If a member without a seat may not see the hands,
        the message says why. A member who has a seat gets an error instead: PlaysOn (the member
        still plays or has resigned), HandsClosed, TooEarly, or WrongPhase if no game is running."""
        member_id, pressed = interaction.user.id, interaction.message
        own = pressed is not None and pressed.flags.ephemeral
        seat = table.seat_of(member_id)
        if seat is not None:
            await self.bot.tables.watching.of(table.id, member_id)
        older = await self.sync.hands.last(table.id, member_id)
        async with self.sync.messages.holding(table.id, member_id) as hold:
            table = await self.bot.tables.get(table.id)
            drawn = await self.drawn(table, member_id)
            if own and pressed is not None:
                await replaced(interaction, drawn)
                shown: int | None = pressed.id
            else:
                reply = interaction.response.send_message(**drawn.new, ephemeral=True)
                shown = await answered(interaction, reply)
            hold.shows(table)
        if older is not None and older.message_id != shown:
            self.sync.hands.move_down(older, Drawn(moved_down()))
        await self.sync.follow(panel_of(interaction, table, shown, watching=True), table)
        self._follow(table)

    async def drawn(self, table: Table, member_id: int) -> Drawn:
        """Draw the message that a spectator sees now. If the spectator may not see the hands, the
        message has a sentence with the reason."""
        if table.phase is not Phase.PLAYING:
            return Drawn(watched_to_the_end(await self._was_right(table, member_id)))
        guess = await self.bot.service.guesses.of(table, member_id)
        try:
            watched = await self.bot.tables.watching.of(table.id, member_id)
        except (HandsClosed, PlaysOn, TooEarly) as refusal:
            return Drawn(unwatched(table, sentence(refusal), guess))
        chances = await self.bot.service.open_chances.of(watched)
        text_only = self.bot.tables.preferences.known_member(member_id).text_only
        return await drawn_watched(
            table, watched, chances, guess, text_only=text_only, has_board=self.bot.has_board
        )

    async def guess(self, interaction: Interaction, table: Table, number: int) -> None:
        """Store the seat that the member has chosen as a guess for game `number`, and show the
        guess in the member's message. Raises StaleTable if the table has another game by now,
        PlaysHere if the member plays at the table, and GuessesClosed if it is too late for a
        guess."""
        if table.game_number != number:
            raise StaleTable
        guesses, seat = self.bot.service.guesses, Input.by(interaction).number
        await guesses.guess(table, person(interaction), seat, question_of(table))
        await self.watch(interaction, table)

    def guessed(self, table: Table, member_id: int) -> None:
        """Update a spectator's message after the spectator has made a guess on a board of the table
        (its page in the browser)."""
        self._background.start(self._show_guess(table, member_id))

    async def _show_guess(self, table: Table, member_id: int) -> None:
        try:
            await self.sync.hands.show_watching(table, member_id)
        except TableError as error:
            logged(error, f"a guess at table {table.id}")

    async def _was_right(self, table: Table, member_id: int) -> bool | None:
        if table.phase is not Phase.OVER:
            return None
        return await self.bot.service.guesses.was_right(table, member_id)

    def close(self) -> None:
        """Stop updating spectators' messages."""
        self._background.cancel()

    def _follow(self, table: Table) -> None:
        """Begin to show the newest moves at this table to spectators, each move when it is a minute
        old. Does nothing if spectators see this table without delay, or if the last move is already
        a minute old."""
        is_new = table.moved_at is not None and table.moved_at + LATE > self.bot.service.now()
        if is_new and table.is_watched_late and table.id not in self._followed:
            self._followed.add(table.id)
            self._background.start(self._follow_late(table))

    async def _follow_late(self, table: Table) -> None:
        try:
            await self._until_shown(table)
        except TableError as error:
            logged(error, f"those who watch table {table.id}")
        finally:
            self._followed.discard(table.id)

    async def _until_shown(self, table: Table) -> None:
        """Show the moves of a table to its spectators, each move when it is old enough. Return when
        all moves are shown, or when nobody watches any more."""
        now, watching = self.bot.service.now, self.bot.tables.watching
        seen_at = now()
        while (new_at := await watching.next_at(table.id, seen_at)) is not None:
            # At most a minute: after the clock was set back, a later move is old enough earlier.
            left = min(new_at - now(), LATE).total_seconds()
            if left > 0:
                await asyncio.sleep(left + SURELY)
            seen_at = now()
            if not await self.sync.hands.show_watching(await self.bot.tables.get(table.id)):
                return
