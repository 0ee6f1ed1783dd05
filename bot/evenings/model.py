"""Evenings: the games of a server that follow one another, and the facts that can be told about
them.

Everything follows from finished games alone, so it can be computed anew at any time and is always
the same.
"""

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
"""An evening is over when nobody has played for this time."""
LONGEST: Final = timedelta(hours=3)
"""A game that took longer, by post, say, belongs to no evening; nor is one waited for longer."""
TURN: Final = 5
"""The hour, by the server's clock, at which one day's evenings end and the next day's begin."""
LEAST_GAMES: Final = 4
LEAST_MEMBERS: Final = 2
"""How many games, and members, make an evening worth a picture."""


class QuietEvening(TableError):
    """Too little has been played so far to show an evening."""

    template = marked("It's been a quiet evening so far. Come back after {least} games.")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its table and its number there, its channel, when it began and ended (aware
    UTC), how many moves it had, and its result. `chance` is the lowest chance of winning, in
    thousandths, that any of its winners had after one of their own moves, and `chance_of` that
    winner's seat; both None without an analysis."""

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
        """How long the game took."""
        return self.ended - self.began

    @property
    def members(self) -> frozenset[int]:
        """The ids of the members who played in it."""
        ids = (seat.player.member_id for seat in self.result.seats if not seat.player.is_bot)
        return frozenset(id_ for id_ in ids if id_)


@dataclass(frozen=True, slots=True)
class Evening:
    """Games that followed one another, in the order in which they ended."""

    games: tuple[PlayedGame, ...]

    @property
    def began(self) -> datetime:
        """When the first game began."""
        return min(game.began for game in self.games)

    @property
    def ended(self) -> datetime:
        """When the last game ended."""
        return self.games[-1].ended

    @property
    def is_worth_showing(self) -> bool:
        """Whether enough games were played, by enough members, to show the evening."""
        members = {member for game in self.games for member in game.members}
        return len(self.games) >= LEAST_GAMES and len(members) >= LEAST_MEMBERS

    def within(self, channels: Iterable[int]) -> Evening:
        """The part of the evening that was played in these channels."""
        shown = frozenset(channels)
        return Evening(tuple(game for game in self.games if game.channel_id in shown))

    def is_over(self, running: Iterable[datetime], now: datetime, zone: ZoneInfo) -> bool:
        """Whether no further game can belong to the evening. `running` are the times at which the
        server's running games began."""
        turn = day_of(self.ended, zone)[1]
        if now >= turn:
            return True
        waited_for = any(
            began <= self.ended + PAUSE and now - began <= LONGEST for began in running
        )
        return now >= self.ended + PAUSE and not waited_for


def day_of(moment: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The day, from `TURN` to `TURN`, in which a moment lies: its beginning and its end."""
    local = moment.astimezone(zone)
    first = local.replace(hour=TURN, minute=0, second=0, microsecond=0)
    if local < first:
        first -= timedelta(days=1)  # by the clock on the wall, whatever summer time does
    return first, first + timedelta(days=1)


def evenings(games: Sequence[PlayedGame]) -> list[Evening]:
    """Groups the games of one day into evenings, in order: a pause of `PAUSE` separates two.
    `games` are in the order in which they ended; those that don't count, or took too long, are left
    out."""
    found: list[list[PlayedGame]] = []
    for game in games:
        if not game.result.counts or game.took > LONGEST or not game.members:
            continue
        if found and game.began <= found[-1][-1].ended + PAUSE:
            found[-1].append(game)
        else:
            found.append([game])
    return [Evening(tuple(each)) for each in found]
