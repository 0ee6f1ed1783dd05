"""The two stronger levels of Durak. Their players remember what their seat has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from games.core import Chance, Move, View
from games.durak.belief.memory import Memory
from games.players.durak import quick
from games.players.durak.ahead import Ahead, Hands, judged, look_ahead
from games.players.durak.endgame import DRAW, LOSS, WIN, Solver, TooManyNodes
from games.players.durak.ending import CERTAIN
from games.players.durak.facts import facts_of
from games.players.durak.imagining import Imagined
from games.players.durak.masks import Position
from games.players.durak.observations import Observations
from games.players.durak.search import DRAW_SHARE, search
from games.players.durak.solving import best_moves, result_of, solvable
from games.players.durak.thresholds import FOR_MORE, FOR_TWO, PATIENCE, QUICK, Thresholds
from games.players.finding import FULL, Finding, Tried
from games.players.search import Budget, Trial, found

TWO: Final = 2
WORTH: Final = {WIN: FULL, DRAW: FULL * DRAW_SHARE // 4, LOSS: 0}
"""For each result of a solved endgame, what it is worth as a chance of winning."""
FEW_DEALS: Final = 16
"""The number of imagined deals if every hand is known. These deals differ only in how the others
play."""


class Remembering(ABC):
    """The base class of the two stronger levels, *skilled* and *master*. Such a player remembers
    events and solves endgames. (In an endgame, only two seats are left and the talon is empty.)
    `nodes` is the number of positions that may be searched to solve an endgame, for one move."""

    nodes: ClassVar[int]
    """How many nodes may be searched to solve an endgame, for one move."""

    def __init__(self) -> None:
        self._memory = Memory()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember the event `name`, which the seat was told. `fields` are those of the event's
        fields that the seat may know."""
        self._memory.watch(name, fields)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of the legal moves in `view.moves`.

        If there is only one move, or deals can't be imagined (`thinkable`), choose the quick
        player's move. If the position is an endgame that can be solved, choose the best move.
        Otherwise `_think` chooses."""
        move = quick.choose(view, self._thresholds(view))
        if len(view.moves) == 1 or not thinkable(view):
            return move
        if is_an_end(view):
            imagined = Imagined(view, self._memory, rng)
            solved = self._solve(imagined, view, move, rng)
            return solved or self._think(imagined, view, move, rng)
        return self._think(None, view, move, rng)

    def _solve(self, imagined: Imagined, view: View, move: Move, rng: Chance) -> Move | None:
        """Return the best move in an endgame in which a player who remembers all cards knows every
        hand. Of equally good moves, the quick player's `move` is preferred. If the endgame is too
        long to be solved, `_look_ahead` chooses.

        Return None if some hands aren't known, if the solver doesn't support the rules
        (`solvable`), or if every move loses."""
        if not imagined.is_open:
            return None
        position = imagined.deal(rng)
        if not solvable(position):
            return None
        solver = Solver(position.rules, position.order, self.nodes)
        begun = list(imagined.bouts_begun(self._memory))
        for a, d in begun:
            solver.been(a, d, position.travelled)
        try:
            likely_first = sorted(view.moves, key=lambda each: each != move)
            result, best = best_moves(position, imagined.seat, likely_first, solver)
        except TooManyNodes:
            del solver  # What it knows makes room for what looking ahead finds.
        else:
            self._solved(position, imagined.seat, view, solver)
            return next(best) if result != LOSS else None
        return self._look_ahead(position, imagined.seat, view, move, begun)

    def _thresholds(self, view: View) -> Thresholds:
        """The thresholds with which the quick player chooses its move."""
        return QUICK if len(view.seats) == TWO else FOR_MORE

    # Empty and not abstract (B027): most levels take no note.
    def _solved(  # noqa: B027
        self, position: Position, seat: int, view: View, solver: Solver
    ) -> None:
        """Take note of an endgame that `solver` has solved, before a move of `seat` is chosen in
        it. By default, this does nothing."""

    def _look_ahead(
        self, position: Position, seat: int, view: View, move: Move, begun: Sequence[Hands]
    ) -> Move | None:
        """Return the best move that looking some bouts ahead finds in an endgame that is too long
        to be solved. All hands are known. Return None if no move is found. In this base class, the
        result is always None.

        `move` is the move of the quick player (quick.py). `begun` has a pair for each bout since
        the last discard: the attacker's and the defender's hand at its beginning."""
        return None

    @staticmethod
    def at_sight(view: View, rng: Chance, /) -> Move:
        """Return the move of `view.moves` that the quick player chooses. The quick player needs no
        memory."""
        return quick.choose(view)

    @abstractmethod
    def _think(self, imagined: Imagined | None, view: View, move: Move, rng: Chance) -> Move:
        """Return the move for a position that can't be solved. `move` is the move of the quick
        player (quick.py). `imagined` is a source of imagined deals, or None if none has been made
        yet."""


def thinkable(view: View) -> bool:
    """Whether the player can imagine deals for a view: play has begun, cheating is not allowed, and
    there is only one deck."""
    options = view.facts["options"]
    once = options.get("decks", 1) == 1
    return view.facts["phase"] == "play" and once and not options["cheating"]


def is_an_end(view: View) -> bool:
    """Whether the position is an endgame: only two seats are left and the talon is empty."""
    left = sum(not (one.out or one.resigned) for one in view.seats)
    return view.facts["trump_card"] is None and left == TWO


class Master(Remembering):
    """The strongest level. It searches in imagined deals, and solves endgames. In an endgame that
    is too long to be solved, it looks some bouts ahead. A bout is an attack together with its
    defence."""

    nodes = 40_000
    ahead: ClassVar[int] = 32_000
    """How many nodes may be searched in an endgame that is too long to be solved."""
    budget: ClassVar[Budget] = Budget(cost=5_500, deals=240, clear=1, alike=54)
    budget_for_two: ClassVar[Budget] = Budget(cost=7_500, deals=1_500, clear=1, alike=54)
    """The limits of the search in games for two (see `Budget`). The limits are higher than in
    `budget`, because a bout between two seats takes less time to compute."""

    def __init__(self) -> None:
        super().__init__()
        self._explains = False
        self._observations = Observations(self._memory)
        self._trials: Sequence[Trial[Move]] = []
        self._proven: tuple[Tried, ...] = ()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember the event `name`, which the seat was told, and the situation on the table before
        this event. `fields` are those of the event's fields that the seat may know."""
        self._observations.watch(name, fields)
        super().watch(name, fields)

    def explain(self, view: View, rng: Chance, /) -> Finding:
        """Return the move that `choose` would make, together with the player's findings about the
        moves that it tried."""
        self._explains, self._trials, self._proven = True, [], ()
        move = self.choose(view, rng)
        facts = facts_of(view, self._memory, move)
        if self._proven:
            return replace(Finding.of(move, self._proven), facts=facts)
        deals = max((len(trial.values) for trial in self._trials), default=0)
        return replace(
            Finding.of(move, found(self._trials, move, CERTAIN, str), deals), facts=facts
        )

    def _note(self, trials: Sequence[Trial[Move]]) -> None:
        self._trials = trials

    def _solved(self, position: Position, seat: int, view: View, solver: Solver) -> None:
        if not self._explains:
            return
        try:
            results = {move: result_of(position, seat, move, solver) for move in view.moves}
        except TooManyNodes:
            return
        self._proven = tuple(Tried(str(move), WORTH[result]) for move, result in results.items())

    def _look_ahead(
        self, position: Position, seat: int, view: View, move: Move, begun: Sequence[Hands]
    ) -> Move | None:
        def ahead() -> Ahead:
            return Ahead(position.rules, position.order, self.ahead, begun)

        best, bouts = look_ahead(position, seat, view.moves, move, ahead())
        if self._explains and best is not None:
            self._trials = judged(position, seat, view.moves, ahead(), bouts)
        return best

    def _think(self, imagined: Imagined | None, view: View, move: Move, rng: Chance) -> Move:
        imagined = imagined or Imagined(view, self._memory, rng)
        budget = self.budget_for_two if len(view.seats) == TWO else self.budget
        if imagined.is_open:
            budget = budget._replace(deals=FEW_DEALS)
        moves = _worth_trying(view, move)
        return search(imagined, self._observations, moves, move, budget, rng, self._note)


def _worth_trying(view: View, move: Move) -> list[Move]:
    """Return the legal moves that a search tries. After `PATIENCE` bouts in a row without progress
    (DUR-46), moves that pass the attack on are left out. The quick player's `move` is always
    kept."""
    if view.facts["idle_bouts"] < PATIENCE:
        return list(view.moves)
    return [each for each in view.moves if each.verb not in ("pass", "show") or each == move]


class Skilled(Remembering):
    """The second strongest level. Its player decides by thresholds (limits on the worth of cards),
    and solves short endgames."""

    nodes = 3_000

    def _thresholds(self, view: View) -> Thresholds:
        return FOR_TWO if len(view.seats) == TWO else FOR_MORE

    def _think(self, imagined: Imagined | None, view: View, move: Move, rng: Chance) -> Move:
        return move
