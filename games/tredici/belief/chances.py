"""How likely draws are, in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Final

from games.tredici.belief.counts import CERTAIN

FINE: Final = 1 << 10
"""Parts in which the share of a suit among the cards of a deck is computed."""


def shares(weights: Sequence[int]) -> list[int]:
    """The weights as parts of CERTAIN; all alike when there are none."""
    total = sum(weights)
    if not total:
        return [CERTAIN // len(weights)] * len(weights)
    return [weight * CERTAIN // total for weight in weights]


def chance_of_count(left: int, places: int, drawn: int, count: int) -> int:
    """How likely `count` of the cards drawn are among `left` cards spread over the given number of
    places, in parts of CERTAIN."""
    if not 0 <= left <= places or not count <= drawn <= places:
        return 0
    ways = comb(left, count) * comb(places - left, drawn - count)
    return ways * CERTAIN // comb(places, drawn)


def chance_of_suits(left: Sequence[int], places: Sequence[int], drawn: Sequence[int]) -> int:
    """How likely a draw with these numbers of cards of each suit is, in parts of CERTAIN, without a
    factor for the order of the cards: it is the same whatever is taken to be where.

    By suit, `left` is the number of cards and `places` the number of places that they may be in,
    the deck among them. A suit that should not be there at all counts as hardly there: what others
    hold is only taken to be anywhere.
    """
    dense = [
        max(cards * FINE // lay, 1) if lay > 0 else 1
        for cards, lay in zip(left, places, strict=True)
    ]
    likely = prod(share**count for share, count in zip(dense, drawn, strict=True))
    return int(likely * CERTAIN // sum(dense) ** sum(drawn))
