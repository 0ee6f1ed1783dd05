"""Dritzak's cards as numbers, and holdings: many cards in one integer.

In the rules of Dritzak a card is the number 4 × rank + suit, with ranks from 2 to ace and suits in
the order S H D C, so that cards of one rank are neighbours. A holding is a multiset of cards
(several decks have doubles) in one integer: four bits with the count of each card, and above them
the total number of cards. So holdings are combined and separated by `+` and `-`, need no copying,
and the empty holding is 0.
"""

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
"""How many copies of a card a holding can count."""

_BITS: Final = 4
_RANK_BITS: Final = _BITS * len(SUITS)
_SIZE: Final = _RANK_BITS * len(RANKS)
UNIT: Final = tuple((1 << _BITS * number) + (1 << _SIZE) for number in range(len(TEXT)))
"""The holding of each card alone, by its number."""

_GUARD: Final = sum(0b1000 << _BITS * number for number in range(len(TEXT)))
_split = Struct(f"<{len(RANKS)}H").unpack


def holding_of(cards: Iterable[int]) -> int:
    """The holding (one integer) of these cards, given by their numbers."""
    return sum(UNIT[card] for card in cards)


def size_of(holding: int) -> int:
    """The number of cards in a holding."""
    return holding >> _SIZE


def cards_in(holding: int) -> list[int]:
    """The numbers of the cards in a holding in order, doubles beside each other."""
    cards: list[int] = []
    if holding:
        for rank, counts in enumerate(by_rank(holding)):
            if counts:
                cards += _cards_of_rank(rank, counts)
    return cards


@lru_cache(maxsize=1 << 14)
def _cards_of_rank(rank: int, counts: int) -> tuple[int, ...]:
    """The numbers of a rank's cards, each suit as often as `counts` says (four bits for each
    suit)."""
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
    """For each rank, the counts of its four suits, in four bits each; the count of spades is in the
    lowest bits."""
    return _split((holding & _ALL).to_bytes(_SIZE // 8, "little"))


def count_of_rank(holding: int, rank: int) -> int:
    """The number of cards of a rank in a holding."""
    return len(_cards_of_rank(rank, by_rank(holding)[rank]))


def holding_mask(ranks: Iterable[int]) -> int:
    """A bit mask for holdings. With `&`, it keeps the counts of these ranks, and removes those of
    other ranks and the size."""
    return sum(((1 << _RANK_BITS) - 1) << _RANK_BITS * rank for rank in ranks)


_ALL: Final = holding_mask(EVERY_RANK)


def contains(holding: int, part: int) -> bool:
    """Whether `holding` has at least the cards of the holding `part`.

    A guard bit above each count absorbs the borrow of the subtraction. If a guard bit was used up,
    a card is missing.
    """
    return ((holding | _GUARD) - part) & _GUARD == _GUARD


class Laid(NamedTuple):
    """Cards of one `rank` that a seat plays together: as a holding, as sorted card numbers, their
    count (`number`), and their suits (a bit for each)."""

    rank: int
    holding: int
    cards: tuple[int, ...]
    number: int
    suits: int


def laid_of(cards: tuple[int, ...]) -> Laid:
    """The `Laid` for these cards (numbers, all of one rank)."""
    suits = 0
    for card in cards:
        suits |= 1 << card % len(SUITS)
    return Laid(cards[0] // len(SUITS), holding_of(cards), cards, len(cards), suits)


LAID_ALONE: Final = tuple(laid_of((card,)) for card in range(len(TEXT)))
"""Each card alone, by its number."""

LAID: Final[dict[str, Laid]] = {}
"""What each `play` move lays down, by the move: those that `PLAYS` has offered so far."""


class _Plays(dict[int, tuple[Move, ...]]):
    """All plays with cards of one rank, by the counts of its suits in a holding. Each is computed
    when it is first needed."""

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
    """All moves that play one or more cards of one rank from a holding; `mask` (a `holding_mask`)
    has the ranks. Sorted by rank, then by the number of cards. Two equal cards (of two decks) don't
    give the same move twice."""
    moves: list[Move] = []
    for counts, plays in zip(
        _split((holding & mask).to_bytes(_SIZE // 8, "little")), PLAYS, strict=True
    ):
        if counts:
            moves += plays[counts]
    return moves


def rest_of(decks: int, taken: Iterable[int]) -> list[int]:
    """The cards of the given number of decks that are not among `taken`, in order."""
    left = Counter(dict.fromkeys(range(len(TEXT)), decks))
    left.subtract(taken)
    return [card for card, count in left.items() for _ in range(count)]
