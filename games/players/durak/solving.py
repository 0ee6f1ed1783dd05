"""The moves of a position in which all cards are known, each with its proven result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from games.core import Move
from games.players.durak.endgame import DRAW, GOALS, LOSS, WHOLE, WIN, Solver
from games.players.durak.masks import Position


def best_moves(
    position: Position, seat: int, moves: Sequence[Move], solver: Solver
) -> tuple[int, Iterator[Move]]:
    """Return the best result that `seat` can force (WIN, DRAW or LOSS), and an iterator of the
    moves that force this result, in the order of `moves`. At least one move forces it.

    Moves after the first one are examined only when the iterator reaches them. A caller who needs
    only one move should put the most promising one first in `moves`, because that takes fewer
    nodes. When the solver's budget of nodes is used up, TooManyNodes is raised, also by the
    iterator."""
    for result in (WIN, DRAW):
        found = _reaching(position, seat, moves, solver, GOALS[result])
        for first in found:
            return result, chain((first,), found)
    return LOSS, iter(moves)


def _reaching(
    position: Position, seat: int, moves: Sequence[Move], solver: Solver, goal: int
) -> Iterator[Move]:
    return (move for move in moves if reaches(position, seat, move, solver, goal))


def result_of(position: Position, seat: int, move: Move, solver: Solver) -> int:
    """The result of a move against the best play of the other seat: WIN, DRAW or LOSS for `seat`.
    Raises TooManyNodes when the solver's budget of nodes is used up."""
    for result in (WIN, DRAW):
        if reaches(position, seat, move, solver, GOALS[result]):
            return result
    return LOSS


def solvable(position: Position) -> bool:
    """Return whether the solver can solve an endgame with the rules of `position`. The result is
    False only if the limit of attack cards rises after the first discard (DUR-11), and no cards of
    a bout have been discarded yet."""
    return position.discarded or len(set(position.rules.most_attacks)) == 1


def reaches(position: Position, seat: int, move: Move, solver: Solver, goal: int) -> bool:
    """Return whether `seat` can reach at least the chance `goal` of winning by making this move. A
    chance is a number up to CERTAIN, which is a certain win. Raise TooManyNodes if the solver's
    budget of nodes is used up."""
    after = position.copy()
    after.make(seat, move)
    attacks = seat == after.attacker
    return _attacker_reaches(after, solver, goal if attacks else WHOLE - goal) == attacks


def _attacker_reaches(after: Position, solver: Solver, goal: int) -> bool:
    """Whether the attacker reaches the chance `goal` of winning in the position `after` a move."""
    a, d = after.hands[after.attacker], after.hands[after.defender]
    spent = after.travelled
    if after.taking:
        if after.said:
            return solver.taken(a, d | after.lying, spent, goal)
        return solver.pile(a, d, after.open, after.lying, spent, goal)
    if after.open:
        return solver.answer(a, d, after.open, after.lying, spent, goal)
    if after.said:
        return solver.repelled(a, d, spent, goal)
    return solver.go_on(a, d, after.lying, spent, goal)
