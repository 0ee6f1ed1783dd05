"""The clocks of a table's seats and its deadlines. They include the time for a move, the pauses
before moves of bot players, and the next moment at which something is due at a table."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import takewhile
from typing import Final

from bot.core.model import FORGOTTEN, Seat, SeatClock, Speed
from bot.db.rows import MILLISECOND, TableRow
from bot.tables.hooks import NO_HOOKS, Hooks
from bot.tables.play import Play, keeps
from games.players import DEFAULT

HURRY: Final = 8
"""The divisor of the pauses of bot players when no member takes part in the game any more. Bot
players then move eight times as fast."""
LOOK_BY_POST: Final = timedelta(minutes=10)
"""How long a game by correspondence stops by itself to show something, such as the last trick."""
SHARES: Final[Mapping[Speed, int]] = {Speed.QUICK: 2, Speed.RELAXED: 3}
"""The length of a bot player's pause at each speed of a table, in thirds of the usual pause. Three
thirds are the usual pause. Speeds that are not listed have the usual pause, too."""
THIRDS: Final = 3
FORCED: Final = 2
"""The number by which a bot player's pause is divided when everybody knows that the bot player has
only one move (Game.forced)."""
SWAY: Final = 4
"""The number by which the usual pause of a bot player is divided to get the difference between its
longest and its shortest pause. With 4, the difference is a quarter of the usual pause."""
WHOLE: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class TableRules:
    """The usual times and limits of tables, from the bot's settings. Servers can choose some of
    them for themselves.

    `speed`, `level` (of bot players) and `most_tables` hold if neither a member nor the server has
    chosen a value. `most_tables` is the limit of lobbies and running games of a server (None: no
    limit). `bot_pause` is the pause before a bot player's move, so that people can follow. `look`
    is how long the game stops by itself to show something, such as the last trick. A lobby in which
    nothing changes for the time `lobby_idle` is closed. `confirm` is how much time the players of a
    game have to confirm that they play the next game. `lobbies_an_hour` is how many tables a member
    may open in an hour (0: no limit)."""

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
    """What a command at a table needs besides the table. `now` is the time of the command (aware,
    UTC). `secret` returns a new random secret, which the cards of a game depend on. `hooks` are the
    functions of other subjects that tables call."""

    now: datetime
    rules: TableRules
    secret: Callable[[], bytes]
    hooks: Hooks = NO_HOOKS


def fresh_clock(speed: Speed, seat: Seat, now: datetime) -> SeatClock | None:
    """Return the clock for a turn that begins at `now`. In a correspondence game, the turn begins
    later if the seat's member is on vacation. The clock runs out after the time for a move plus the
    rest of the seat's reserve of time. The clock's field `half` is when half of the time for a move
    is over, without the reserve. Returns None at a speed without limit."""
    limit = speed.limit
    if limit is None:
        return None
    begins = now
    if speed is Speed.BY_POST and seat.vacation is not None:
        begins = max(now, seat.vacation)
    return SeatClock(begins + limit + (speed.reserve - seat.spent), begins + limit / 2)


def turn_began(speed: Speed, seat: Seat, clock: SeatClock) -> datetime:
    """Return when the turn began for which `fresh_clock` made this clock. If the clock was moved
    since then, the time is moved too."""
    return clock.up - (speed.reserve - seat.spent) - (speed.limit or timedelta())


def spent_after(speed: Speed, seat: Seat, clock: SeatClock | None, now: datetime) -> timedelta:
    """Return how much of its reserve of time a seat has used in this game if its clock stops at
    `now`."""
    left = speed.reserve - seat.spent
    if clock is None or not left:
        return seat.spent
    return speed.reserve - min(left, max(clock.up - now, timedelta()))


def shifted(clock: SeatClock, by: timedelta) -> SeatClock:
    """Return the clock with both of its times moved by `by`. They become later if `by` is
    positive."""
    return SeatClock(clock.up + by, None if clock.half is None else clock.half + by)


def members_play_on(row: TableRow, play: Play) -> bool:
    """Return whether any member still takes part in the game. A member takes part as long as the
    seat is not out of the game and has not resigned. Absent members take part too."""
    seats = play.game.view(None).seats
    return any(
        not (holder.is_bot or holder.member_id == FORGOTTEN)
        and not (seats[number].out or seats[number].resigned)
        for number, holder in enumerate(row.seats)
    )


def pauses(
    row: TableRow,
    play: Play,
    seats: Iterable[int],
    usual: timedelta,
    *,
    moved: int | None,
    alone: bool,
) -> dict[int, timedelta]:
    """Return the pause before the next move of the bot player in each of `seats`. `usual` is the
    length of a normal pause, which the table's speed changes. `moved` is the seat that has just
    moved (None: the cards were just dealt). With `alone`, only bot players still take part, and
    they move faster."""
    share = usual * SHARES.get(row.speed, THIRDS) / THIRDS / (HURRY if alone else 1)
    return {
        seat: timedelta()
        if seat == moved and _is_second(play, seat)
        else swaying(share / (FORCED if play.game.forced(seat) else 1), row, play, seat)
        for seat in seats
    }


def _is_second(play: Play, seat: int) -> bool:
    """Return whether the next move is the second of a pair. The moves that a seat makes in a row
    are counted in pairs: first and second, third and fourth. There is no pause before the second
    move of a pair, and both are shown in one edit (`Update.goes_on`). The move that was just made
    is not in `play.log` yet."""
    before = sum(1 for _ in takewhile(lambda line: line.seat == seat, reversed(play.log)))
    return before % 2 == 0 and play.game.waiting_on == {seat}


def swaying(pause: timedelta, row: TableRow, play: Play, seat: int) -> timedelta:
    """Return the pause made longer or shorter by up to an eighth. The difference is computed from
    table, version and seat. Without it, the bot players at tables whose cards were dealt at the
    same time would always move at the same moments."""
    name = f"{row.id} {row.version + len(play.log)} {seat}"
    chance = int.from_bytes(sha256(name.encode()).digest()[:4], "big")
    swayed = pause + pause * (2 * chance - WHOLE) // (2 * SWAY * WHOLE)
    return swayed // MILLISECOND * MILLISECOND  # as moments are stored


def clocks_of(
    row: TableRow, play: Play, context: CommandContext, moved: int | None
) -> dict[int, SeatClock]:
    """Return the clocks of the seats for whose move the game waits, as a dict from the seat to its
    clock. A seat without a time limit is left out. `moved` is the seat that has just moved (None:
    the cards were just dealt). The clock of this seat starts again, and other clocks go on. While
    the game itself pauses (`Game.pause`), there is only one clock, which says when the game
    continues."""
    waiting, now = sorted(play.game.waiting_on), context.now
    if play.game.pause:
        share = 1 if members_play_on(row, play) else HURRY
        look = LOOK_BY_POST if row.speed is Speed.BY_POST else context.rules.look / share
        return {waiting[0]: SeatClock(now + look)}
    kept = [seat for seat in waiting if keeps(row, play, seat)]
    alone = bool(kept) and not members_play_on(row, play)
    pause = pauses(row, play, kept, context.rules.bot_pause, moved=moved, alone=alone)
    clocks: dict[int, SeatClock] = {}
    for seat in waiting:
        if seat in play.clocks and seat != moved:
            clocks[seat] = play.clocks[seat]
        elif seat in pause:
            clocks[seat] = SeatClock(now + pause[seat])
        elif (clock := fresh_clock(row.speed, row.seats[seat], now)) is not None:
            clocks[seat] = clock
    return clocks


class Deadlines:
    """Holds the next deadline of each table. The function `changed` is called when the first
    deadline of all tables might have changed."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = _nothing
        self._of: dict[str, datetime] = {}
        self._heap: list[tuple[datetime, str]] = []

    def put(self, table_id: str, deadline: datetime | None) -> None:
        """Set the next deadline of a table. None means that nothing is due there."""
        if self._of.get(table_id) == deadline:
            return
        if deadline is None:
            del self._of[table_id]
        else:
            self._of[table_id] = deadline
            heapq.heappush(self._heap, (deadline, table_id))
        self.changed()

    def shift(self, by: timedelta) -> None:
        """Move all deadlines by this time, because the clock that they follow has changed."""
        self._of = {table_id: deadline + by for table_id, deadline in self._of.items()}
        self._heap = [(deadline, table_id) for table_id, deadline in self._of.items()]
        heapq.heapify(self._heap)
        self.changed()

    def first(self) -> datetime | None:
        """Return the first deadline of all tables, or None when nothing is due at any table."""
        while self._heap and self._of.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now: datetime) -> list[str]:
        """Return the ids of the tables whose deadline has come. The table with the earliest
        deadline comes first."""
        due: list[tuple[datetime, str]] = []
        while (first := self.first()) is not None and first <= now:
            entry = heapq.heappop(self._heap)
            if entry not in due[-1:]:
                due.append(entry)
        for entry in due:
            heapq.heappush(self._heap, entry)
        return [table_id for _, table_id in due]


def _nothing() -> None:
    """Do nothing. This is the default of `changed`."""
