"""Tests of puzzles. In each puzzle, exactly one move is proven to be the best. The answer can be
played to its end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.puzzles import KINDS, is_sound, kind_of, solved
from games.errors import IllegalMove
from games.puzzles import (
    FEWEST_MOVES,
    LEVELS,
    Puzzle,
    answer_to,
    from_text,
    the_set,
    to_text,
)
from games.puzzles.durak import game_of, puzzle_in
from tests.beyond import BEYOND
from tests.games.durak_ends import RULES, Graph, ends
from tests.games.durak_tables import table


def durak_set() -> list[Puzzle]:
    """The puzzles of Durak that come with the games."""
    return [each for each in the_set() if each.game == "durak"]


def test_the_set_holds_two_hundred_of_every_level() -> None:
    puzzles = durak_set()
    assert len(puzzles) == len({puzzle.key for puzzle in puzzles}) == 200
    levels = Counter(puzzle.level for puzzle in puzzles)
    assert set(levels) == set(LEVELS)
    assert min(levels.values()) > 50
    for puzzle in puzzles:
        moves = game_of(puzzle).legal_moves(puzzle.seat)
        assert puzzle.best in moves
        assert len(moves) >= FEWEST_MOVES
        assert from_text(to_text(puzzle)) == puzzle


@BEYOND
def test_puzzles_of_the_set_have_one_best_move_by_the_second_solver() -> None:
    few = [puzzle for puzzle in durak_set() if cards_of(puzzle) <= 6]
    assert len(few) > 20
    for puzzle in few[::5]:
        assert is_sound(puzzle), puzzle


def test_no_level_can_be_guessed_by_one_kind_of_answer() -> None:
    for level in LEVELS:
        puzzles = [puzzle for puzzle in durak_set() if puzzle.level == level]
        kinds = Counter(map(kind_of, puzzles))
        assert KINDS * max(kinds.values()) <= len(puzzles), kinds


def test_a_casual_player_solves_fewer_puzzles_of_each_further_level() -> None:
    shares = []
    for level in LEVELS:
        found = [solved(each, "casual", 20) for each in durak_set() if each.level == level]
        shares.append(sum(found) / len(found))
    assert shares[0] > 3 * shares[1] > 6 * shares[2], shares


def cards_of(puzzle: Puzzle) -> int:
    return sum(len(hand) for hand in puzzle.position["hands"])


def test_a_position_is_a_puzzle_when_one_move_alone_is_best() -> None:
    rng = Random("puzzles")
    found = 0
    for preset, options in RULES:
        source = ends(preset, range(4, 7), rng, **options)
        for _ in range(25):
            game = next(source)
            (seat,) = game.waiting_on
            graph = Graph(game)
            worth = {str(move): graph.after(game, seat, move) for move in game.legal_moves(seat)}
            most = max(worth.values())
            best = [move for move, value in worth.items() if value == most]
            wanted = len(best) == 1 and most >= 0 and len(worth) >= FEWEST_MOVES
            puzzle = puzzle_in(game, seat)
            assert (puzzle is not None) == wanted
            if puzzle is not None:
                assert (puzzle.best, puzzle.result) == (best[0], most)
                found += 1
    assert found > 5


def test_an_answer_is_played_out_to_what_the_solver_says() -> None:
    hard = [puzzle for puzzle in durak_set() if puzzle.level == 3][:3]
    easy = [puzzle for puzzle in durak_set() if puzzle.level == 1][:3]
    for puzzle in [*hard, *easy]:
        right = answer_to(puzzle, puzzle.best)
        assert right.right
        assert result_of(right.ranks, puzzle.seat) == puzzle.result
        for move in game_of(puzzle).legal_moves(puzzle.seat):
            if move != puzzle.best:
                wrong = answer_to(puzzle, move)
                assert not wrong.right
                assert wrong.line[0][0].move == move
                assert result_of(wrong.ranks, puzzle.seat) < puzzle.result


def result_of(ranks: tuple[int, ...] | None, seat: int) -> int:
    if ranks is None or len(set(ranks)) == 1:
        return 0
    return -1 if ranks[seat] == max(ranks) else 1


def test_a_move_that_is_not_legal_is_no_answer() -> None:
    with pytest.raises(IllegalMove):
        answer_to(durak_set()[0], "attack 2C")


def test_no_puzzle_is_made_of_what_is_hidden_or_still_drawn() -> None:
    assert puzzle_in(table("AC 6D 7H", "7S 8S 9S", talon="6H 7C"), 0) is None
