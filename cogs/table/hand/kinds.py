"""The ways in which the moves of one verb can be pressed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Move
from games.moves import ORDERED_VERBS

CHOICES_IN_ROW: Final = 5
"""A verb without cards that has more choices than this is a list."""
LARGEST_PICK: Final = 8
"""The most cards that are pressed one after the other, because a custom id holds the pressed
ones."""


@dataclass(frozen=True, slots=True)
class VerbMoves:
    """The moves of a verb by the way they are pressed, each group in the order of the game.

    `actions` are buttons without a card, `singles` lay one card, `sets` are several cards in any
    order, `lines` are in a list only.
    """

    actions: tuple[Move, ...]
    singles: tuple[Move, ...]
    sets: tuple[Move, ...]
    lines: tuple[Move, ...]

    @classmethod
    def of(cls, moves: Sequence[Move]) -> VerbMoves:
        """The kinds of all moves of one verb."""
        few = len(moves) <= CHOICES_IN_ROW and not any(move.cards for move in moves)
        actions = [move for move in moves if few or move == move.verb]
        rest = [move for move in moves if not few and move != move.verb]
        sets = [move for move in rest if _is_set(move)]
        singles = [move for move in rest if _is_single(move)]
        if len(sets) == 1 and not singles:
            # All that is left goes at one press.
            sets, singles = [], sets
        known = {*sets, *singles}
        lines = [move for move in rest if move not in known]
        return cls(tuple(actions), tuple(singles), tuple(sets), tuple(lines))

    @property
    def is_picked(self) -> bool:
        """Whether the cards of a set can be pressed one after the other: the last one must end
        it."""
        sizes = {len(move.cards) for move in self.sets}
        return not self.singles and len(sizes) == 1 and max(sizes) <= LARGEST_PICK


def copies(moves: Sequence[Move]) -> Counter[str]:
    """The cards that occur in any of the moves, each as often as in the move that holds most copies
    of it."""
    found: Counter[str] = Counter({card for move in moves for card in move.cards})
    for move in moves:
        # Three of 52 cards are 22,100 sets: only those that hold a card twice are counted.
        if len(set(move.cards)) < len(move.cards):
            found |= Counter(move.cards)
    return found


def _is_single(move: Move) -> bool:
    return len(move.cards) == 1 or (move.verb in ORDERED_VERBS and len(move.cards) == 2)  # noqa: PLR2004 — one card and what goes on it


def _is_set(move: Move) -> bool:
    return move.verb not in ORDERED_VERBS and len(move.cards) > 1 and not move.other
