"""Determinised Monte Carlo: every move is tried in the same imagined deals.

Only whole numbers decide, so that a choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.core import Chance, Move
from games.players.tredici.imagining import Imagined, kind_of
from games.players.tredici.playout import NOBODY, Position

BATCH: Final = 8
"""Deals after which moves that are surely worse are dropped."""
LONGEST: Final = 60
"""Turns a seat that a playout may take."""


class Budget(NamedTuple):
    """How long a search goes on, and when it believes what it sees."""

    turns: int
    """Turns to be played in all."""
    deals: int
    """Deals to be imagined at most."""
    sure: int = 6
    """A move is dropped when it is behind by more than the root of so many standard errors."""
    clear: int = 9
    """The quick player's move is kept unless another is ahead by more than that."""


class Trial:
    """A move, and what it was worth in each deal."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.laid = [kind_of(card) for card in move.cards] if move.verb == "discard" else None
        self.values: list[int] = []

    def total(self) -> int:
        """What it was worth in all deals."""
        return sum(self.values)

    def is_ahead(self, other: Trial, squared: int) -> bool:
        """Whether it is better by more than the root of `squared` standard errors of the mean
        difference in the same deals."""
        ahead = [one - two for one, two in zip(self.values, other.values, strict=True)]
        total, deals = sum(ahead), len(ahead)
        spread = deals * sum(each * each for each in ahead) - total * total
        return total > 0 and total * total * deals > squared * spread


def search(
    imagined: Imagined, moves: Sequence[Move], quick: Move, budget: Budget, rng: Chance
) -> Move:
    """The move that does best in the imagined deals; `quick` unless another is clearly better."""
    trials = [Trial(move) for move in moves]
    turns = deals = 0
    while len(trials) > 1 and turns < budget.turns and deals < budget.deals:
        for _ in range(BATCH):
            position = imagined.deal(rng)
            if position is None:
                return quick
            deals += 1
            for trial in trials:
                after = position.copy()
                trial.values.append(_value(after, trial, imagined.seat))
                turns += after.turns
        best = max(trials, key=Trial.total)
        trials = [trial for trial in trials if not best.is_ahead(trial, budget.sure)]
    best = max(trials, key=Trial.total)
    first = next((trial for trial in trials if trial.move == quick), best)
    return best.move if best.is_ahead(first, budget.clear) else first.move


def _value(after: Position, trial: Trial, seat: int) -> int:
    """What a move is worth in a deal, in shares of a draw: a win is worth one of each side."""
    if trial.move.verb in ("kische", "agree"):
        after.call(seat)
    else:
        after.take_turn(trial.laid)
    winner = after.play_out(LONGEST * len(after.side_of))
    sides = sum(target != NOBODY for target in after.targets)
    if winner == NOBODY:
        return 1
    return sides if winner == after.side_of[seat] else 0
