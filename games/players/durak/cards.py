"""Durak's cards as bits, in the order in which a player prefers to give them up.

For a given trump suit every card has a place from 0: the other suits by rank, then the trumps by
rank, then the jokers. A set of cards is an integer with one bit for each place. So the lowest bit
of a hand is its cheapest card, and the lowest bit of the cards that beat another card is the
cheapest of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from games.cards import BLACK_JOKER, CARDS, NUMBER, RANKS, RED_JOKER, SUITS
from games.durak.rules.tables import BEATERS, NO_CARD, RANK_MASKS, SUIT, SUIT_SIZE

PLAIN_SUITS: Final = len(SUITS) - 1
FIRST_TRUMP: Final = PLAIN_SUITS * SUIT_SIZE
"""The place of the lowest possible trump, a two."""
JOKERS: Final = 1 << RED_JOKER | 1 << BLACK_JOKER
TRUMPS: Final = ((1 << SUIT_SIZE) - 1) << FIRST_TRUMP
PLAIN: Final = (1 << FIRST_TRUMP) - 1
EVERY_CARD: Final = PLAIN | TRUMPS | JOKERS

TRUMP_WORTH: Final = len(RANKS)
"""How much more a trump is worth than another card of the same rank. The worth of other cards is
their rank, from 0 for a two."""
JOKER_WORTH: Final = 2 * TRUMP_WORTH


def _worth(place: int) -> int:
    if place < FIRST_TRUMP:
        return place // PLAIN_SUITS
    return place - FIRST_TRUMP + TRUMP_WORTH if place < RED_JOKER else JOKER_WORTH


WORTH: Final = {1 << place: _worth(place) for place in range(len(CARDS))}
"""For each card's bit, how much it is worth to keep the card."""

UP_TO: Final = tuple(
    sum(bit for bit, worth in WORTH.items() if worth <= most) for most in range(JOKER_WORTH + 1)
)
"""For each worth, a bit mask of the cards that have this worth or less."""


class Order:
    """The order of cards when `trump` (an index into `SUITS`) is the trump suit."""

    def __init__(self, trump: int) -> None:
        self.trump = trump
        suits = [suit for suit in range(len(SUITS)) if suit != trump]
        numbers = [suit * SUIT_SIZE + rank for rank in range(SUIT_SIZE) for suit in suits]
        numbers += [trump * SUIT_SIZE + rank for rank in range(SUIT_SIZE)]
        numbers += [RED_JOKER, BLACK_JOKER]
        self.bit_of = {number: 1 << place for place, number in enumerate(numbers)}
        self.names = {1 << place: CARDS[number] for place, number in enumerate(numbers)}
        self.bits = {name: self.bit_of[NUMBER[name]] for name in CARDS}
        self._parts = [self._part(first) for first in range(0, len(CARDS), SUIT_SIZE)]
        self.beaters = {
            bit: self.of_mask(BEATERS[trump][number]) for number, bit in self.bit_of.items()
        }
        """For each card's bit, a bit mask of the cards that beat the card (DUR-20, DUR-21)."""
        self.ranks = {bit: self.of_mask(RANK_MASKS[number]) for number, bit in self.bit_of.items()}
        """For each card's bit, a bit mask of the cards that have the same rank."""

    def _part(self, first: int) -> tuple[int, ...]:
        """Return a lookup table for the (up to thirteen) cards whose numbers begin at `first`. The
        index is a bit mask of these cards in the order of card numbers. The value is a bit mask of
        the same cards in the order of this object."""
        sets = [0]
        for number in range(first, min(first + SUIT_SIZE, len(CARDS))):
            sets += [cards | self.bit_of[number] for cards in sets]
        return tuple(sets)

    def of_mask(self, mask: int) -> int:
        """Convert a bit mask of the rules, with a bit for each card number, into a bit mask in this
        order of cards."""
        cards = 0
        for part in self._parts:
            cards |= part[mask & SUIT]
            mask >>= SUIT_SIZE
        return cards

    def of_names(self, names: Iterable[str]) -> int:
        """The bit mask of the cards whose names are in `names` (`7H`)."""
        cards = 0
        for name in names:
            cards |= self.bits[name]
        return cards

    def of_number(self, number: int) -> int:
        """The bit of the card with the number `number`; 0 for NO_CARD."""
        return 0 if number == NO_CARD else self.bit_of[number]

    def names_in(self, mask: int) -> list[str]:
        """Return the names of the cards in the bit mask `mask`, from the cheapest to the
        dearest."""
        return [self.names[bit] for bit in bits_in(mask)]


@cache
def order_of(trump: str) -> Order:
    """The order for a trump suit, given by its letter. It is computed once and cached."""
    return Order(SUITS.index(trump))


def bits_in(mask: int) -> list[int]:
    """Return the bits that are set in `mask` as a list, beginning with the bit of the cheapest
    card."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return bits


def dearest(mask: int) -> int:
    """The bit of the dearest card in the bit mask `mask`, which must not be empty."""
    return 1 << mask.bit_length() - 1
