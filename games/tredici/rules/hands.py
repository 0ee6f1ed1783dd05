"""Hands of Tredici as bit masks, and the moves of each hand. To save time, cards and moves are
looked up in tables that are made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, TypeVar

from games.cards import CARDS, SUITS
from games.core import Move

RANKS_OF_A_SUIT: Final = 13
SWAP: Final = 3
"""TRE-11: how many cards a seat discards, and then draws, if it set none aside in its last turn."""

FULL_HAND: Final = 7
"""TRE-01: the number of cards in a full hand, for up to seven seats."""

BIT: Final[dict[str, int]] = {card: 1 << number for number, card in enumerate(CARDS[:52])}
"""The bit of each card in a mask."""

_BIT_OR_NONE: Final[dict[str, int]] = {card: BIT.get(card, 0) for card in CARDS}
"""The bit of each card in a mask. It is 0 for a joker, which no hand has."""

OTHER_ACES: Final[dict[str | None, int]] = {
    target: sum(BIT["A" + suit] for suit in SUITS if suit != target) for target in (None, *SUITS)
}
"""TRE-12: for each target, a mask of the aces of other suits."""

SUIT_MASK: Final[dict[str | None, int]] = {
    None: 0,
    **{
        suit: (1 << RANKS_OF_A_SUIT) - 1 << RANKS_OF_A_SUIT * place
        for place, suit in enumerate(SUITS)
    },
}
"""For each suit, a mask of all its cards. For None, the mask is empty."""


def mask(cards: Iterable[str]) -> int:
    """The mask of these cards: an integer with a bit for each."""
    bits = 0
    for card in cards:
        bits |= BIT[card]
    return bits


T = TypeVar("T")

_NINE: Final = 9
_NINE_BITS: Final = (1 << _NINE) - 1


def _by_nines(of_cards: Sequence[T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """Make lookup tables, with which `_all` finds the values of all cards in a mask. `of_cards` has
    one value for each card, by the card's number. Each table covers nine bits of the mask. One
    table for all bits would be too large for the processor's cache."""
    tables = []
    for first in range(0, len(of_cards), _NINE):
        table: list[tuple[T, ...]] = [()]
        for item in of_cards[first : first + _NINE]:
            table += [(*items, item) for items in table]
        tables.append(tuple(table))
    return tuple(tables)


def _all(tables: tuple[tuple[tuple[T, ...], ...], ...], hand: int) -> tuple[T, ...]:
    """Return the values of the cards in the bit mask `hand`, in the order of the cards' numbers.
    `tables` are the lookup tables that `_by_nines` has made from the values of all cards."""
    return (
        tables[0][hand & _NINE_BITS]
        + tables[1][hand >> 9 & _NINE_BITS]
        + tables[2][hand >> 18 & _NINE_BITS]
        + tables[3][hand >> 27 & _NINE_BITS]
        + tables[4][hand >> 36 & _NINE_BITS]
        + tables[5][hand >> 45]
    )


_CARDS: Final = _by_nines(list(BIT))
_PLACES: Final = _by_nines(range(len(BIT) - 1, -1, -1))
GIVEN: Final = {Move.make("give", (card,)): bit for card, bit in BIT.items()}
"""TRE-21: the moves that give a card. The value is the bit of this card."""

_GIVES: Final = _by_nines(list(GIVEN))


def cards_of(hand: int) -> tuple[str, ...]:
    """Return the names of the cards in the mask `hand`, in the order of their numbers."""
    return _all(_CARDS, hand)


def gives(hand: int) -> list[Move]:
    """TRE-21: return the moves that give a card. There is one move for each card of the hand."""
    return [*_all(_GIVES, hand)]


_FEW: Final[dict[int, tuple[str, ...]]] = {
    mask(cards): cards
    for count in range(SWAP + 1)
    for group in SUITS
    for cards in combinations([card for card in BIT if group in card], count)
}


def few_cards_of(cards: int) -> tuple[str, ...]:
    """Return the names of the cards in the mask `cards`, in the order of their numbers. For up to
    three cards of one suit, this is faster than `cards_of`. In most turns, the cards that are set
    aside are such cards."""
    return _FEW.get(cards) or cards_of(cards)


_THREE: Final = tuple(
    tuple(
        tuple(Move.make("discard", (CARDS[51 - a], CARDS[51 - b], CARDS[51 - c])) for c in range(b))
        for b in range(a)
    )
    for a in range(len(BIT))
)
"""A table of the moves that discard three cards, `_THREE[a][b][c]`. The indexes are the places of
the three cards among the 52 cards, where the last card has the place 0. `a` is the highest place,
and `c` the lowest. With this order of indexes, no list has empty entries, and the moves are close
to each other in memory."""


_FEWER: Final = {
    mask(cards): Move.make("discard", cards)
    for count in range(1, SWAP)
    for cards in combinations(BIT, count)
}
"""The moves that discard a hand of one or two cards. The key is the bit mask of the hand."""


def discards(hand: int) -> list[Move]:
    """TRE-11: return all moves that discard three cards of a hand. If the hand has fewer cards, the
    only move discards all of them. The hand must not be empty."""
    places = (
        _PLACES[0][hand & _NINE_BITS]
        + _PLACES[1][hand >> 9 & _NINE_BITS]
        + _PLACES[2][hand >> 18 & _NINE_BITS]
        + _PLACES[3][hand >> 27 & _NINE_BITS]
        + _PLACES[4][hand >> 36 & _NINE_BITS]
        + _PLACES[5][hand >> 45]
    )
    if len(places) < SWAP:
        return [_FEWER[hand]]
    if len(places) != FULL_HAND:
        return [_THREE[a][b][c] for a, b, c in combinations(places, SWAP)]
    # The moves lie scattered in memory, and waiting for one after another takes longer than all
    # else in a turn. Written out, so little is done between one and the next that the processor
    # waits for many at once.
    a, b, c, d, e, f, g = places
    with_a, with_b, with_c, with_d = _THREE[a], _THREE[b], _THREE[c], _THREE[d]
    ab, ac, ad, ae, af = with_a[b], with_a[c], with_a[d], with_a[e], with_a[f]
    bc, bd, be, bf = with_b[c], with_b[d], with_b[e], with_b[f]
    cd, ce, cf, de, df, ef = with_c[d], with_c[e], with_c[f], with_d[e], with_d[f], _THREE[e][f]
    return [
        ab[c],
        ab[d],
        ab[e],
        ab[f],
        ab[g],
        ac[d],
        ac[e],
        ac[f],
        ac[g],
        ad[e],
        ad[f],
        ad[g],
        ae[f],
        ae[g],
        af[g],
        bc[d],
        bc[e],
        bc[f],
        bc[g],
        bd[e],
        bd[f],
        bd[g],
        be[f],
        be[g],
        bf[g],
        cd[e],
        cd[f],
        cd[g],
        ce[f],
        ce[g],
        cf[g],
        de[f],
        de[g],
        df[g],
        ef[g],
    ]


def discarded_by(hand: int, move: Move) -> int:
    """Return the bit mask of the cards of `move` if the list `discards(hand)` contains this move.
    Otherwise return 0. `hand` is the bit mask of a hand. To save time, the function doesn't make
    the list."""
    if move.verb != "discard" or move.other:
        return 0
    if len(move.cards) != SWAP:
        return hand if move == _FEWER.get(hand) else 0
    one, two, three = move.cards
    cards = _BIT_OR_NONE[one] | _BIT_OR_NONE[two] | _BIT_OR_NONE[three]
    return cards if cards & hand == cards and cards.bit_count() == SWAP else 0


DRAW: Final = Move.make("draw")
KISCHE: Final = Move.make("kische")
AGREE: Final = Move.make("agree")
REFUSE: Final = Move.make("refuse")
TREDICI: Final = Move.make("tredici")
TARGETS: Final = {suit: Move.make("target", other=suit) for suit in SUITS}


def as_named(move: Move, text: str) -> Move:
    """Return the move with its `cards` in the order in which `text` names them.

    This order matters only without the option `reshuffle` (TRE-20): a player who types `discard 8C
    9D` means that the eight is discarded first. In any other Move, `cards` is sorted."""
    same = Move(move)
    same.verb, same.cards, same.other = (
        move.verb,
        tuple(word for word in text.split() if word in BIT),
        move.other,
    )
    return same
