"""The time for a move, and the next deadline of each table."""

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
"""After this many stand-in moves in a row, a bot player keeps the seat until the member is back."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """The times and limits of tables.

    `speed` is that of a new table where the server names none. `bot_pause`: the pause before a bot
    player's move, so that people can follow. `lobby_idle`: after this time without a change, a
    lobby closes. `confirm`: the time in which players of the last game can confirm the next one.
    `most_tables`: the most lobbies and running games of a server whose settings name no number
    (None: any number). `level`: the level of a bot player for whom neither a member nor the
    server's settings chose one. `keep_games`: how long the record of a finished game is kept (None:
    for ever); its result is always.
    """

    speed: Speed = Speed.RELAXED
    bot_pause: timedelta = timedelta(seconds=1)
    lobby_idle: timedelta = timedelta(minutes=30)
    confirm: timedelta = timedelta(minutes=1)
    most_tables: int | None = None
    level: str = DEFAULT
    keep_games: timedelta | None = None


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
    """The clocks of the seats that the game waits on.

    `kept` are the seats that bot players play, `limit` is a member's time for a move (None: no
    limit, no clock). A running clock goes on; the clock of the seat that just `moved` starts again.
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
    """The next deadline of each table. `changed` is called when the first of them may be another
    one."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = _nothing
        self._of: dict[str, datetime] = {}
        self._heap: list[tuple[datetime, str]] = []

    def put(self, table_id: str, deadline: datetime | None) -> None:
        """Set a table's next deadline; None: nothing is due there."""
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
