"""Cards: their names, their numbers, and the order in which they are shown.

Outside the rules of a game, a card is a text (`6S`, `10H`, `QD`, `RJ`). The rules of a game may use
a number from 0 to 53 instead, so that a hand without doubles fits into one integer as a bit mask.

The number of a card is 13 × suit + rank. The suits are in the order S H D C, and the ranks go from
2 to ace. The red and the black joker have the last two numbers."""

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
    """Return the rank of a card: `10` for `10H`, `J` for `JS`, and `joker` for a joker."""
    return "joker" if card in JOKERS else card[:-1]


def suit_of(card: str) -> str | None:
    """Return the suit of a card: one of `S H D C`, or None for a joker (DUR-02: a joker has no
    suit)."""
    return None if card in JOKERS else card[-1]


def height(card: str) -> int:
    """How high a card is in its suit: 0 for a two, 12 for an ace."""
    return NUMBER[card] % len(RANKS)


def taking(trick: Sequence[str]) -> str:
    """Return the card that wins a trick when there are no trumps: the highest card of the suit that
    was led. `trick` has the cards in the order in which they were played."""
    return max((card for card in trick if suit_of(card) == suit_of(trick[0])), key=height)


def deck(lowest: str = "2", *, jokers: bool = False) -> list[str]:
    """Return one deck, sorted by the cards' numbers. It has all ranks from `lowest` to the ace.
    With `jokers`, both jokers come at the end."""
    ranks = RANKS[RANKS.index(lowest) :]
    cards = [rank + suit for suit in SUITS for rank in ranks]
    return cards + list(JOKERS) if jokers else cards


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards sorted by number: by suit, then by rank. Jokers come last. Equal cards are
    kept."""
    return tuple(sorted(cards, key=NUMBER.__getitem__))
