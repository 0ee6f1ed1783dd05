"""The pairings and points of an arena, a tournament without rounds in which members get a new
opponent after each game. All functions are pure and use only stored data.

A fixture is a meeting of two entrants, or of an entrant and a bot player. Fixtures are numbered in
the order in which they begin. Their round and board only encode this number, because an arena has
no rounds. Nobody plays two games at the same time. So the fixtures of one entrant also end in the
order of their numbers, and the entrant's points are counted in this order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.tournaments.model import Fixture, Manner, Tournament, Verdict

BOARDS: Final = 99
"""The most fixtures of an arena with the same round number. An arena has no rounds, and the round
and board of a fixture only encode the fixture's number."""
MOST: Final = BOARDS * BOARDS
ON_FIRE: Final = 2
"""The number of games that an entrant must win in a row to get double points. The next games give
double points until the entrant doesn't win a game."""


@dataclass(slots=True)
class Score:
    """An entrant's score in an arena. A win gives 2 points and a draw gives 1 point. After two wins
    in a row, wins and draws give twice as many points until the entrant doesn't win a game. `won`,
    `drawn` and `lost` count games. `in_a_row` is the number of games won in a row up to now."""

    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    in_a_row: int = 0


def scores(tournament: Tournament) -> dict[int, Score]:
    """Return a dict from the seed of each entrant of an arena to the entrant's score. A seed is the
    entrant's place by rating at the start, or the next number for those who entered later. A game
    against a bot player never gives double points, and doesn't change the number of wins in a row.
    A game that was broken off doesn't count."""
    found = {seed: Score() for seed in tournament.seeded}
    for fixture in tournament.fixtures:
        if fixture.verdict is None or _is_void(fixture):
            continue
        for seed, points in zip(fixture.seeds, fixture.verdict.points, strict=False):
            _add(found[seed], points, streak=fixture.away is not None)
    return found


def _add(score: Score, points: int, *, streak: bool) -> None:
    score.points += 2 * points if streak and score.in_a_row >= ON_FIRE else points
    score.won += points == Verdict.HOME.points[0]
    score.drawn += points == Verdict.DRAW.points[0]
    score.lost += not points
    if streak:
        score.in_a_row = score.in_a_row + 1 if points == Verdict.HOME.points[0] else 0


def _is_void(fixture: Fixture) -> bool:
    """Return whether the game of an arena's fixture was broken off before its end."""
    return fixture.verdict is Verdict.NOBODY and fixture.manner is Manner.PLAYED


def absent(fixture: Fixture) -> frozenset[int]:
    """Return the seeds of the entrants who did not come to a fixture's table in time. A seed is an
    entrant's number: the place by rating at the start, or the next number for those who entered
    later."""
    if fixture.manner is not Manner.CLOCK:
        return frozenset()
    return frozenset(fixture.seeds) - {fixture.winner}


def free(tournament: Tournament) -> list[int]:
    """Return the seeds of the entrants of an arena who are present and not playing. The entrants
    who have waited longest come first."""
    busy = {seed for each in tournament.waiting for seed in each.seeds}
    last = {seed: place for place, each in enumerate(tournament.fixtures) for seed in each.seeds}
    seeds = tournament.seeded.items()
    here = [seed for seed, each in seeds if not each.gone and seed not in busy]
    return sorted(here, key=lambda seed: (last.get(seed, -1), seed))


def next_fixtures(tournament: Tournament) -> tuple[Fixture, ...]:
    """Return the fixtures of an arena that begin now; it is possible that none begins. Each free
    entrant meets the opponent that they have met least often. An entrant without an opponent plays
    a bot player.

    Two entrants who have just met wait for other opponents as long as others play, because
    otherwise they would meet again and again. An entrant without an opponent waits while another
    one plays a bot player, so that these two can meet after that game."""
    number = len(tournament.fixtures)
    pairs = list(_pairs(tournament))[: MOST - number]
    first = Counter(each.home for each in tournament.fixtures if each.away is not None)
    found = []
    for place, (one, other) in enumerate(pairs, number):
        swaps = other is not None and first[one] > first[other]
        home, away = (other, one) if swaps and other is not None else (one, other)
        found.append(Fixture(place // BOARDS + 1, place % BOARDS + 1, home, away))
    return tuple(found)


def _pairs(tournament: Tournament) -> Iterator[tuple[int, int | None]]:
    met = Counter(frozenset(each.seeds) for each in tournament.fixtures)
    last = {seed: each for each in tournament.fixtures for seed in each.seeds}
    points = {seed: score.points for seed, score in scores(tournament).items()}
    others_play = bool(tournament.waiting)
    bot_plays = any(each.away is None for each in tournament.waiting)
    waiting = free(tournament)
    while waiting:
        one = waiting.pop(0)
        mine = last.get(one) if others_play else None
        just_met = [each for each in waiting if mine and mine == last.get(each)]
        able = [each for each in waiting if each not in just_met]
        if able:
            other = min(
                able,
                key=lambda each: (
                    met[frozenset((one, each))],
                    abs(points[one] - points[each]),
                    each,
                ),
            )
            waiting.remove(other)
            yield one, other
        elif just_met:
            waiting.remove(just_met[0])
        elif not bot_plays:
            yield one, None
