"""Moves as text: `verb [cards…] [other]`. An example is `beat 7S 9S`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, final

from games.cards import NUMBER
from games.errors import InvalidMove
from games.sentences import marked

ORDERED_VERBS: Final = frozenset({"beat"})
"""The verbs whose cards have a fixed order. For example, `beat 6S 9S` beats the six with the
nine."""

MOVE_LENGTH: Final = 200
"""The most characters of a move's text. This is enough for 52 cards and a verb."""

MOST_SUGGESTED: Final = 3
"""The most numbers of an Amount that get buttons."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9-]+")
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,11}")


@final
class Move(str):
    """A move. It is a string and also has the parts of its text as attributes.

    `verb` is the action. `cards` has the texts of the move's cards. `other` is anything else that
    the move names (a suit, a place, a sign), or an empty string. Cards are sorted by their numbers,
    so that two texts of one move make equal moves. With the verbs in `ORDERED_VERBS`, cards keep
    their order."""

    __slots__ = ("cards", "other", "verb")

    verb: str
    cards: tuple[str, ...]
    other: str

    @classmethod
    def make(cls, verb: str, cards: Iterable[str] = (), other: str = "") -> Move:
        """Make a move from its parts. The cards must be valid. They are sorted here, except for the
        verbs in `ORDERED_VERBS`."""
        names = tuple(cards)
        if len(names) > 1 and verb not in ORDERED_VERBS:
            names = tuple(sorted(names, key=NUMBER.__getitem__))
        move = cls(" ".join((verb, *names, other) if other else (verb, *names)))
        move.verb, move.cards, move.other = verb, names, other
        return move

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move from its text. Raises InvalidMove if the text is empty or too long, has
        characters that a move can't have, or has a word that should be a card but isn't."""
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
    """All moves of one `verb` that contain a number. The number goes from `low` to `high` in steps
    of `step`. All numbers are whole.

    `suggested` has the numbers that get buttons, at most `MOST_SUGGESTED`. If it is empty, the
    lowest, a middle and the highest number get buttons."""

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
        """The numbers that get buttons, in ascending order."""
        numbers = self.numbers
        middle = numbers[len(numbers) // 2] if numbers else self.low
        return tuple(sorted({*(self.suggested or (self.low, middle, numbers[-1]))}))

    @property
    def moves(self) -> list[Move]:
        """The moves with the numbers in `offered`. They are part of a game's legal moves."""
        return [self.move(number) for number in self.offered]

    def move(self, number: int) -> Move:
        """Return the move with the number `number`. Whether the number is allowed is not
        checked."""
        return Move.make(self.verb, other=str(number))

    def allows(self, move: Move) -> bool:
        """Return whether `move` has this verb and one of the numbers. The number must be written
        without leading zeros: `bid 20`, not `bid 020`."""
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
