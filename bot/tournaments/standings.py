"""The standings of a tournament, by its decided fixtures alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.tournaments.model import Fixture, Format, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line: place from 1 (equals share one), half points, fixtures won, drawn and lost
    (a bye is won), and the tie-break in half points: what those whom they met have got (Swiss), or
    those whom they beat, and half of those with whom they drew (round robin)."""

    place: int
    seed: int
    points: int
    won: int
    drawn: int
    lost: int
    tiebreak: int


def standings(tournament: Tournament) -> list[Standing]:
    """All lines, the first place first; those of one place by seed."""
    rules = tournament.rules
    decided = [each for each in tournament.fixtures if each.verdict is not None]
    points = dict.fromkeys(tournament.seeded, 0)
    record = {seed: [0, 0, 0] for seed in points}
    for fixture in decided:
        for seed, got in _got(fixture):
            points[seed] += got
            record[seed][2 - got] += 1
    tiebreak = dict.fromkeys(points, 0)
    for fixture in decided:
        for (seed, got), (other, _) in _meetings(fixture):
            tiebreak[seed] += points[other] * (2 if rules.format is Format.SWISS else got) // 2
    if rules.format is Format.KNOCKOUT:
        # An entrant who comes a round further is ahead; all who leave in one round are equal.
        tiebreak = dict.fromkeys(points, 0)
    keys = {seed: (-points[seed], -tiebreak[seed], -record[seed][0]) for seed in points}
    order = sorted(points, key=lambda seed: (keys[seed], seed))
    return [
        Standing(
            place=1 + sum(key < keys[seed] for key in keys.values()),
            seed=seed,
            points=points[seed],
            won=record[seed][0],
            drawn=record[seed][1],
            lost=record[seed][2],
            tiebreak=tiebreak[seed],
        )
        for seed in order
    ]


def winners(tournament: Tournament) -> list[int]:
    """The seeds in the first place who have not left; none before anything is decided."""
    seeds = tournament.seeded
    table = [each for each in standings(tournament) if each.points]
    best = min((each.place for each in table if not seeds[each.seed].gone), default=0)
    return [each.seed for each in table if each.place == best and not seeds[each.seed].gone]


def _got(fixture: Fixture) -> Iterable[tuple[int, int]]:
    """What each entrant of a decided fixture got, in half points, by seed."""
    points = fixture.verdict.points if fixture.verdict is not None else ()
    return zip(fixture.seeds, points, strict=False)


def _meetings(fixture: Fixture) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    """A fixture from the view of each side: own seed and points, then the other's; nothing for a
    bye.
    """
    got = tuple(_got(fixture))
    return ((got[0], got[1]), (got[1], got[0])) if len(got) > 1 else ()
