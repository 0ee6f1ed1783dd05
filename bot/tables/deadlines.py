"""The time for a move, and the next deadline of each table."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.core.model import Seat, SeatClock, Speed
from bot.tables.hooks import NO_HOOKS, Hooks
from games.core import Game
from games.players import DEFAULT

HURRY: Final = 8
"""What bot players do once no member plays on takes a fraction of the usual time."""
LOOK_BY_POST: Final = timedelta(minutes=10)
"""How long a pause of a game lasts by post."""
STAND_INS: Final = 3
"""After this many stand-in moves in a row, a bot player keeps the seat until the member is back."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """The times and limits of tables. `speed` is that of a new table where the server chose none.
    `bot_pause`: the pause before a bot player's move, so that people can follow. `look`: how long a
    game's own pause lasts, in which the players look at something. `lobby_idle`: how long a lobby
    may be without a change before it closes. `confirm`: how long players of the last game can
    confirm the next one. `most_tables`: the limit of lobbies and running games in a server that
    chose none (None: no limit). `level`: the level of a bot player for whom neither a member nor
    the server chose one. `lobbies_an_hour`: how many tables a member may open in an hour (0: no
    limit)."""

    speed: Speed = Speed.RELAXED
    bot_pause: timedelta = timedelta(seconds=1)
    look: timedelta = timedelta(seconds=8)
    lobby_idle: timedelta = timedelta(minutes=30)
    confirm: timedelta = timedelta(minutes=1)
    most_tables: int | None = None
    level: str = DEFAULT
    lobbies_an_hour: int = 0


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a command needs beside the table. `now` is the time of the command (aware UTC), `rules`
    are the times and limits of tables, `secret` makes the secret of a new game, `hooks` are what
    other subjects add."""

    now: datetime
    rules: TableRules
    secret: Callable[[], bytes]
    hooks: Hooks = NO_HOOKS


def clocks_after(
    game: Game,
    pauses: Mapping[int, timedelta],
    fresh: Callable[[int], SeatClock | None],
    *,
    before: Mapping[int, SeatClock],
    moved: int | None,
    now: datetime,
) -> dict[int, SeatClock]:
    """The clocks of the seats that the game waits for. `pauses` are the times before the moves of
    bot players, by seat; `fresh` makes the clock of a member whose turn begins now (None: no limit,
    no clock). A running clock continues; the clock of the seat that just `moved` starts again."""
    clocks: dict[int, SeatClock] = {}
    for seat in sorted(game.waiting_on):
        if seat in before and seat != moved:
            clocks[seat] = before[seat]
        elif seat in pauses:
            clocks[seat] = SeatClock(now + pauses[seat])
        elif (clock := fresh(seat)) is not None:
            clocks[seat] = clock
    return clocks


def pause_clocks(
    game: Game, speed: Speed, context: CommandContext, *, alone: bool
) -> dict[int, SeatClock]:
    """The clocks in a pause (Game.pause): when the first seat's clock runs out, the game continues
    by itself. With bot players `alone` at the table, the pause is a fraction of the usual time."""
    look = LOOK_BY_POST if speed is Speed.BY_POST else context.rules.look / (HURRY if alone else 1)
    return {min(game.waiting_on): SeatClock(context.now + look)}


def fresh_clock(speed: Speed, seat: Seat, now: datetime) -> SeatClock | None:
    """The clock of a member's turn that begins now, or after their vacation; None: no limit. It
    runs out after the time for a move plus the remaining reserve; its half is half of the time for
    a move."""
    limit = speed.limit
    if limit is None:
        return None
    begins = now
    if speed is Speed.BY_POST and seat.vacation is not None:
        begins = max(now, seat.vacation)
    return SeatClock(begins + limit + (speed.reserve - seat.spent), begins + limit / 2)


def spent_after(speed: Speed, seat: Seat, clock: SeatClock | None, now: datetime) -> timedelta:
    """How much of the reserve has been used if the seat's clock stops now."""
    left = speed.reserve - seat.spent
    if clock is None or not left:
        return seat.spent
    return speed.reserve - min(left, max(clock.up - now, timedelta()))


def shifted(clock: SeatClock, by: timedelta) -> SeatClock:
    """The clock with its times moved on by that long (back, if it is below 0)."""
    return SeatClock(clock.up + by, None if clock.half is None else clock.half + by)


class Deadlines:
    """The next deadline of each table. `changed` is called when the earliest of them may have
    changed."""

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

    def shift(self, by: timedelta) -> None:
        """Move all deadlines by `step`, because the clock that they are measured by has changed."""
        self._of = {table_id: deadline + by for table_id, deadline in self._of.items()}
        self._heap = [(deadline, table_id) for table_id, deadline in self._of.items()]
        heapq.heapify(self._heap)
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
    """A listener that does nothing; used until another one is set."""
