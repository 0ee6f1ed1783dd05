"""Puzzles of Tredici: by a second implementation of the rules, exactly one order of the discards
wins. Further tests show why only ends with small decks can be puzzles (docs/puzzles.md)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Event, Move
from games.puzzles import (
    Puzzle,
    answer_to,
    choices,
    from_text,
    game_of,
    the_set,
    to_text,
)
from games.shuffle import Stream
from games.tredici import Tredici
from tests.beyond import BEYOND
from tests.games.tredici_ends import is_sound

PUZZLES = [each for each in the_set() if each.game == "tredici"]


def test_the_set_holds_forty_that_differ() -> None:
    assert len(PUZZLES) == len({puzzle.key for puzzle in PUZZLES}) == 40
    assert min(Counter(puzzle.moves for puzzle in PUZZLES).values()) > 5
    for puzzle in PUZZLES:
        moves = choices(puzzle)
        assert puzzle.best in moves
        assert len(moves) == len(set(moves)) == 6
        assert from_text(to_text(puzzle)) == puzzle


@pytest.mark.parametrize(
    "some", [PUZZLES[::4], pytest.param(PUZZLES, marks=BEYOND)], ids=["few", "all"]
)
def test_their_answers_alone_win_in_time_by_the_second_reading(some: list[Puzzle]) -> None:
    for puzzle in some:
        assert is_sound(puzzle), puzzle


@pytest.mark.parametrize("puzzle", PUZZLES[::9], ids=lambda puzzle: puzzle.key)
def test_an_answer_is_played_out_to_its_end(puzzle: Puzzle) -> None:
    for move in choices(puzzle):
        answer = answer_to(puzzle, move)
        assert answer.right == (move == puzzle.best)
        won = answer.ranks is not None and answer.ranks[puzzle.seat] == 1
        assert won == answer.right
        assert sum(step.seat == puzzle.seat for step, _ in answer.line) <= puzzle.moves
        game = game_of(puzzle)
        for step, _ in answer.line:  # as its text says it, orders among it
            game.play(step.seat, step.move)
        assert game.outcome is None or game.outcome.ranks == answer.ranks


def begun(seats: int, seed: bytes, rng: Stream) -> Tredici:
    """Return a new game after every seat has chosen a random target."""
    game = Tredici.new(Tredici.options(), seats=seats, seed=seed)
    for seat in range(seats):
        moves = game.legal_moves(seat)
        game.play(seat, moves[rng.randrange(len(moves))])
    return game


def turns(game: Tredici) -> list[Move]:
    """Return the legal moves with which the seat whose turn it is draws or discards. Calls are left
    out."""
    return [each for each in game.legal_moves(game.turn) if each.verb in ("draw", "discard")]


def told(events: list[Event]) -> list[tuple[str, object]]:
    """Return the names and public fields of all `events` except those named `discarded`."""
    return [(each.name, each.fields) for each in events if each.name != "discarded"]


@given(st.integers(2, 4), st.binary(min_size=4, max_size=4), st.binary(min_size=4, max_size=4))
def test_until_the_deck_is_out_nothing_depends_on_what_is_discarded(
    seats: int, seed: bytes, other: bytes
) -> None:
    """Two copies of one deal, with different discards, have the same events, draws and stack sizes
    until the drawing deck is nearly empty."""
    first = begun(seats, seed, Stream(seed))
    second = first.copy()
    chance, another = Stream(seed), Stream(other)
    while first.outcome is None:
        moves, more = turns(first), turns(second)
        assert len(moves) == len(more)
        if len(first.draw) < 7:  # the most that a turn draws
            return
        seat = first.turn
        one = first.play(seat, moves[chance.randrange(len(moves))])
        two = second.play(seat, more[another.randrange(len(more))])
        assert told(one) == told(two)
        assert first.draw == second.draw
        assert (first.turn, first.owes, first.asides) == (second.turn, second.owes, second.asides)
        assert [len(each) for each in first.stacks] == [len(each) for each in second.stacks]
