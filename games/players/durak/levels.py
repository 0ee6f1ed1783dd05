"""The two stronger levels of Durak: players of one seat that remember what it has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.core import Chance, Move, View
from games.durak.memory import Memory
from games.players.durak import quick
from games.players.durak.endgame import LOSS, Solver, TooManyNodes
from games.players.durak.habits import PATIENCE
from games.players.durak.imagining import Imagined
from games.players.durak.search import search
from games.players.durak.solving import best_moves, solvable
from games.players.search import Budget

TWO: Final = 2
FEW_DEALS: Final = 16
"""Deals that are imagined where all are alike but for how others play."""


class Remembering(ABC):
    """What the two share: a memory, and ends that are solved."""

    nodes: ClassVar[int]
    """How many nodes of an end may be looked at for one move."""

    def __init__(self) -> None:
        self._memory = Memory()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remembers what the seat has seen."""
        self._memory.watch(name, fields)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """One of `view.moves`."""
        move = quick.choose(view)
        if len(view.moves) == 1 or not thinkable(view):
            return move
        if is_an_end(view):
            imagined = Imagined(view, self._memory, rng)
            solved = self._solve(imagined, view, move, rng)
            return solved or self._think(imagined, view, move, rng)
        return self._think(None, view, move, rng)

    def _solve(self, imagined: Imagined, view: View, move: Move, rng: Chance) -> Move | None:
        """The move to make in an end that is open to who remembers: the quick player's if none is
        better. None when it is not open, too long, or lost in any case."""
        if not imagined.is_open:
            return None
        position = imagined.deal(rng)
        if not solvable(position):
            return None
        solver = Solver(position.rules, position.order, self.nodes)
        for a, d in imagined.bouts_begun(self._memory):
            solver.been(a, d, position.travelled)
        try:
            result, best = best_moves(position, imagined.seat, view.moves, solver)
        except TooManyNodes:
            return None
        if move in best:
            return move
        return best[0] if result != LOSS else None

    @staticmethod
    def at_sight(view: View, rng: Chance, /) -> Move:
        """The quick player's move: one of `view.moves`."""
        return quick.choose(view)

    @abstractmethod
    def _think(self, imagined: Imagined | None, view: View, move: Move, rng: Chance) -> Move:
        """What to do where nothing is certain; `move` is the quick player's."""


def thinkable(view: View) -> bool:
    """Whether a position can be imagined on: play has begun, nobody cheats, and each card is there
    once."""
    options = view.facts["options"]
    once = options.get("decks", 1) == 1
    return view.facts["phase"] == "play" and once and not options["cheating"]


def is_an_end(view: View) -> bool:
    """Whether two seats are left, and nothing in the talon."""
    left = sum(not (one.out or one.resigned) for one in view.seats)
    return view.facts["trump_card"] is None and left == TWO


class Master(Remembering):
    """Searches, and solves ends."""

    nodes = 40_000
    budget: ClassVar[Budget] = Budget(cost=6_000, deals=400, clear=1)
    budget_for_two: ClassVar[Budget] = budget._replace(cost=7_000, deals=600)
    """Bouts of two take less time."""

    def _think(self, imagined: Imagined | None, view: View, move: Move, rng: Chance) -> Move:
        imagined = imagined or Imagined(view, self._memory, rng)
        budget = self.budget_for_two if len(view.seats) == TWO else self.budget
        if imagined.is_open:
            budget = budget._replace(deals=FEW_DEALS)
        return search(imagined, _worth_trying(view, move), move, budget, rng)


def _worth_trying(view: View, move: Move) -> list[Move]:
    """The moves that a search tries: no more passes where they lead nowhere (DUR-46)."""
    if view.facts["idle_bouts"] < PATIENCE:
        return list(view.moves)
    return [each for each in view.moves if each.verb not in ("pass", "show") or each == move]


class Skilled(Remembering):
    """Plays by thresholds, and solves short ends."""

    nodes = 3_000

    def _think(self, imagined: Imagined | None, view: View, move: Move, rng: Chance) -> Move:
        return move
