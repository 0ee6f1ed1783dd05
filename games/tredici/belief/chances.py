"""Probabilities of draws, in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Final

from games.tredici.belief.counts import CERTAIN

FINE: Final = 1 << 10
"""Parts in which the share of a suit among the cards of a deck is computed."""


def shares(weights: Sequence[int]) -> list[int]:
    """The weights scaled so that their sum is about CERTAIN. If all weights are 0, all results are
    equal."""
    total = sum(weights)
    if not total:
        return [CERTAIN // len(weights)] * len(weights)
    return [weight * CERTAIN // total for weight in weights]


def chance_of_count(left: int, places: int, drawn: int, count: int) -> int:
    """The probability, in parts of CERTAIN, that a draw of `drawn` cards contains `count` of `left`
    special cards. The special cards lie anywhere among `places` cards, from which the draw is
    made."""
    if not 0 <= left <= places or not count <= drawn <= places:
        return 0
    ways = comb(left, count) * comb(places - left, drawn - count)
    return ways * CERTAIN // comb(places, drawn)


def chance_of_suits(left: Sequence[int], places: Sequence[int], drawn: Sequence[int]) -> int:
    """The relative probability of drawing these numbers of cards of each suit, in parts of CERTAIN,
    for comparing draws of the same size. By suit, `left` is the number of cards and `places` the
    number of places where they may be, including the deck. An impossible suit gets a small
    probability instead of 0, because it is only an assumption that the others' hands are random."""
    dense = [
        max(cards * FINE // lay, 1) if lay > 0 else 1
        for cards, lay in zip(left, places, strict=True)
    ]
    likely = prod(share**count for share, count in zip(dense, drawn, strict=True))
    return int(likely * CERTAIN // sum(dense) ** sum(drawn))
