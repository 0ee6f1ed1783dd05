"""Open hands for members who watch a game. This module decides which members may see all hands, and
with what delay.

Nobody who still plays may see the other hands in any way. At a table with rated games, everything
is shown a minute late, so that a spectator can't help a player."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.core.errors import HandsClosed, PlaysOn, TooEarly
from bot.core.model import Happening, Phase
from bot.db.rows import MoveRow
from bot.tables.live import Live
from bot.tables.play import RECENT, Play
from bot.tables.playing import under_way
from bot.tables.registry import Registry
from games.core import Game
from games.record import Header, Record, Step, replay

LATE: Final = timedelta(seconds=60)
"""The delay with which watchers see a rated game. What they see is at least this old."""
KEPT: Final = 64
"""The number of earlier states of games that are kept in memory, for watchers who see a game a
minute late."""
Earlier = tuple[Game, tuple[Happening, ...]]
"""The state of a game some time ago, and the last moves before that state."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A game for a member who watches it with all hands open. `moves` is the number of moves that
    are shown, and `recent` are the last of these moves with their events. `dealt` is the table's
    version after the deal. `dealt` gets a greater value when moves are taken back. With `late`, the
    game is shown as it was a minute ago. `more_at` is when the next move can be shown (None: there
    is no later move). This object must never reach anybody who still plays."""

    table_id: str
    dealt: int
    moves: int
    late: bool
    game: Game
    recent: tuple[Happening, ...] = ()
    more_at: datetime | None = None

    @property
    def which(self) -> tuple[str, int, int]:
        """A key for the state of the game that is shown. Different states have different keys, also
        in different games."""
        return self.table_id, self.dealt, self.moves


class Watching:
    """Gives members the games that they may watch with open hands."""

    def __init__(self, registry: Registry, now: Callable[[], datetime]) -> None:
        self._registry = registry
        self._now = now
        self._earlier: LRUCache[tuple[str, int, int], Earlier] = LRUCache(KEPT)

    async def of(self, table_id: str, member_id: int) -> Watched:
        """Return the game at a table as a member may watch it now with open hands. Raises PlaysOn
        for a member who still takes part in the game or has resigned from it, HandsClosed when the
        host doesn't allow open hands, TooEarly in the first minute of a rated game, and WrongPhase
        when no game is going on."""
        asked: list[tuple[Live, Play, Sequence[MoveRow]]] = []

        def look(live: Live) -> None:
            play = under_way(live)
            must_be_allowed(live, play, member_id)
            asked.append((live, play, tuple(play.log)))

        await self._registry.change(table_id, look)
        ((live, play, log),) = asked
        if not live.table.is_watched_late:
            game, recent = play.game.copy(), live.table.recent
            return Watched(table_id, play.version, len(log), False, game, recent)
        until = self._now() - LATE
        made = _made_until(log, until)
        if not made and play.dealt_at > until:
            raise TooEarly
        which = table_id, play.version, len(made)
        earlier = self._earlier.get(which)
        if earlier is None:
            earlier = await asyncio.to_thread(_after, play.header, made)
            self._earlier[which] = earlier
        more_at = min((row.made_at + LATE for row in log[len(made) :]), default=None)
        return Watched(*which, True, *earlier, more_at)

    async def next_at(self, table_id: str, seen_at: datetime) -> datetime | None:
        """Return when there is something new for those who watch a table a minute late and saw it
        last at the time `seen_at`: when the deal or the next move is old enough to be shown. Return
        None if they have seen the newest move, or if no game is going on."""
        found: list[datetime] = []

        def look(live: Live) -> None:
            if live.row.phase is Phase.PLAYING and live.play is not None:
                times = (live.play.dealt_at, *(row.made_at for row in live.play.log))
                found.extend(at + LATE for at in times if at + LATE > seen_at)

        await self._registry.change(table_id, look)
        return min(found, default=None)


def must_be_allowed(live: Live, play: Play, member_id: int) -> None:
    """Check that a member may see all hands of a running game. For a member with a seat, raises
    PlaysOn while anybody of the member's team is still in the game, or if anybody of the team has
    resigned. For anybody else, raises HandsClosed if the host doesn't allow open hands."""
    seat = next(
        (number for number, each in enumerate(live.row.seats) if each.member_id == member_id), None
    )
    if seat is None:
        if not live.row.open_hands:
            raise HandsClosed
        return
    seats = play.game.view(None).seats
    own = [each.seat for each in seats if each.side == seats[seat].side]
    if play.gone.intersection(own) or not all(map(play.game.has_finished, own)):
        raise PlaysOn


def _made_until(log: Sequence[MoveRow], until: datetime) -> Sequence[MoveRow]:
    """Return the moves in `log` that were made at the time `until` or before it. All moves before
    the last of these moves are also returned. This is so even if the stored time of such a move is
    later than `until`, because the machine's clock was set back after it."""
    count = len(log)
    while count and log[count - 1].made_at > until:
        count -= 1
    return log[:count]


def _after(header: Header, made: Sequence[MoveRow]) -> Earlier:
    """Return the game after the moves in `made`. Return also the last few of these moves, in the
    order in which they were made, each with its events."""
    moments = replay(Record(header, tuple(Step(row.seat, row.move) for row in made)))
    game, _, _ = next(moments)
    recent: deque[Happening] = deque(maxlen=RECENT)
    for row, (_game, _step, events) in zip(made, moments, strict=True):
        recent.append(Happening(row.seat, row.move, row.stand_in, tuple(events)))
    return game.copy(), tuple(recent)
