"""Hands of Tredici as bit masks, and the moves of each hand. During a game both are looked up in
tables instead of being computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, TypeVar

from games.cards import CARDS, SUITS
from games.core import Move

RANKS_OF_A_SUIT: Final = 13
SWAP: Final = 3
"""TRE-11: how many cards are discarded, and drawn, when none was set aside."""

FULL_HAND: Final = 7
"""TRE-01: the cards of a full hand, up to seven seats."""

BIT: Final[dict[str, int]] = {card: 1 << number for number, card in enumerate(CARDS[:52])}
"""The bit of each card in a mask."""

_BIT_OR_NONE: Final[dict[str, int]] = {card: BIT.get(card, 0) for card in CARDS}
"""The bit of every card, 0 for a joker, which no hand holds."""

OTHER_ACES: Final[dict[str | None, int]] = {
    target: sum(BIT["A" + suit] for suit in SUITS if suit != target) for target in (None, *SUITS)
}
"""TRE-12: the aces that are not of a target, as a mask."""

SUIT_MASK: Final[dict[str | None, int]] = {
    None: 0,
    **{
        suit: (1 << RANKS_OF_A_SUIT) - 1 << RANKS_OF_A_SUIT * place
        for place, suit in enumerate(SUITS)
    },
}
"""All cards of a suit as a mask; of no suit, none."""


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
    """Lookup tables from a mask to the values of its cards; `of_cards` has one value for each card,
    by number. Each table covers nine bits of the mask. One table for all bits would be too large
    for the processor's cache."""
    tables = []
    for first in range(0, len(of_cards), _NINE):
        table: list[tuple[T, ...]] = [()]
        for item in of_cards[first : first + _NINE]:
            table += [(*items, item) for items in table]
        tables.append(tuple(table))
    return tuple(tables)


def _all(tables: tuple[tuple[tuple[T, ...], ...], ...], hand: int) -> tuple[T, ...]:
    """The values of the cards in the mask `hand`, looked up in tables made by `_by_nines`, in order
    of card number."""
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
"""TRE-21: the moves that give a card, with its bit."""

_GIVES: Final = _by_nines(list(GIVEN))


def cards_of(hand: int) -> tuple[str, ...]:
    """The cards in the mask `hand`, in order of their numbers."""
    return _all(_CARDS, hand)


def gives(hand: int) -> list[Move]:
    """TRE-21: the moves that give a card, one for each card of the hand."""
    return [*_all(_GIVES, hand)]


_FEW: Final[dict[int, tuple[str, ...]]] = {
    mask(cards): cards
    for count in range(SWAP + 1)
    for group in (*SUITS, "A")
    for cards in combinations([card for card in BIT if group in card], count)
}


def few_cards_of(cards: int) -> tuple[str, ...]:
    """The cards in the mask `cards`, in order of their numbers. For up to three cards of one suit,
    or up to three aces, this is faster than `cards_of`, because they are looked up in a table. The
    cards set aside in most turns are such cards."""
    return _FEW.get(cards) or cards_of(cards)


_THREE: Final = tuple(
    tuple(
        tuple(Move.make("discard", (CARDS[51 - a], CARDS[51 - b], CARDS[51 - c])) for c in range(b))
        for b in range(a)
    )
    for a in range(len(BIT))
)
"""The moves that discard three cards, by their places in a deck counted from its last card, the
highest first. In this order no list has a gap, and the moves are close together in memory."""


_FEWER: Final = {
    mask(cards): Move.make("discard", cards)
    for count in range(1, SWAP)
    for cards in combinations(BIT, count)
}
"""The moves that discard a whole hand of less than three cards, by its mask."""


def discards(hand: int) -> list[Move]:
    """TRE-11: the moves that discard three cards of a hand, or the whole hand if it has fewer, in
    every way. The hand must not be empty."""
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
    """The mask of the cards of a move if the move is one of this hand's `discards`, otherwise 0. It
    is found without making the list of discards."""
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
    """The move with its cards in the order in which its text names them.

    Only TRE-20 without `reshuffle` needs this order: a player who says `discard 8C 9D` discarded
    the eight first. In any other Move, the field `cards` is sorted."""
    same = Move(move)
    same.verb, same.cards, same.other = (
        move.verb,
        tuple(word for word in text.split() if word in BIT),
        move.other,
    )
    return same
