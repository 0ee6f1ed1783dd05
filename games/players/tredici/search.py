"""Trying moves of Tredici in imagined deals, for the search that compares them."""

from __future__ import annotations

from typing import Final

from games.core import Move
from games.players.tredici.imagining import kind_of
from games.players.tredici.playout import NOBODY, Position

LONGEST: Final = 60
"""The most turns of a playout, divided by the number of seats. For example, a playout with four
seats ends after at most 240 turns."""


class ImaginedDeal:
    """An imagined deal in which the seat whose turn it is tries its moves."""

    def __init__(self, position: Position | None, seat: int) -> None:
        self._position = position
        self._seat = seat

    def __call__(self, move: Move) -> tuple[int, int]:
        """Try a move and play the deal to its end. Return the value of the result for the seat, and
        the number of turns played. The value is 0 if another side wins, 1 for a draw, and the
        number of sides still in the game if the seat's own side wins. If no deal could be imagined
        (the position is None), return the value 0 and `LONGEST` turns."""
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
