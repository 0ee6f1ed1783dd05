"""The standings of a tournament, computed from its decided fixtures alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.tournaments import arena
from bot.tournaments.model import Fixture, Format, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line in the standings. `place` is from 1, and equal entrants share a place.
    `points` are half points, except in an arena, where they are points. `won`, `drawn` and `lost`
    count fixtures. A fixture without an opponent counts as won. `tiebreak` is in half points. In a
    Swiss tournament it is the sum of all opponents' points. In a round robin it is the sum of the
    points of beaten opponents and half the points of opponents with a draw. In a knockout or arena
    it is 0."""

    place: int
    seed: int
    points: int
    won: int
    drawn: int
    lost: int
    tiebreak: int


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings of all entrants, ordered by place. Equal places are ordered by seed."""
    if tournament.rules.is_arena:
        return _of_arena(tournament)
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
    return _placed(
        [
            Standing(1, seed, points[seed], won, drawn, lost, tiebreak[seed])
            for seed, (won, drawn, lost) in record.items()
        ]
    )


def _of_arena(tournament: Tournament) -> list[Standing]:
    """Return the standings of an arena, ordered by points. Entrants with equal points are ordered
    by the number of games won."""
    return _placed(
        [
            Standing(1, seed, score.points, score.won, score.drawn, score.lost, 0)
            for seed, score in arena.scores(tournament).items()
        ]
    )


def _placed(lines: list[Standing]) -> list[Standing]:
    """Fill in the places in these lines of the standings. Return the lines ordered by place."""

    def key(line: Standing) -> tuple[int, int, int]:
        return -line.points, -line.tiebreak, -line.won

    keys = [key(each) for each in lines]
    placed = [replace(each, place=1 + sum(other < key(each) for other in keys)) for each in lines]
    return sorted(placed, key=lambda line: (line.place, line.seed))


def winners(tournament: Tournament) -> list[int]:
    """Return the seeds of the entrants who have the best place. A seed is an entrant's place by
    rating at the start (see `Tournament.seeded`). Entrants without points, and entrants who have
    left the tournament for good, are left out. If no entrant remains, the list is empty."""
    table = [
        each for each in standings(tournament) if each.points and not tournament.is_out(each.seed)
    ]
    return [each.seed for each in table if each.place == table[0].place]


def _got(fixture: Fixture) -> Iterable[tuple[int, int]]:
    """Return pairs of an entrant's seed and the half points that the entrant got from a decided
    fixture. The result is empty for an undecided fixture."""
    points = fixture.verdict.points if fixture.verdict is not None else ()
    return zip(fixture.seeds, points, strict=False)


def _meetings(fixture: Fixture) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    """Return a decided fixture as each of its two entrants sees it. The result has two items, one
    for each entrant. An item is two pairs of a seed and half points, where the first pair is the
    entrant's own and the second pair is the opponent's. The result is empty if there was no
    opponent or the fixture isn't decided."""
    got = tuple(_got(fixture))
    return ((got[0], got[1]), (got[1], got[0])) if len(got) > 1 else ()
