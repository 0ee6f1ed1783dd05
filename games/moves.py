"""Moves as text, `verb [cards…] [other]`, such as `beat 7S 9S`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, final

from games.cards import NUMBER
from games.errors import InvalidMove
from games.sentences import marked

ORDERED_VERBS: Final = frozenset({"beat"})
"""Verbs whose cards are not interchangeable: `beat 6S 9S` beats the six with the nine."""

MOVE_LENGTH: Final = 200
"""The most characters of a move's text: 52 cards and a verb fit."""

MOST_SUGGESTED: Final = 3
"""The most numbers of an Amount that have buttons of their own."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9-]+")
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,11}")


@final
class Move(str):
    """A move is its own text, and also has its parts as attributes.

    `verb` is the action, `cards` are its cards (their texts), `other` is anything else that the
    move names (a suit, a place, a sign) or the empty string. Cards are sorted by their numbers,
    except for the verbs in `ORDERED_VERBS`, so that two texts of one move make equal moves."""

    __slots__ = ("cards", "other", "verb")

    verb: str
    cards: tuple[str, ...]
    other: str

    @classmethod
    def make(cls, verb: str, cards: Iterable[str] = (), other: str = "") -> Move:
        """The move with these parts. Cards must be valid; they are sorted here."""
        names = tuple(cards)
        if len(names) > 1 and verb not in ORDERED_VERBS:
            names = tuple(sorted(names, key=NUMBER.__getitem__))
        move = cls(" ".join((verb, *names, other) if other else (verb, *names)))
        move.verb, move.cards, move.other = verb, names, other
        return move

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move. Raises InvalidMove for an empty or too long text, odd characters, or unknown
        cards."""
        if isinstance(text, Move):
            return text
        if not isinstance(text, str) or not text.strip():
            raise InvalidMove(marked("Type a move first."))
        if len(text) > MOVE_LENGTH:
            raise InvalidMove(marked("That's too long for a move."))
        return _parse(text)

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __copy__(self) -> Move:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (_parse, (str(self),))


class Amount(NamedTuple):
    """A move with a number: `verb` and any number from `low` to `high` in steps of `step`.

    `suggested` are the numbers that have buttons of their own, at most `MOST_SUGGESTED`; if there
    are none, the lowest, a middle and the highest number have buttons. All numbers are whole."""

    verb: str
    low: int
    high: int
    step: int = 1
    suggested: tuple[int, ...] = ()

    @property
    def numbers(self) -> range:
        """Every number that can be chosen."""
        return range(self.low, self.high + 1, self.step)

    @property
    def offered(self) -> tuple[int, ...]:
        """The numbers that have buttons of their own, in ascending order."""
        numbers = self.numbers
        middle = numbers[len(numbers) // 2] if numbers else self.low
        return tuple(sorted({*(self.suggested or (self.low, middle, numbers[-1]))}))

    @property
    def moves(self) -> list[Move]:
        """The moves with the numbers in `offered`. They are part of a game's legal moves."""
        return [self.move(number) for number in self.offered]

    def move(self, number: int) -> Move:
        """The move with that number; whether the number is allowed is not checked."""
        return Move.make(self.verb, other=str(number))

    def allows(self, move: Move) -> bool:
        """Whether this is a move with one of the numbers, written plainly: `bid 20`, not
        `bid 020`."""
        if move.verb != self.verb or move.cards or not _NUMBER.fullmatch(move.other):
            return False
        return int(move.other) in self.numbers


def by_verb(moves: Iterable[Move]) -> dict[str, list[Move]]:
    """Group moves by their verbs. Verbs, and the moves of each verb, keep the order of `moves`."""
    found: dict[str, list[Move]] = {}
    for move in moves:
        found.setdefault(move.verb, []).append(move)
    return found


@lru_cache(maxsize=4096)
def _parse(text: str) -> Move:
    verb, *rest = text.split()
    if not all(_TOKEN.fullmatch(token) for token in (verb, *rest)):
        raise InvalidMove(marked("Use only letters, digits and hyphens in a move."))
    cards = [token for token in rest if token in NUMBER]
    others = [token for token in rest if token not in NUMBER]
    if len(others) > 1 or (others and rest[-1] != others[0]):
        raise InvalidMove(marked("{word} isn't a card."), word=others[0])
    return Move.make(verb, cards, others[0] if others else "")
