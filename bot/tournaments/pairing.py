"""The seeds of a tournament's entrants (their places by rating), and the pairs of its rounds. All
functions are pure and use only stored data.

No library is used for the pairings. The libraries on PyPI are programs for chess federations with
their own file formats, are unmaintained, or are far larger than needed here (networkx)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.tournaments.model import Entrant, Fixture, Format, Manner, Tournament, Verdict
from bot.tournaments.standings import standings
from games.shuffle import Stream

Pair = tuple[int, int | None]
"""The seeds of two entrants who meet. If the second is None, the first entrant has no opponent in
this round (a bye)."""


def seeded(
    entrants: Sequence[Entrant], figures: Mapping[int, int], secret: bytes
) -> tuple[Entrant, ...]:
    """Return the entrants with their seeds, in the order of the seeds. A seed is the entrant's
    place by rating, from 1.

    `figures` maps the ids of members to their ratings. Members without a rating come last. The
    order of members with equal ratings is drawn by lot from `secret`."""
    order = sorted(entrants, key=lambda each: each.number)
    Stream(secret + b" lots").shuffle(order)
    order.sort(key=lambda each: -figures.get(each.member_id, -1))
    return tuple(replace(each, seed=seed) for seed, each in enumerate(order, 1))


def rounds_of(kind: Format, entrants: int) -> int:
    """Return how many rounds a tournament of this format has with `entrants` entrants."""
    if kind is Format.ROUND_ROBIN:
        return entrants - 1 if entrants % 2 == 0 else entrants
    return (entrants - 1).bit_length()


def next_round(tournament: Tournament) -> tuple[Fixture, ...]:
    """Return the fixtures of the next round, or an empty tuple when the tournament is over. All
    fixtures of the last round must be decided. If an entrant has no opponent, or an entrant has
    left, the fixture is decided from the start."""
    number = tournament.round + 1
    seeds = tournament.seeded
    here = [seed for seed, each in seeds.items() if not each.gone]
    if number > rounds_of(tournament.rules.format, len(seeds)) or len(here) <= 1:
        return ()
    match tournament.rules.format:
        case Format.KNOCKOUT:
            pairs = _knockout(tournament, number)
        case Format.ROUND_ROBIN:
            pairs = dict(enumerate(_round_robin(len(seeds), number), 1))
        case _:
            pairs = dict(enumerate(_swiss(tournament, here), 1))
    return tuple(
        _decided(Fixture(number, board, home, away), seeds)
        for board, (home, away) in sorted(pairs.items())
    )


def _decided(fixture: Fixture, seeds: Mapping[int, Entrant]) -> Fixture:
    """Return the fixture with its verdict if it needs no game, because there is no opponent or an
    entrant has left. Other fixtures stay as they are."""
    home_gone = seeds[fixture.home].gone
    if fixture.away is None:
        verdict = Verdict.NOBODY if home_gone else Verdict.HOME
        return replace(fixture, verdict=verdict, manner=Manner.BYE)
    verdict_left = left_verdict(home_gone, seeds[fixture.away].gone)
    if verdict_left is None:
        return fixture
    return replace(fixture, verdict=verdict_left, manner=Manner.LEFT)


def left_verdict(home_gone: bool, away_gone: bool) -> Verdict | None:
    """Return the verdict for two entrants of whom one or both have left the tournament, or None
    while both are there."""
    match home_gone, away_gone:
        case True, True:
            return Verdict.NOBODY
        case True, False:
            return Verdict.AWAY
        case False, True:
            return Verdict.HOME
        case _:
            return None


def _round_robin(entrants: int, number: int) -> list[Pair]:
    """Return the pairs of one round of a round robin (each meets each), by the circle method. The
    first entrant stays in place, and all others move on by one place in each round. With an odd
    number of entrants, one place is empty. The entrant opposite the empty place has no opponent."""
    places: list[int | None] = [*range(1, entrants + 1), *([None] if entrants % 2 else [])]
    turned = places[1:]
    turned = turned[-(number - 1) :] + turned[: -(number - 1)] if number > 1 else turned
    circle = [places[0], *turned]
    half = len(circle) // 2
    pairs: list[Pair] = []
    for board, (one, other) in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True)):
        # Who is the first at a table changes from round to round.
        first, second = (other, one) if (number + board) % 2 == 0 else (one, other)
        if first is None:
            first, second = second, None
        if first is not None:
            pairs.append((first, second))
    return sorted(pairs, key=lambda pair: (pair[1] is None, min(each for each in pair if each)))


def bracket(entrants: int) -> list[Pair]:
    """Return the pairs of a knockout's first round. Seed 1 is the best. It meets the last seed for
    which the bracket has a place, seed 2 meets the last but one, and so on. If there are fewer
    entrants than places, the best seeds have no opponent in this round. The pairs are ordered so
    that the best seeds meet each other as late as possible."""
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, size - each)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return [(one, other if other <= entrants else None) for one, other in pairs]


def _knockout(tournament: Tournament, number: int) -> dict[int, Pair]:
    if number == 1:
        return dict(enumerate(bracket(len(tournament.entrants)), 1))
    won = {each.board: each.winner for each in tournament.in_round(number - 1)}
    pairs: dict[int, Pair] = {}
    for board in range(1, (max(won) + 1) // 2 + 1):
        through = [seed for feeder in (2 * board - 1, 2 * board) if (seed := won.get(feeder))]
        if through:
            pairs[board] = (through[0], through[1] if len(through) > 1 else None)
    return pairs


def _swiss(tournament: Tournament, here: Iterable[int]) -> list[Pair]:
    table = {each.seed: each for each in standings(tournament)}
    field = Field(
        # The best first: by points, then by seed.
        order=tuple(sorted(here, key=lambda seed: (-table[seed].points, seed))),
        points={seed: each.points for seed, each in table.items()},
        met=frozenset(
            frozenset(each.seeds) for each in tournament.fixtures if each.away is not None
        ),
        free=frozenset(each.home for each in tournament.fixtures if each.away is None),
    )
    pairs = swiss_pairs(field)
    first = {
        seed: sum(each.home == seed for each in tournament.fixtures if each.away is not None)
        for seed in table
    }
    return [
        pair if pair[1] is None or first[pair[0]] <= first[pair[1]] else (pair[1], pair[0])
        for pair in pairs
    ]


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants to be paired in a Swiss tournament. `order` has the seeds of the entrants from
    the best to the lowest. `points` maps each seed to half points. `met` are the pairs that have
    met. `free` are the seeds of entrants who have been without an opponent in a round."""

    order: tuple[int, ...]
    points: Mapping[int, int]
    met: frozenset[frozenset[int]]
    free: frozenset[int]


def swiss_pairs(field: Field) -> list[Pair]:
    """Return the pairs of the next round of a Swiss tournament, as seeds. As few pairs as possible
    are of entrants who have met before. In each pair, the entrant who is further ahead in
    `field.order` comes first, and the pairs are ordered by these entrants.

    With an odd number of entrants, the last pair is an entrant without an opponent (a bye). Among
    the entrants who never had a bye, the lowest gets the bye. A higher entrant gets the bye only if
    this avoids a pair that has met before."""
    byes: list[int | None] = [None]
    if len(field.order) % 2:
        byes = [seed for seed in reversed(field.order) if seed not in field.free]
        byes = byes or [*reversed(field.order)]
    for again in range(len(field.order)):
        for bye in byes:
            rest = tuple(seed for seed in field.order if seed != bye)
            pairs = _paired(field, rest, again)
            if pairs is not None:
                return [*pairs, *([(bye, None)] if bye is not None else [])]
    return []


def _paired(field: Field, rest: tuple[int, ...], again: int) -> list[Pair] | None:
    """Return pairs of all the seeds in `rest`, with at most `again` pairs that have met before, or
    None when that isn't possible."""
    if not rest:
        return []
    first = rest[0]
    for other in _opponents(field, rest):
        cost = frozenset((first, other)) in field.met
        if cost > again:
            continue
        left = tuple(seed for seed in rest if seed not in (first, other))
        pairs = _paired(field, left, again - cost)
        if pairs is not None:
            return [(first, other), *pairs]
    return None


def _opponents(field: Field, rest: tuple[int, ...]) -> Iterator[int]:
    """Yield the possible opponents of the first entrant in `rest`, from the best choice to the
    worst. `rest` has the seeds of the entrants that aren't paired yet, with the best entrant first.
    First come the entrants with as many points as the first entrant, from the middle of this group
    outwards. After them come the entrants with fewer points, in the order of `rest`."""
    first = rest[0]
    group = sum(field.points[seed] == field.points[first] for seed in rest)
    middle = group // 2

    def distance(place: int) -> tuple[int, int, int]:
        apart = field.points[first] - field.points[rest[place]]
        return apart, abs(place - middle) if not apart else place, place

    return (rest[place] for place in sorted(range(1, len(rest)), key=distance))
