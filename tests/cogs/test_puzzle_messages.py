"""A puzzle's message holds every card that its solver must know, and says what is to be found."""

from __future__ import annotations

import pytest

from bot.puzzles.model import Daily, Given
from cogs.puzzles.answer import answer_message, hint_message
from cogs.puzzles.message import moves_of, puzzle_look, puzzle_message
from games.puzzles import Puzzle, answer_to, the_set
from tests.limits import text_of
from tests.sightings import cards_in

SOME = [each for each in the_set() if each.game == "dritzak"][::6]


def daily(puzzle: Puzzle) -> Daily:
    return Daily(10, 739_900, puzzle, 0, 0, None)


@pytest.mark.parametrize("text_only", [False, True])
def test_all_cards_of_an_end_of_dritzak_are_told(text_only: bool) -> None:
    for puzzle in SOME:
        position = puzzle.position
        down = [card for places in position["face_down"] for card in places if card]
        rest = [card for zone in ("hands", "face_up") for cards in position[zone] for card in cards]
        look = puzzle_look(daily(puzzle), text_only=text_only)
        told = text_of(puzzle_message(daily(puzzle), look).to_components())
        assert {*down, *rest, *position["pile"]} <= cards_in(told)
        assert f"wins in {puzzle.moves} moves, whatever your opponent does" in told


def test_an_answer_says_whether_it_wins_in_time_and_a_hint_no_answer() -> None:
    for puzzle in SOME:
        shown = daily(puzzle)
        for move in map(str, moves_of(puzzle)):
            right = move == puzzle.best
            answer, given = answer_to(puzzle, move), Given((move,), right)
            told = text_of(answer_message(shown, given, answer, (1, 1), []).to_components())
            assert ("You've won." in told) == right
            assert (f"That doesn't win in {puzzle.moves} moves." in told) != right
            if not right:
                hint = text_of(hint_message(shown, given).to_components())
                assert "Look for this kind of move" in hint or "one of your" in hint, hint
