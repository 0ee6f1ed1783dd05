"""How long a seat may take, and when the next of a table's clocks runs out."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.model import SeatClock, Speed
from games.core import Game
from games.players import DEFAULT

STAND_INS: Final = 3
"""After so many moves in a row that a bot player had to make for a member, it keeps the seat until
they are back."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """The times of a table, and how many there may be.

    `speed`: that of a new table where the server names none; `bot_pause`: how long a bot player
    waits before it moves, so that people can follow; `lobby_idle`: how long a lobby stays open in
    which nothing happens; `confirm`: how long those who played the last game have to say that they
    play the next; `most_tables`: how many lobbies and running games a server may have unless its
    own settings name a number (None: any number); `level`: of a bot player that nobody chose one
    for, unless the server's own settings name another.
    """

    speed: Speed = Speed.RELAXED
    bot_pause: timedelta = timedelta(seconds=1)
    lobby_idle: timedelta = timedelta(minutes=30)
    confirm: timedelta = timedelta(minutes=1)
    most_tables: int | None = None
    level: str = DEFAULT


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a command needs beside the table.

    `now` is the time of the command (aware UTC), `rules` are the times of tables, `secret` makes
    the secret of a new game.
    """

    now: datetime
    rules: TableRules
    secret: Callable[[], bytes]


def clocks_after(
    game: Game,
    kept: Container[int],
    limit: timedelta | None,
    context: CommandContext,
    *,
    before: Mapping[int, SeatClock],
    moved: int | None,
) -> dict[int, SeatClock]:
    """The clock of each seat that the game waits on; `kept` are the seats that bot players play,
    `limit` a member's time for a move.

    A clock goes on while its seat stays waited on; it starts anew for the seat that just `moved`.
    Seats without a limit have no clock.
    """
    clocks: dict[int, SeatClock] = {}
    for seat in sorted(game.waiting_on):
        if seat in before and seat != moved:
            clocks[seat] = before[seat]
        elif seat in kept:
            clocks[seat] = SeatClock(context.now + context.rules.bot_pause)
        elif limit is not None:
            clocks[seat] = SeatClock(context.now + limit, context.now + limit / 2)
    return clocks


class Deadlines:
    """The next deadline of each table. `changed` is called whenever the first of them may have
    become another."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = _nothing
        self._of: dict[str, datetime] = {}
        self._heap: list[tuple[datetime, str]] = []

    def put(self, table_id: str, deadline: datetime | None) -> None:
        """A table's next deadline; None: nothing is due there."""
        if self._of.get(table_id) == deadline:
            return
        if deadline is None:
            del self._of[table_id]
        else:
            self._of[table_id] = deadline
            heapq.heappush(self._heap, (deadline, table_id))
        self.changed()

    def first(self) -> datetime | None:
        """The first deadline of all tables, or None when nothing is due anywhere."""
        while self._heap and self._of.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now: datetime) -> list[str]:
        """The tables whose deadline has come, the earliest first."""
        due: list[tuple[datetime, str]] = []
        while (first := self.first()) is not None and first <= now:
            entry = heapq.heappop(self._heap)
            if entry not in due[-1:]:
                due.append(entry)
        for entry in due:
            heapq.heappush(self._heap, entry)
        return [table_id for _, table_id in due]


def _nothing() -> None:
    """The listener until there is one."""
