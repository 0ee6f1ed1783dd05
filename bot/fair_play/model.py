"""Fair play as data: unusual results that a moderator should look at, how many games a member
leaves, and appeals against removals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import combinations
from statistics import median
from typing import Final, NamedTuple

from bot.core.errors import TableError
from games.sentences import marked

LOOKED_BACK: Final = timedelta(days=90)
"""The span of past games that are examined."""
OFTEN: Final = 10
"""The fewest rated games that two members must have played together before they can be reported for
meeting unusually often."""
TIMES_USUAL: Final = 3
"""A pair of members has met unusually often if it has played together in at least `TIMES_USUAL`
times the usual number of games. The usual number is the median over all pairs in the server."""
FEWEST_PAIRS: Final = 3
"""The fewest pairs of members that must have played together in a server. With fewer pairs, it is
not known how often a pair usually plays together, and no pair is reported for playing together too
often."""
EARLY_MOVES: Final = 4
"""A resignation is early when the member has made at most this number of moves."""
EARLY: Final = 3
"""If a member resigned early in at least this many games that the same opponent won, these games
are reported."""
MET: Final = 10
"""The fewest games with different ranks that two members must have played against each other before
their results can be reported as one-sided."""
ONE_SIDED: Final = 0.9
"""A pair's results are one-sided when one of the two was placed better in at least this share of
the games."""

FEWEST_GAMES: Final = 5
"""From this number of finished games on, the share of games that a member left is computed."""
MOST_LEFT: Final = 0.2
"""A member who has left this share of their games or more can't sit down at a table for reliable
members."""

APPEAL_WITHIN: Final = timedelta(days=30)
"""How long after a removal a member can appeal."""


class Sign(StrEnum):
    """A kind of unusual pattern in the results of two members. OFTEN means that they have played
    together unusually often. EARLY means that one resigned early several times, and the other won.
    ONE_SIDED means that one was nearly always placed better than the other. Games in which the two
    were partners count only for OFTEN."""

    OFTEN = "often"
    EARLY = "early"
    ONE_SIDED = "sided"


class Sat(NamedTuple):
    """A member's seat in a rated game. `side` is the number of the member's team (a side of their
    own in games without partners), `rank` is the member's rank, and `resigned` says whether the
    member gave up. `moves` is how many moves they made, without the moves of a bot player in their
    place."""

    member_id: int
    name: str
    side: int
    rank: int
    resigned: bool
    moves: int


class Rated(NamedTuple):
    """A rated game, with the members who played in it. It is game `number` of its table."""

    table_id: str
    number: int
    sats: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An unusual pattern in the games of two members. The members might still be honest. `sign` is
    the kind of pattern.

    `first` and `second` are the ids of the members. `games` are the games with the pattern, from
    the newest to the oldest. Each game is a pair of a table id and a game number. `times` is the
    number of these games. `of` is a number to compare with `times`. The meaning of the fields
    depends on `sign`:

    - OFTEN: `of` is how many games a pair of members of the server usually plays together.
    - EARLY: `first` resigned and `second` won. `of` is the same as `times`.
    - ONE_SIDED: `first` was placed better than `second`. `of` is the number of games in which the
      two members had different ranks and were no partners."""

    sign: Sign
    first: int
    second: int
    names: tuple[str, str]
    times: int
    of: int
    games: tuple[tuple[str, int], ...]


class Left(NamedTuple):
    """How many games a member has left. `games` is the number of the member's finished games with
    other members, and `left` the number of those that they left. A game counts as left when the
    member gave up, was removed, or let a bot player make most of their moves."""

    left: int
    games: int

    @property
    def share(self) -> float:
        """The share of the member's games that they left, from 0 to 1. It is 0 while the member has
        too few games to judge."""
        return self.left / self.games if self.games >= FEWEST_GAMES else 0.0


class RemovalState(StrEnum):
    """The state of a removal: no appeal yet, an appeal waits for a moderator, or a moderator has
    decided."""

    REMOVED = "removed"
    APPEALED = "appealed"
    TURNED_DOWN = "turned-down"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Removal:
    """The removal of a member from a running game. `number` says which game of the table it was."""

    guild_id: int
    table_id: str
    number: int
    game: str
    member_id: int
    name: str
    at: datetime
    state: RemovalState


class LeavesTooOften(TableError):
    """Raised when the host wants only members who leave few games, and this member leaves many."""

    template = marked(
        "This table is for players who rarely leave early (under {most}%). You've left {left} "
        "of {games} games early here."
    )


class NothingToAppeal(TableError):
    """Raised when the member has no removal against which they can appeal, or when they were not
    removed from the game that they named."""

    template = marked("You haven't been removed from any game here in the last {days} days.")


class NothingUnusual(TableError):
    """Raised when a moderator opens an unusual pattern or an appeal that doesn't exist any more."""

    template = marked("Those results no longer look unusual.")


def suspicions(rated: Sequence[Rated]) -> list[Suspicion]:
    """Return the unusual patterns in these rated games. The pattern that occurred in the most games
    comes first. `rated` must be in the order in which the games ended."""
    met: defaultdict[tuple[int, int], list[Rated]] = defaultdict(list)
    names: dict[int, str] = {}
    for game in rated:
        names.update((sat.member_id, sat.name) for sat in game.sats)
        for pair in combinations(sorted(sat.member_id for sat in game.sats), 2):
            met[pair].append(game)
    found = [*_often(met), *_one_sided(met), *_early(rated)]
    told = [_told(*each, names) for each in found]
    return sorted(told, key=lambda each: (-each.times, each.sign, each.first, each.second))


Found = tuple[Sign, int, int, int, list[Rated]]


def _often(met: dict[tuple[int, int], list[Rated]]) -> Iterable[Found]:
    if len(met) < FEWEST_PAIRS:
        return
    usual = median(len(games) for games in met.values())
    for (first, second), games in met.items():
        if len(games) >= max(OFTEN, TIMES_USUAL * usual):
            yield Sign.OFTEN, first, second, round(usual), games


def _one_sided(met: dict[tuple[int, int], list[Rated]]) -> Iterable[Found]:
    for (first, second), games in met.items():
        ahead: Counter[int] = Counter()
        for game in games:
            placed_better = _ahead(game, first, second)
            if placed_better is not None:
                ahead[placed_better] += 1
        decided = ahead.total()
        best = max((first, second), key=ahead.__getitem__)
        if decided >= MET and ahead[best] >= ONE_SIDED * decided:
            other = second if best == first else first
            won = [game for game in games if _ahead(game, first, second) == best]
            yield Sign.ONE_SIDED, best, other, decided, won


def _ahead(game: Rated, first: int, second: int) -> int | None:
    """Return which of two members was placed better than the other. Return None if neither was, or
    if they were partners."""
    one, two = (next(sat for sat in game.sats if sat.member_id == each) for each in (first, second))
    if one.side == two.side or one.rank == two.rank:
        return None
    return first if one.rank < two.rank else second


def _early(rated: Sequence[Rated]) -> Iterable[Found]:
    given: defaultdict[tuple[int, int], list[Rated]] = defaultdict(list)
    for game in rated:
        for sat in game.sats:
            if sat.resigned and sat.moves <= EARLY_MOVES:
                for winner in _winners_against(game, sat):
                    given[sat.member_id, winner.member_id].append(game)
    for (gave_up, won), games in given.items():
        if len(games) >= EARLY:
            yield Sign.EARLY, gave_up, won, len(games), games


def _winners_against(game: Rated, loser: Sat) -> list[Sat]:
    return [
        sat for sat in game.sats if sat.side != loser.side and sat.rank == 1 and not sat.resigned
    ]


def _told(
    sign: Sign, first: int, second: int, of: int, games: list[Rated], names: dict[int, str]
) -> Suspicion:
    newest = tuple((game.table_id, game.number) for game in reversed(games))
    return Suspicion(sign, first, second, (names[first], names[second]), len(games), of, newest)
