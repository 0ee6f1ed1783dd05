"""What the search of `games.players.search` needs of Tredici: moves tried in imagined deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Chance, Move
from games.players.search import Budget, best_of
from games.players.tredici.imagining import Imagined, kind_of
from games.players.tredici.playout import NOBODY, Position

LONGEST: Final = 60
"""Turns a seat that a playout may take."""


def search(
    imagined: Imagined, moves: Sequence[Move], quick: Move, budget: Budget, rng: Chance
) -> Move:
    """The move that does best in the imagined deals; `quick`, one of them, unless another is
    clearly better, or no deal was found. Playouts cost their turns."""

    def imagine() -> Played:
        return Played(imagined.deal(rng), imagined.seat)

    return best_of(moves, quick, imagine, budget)


class Played:
    """An imagined deal in which a seat at turn tries its moves."""

    def __init__(self, position: Position | None, seat: int) -> None:
        self._position = position
        self._seat = seat

    def __call__(self, move: Move) -> tuple[int, int]:
        """What a move is worth, in shares of a draw (a win is worth one of each side), and what it
        cost."""
        if self._position is None:
            return 0, LONGEST
        after = self._position.copy()
        if move.verb in ("kische", "agree"):
            after.call(self._seat)
        else:
            laid = [kind_of(card) for card in move.cards] if move.verb == "discard" else None
            after.take_turn(laid)
        winner = after.play_out(LONGEST * len(after.side_of))
        if winner == NOBODY:
            return 1, after.turns
        sides = sum(target != NOBODY for target in after.targets)
        return sides if winner == after.side_of[self._seat] else 0, after.turns
