"""Probabilities of draws, computed with whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Final

from games.tredici.belief.counts import CERTAIN

FINE: Final = 1 << 10
"""The share of a suit among hidden cards is computed in parts of this number."""


def shares(weights: Sequence[int]) -> list[int]:
    """Scale the weights so that their sum is about CERTAIN. If all weights are 0, all results are
    equal."""
    total = sum(weights)
    if not total:
        return [CERTAIN // len(weights)] * len(weights)
    return [weight * CERTAIN // total for weight in weights]


def chance_of_count(left: int, places: int, drawn: int, count: int) -> int:
    """Return the probability of drawing exactly `count` special cards, in parts of CERTAIN. `drawn`
    cards are drawn from `places` cards, of which `left` are special."""
    if not 0 <= left <= places or not count <= drawn <= places:
        return 0
    ways = comb(left, count) * comb(places - left, drawn - count)
    return ways * CERTAIN // comb(places, drawn)


def chance_of_suits(left: Sequence[int], places: Sequence[int], drawn: Sequence[int]) -> int:
    """Return how likely a draw of cards is, in comparison with other draws of the same size. The
    result is a whole number from 0 to CERTAIN.

    The arguments have one number for each suit. `drawn` is how many cards of the suit were drawn.
    `left` is how many cards of the suit are hidden. `places` is how many hidden cards, in the deck
    and with other seats, could be of the suit. A suit with no hidden cards still gets a very small
    probability, because `left` and `places` are computed from assumptions."""
    dense = [
        max(cards * FINE // lay, 1) if lay > 0 else 1
        for cards, lay in zip(left, places, strict=True)
    ]
    likely = prod(share**count for share, count in zip(dense, drawn, strict=True))
    return int(likely * CERTAIN // sum(dense) ** sum(drawn))
