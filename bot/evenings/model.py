"""Evenings as data. An evening is a group of games of one server, played on one day without a long
pause between them.

Evenings are computed from finished games alone. So they can be computed again at any time, and are
always the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.core.errors import TableError
from bot.core.results import GameResult
from games.sentences import marked

PAUSE: Final = timedelta(hours=1)
"""An evening is over when nobody has played for this long."""
LONGEST: Final = timedelta(hours=3)
"""A game that took longer (a correspondence game, say) belongs to no evening. An evening doesn't
wait longer than this for a running game."""
TURN: Final = 5
"""The hour, by the server's clock, at which one day ends and the next day begins."""
LEAST_GAMES: Final = 4
LEAST_MEMBERS: Final = 2
"""An evening with fewer games than `LEAST_GAMES`, or fewer members than this, has no summary."""


class QuietEvening(TableError):
    """Raised when there is no summary of an evening, because too few games were played or too few
    members played. Also raised when a game belongs to no evening."""

    template = marked("A quiet evening so far. Come back once {least} games have been played.")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of an evening. `number` says which game of its table it is. `began` and
    `ended` are times (aware UTC), and `moves` is the number of moves.

    `chance` and `chance_of` come from the game's analysis, and are None without an analysis. The
    analysis knows each winner's chance to win after each of the winner's own moves. `chance` is the
    lowest of all these chances, in thousandths. `chance_of` is the seat of the winner who had this
    chance."""

    table_id: str
    number: int
    channel_id: int
    began: datetime
    ended: datetime
    moves: int
    result: GameResult
    chance: int | None = None
    chance_of: int | None = None

    @property
    def took(self) -> timedelta:
        """The duration of the game."""
        return self.ended - self.began

    @property
    def members(self) -> frozenset[int]:
        """The ids of the members who played in the game."""
        ids = (seat.player.member_id for seat in self.result.seats if not seat.player.is_bot)
        return frozenset(id_ for id_ in ids if id_)


@dataclass(frozen=True, slots=True)
class Evening:
    """A group of games that were played without a long pause, in the order in which they ended."""

    games: tuple[PlayedGame, ...]

    @property
    def began(self) -> datetime:
        """The time when the evening's first game began."""
        return min(game.began for game in self.games)

    @property
    def ended(self) -> datetime:
        """The time when the evening's last game ended."""
        return self.games[-1].ended

    @property
    def is_worth_showing(self) -> bool:
        """Whether at least `LEAST_GAMES` games were played, by at least `LEAST_MEMBERS` members, so
        that a summary is worth showing."""
        members = {member for game in self.games for member in game.members}
        return len(self.games) >= LEAST_GAMES and len(members) >= LEAST_MEMBERS

    def within(self, channels: Iterable[int]) -> Evening:
        """Return the evening with only the games that were played in these channels."""
        shown = frozenset(channels)
        return Evening(tuple(game for game in self.games if game.channel_id in shown))

    def is_over(self, running: Iterable[datetime], now: datetime, zone: ZoneInfo) -> bool:
        """Return whether the evening is over at the time `now`, so that no further game can belong
        to it. `running` are the times at which the server's running games began, and `zone` is the
        server's time zone."""
        turn = day_of(self.ended, zone)[1]
        if now >= turn:
            return True
        waited_for = any(
            began <= self.ended + PAUSE and now - began <= LONGEST for began in running
        )
        return now >= self.ended + PAUSE and not waited_for


def day_of(moment: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the beginning and the end of the day that `moment` belongs to. Days change at `TURN`
    o'clock in the time zone `zone`, and not at midnight."""
    local = moment.astimezone(zone)
    first = local.replace(hour=TURN, minute=0, second=0, microsecond=0)
    if local < first:
        first -= timedelta(days=1)  # by the clock on the wall, whatever summer time does
    return first, first + timedelta(days=1)


def evenings(games: Sequence[PlayedGame]) -> list[Evening]:
    """Group the finished games of one day into evenings, and return the evenings in the order of
    time. A new evening begins after a pause longer than `PAUSE`.

    `games` must be in the order in which they ended. Void and annulled games, games longer than
    `LONGEST` and games without members are left out."""
    found: list[list[PlayedGame]] = []
    for game in games:
        if not game.result.counts or game.took > LONGEST or not game.members:
            continue
        if found and game.began <= found[-1][-1].ended + PAUSE:
            found[-1].append(game)
        else:
            found.append([game])
    return [Evening(tuple(each)) for each in found]
