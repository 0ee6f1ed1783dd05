"""The pairs of a Swiss round: equals meet, nobody meets the same opponent twice while that can be
avoided, and nobody has two byes while that can be avoided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Pair = tuple[int, int | None]
"""Two seeds; None: the first has a bye."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be paired: seeds with the best first, their half points, who has met whom, and who
    has had a bye."""

    order: tuple[int, ...]
    points: Mapping[int, int]
    met: frozenset[frozenset[int]]
    free: frozenset[int]


def swiss_pairs(field: Field) -> list[Pair]:
    """The pairs of the next round, the best first, a bye last.

    A bye goes to the last who has had none, or to a better one if else some had to meet again. If
    some must, it is as few as possible.
    """
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
    """Pairs of all of `rest`, of whom at most `again` have met; None where there are none."""
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
    """The opponents for the first of `rest`, the best choice first: of those with as many points,
    the one half of them further down; then the nearest by points."""
    first = rest[0]
    group = sum(field.points[seed] == field.points[first] for seed in rest)
    middle = group // 2

    def distance(place: int) -> tuple[int, int, int]:
        apart = field.points[first] - field.points[rest[place]]
        return apart, abs(place - middle) if not apart else place, place

    return (rest[place] for place in sorted(range(1, len(rest)), key=distance))
