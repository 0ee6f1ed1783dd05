"""Hands as bit masks, and the moves that follow from one: both are looked up, not built, in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, TypeVar

from games.cards import CARDS, SUITS
from games.core import Move

RANKS_OF_A_SUIT: Final = 13
SWAP: Final = 3
"""TRE-11: how many cards are discarded, and drawn, when none was set aside."""

BIT: Final[dict[str, int]] = {card: 1 << number for number, card in enumerate(CARDS[:52])}
"""The bit of each card in a mask."""

ACES: Final = sum(BIT["A" + suit] for suit in SUITS)

_LOW: Final = (1 << RANKS_OF_A_SUIT) - 1

SUIT_MASK: Final[dict[str | None, int]] = {
    None: 0,
    **{suit: _LOW << RANKS_OF_A_SUIT * place for place, suit in enumerate(SUITS)},
}
"""All cards of a suit as a mask; of no suit, none."""


def mask(cards: Iterable[str]) -> int:
    """The mask of some cards."""
    bits = 0
    for card in cards:
        bits |= BIT[card]
    return bits


T = TypeVar("T")


class _OfSuit(dict[int, tuple[T, ...]]):
    """What belongs to the cards of a suit, by their thirteen bits; each set of them is made when it is first met."""

    def __init__(self, suit: int, of_cards: Sequence[T]) -> None:
        self._of_suit = of_cards[suit * RANKS_OF_A_SUIT : (suit + 1) * RANKS_OF_A_SUIT]

    def __missing__(self, bits: int) -> tuple[T, ...]:
        self[bits] = tuple(item for rank, item in enumerate(self._of_suit) if bits >> rank & 1)
        return self[bits]


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (_OfSuit(suit, CARDS) for suit in range(4))
_SPADE_NUMBERS, _HEART_NUMBERS, _DIAMOND_NUMBERS, _CLUB_NUMBERS = (_OfSuit(suit, range(52)) for suit in range(4))


def cards_of(hand: int) -> tuple[str, ...]:
    """The cards of a mask in order of number."""
    return _SPADES[hand & _LOW] + _HEARTS[hand >> 13 & _LOW] + _DIAMONDS[hand >> 26 & _LOW] + _CLUBS[hand >> 39]


def _numbers_of(hand: int) -> tuple[int, ...]:
    return (
        _SPADE_NUMBERS[hand & _LOW]
        + _HEART_NUMBERS[hand >> 13 & _LOW]
        + _DIAMOND_NUMBERS[hand >> 26 & _LOW]
        + _CLUB_NUMBERS[hand >> 39]
    )


_THREE: Final = [
    [[Move.make("discard", (CARDS[a], CARDS[b], CARDS[c])) for a in range(b)] for b in range(c)]
    for c in range(len(BIT))
]
"""The moves that discard three cards, by the cards' numbers, the highest first."""


def discards(hand: int) -> list[Move]:
    """TRE-11: every way to discard three cards of a hand, or all of a smaller one."""
    numbers = _numbers_of(hand)
    if len(numbers) < SWAP:
        return [Move.make("discard", cards_of(hand))]
    return [_THREE[c][b][a] for a, b, c in combinations(numbers, SWAP)]


DRAW: Final = Move.make("draw")
KISCHE: Final = Move.make("kische")
AGREE: Final = Move.make("agree")
REFUSE: Final = Move.make("refuse")
TREDICI: Final = Move.make("tredici")
TARGETS: Final = {suit: Move.make("target", other=suit) for suit in SUITS}
GIVES: Final = {card: Move.make("give", (card,)) for card in BIT}


def as_named(move: Move, text: str) -> Move:
    """The move with its cards in the order in which its text names them.

    Only TRE-20 without `reshuffle` asks for an order: who says `discard 8C 9D` laid the eight first. A Move as such
    knows none.
    """
    same = Move(move)
    same.verb, same.cards, same.other = move.verb, tuple(word for word in text.split() if word in BIT), move.other
    return same
