"""Looking some bouts ahead, in an endgame with known cards that is too long to be solved. A bout is
an attack together with its defence.

The positions after these bouts are estimated (ending.py), so the value of a move is a chance of
winning, not a certain result. The search first looks only to the end of the present bout, then one
bout further, and so on, until its budget of nodes is spent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from games.core import Move
from games.durak.rules.rules import Rules
from games.players.durak.cards import Order
from games.players.durak.endgame import DEEPEST, WHOLE, Solver, TooManyNodes
from games.players.durak.ending import CERTAIN, chance, weights_for
from games.players.durak.masks import Position
from games.players.durak.solving import reaches
from games.players.search import Trial

STEPS: Final = 16
"""The number of steps between a chance of 0 and a certain win. The search asks whether a move
reaches the chance of each step (`GOALS`)."""
GOALS: Final = (1, *(CERTAIN * step // STEPS for step in range(1, STEPS + 1)))
"""The chances of winning that a search asks about, from low to high. For each of them, the search
asks whether a move gives at least this chance. The first one stands for any chance above 0."""

Hands = tuple[int, int]
"""The attacker's hand and the defender's hand when a bout began."""


class Ahead(Solver):
    """A solver that looks only some bouts ahead. `begun` has, for each bout of this game since the
    last discard, the attacker's and the defender's hand at the beginning of the bout."""

    def __init__(self, rules: Rules, order: Order, budget: int, begun: Sequence[Hands]) -> None:
        super().__init__(rules, order, budget)
        self._weights = weights_for(rules)
        self._begun = begun
        self._bouts = 0
        self._judged: dict[tuple[int, int], int] = {}
        self._by_bouts: defaultdict[int, dict[tuple[int, ...], bool]] = defaultdict(dict)
        """The results for positions that were already examined. The first key is the number of
        bouts that were left to examine."""

    def reaches(self, position: Position, seat: int, move: Move, goal: int, bouts: int) -> bool:
        """Whether `seat` reaches the chance `goal` of winning with the move, when the search looks
        `bouts` bouts ahead. Raises TooManyNodes when the budget of nodes is used up."""
        self._bouts, self._known, self._path = bouts, self._by_bouts[bouts], {}
        for a, d in self._begun:
            self.been(a, d, position.travelled, (goal, WHOLE - goal))
        return reaches(position, seat, move, self, goal)

    def begin(self, a: int, d: int, spent: int, goal: int) -> bool:
        """Return whether the attacker (hand `a`) is likely to reach the chance `goal` of winning
        against the defender (hand `d`). The attacker is about to open a bout. `spent` are the
        trumps that can't be shown any more to pass an attack on. The search goes on as in `Solver`
        for a limited number of bouts. After the last of these bouts, the chance is estimated."""
        if not self._bouts and (a, d, spent, goal) not in self._path:
            judged = self._judged.get((a, d))
            if judged is None:
                self.nodes += 1
                judged = self._judged[a, d] = chance(a, d, self._beaters, self._weights)
            return judged >= goal
        outer = self._known
        self._bouts -= 1
        self._known = self._by_bouts[self._bouts]
        reached = super().begin(a, d, spent, goal)
        self._bouts += 1
        self._known = outer
        return reached


def look_ahead(
    position: Position, seat: int, moves: Sequence[Move], likely: Move, ahead: Ahead
) -> tuple[Move | None, int]:
    """Find the best move within the budget of nodes. Return the move, and the number of bouts after
    the present one that the search looked ahead (-1 if even the present bout has too many nodes).

    The move is `likely` if no other move seems better, and None if every move certainly loses."""
    order = [likely, *(move for move in moves if move != likely)]
    best, bouts = likely, 0
    try:
        for bouts in range(DEEPEST):
            worth, best = _best(position, seat, order, ahead, bouts)
            if worth == 0:
                return None, bouts
            if worth == len(GOALS):
                break
    except TooManyNodes:
        bouts -= 1
    return best, bouts


def judged(
    position: Position, seat: int, moves: Sequence[Move], ahead: Ahead, bouts: int
) -> list[Trial[Move]]:
    """Return a `Trial` of each move. Its value is the chance of winning after the move, as a number
    up to `CERTAIN` (a certain win). The search `ahead` looks `bouts` bouts further than the present
    one. Returns an empty list if the search needs too many nodes."""
    trials = [Trial(move) for move in moves]
    try:
        for trial in trials:
            reached = _reached(position, seat, trial.choice, ahead, bouts)
            trial.values.append(CERTAIN * reached // len(GOALS))
    except TooManyNodes:
        return []
    return trials


def _best(
    position: Position, seat: int, moves: Sequence[Move], ahead: Ahead, bouts: int
) -> tuple[int, Move]:
    """Find the move with which `seat` reaches the most of `GOALS` (chances of winning, from low to
    high). If several moves do equally well, the first of them is taken. The search `ahead` looks
    `bouts` bouts further than the present one. Returns the number of goals that the move reaches,
    and the move. Raises TooManyNodes when the budget of nodes is used up."""
    worth, best = 0, moves[0]
    for move in moves:
        reached = _reached(position, seat, move, ahead, bouts, worth)
        if reached > worth:
            worth, best = reached, move
    return worth, best


def _reached(
    position: Position, seat: int, move: Move, ahead: Ahead, bouts: int, low: int = 0
) -> int:
    """Return how many of `GOALS` (chances of winning, from low to high) `seat` reaches with a move.
    The search `ahead` looks `bouts` bouts further than the present one. The result is never below
    `low`. Raises TooManyNodes when the budget of nodes is used up."""
    high = len(GOALS)
    # Most moves are no better than the best before them, and that is asked first.
    middle = low + 1
    while low < high:
        if ahead.reaches(position, seat, move, GOALS[middle - 1], bouts):
            low = middle
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return low
