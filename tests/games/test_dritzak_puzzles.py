"""Puzzles of Dritzak: exactly one move wins within the given number of moves, as a second
implementation of the rules confirms."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.analyses import played
from games.dritzak import Dritzak
from games.puzzles import FEWEST_MOVES, LEVELS, Puzzle, answer_to, game_of, the_set
from games.puzzles.dritzak import MOST, puzzle_in
from games.record import replay
from tests.beyond import BEYOND
from tests.games.dritzak_ends import is_sound

PUZZLES = [each for each in the_set() if each.game == "dritzak"]


def test_the_set_holds_sixty_of_every_level_and_length() -> None:
    assert len(PUZZLES) == len({puzzle.key for puzzle in PUZZLES}) == 60
    assert min(Counter(puzzle.level for puzzle in PUZZLES)[level] for level in LEVELS) > 10
    assert set(Counter(puzzle.moves for puzzle in PUZZLES)) == {2, 3, 4}
    for puzzle in PUZZLES:
        moves = game_of(puzzle).legal_moves(puzzle.seat)
        assert puzzle.best in map(str, moves)
        assert len(moves) >= FEWEST_MOVES
        assert not any(move.verb == "shijo" for move in moves)


@pytest.mark.parametrize(
    "some", [PUZZLES[::7], pytest.param(PUZZLES, marks=BEYOND)], ids=["few", "all"]
)
def test_their_answers_alone_win_in_time_by_the_second_reading(some: list[Puzzle]) -> None:
    for puzzle in some:
        assert is_sound(puzzle), puzzle


def test_what_is_found_in_a_game_is_sound_and_nothing_of_it_is_hidden_or_drawn() -> None:
    found = []
    for number in range(6):
        record = played("dritzak", "dritzak", 2, "casual", b"puzzle dritzak %d" % number)
        for (game, _, _), step in zip(replay(record), record.steps, strict=False):
            assert isinstance(game, Dritzak)
            puzzle = puzzle_in(game, step.seat) if step.seat in game.waiting_on else None
            if puzzle is not None:
                found.append(puzzle)
                assert not game.draw
                assert "chance" not in puzzle.position
    assert found
    assert all(map(is_sound, found))


@pytest.mark.parametrize("puzzle", PUZZLES[::9], ids=lambda puzzle: puzzle.key)
def test_an_answer_is_played_out_to_its_end(puzzle: Puzzle) -> None:
    right = answer_to(puzzle, puzzle.best)
    assert right.right
    assert right.ranks is not None
    assert right.ranks[puzzle.seat] == 1
    assert sum(step.seat == puzzle.seat for step, _ in right.line) <= puzzle.moves <= MOST
    for move in game_of(puzzle).legal_moves(puzzle.seat):
        if str(move) != puzzle.best:
            wrong = answer_to(puzzle, str(move))
            assert not wrong.right
            assert wrong.ranks is None or wrong.ranks[puzzle.seat] != 1
