"""The line in which edits of public messages wait while the budget of requests is short: the oldest
goes first, and no picture is drawn for what has waited long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Final

from cogs.discord.budget import Promise, RequestBudget
from cogs.edits.message_state import MessageState

LATE: Final = 2.5
"""Seconds in the line after which an edit goes without its picture: half of the time that a table
may be behind."""
CALM: Final = 3
"""Pictures that were left out are sent later, while at least one in this number of requests is
free."""


class Turn(Enum):
    """The kinds of edits that wait, in the order in which they are let in."""

    FIRST = auto()
    """New messages, lobbies and results."""
    RUNNING = auto()
    """Games that are played."""
    PICTURE = auto()
    """A table that shows its newest state, without its picture."""


class Line:
    """Lets messages begin while there is room in the budget; a timer is set only while one waits.

    Takes the budget, and what begins the request of a message. In one channel the next begins only
    when the request of the one before has: Discord limits each channel too, and what waits for that
    must not keep others out.
    """

    def __init__(
        self, budget: RequestBudget, begin: Callable[[MessageState, Promise], None]
    ) -> None:
        self._budget = budget
        self._begin = begin
        self._waiting: dict[Turn, dict[MessageState, float]] = {turn: {} for turn in Turn}
        """Since when each waits, by the clock of the budget; the oldest first."""
        self._beginning: set[int] = set()
        """The channels where a request is about to begin."""
        self._timer: asyncio.TimerHandle | None = None
        budget.freed.append(self._serve)

    def has(self, message: MessageState) -> bool:
        """Whether a newer state of a message waits here."""
        return message in self._waiting[Turn.FIRST] or message in self._waiting[Turn.RUNNING]

    def join(self, message: MessageState, turn: Turn) -> None:
        """Let a message wait for its turn, or begin at once when there is room. One that waits for
        that turn already keeps its place."""
        if message not in self._waiting[turn]:
            self.leave(message)
            self._waiting[turn][message] = self._budget.now()
        self._serve()

    def leave(self, message: MessageState) -> None:
        """A message has nothing to wait for any more."""
        for waiting in self._waiting.values():
            if waiting.pop(message, None) is not None:
                message.sent.set()

    def close(self) -> None:
        """Let nothing more in."""
        self._budget.freed.remove(self._serve)
        self._stop_timer()

    def _serve(self) -> None:
        """Let in whom there is room for."""
        self._stop_timer()
        for turn, waiting in self._waiting.items():
            room = max(self._budget.most // CALM, 1) if turn is Turn.PICTURE else 1
            if waiting and not self._let_in(turn, room):
                self._ring(room)
                return

    def _let_in(self, turn: Turn, room: int) -> bool:
        """Let in the edits that wait in one queue while there is this much room. Returns whether
        there is still room."""
        waiting = self._waiting[turn]
        if self._budget.room < room:
            return False
        for message in tuple(waiting):
            if message.wanted is None or message.busy:
                continue
            channel = message.wanted.channel_id
            if channel in self._beginning:
                continue
            waited = self._budget.now() - waiting.pop(message)
            message.late = turn is not Turn.PICTURE and waited > LATE
            self._beginning.add(channel)
            self._begin(message, self._budget.promise(partial(self._begun, channel)))
            if self._budget.room < room:
                return False
        return True

    def _begun(self, channel_id: int) -> None:
        self._beginning.discard(channel_id)
        self._serve()

    def _ring(self, room: int) -> None:
        """Look again when there will be so much room; where that depends on requests under way,
        their end is told."""
        wait = self._budget.wait(room)
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._serve)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
