"""Who comes before whom: `python -m benchmarks placed GAME PRESET SEATS A B DEALS [FIRST]`.

A and B sit on alternate seats, and each deal, from number FIRST on or from 0, is played twice, the
second time the other way round. Told is in how many of the pairs of one A and one B of a game that
were ranked differently A came before B. A and B are named as in the arena.
"""

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
    """The pairs of one A and one B that were ranked differently."""

    before: int
    """Those in which A came before B."""
    ranked: int


def of_deal(game: str, preset: str, seats: int, a: str, b: str, deal: int) -> Pairs:
    """The pairs of a deal's two games."""
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
    """In how many of all pairs A came before B, and how far the 95 % interval reaches on either
    side: by how deals scatter, as pairs of one deal hang together."""
    ranked = sum(deal.ranked for deal in deals)
    if not ranked:
        return 0.5, 0.5
    part = sum(deal.before for deal in deals) / ranked
    scatter = sum((deal.before - part * deal.ranked) ** 2 for deal in deals)
    return part, Z * sqrt(scatter) / ranked


def main(arguments: list[str]) -> int:
    """Plays and prints. Returns 2, with the usage, for arguments that say nothing."""
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
