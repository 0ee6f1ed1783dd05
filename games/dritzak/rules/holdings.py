"""The cards of Dritzak as numbers, and holdings, which are many cards in one integer.

In the rules of Dritzak, a card is the number 4 × rank + suit. The ranks go from 2 to ace, and the
suits are in the order S H D C. So cards of one rank have neighbouring numbers.

A holding says how often each card is there. (With several decks, there are equal cards.) It is one
integer with four bits for the count of each card, and above these bits the total number of cards.
So `+` and `-` add and remove cards, a holding need not be copied, and the empty holding is 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from struct import Struct
from typing import Final, NamedTuple

from games.cards import RANKS, SUITS
from games.moves import Move

RANK: Final = {rank: number for number, rank in enumerate(RANKS)}
EVERY_RANK: Final = range(len(RANKS))
TWO: Final = RANK["2"]
TEN: Final = RANK["10"]

TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The text of each card by its number."""
NUMBER: Final = {text: number for number, text in enumerate(TEXT)}
"""The number of each card by its text."""

COPIES: Final = 7
"""The most copies of one card that a holding can count."""

_BITS: Final = 4
_RANK_BITS: Final = _BITS * len(SUITS)
_SIZE: Final = _RANK_BITS * len(RANKS)
UNIT: Final = tuple((1 << _BITS * number) + (1 << _SIZE) for number in range(len(TEXT)))
"""For each card number, the holding that has only this card."""

_GUARD: Final = sum(0b1000 << _BITS * number for number in range(len(TEXT)))
_split = Struct(f"<{len(RANKS)}H").unpack


def holding_of(cards: Iterable[int]) -> int:
    """Return the holding (one integer) of these cards. The cards are given by their numbers."""
    return sum(UNIT[card] for card in cards)


def size_of(holding: int) -> int:
    """The number of cards in a holding."""
    return holding >> _SIZE


def cards_in(holding: int) -> list[int]:
    """Return the numbers of the cards in `holding`, in ascending order. A holding is one integer
    that stores a set of cards. If a card is in the holding several times, its number is
    repeated."""
    cards: list[int] = []
    if holding:
        for rank, counts in enumerate(by_rank(holding)):
            if counts:
                cards += _cards_of_rank(rank, counts)
    return cards


@lru_cache(maxsize=1 << 14)
def _cards_of_rank(rank: int, counts: int) -> tuple[int, ...]:
    """Return the numbers of the cards of one rank, in ascending order. `counts` is an integer with
    four bits for each suit. The four bits say how many cards of this rank and suit there are."""
    return tuple(
        len(SUITS) * rank + suit
        for suit in range(len(SUITS))
        for _ in range(counts >> _BITS * suit & 0b1111)
    )


@lru_cache(maxsize=1 << 12)
def texts_in(holding: int) -> tuple[str, ...]:
    """The names of the cards in a holding, in order."""
    return tuple(TEXT[card] for card in cards_in(holding))


def by_rank(holding: int) -> tuple[int, ...]:
    """Return one integer for each rank. It has the counts of the four suits of this rank, in four
    bits each. The count of spades is in the lowest bits."""
    return _split((holding & _ALL).to_bytes(_SIZE // 8, "little"))


def count_of_rank(holding: int, rank: int) -> int:
    """The number of cards of a rank in a holding."""
    return len(_cards_of_rank(rank, by_rank(holding)[rank]))


def holding_mask(ranks: Iterable[int]) -> int:
    """Return a bit mask for holdings. `holding & mask` has only the counts of these ranks. The
    counts of other ranks and the total number of cards are removed."""
    return sum(((1 << _RANK_BITS) - 1) << _RANK_BITS * rank for rank in ranks)


_ALL: Final = holding_mask(EVERY_RANK)


def contains(holding: int, part: int) -> bool:
    """Return whether `holding` has each card of the holding `part` at least as often as `part`. A
    holding is one integer with four bits for the count of each card.

    The highest of the four bits is a guard bit, which no count uses. All guard bits are set before
    `part` is subtracted. If the subtraction clears a guard bit, a card is missing."""
    return ((holding | _GUARD) - part) & _GUARD == _GUARD


class Laid(NamedTuple):
    """The cards that a seat plays together. They have one `rank`. `holding` has them as a holding
    (one integer), `cards` as sorted card numbers. `number` is their count. `suits` has a bit for
    each of their suits."""

    rank: int
    holding: int
    cards: tuple[int, ...]
    number: int
    suits: int


def laid_of(cards: tuple[int, ...]) -> Laid:
    """Make a `Laid` from sorted card numbers, all of one rank."""
    suits = 0
    for card in cards:
        suits |= 1 << card % len(SUITS)
    return Laid(cards[0] // len(SUITS), holding_of(cards), cards, len(cards), suits)


LAID_ALONE: Final = tuple(laid_of((card,)) for card in range(len(TEXT)))
"""For each card number, the `Laid` that has only this card."""

LAID: Final[dict[str, Laid]] = {}
"""For each `play` move, the cards that it plays (`Laid`). A move is added when the cache `PLAYS`
first lists it, so the dict is empty at the beginning."""


class _Plays(dict[int, tuple[Move, ...]]):
    """A cache of the moves that play cards of one rank. The key says how many cards of each suit a
    holding has, in the form of `by_rank`. The value has all moves that play some of these cards.
    The moves for a key are computed when they are first needed."""

    def __init__(self, rank: int) -> None:
        super().__init__()
        self._rank = rank
        self._moves: dict[tuple[int, ...], Move] = {}

    def __missing__(self, counts: int) -> tuple[Move, ...]:
        choices = product(
            *(range((counts >> _BITS * suit & 0b1111) + 1) for suit in range(len(SUITS)))
        )
        picks = sorted(choices, key=lambda pick: (sum(pick), [-count for count in pick]))
        self[counts] = moves = tuple(self._move(pick) for pick in picks[1:])
        return moves

    def _move(self, pick: tuple[int, ...]) -> Move:
        if pick not in self._moves:
            cards = tuple(
                len(SUITS) * self._rank + suit
                for suit, count in enumerate(pick)
                for _ in range(count)
            )
            move = Move.make("play", (TEXT[card] for card in cards))
            self._moves[pick] = move
            LAID[move] = laid_of(cards)
        return self._moves[pick]


PLAYS: Final = tuple(_Plays(rank) for rank in EVERY_RANK)


def plays_in(holding: int, mask: int) -> list[Move]:
    """Return all moves that play one or more cards of one rank from a holding. `mask` is a
    `holding_mask` with the ranks that may be played. The moves are sorted by rank, then by the
    number of cards. If the holding has two equal cards, equal moves are still listed only once."""
    moves: list[Move] = []
    for counts, plays in zip(
        _split((holding & mask).to_bytes(_SIZE // 8, "little")), PLAYS, strict=True
    ):
        if counts:
            moves += plays[counts]
    return moves


def rest_of(decks: int, taken: Iterable[int]) -> list[int]:
    """Return the cards of `decks` decks without the cards in `taken`, in the order of their
    numbers."""
    left = Counter(dict.fromkeys(range(len(TEXT)), decks))
    left.subtract(taken)
    return [card for card, count in left.items() for _ in range(count)]
