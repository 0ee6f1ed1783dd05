"""Decides what to do about a fixture, which is a meeting of two entrants in a tournament. It may
wait, need its next table, or have a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.tournaments.model import Fixture, Format, Manner, TournamentRules, Verdict

MOST_VOID: Final = 3
"""The number of broken-off games after which a fixture waits for a moderator. For example, somebody
has closed the fixture's tables. In Dritzak, a game also counts as broken off when a player with the
handicap jinx wins (DRI-42)."""
MOST_GAMES: Final = 99
"""The most games of a fixture. The number of a game is part of its table's id, which has room for
two digits."""


class End(StrEnum):
    """How one game of a fixture stands. It goes on (OPEN), was won by the first entrant (HOME) or
    the second (AWAY), was drawn, or was broken off (VOID). Or it was not played, because only the
    first entrant came to the table (ONLY_HOME), only the second (ONLY_AWAY), or NEITHER."""

    OPEN = "open"
    HOME = "home"
    AWAY = "away"
    DRAW = "draw"
    VOID = "void"
    ONLY_HOME = "only-home"
    ONLY_AWAY = "only-away"
    NEITHER = "neither"


POINTS: Final[Mapping[End, tuple[int, int]]] = {
    End.HOME: (2, 0),
    End.AWAY: (0, 2),
    End.DRAW: (1, 1),
    End.ONLY_HOME: (2, 0),
    End.ONLY_AWAY: (0, 2),
}
"""The half points of the first and the second entrant for each end of a game. A win is two half
points. Ends that are missing here give no points to anybody."""
MISSED: Final = frozenset({End.ONLY_HOME, End.ONLY_AWAY})


@dataclass(frozen=True, slots=True)
class Step:
    """What to do about a fixture. `fixture` is the fixture with the results of its games so far,
    and `opens` says whether a table for its next game is to be opened."""

    fixture: Fixture
    opens: bool = False


def step(rules: TournamentRules, fixture: Fixture, ends: Sequence[End]) -> Step:
    """Return what to do about a fixture. `ends` says how each of its games stands. It has one entry
    for each table opened so far.

    The entrant whose lead can't be caught up wins the fixture. If nobody has such a lead after all
    its games, the fixture is a draw. In a knockout, the entrants then go on playing until one of
    them is ahead. An entrant who doesn't come to a table loses that game. If neither entrant comes,
    both lose the fixture. A fixture with too many games, or too many games that were broken off,
    waits for a moderator. In an arena, a game that was broken off ends the fixture, and neither
    entrant gets points."""
    if fixture.verdict is not None:
        return Step(fixture)
    home = sum(POINTS.get(end, (0, 0))[0] for end in ends)
    away = sum(POINTS.get(end, (0, 0))[1] for end in ends)
    fixture = replace(fixture, home_score=home, away_score=away, manner=None)
    for_nobody = _for_nobody(rules, ends)
    if for_nobody is not None:
        return Step(replace(fixture, verdict=Verdict.NOBODY, manner=for_nobody))
    verdict = _verdict(rules, home, away)
    if verdict is not None:
        manner = Manner.CLOCK if MISSED & set(ends) else Manner.PLAYED
        return Step(replace(fixture, verdict=verdict, manner=manner))
    if End.OPEN in ends:
        return Step(fixture)
    if len(ends) >= MOST_GAMES or ends.count(End.VOID) >= MOST_VOID:
        return Step(replace(fixture, manner=Manner.WAITING))
    return Step(replace(fixture, games=len(ends) + 1), opens=True)


def _for_nobody(rules: TournamentRules, ends: Sequence[End]) -> Manner | None:
    """Return how a fixture was decided without points for either entrant. `ends` are the ends of
    the fixture's games. The result is CLOCK if neither entrant came to a table in time, and PLAYED
    if a game of an arena was broken off. Returns None in all other cases."""
    if End.NEITHER in ends:
        return Manner.CLOCK
    return Manner.PLAYED if End.VOID in ends and rules.is_arena else None


def _verdict(rules: TournamentRules, home: int, away: int) -> Verdict | None:
    """Return the verdict of a fixture in which the two entrants have `home` and `away` half points,
    or None while it isn't decided."""
    left = 2 * rules.games - home - away
    if abs(home - away) > max(left, 0):
        return Verdict.HOME if home > away else Verdict.AWAY
    if left <= 0 and home == away and rules.format is not Format.KNOCKOUT:
        return Verdict.DRAW
    return None
