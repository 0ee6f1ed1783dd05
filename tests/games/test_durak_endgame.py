"""The solver for ends of games of Durak, compared with a slow solver that uses the real game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.durak import Durak
from games.players.durak.endgame import DRAW, LOSS, WIN, Solver, TooManyNodes
from games.players.durak.levels import Master
from games.players.durak.masks import Position
from games.players.durak.solving import best_moves, solvable
from tests.beyond import the_first
from tests.games.durak_ends import RULES, Graph, ends
from tests.games.durak_tables import table


@pytest.mark.parametrize(("preset", "options"), the_first(2, RULES))
def test_no_move_changes_the_result_of_an_end(preset: str, options: dict[str, Any]) -> None:
    rng = Random(f"{preset}{options}")
    found = ends(preset, range(2, 7), rng, **options)
    for _ in range(50):
        game = next(found)
        graph = Graph(game)
        (seat,) = game.waiting_on
        position = Position.of_game(game)
        solver = Solver(position.rules, position.order, budget=10**9)
        result, best = best_moves(position, seat, game.legal_moves(seat), solver)
        worth = {move: graph.after(game, seat, move) for move in game.legal_moves(seat)}
        assert result == max(worth.values()), game.position()
        assert set(best) == {move for move, value in worth.items() if value >= result}


@pytest.mark.parametrize(("preset", "options"), RULES)
def test_one_best_move_is_the_likely_one_or_the_first(preset: str, options: dict[str, Any]) -> None:
    rng = Random(f"one {preset}{options}")
    found = ends(preset, range(3, 9), rng, **options)
    nodes: Counter[str] = Counter()
    for _ in range(50):
        game = next(found)
        (seat,) = game.waiting_on
        position, moves = Position.of_game(game), game.legal_moves(seat)
        every = Solver(position.rules, position.order, budget=10**9)
        result, lazy = best_moves(position, seat, moves, every)
        best = list(lazy)
        for likely in moves:
            one = Solver(position.rules, position.order, budget=10**9)
            right = likely if likely in best else best[0]
            likely_first = [likely, *(move for move in moves if move != likely)]
            same, first = best_moves(position, seat, likely_first, one)
            assert (same, next(first)) == (result, right)
            if likely in best and result == WIN:
                nodes["one"] += one.nodes
                nodes["every"] += every.nodes
    assert nodes["one"] < nodes["every"] / 2, "nothing is looked into once one is found"


def solved(game: Durak, seat: int, **begun: Any) -> tuple[int, set[str]]:
    position = Position.of_game(game)
    solver = Solver(position.rules, position.order, budget=100_000)
    for a, d in begun.get("begun", ()):
        solver.been(position.order.of_names(a.split()), position.order.of_names(d.split()), 0)
    result, best = best_moves(position, seat, game.legal_moves(seat), solver)
    return result, {str(move) for move in best}


def test_unbeatable_cards_go_first() -> None:
    assert solved(table("AC 6D", "7S 8S 9S"), 0) == (WIN, {"attack AC", "attack 6D"})
    assert solved(table("AC 6D", "7D AH"), 0) == (LOSS, {"attack AC", "attack 6D"})
    assert solved(table("AC", "AH"), 0)[0] == DRAW
    assert solved(table("AC", "AH", options={"last_defence": "loses"}), 0)[0] == WIN


def test_an_end_that_is_too_long_is_given_up() -> None:
    game = table("6S 8S 10S QS 6D 8D 10D QD", "7S 9S JS KS 7D 9D JD KD")
    position = Position.of_game(game)
    solver = Solver(position.rules, position.order, budget=200)
    with pytest.raises(TooManyNodes):
        best_moves(position, 0, game.legal_moves(0), solver)
    assert solver.nodes == 201


def test_an_end_that_is_too_deep_is_given_up_before_python_gives_up() -> None:
    """The solver gives up an end in which the attack is passed on too many times in a row. It has a
    limit of depth for this. Without this limit, the search would reach Python's recursion limit
    before the limit of nodes."""
    game = table("6S 6D 7D 9D 9C 10D JS JD AD AC 9H", "9S AS KH", preset="durnius-passing")
    position = Position.of_game(game)
    solver = Solver(position.rules, position.order, budget=Master.nodes)
    with pytest.raises(TooManyNodes):
        best_moves(position, 0, game.legal_moves(0), solver)
    assert solver.nodes < Master.nodes


def test_going_back_to_where_a_bout_began_is_no_win() -> None:
    """A move that leads back to a position in which an earlier bout began doesn't count as winning.
    The game could otherwise go on for ever (DUR-46)."""
    game = table("AC 6D", "7S 8S 9S")
    after_ace, after_six = ("6D", "7S 8S 9S AC"), ("AC", "7S 8S 9S 6D")
    assert solved(game, 0, begun=[after_ace]) == (WIN, {"attack 6D"})
    assert solved(game, 0, begun=[after_ace, after_six]) == (DRAW, {"attack AC", "attack 6D"})


def test_an_end_before_the_first_discard_is_not_solved_where_that_raises_the_limit() -> None:
    """An end counts as solvable only if the limit of attack cards can't change in it. With the
    preset `throw-in`, the first discard still raises that limit (DUR-11)."""
    assert not solvable(Position.of_game(table("6S", "7S", preset="throw-in", discarded=False)))
    assert solvable(Position.of_game(table("6S", "7S", preset="throw-in", discarded=True)))
    assert solvable(Position.of_game(table("6S", "7S", discarded=False)))
