"""Compare two players A and B by their ranks: `python -m benchmarks placed GAME PRESET SEATS A B
DEALS [FIRST]`.

A and B sit on alternate seats. Each deal, from number FIRST (0) on, is played twice, the second
time with A and B exchanged. In each game, every pair of one A and one B is compared. The program
prints how often A was ranked better, as a share of the pairs with different ranks. A and B are
named as in the arena (benchmarks.arena)."""

from __future__ import annotations

import sys
from itertools import product
from math import sqrt
from typing import NamedTuple

import games
from benchmarks.arena import Result, Z, play_one

USAGE = "python -m benchmarks placed GAME PRESET SEATS A B DEALS [FIRST]"
ARGUMENTS = (6, 7)


class Pairs(NamedTuple):
    """The number of pairs of one A and one B who played in the same game and got different ranks,
    and in how many of these pairs A was ranked better."""

    before: int
    """The number of pairs in which A was ranked better than B."""
    ranked: int


def of_deal(game: str, preset: str, seats: int, a: str, b: str, deal: int) -> Pairs:
    """Play a deal twice, the second time with the seats of `a` and `b` exchanged. Returns the
    number of pairs in which `a` was ranked better than `b`, and the number of all pairs with
    different ranks."""
    kind, before, ranked = games.load(game), 0, 0
    for turn in range(2):
        names = [a if (seat + turn) % 2 == 0 else b for seat in range(seats)]
        end = play_one(kind, kind.options(preset), names, deal, Result(), turn).outcome
        assert end is not None
        ranks = list(zip(names, end.ranks, strict=True))
        for (one, first), (other, second) in product(ranks, ranks):
            if one == a and other == b and first != second and end.kind != "void":
                before += first < second
                ranked += 1
    return Pairs(before, ranked)


def share(deals: list[Pairs]) -> tuple[float, float]:
    """Return the share of pairs in which A was ranked better, and half the width of its 95 %
    interval. Returns 0.5 for both if there are no pairs with different ranks. The interval is
    computed from the variance between deals, because pairs of one deal are not independent."""
    ranked = sum(deal.ranked for deal in deals)
    if not ranked:
        return 0.5, 0.5
    part = sum(deal.before for deal in deals) / ranked
    scatter = sum((deal.before - part * deal.ranked) ** 2 for deal in deals)
    return part, Z * sqrt(scatter) / ranked


def main(arguments: list[str]) -> int:
    """Play the games and print the result. Returns 0, or 2 for a wrong number of arguments, after
    printing the usage."""
    if len(arguments) not in ARGUMENTS:
        print(USAGE, file=sys.stderr)
        return 2
    game, preset, seats, a, b, number, *first = arguments
    begin = int(first[0]) if first else 0
    deals = [
        of_deal(game, preset, int(seats), a, b, deal) for deal in range(begin, begin + int(number))
    ]
    part, reach = share(deals)
    print(
        f"{game} {preset}, {seats} seats, {2 * len(deals)} games: {a} before {b} in {part:.1%} "
        f"({part - reach:.1%} to {part + reach:.1%})"
    )
    return 0
