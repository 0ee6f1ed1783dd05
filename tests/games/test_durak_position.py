"""Durak's positions: which parts can be left out, whether a position can be written and read back,
and which positions are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from games.core import PositionError
from games.durak import Durak
from tests.games.durak_games import begun_games
from tests.games.durak_tables import moves, play, table

RULES_KEYS = {
    "hands",
    "talon",
    "trump",
    "dealer",
    "attacker",
    "defender",
    "table",
    "by",
    "taking",
    "done",
    "out",
    "shown",
    "discard",
    "phase",
}


@settings(max_examples=50, deadline=None)
@given(begun_games())
def test_a_position_comes_back_from_its_own_text(game: Durak) -> None:
    position = game.position()
    again = Durak.from_position(json.loads(json.dumps(position)), options=game.settings)
    assert again.position() == position
    assert again.outcome == game.outcome
    assert again.waiting_on == game.waiting_on
    for seat in (None, *range(game.seats)):
        assert again.view(seat) == game.view(seat)


@settings(max_examples=30, deadline=None)
@given(begun_games())
def test_a_copy_is_independent(game: Durak) -> None:
    before = game.position()
    copy = game.copy()
    assert copy.position() == before
    while copy.outcome is None:
        seat = min(copy.waiting_on)
        copy.play(seat, copy.legal_moves(seat)[0])
    assert game.position() == before


def test_at_rest_only_the_rules_own_keys_are_written() -> None:
    assert set(Durak.new(seats=4, seed=b"rest").position()) == RULES_KEYS


def test_what_is_left_out_is_as_at_the_start_of_a_bout() -> None:
    game = Durak.from_position({"hands": [["6S", "9C"], ["7H"], ["6H"]], "talon": ["8C", "KH"]})
    position = game.position()
    assert (position["trump"], position["dealer"], position["table"], position["done"]) == (
        "H",
        2,
        [],
        [],
    )
    assert (position["attacker"], position["defender"]) == (2, 0)  # DUR-05: the lowest trump
    assert position["discard"] is None


def test_an_unnamed_discard_pile_is_all_cards_named_nowhere_else() -> None:
    game = table("9C 7C", "KS QD", lies="8S", talon="6S 6H")
    zone = game.view(None).zone("discard")
    assert zone is not None
    assert len(zone.cards) == 36 - 7


def test_a_position_is_not_judged_and_nothing_is_done_before_the_next_move() -> None:
    """Reading a position doesn't end its bout, even if all cards are beaten and nobody can throw
    in. The bout ends with the next `done`."""
    game = table("9C 7C", "KS QD", "6C", lies="8S/AS")
    assert game.position()["table"] == [["8S", "AS"]]
    assert game.waiting_on == {0}
    assert moves(game, 0) == {"done"}
    play(game, "0 done")
    assert game.position()["attacker"] == 1


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"hands": "6S"},
        {"hands": [["6S"]], "trump": "H"},
        {"hands": [["6S"], ["7X"]], "trump": "H"},
        {"hands": [["6S"], ["7S"]]},
        {"hands": [["6S"], ["7S"]], "trump": "hearts"},
        {"hands": [["6S"], ["7S"]], "trump": "H", "attacker": 2},
        {"hands": [["6S"], ["7S"]], "trump": "H", "table": [["8S"]]},
        {"hands": [["6S"], ["7S"]], "trump": "H", "table": [["8S", None]], "by": []},
        {"hands": [["6S"], ["7S"]], "trump": "H", "out": [[0], [1]]},
        {"hands": [["6S"], ["7S"]], "trump": "H", "stream": {"seed": "x"}, "phase": "redeal"},
    ],
)
def test_what_is_no_position(position: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match="can't be read"):
        Durak.from_position(position)


def test_only_what_lies_on_the_table_can_be_accused() -> None:
    """Cards that a position lists as `undecided` or `wrongful` can be accused only if they lie on
    the table (DUR-71)."""
    game = table(
        "6S",
        "9S KS",
        "7C",
        options={"cheating": True},
        lies="8S/10S 8D",
        undecided=["10S", "QC"],
        wrongful=["8D", "QD"],
    )
    assert {move for move in moves(game, 2) if move.startswith("accuse")} == {
        "accuse 10S",
        "accuse 8D",
    }
    assert (game.position()["undecided"], game.position()["wrongful"]) == (["10S"], ["8D"])
    play(game, "2 accuse 8D")
