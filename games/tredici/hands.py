"""Hands as bit masks, and the moves that follow from one: both are looked up, not built, in the middle of a game."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from games.cards import CARDS, SUITS
from games.core import Move

RANKS_OF_A_SUIT: Final = 13
SWAP: Final = 3
"""TRE-11: how many cards are discarded, and drawn, when none was set aside."""

BIT: Final[dict[str, int]] = {card: 1 << number for number, card in enumerate(CARDS[:52])}
"""The bit of each card in a mask."""

ACES: Final = frozenset("A" + suit for suit in SUITS)

_LOW: Final = (1 << RANKS_OF_A_SUIT) - 1

SUIT_MASK: Final[dict[str | None, int]] = {
    None: 0,
    **{suit: _LOW << RANKS_OF_A_SUIT * place for place, suit in enumerate(SUITS)},
}
"""All cards of a suit as a mask; of no suit, none."""


class _CardsOfSuit(dict[int, tuple[str, ...]]):
    """The cards of one suit by their thirteen bits, each set of them made when it is first met."""

    def __init__(self, suit: int) -> None:
        self._first = suit * RANKS_OF_A_SUIT

    def __missing__(self, bits: int) -> tuple[str, ...]:
        cards = tuple(CARDS[self._first + rank] for rank in range(RANKS_OF_A_SUIT) if bits >> rank & 1)
        self[bits] = cards
        return cards


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (_CardsOfSuit(suit) for suit in range(4))


def cards_of(hand: int) -> tuple[str, ...]:
    """The cards of a mask in order of number."""
    return (
        _SPADES[hand & _LOW]
        + _HEARTS[hand >> RANKS_OF_A_SUIT & _LOW]
        + _DIAMONDS[hand >> 2 * RANKS_OF_A_SUIT & _LOW]
        + _CLUBS[hand >> 3 * RANKS_OF_A_SUIT]
    )


class _Discards(dict[tuple[str, ...], Move]):
    """The move that discards some cards, each made when it is first met and the same object ever after."""

    def __missing__(self, cards: tuple[str, ...]) -> Move:
        self[cards] = Move.make("discard", cards)
        return self[cards]


_discards: Final = _Discards()


def discards(hand: int) -> list[Move]:
    """TRE-11: every way to discard three cards of a hand, or all of a smaller one."""
    cards = cards_of(hand)
    if len(cards) <= SWAP:
        return [_discards[cards]]
    return list(map(_discards.__getitem__, combinations(cards, SWAP)))


DRAW: Final = Move.make("draw")
KISCHE: Final = Move.make("kische")
AGREE: Final = Move.make("agree")
REFUSE: Final = Move.make("refuse")
TREDICI: Final = Move.make("tredici")
TARGETS: Final = {suit: Move.make("target", other=suit) for suit in SUITS}
GIVES: Final = {card: Move.make("give", (card,)) for card in BIT}
