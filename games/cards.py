"""Cards: their names, their numbers, and the order in which they are shown.

Outside the engines, a card is its text (`6S`, `10H`, `QD`, `RJ`). Inside an engine it may be a
number from 0 to 53, so that a hand without doubles fits into one integer as a bit mask. Number =
13 × suit + rank, with the suits in the order S H D C and the ranks from 2 to ace; the jokers
follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

SUITS: Final = ("S", "H", "D", "C")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS: Final = ("RJ", "BJ")

CARDS: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS) + JOKERS
"""All cards by number: 52 suited ones, then the red and the black joker."""

NUMBER: Final[dict[str, int]] = {card: number for number, card in enumerate(CARDS)}
"""The number of each card, by its text."""

RED_JOKER: Final = NUMBER["RJ"]
BLACK_JOKER: Final = NUMBER["BJ"]


def is_card(text: str) -> bool:
    """Whether `text` names a card exactly (`10H`, not `10h`)."""
    return text in NUMBER


def rank_of(card: str) -> str:
    """The rank of a card's text: `10` for `10H`, `J` for `JS`; a joker's is `joker`."""
    return "joker" if card in JOKERS else card[:-1]


def suit_of(card: str) -> str | None:
    """The suit of a card's text: one of `S H D C`, or None for a joker (DUR-02: a joker has
    none)."""
    return None if card in JOKERS else card[-1]


def height(card: str) -> int:
    """How high a card is in its suit: 0 for a two, 12 for an ace."""
    return NUMBER[card] % len(RANKS)


def taking(trick: Sequence[str]) -> str:
    """The card that wins a trick without trumps: the highest card of the suit that was led. The
    cards are in the order of play."""
    return max((card for card in trick if suit_of(card) == suit_of(trick[0])), key=height)


def deck(lowest: str = "2", *, jokers: bool = False) -> list[str]:
    """One deck in order of number: the ranks from `lowest` up to the ace, and with `jokers` both
    jokers at the end."""
    ranks = RANKS[RANKS.index(lowest) :]
    cards = [rank + suit for suit in SUITS for rank in ranks]
    return cards + list(JOKERS) if jokers else cards


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards sorted by number: by suit, then by rank, jokers last. Doubles are kept."""
    return tuple(sorted(cards, key=NUMBER.__getitem__))
