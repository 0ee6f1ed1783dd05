"""Cards as a player of Dritzak counts them: by rank alone, in the order of their worth.

A holding is one integer with five bits for each rank. The rank of lowest worth has the lowest bits.
The five bits of a rank are the number of its cards as a binary number. So the lowest set bit
belongs to the rank of lowest worth in the holding."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.cards import RANKS
from games.dritzak.rules.holdings import RANK
from games.dritzak.rules.options import ranks_on

BY_WORTH: Final = (*(rank for rank in RANKS if rank not in ("2", "10")), "2", "10")
"""The ranks in the order of their worth, from the lowest: 3 to 9, J to A, then 2 and 10. A player
prefers to play those of low worth first."""
WORTH: Final = {rank: worth for worth, rank in enumerate(BY_WORTH)}
"""The worth of each rank: its index in `BY_WORTH`. The rank of the lowest worth has 0."""
ACE: Final = WORTH["A"]
TWO: Final = WORTH["2"]
TEN: Final = WORTH["10"]
SPARED: Final = WORTH["J"]
"""Ranks from this worth on are spared: while the draw pile has cards, the quick player plays only
one card of them at a time."""
EMPTY: Final = -1
"""The top of an empty pile."""

BITS: Final = 5
"""The number of bits for each rank in a holding. They hold the number of cards of this rank, as a
binary number."""
COUNT: Final = (1 << BITS) - 1
ONE: Final = tuple(1 << BITS * worth for worth in range(len(BY_WORTH)))
"""For each worth (a rank's place in `BY_WORTH`): the holding that has one card of this rank. A
holding is an integer with `BITS` bits for each rank."""
WORTH_OF_BIT: Final = tuple(max(bit - 1, 0) // BITS for bit in range(BITS * len(BY_WORTH) + 1))
"""For each bit of a holding: the worth of the rank to which the bit belongs. A holding is an
integer with `BITS` bits for each rank, and a worth is a rank's place in `BY_WORTH`. The index is
the `bit_length()` of the bit."""

WORTH_OF_CARD: Final = {rank + suit: WORTH[rank] for rank in RANKS for suit in "SHDC"}
"""The worth of each card by its text."""
WORTH_OF_NUMBER: Final = tuple(WORTH[rank] for rank in RANKS for _ in range(4))
"""The worth of each card by its number, as games.dritzak.rules.holdings numbers cards."""


def worths_of(cards: Iterable[str | None]) -> list[int]:
    """Return the worths of the known cards among `cards`. A worth is a card's place in the order of
    ranks, and a card that isn't known is None."""
    return [WORTH_OF_CARD[card] for card in cards if card is not None]


def packed(worths: Iterable[int]) -> int:
    """The holding (one integer) of the cards with these worths."""
    return sum(ONE[worth] for worth in worths)


@lru_cache(maxsize=2)
def playable(*, sevens: bool) -> tuple[int, ...]:
    """Return, for each worth of the pile's top card, a bit mask of the ranks that may be played on
    this card (DRI-21, DRI-51). The last bit mask is for an empty pile."""
    masks = [
        sum(COUNT * ONE[WORTH[RANKS[fits]]] for fits in ranks_on(RANK[rank], sevens=sevens))
        for rank in BY_WORTH
    ]
    return (*masks, COUNT * sum(ONE))
