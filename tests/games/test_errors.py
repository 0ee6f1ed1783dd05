"""Errors about refused moves and options: they can be copied and pickled, and a copy has the same
sentence and values."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import games
from games.core import Game, OptionsError
from games.errors import GameError, IllegalMove, InvalidMove, PositionError

REFUSALS: list[GameError] = [
    IllegalMove("{card} doesn't beat {attack}.", rule="DUR-20", card="6S", attack="9S"),
    InvalidMove("Type a move first."),
    OptionsError("{title} has no preset {preset}.", title="Durak", preset="none"),
    PositionError("The position can't be read."),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: type(refusal).__name__)
def test_a_refusal_survives_copying_and_pickling(refusal: GameError) -> None:
    for again in (copy.copy(refusal), copy.deepcopy(refusal), pickle.loads(pickle.dumps(refusal))):
        assert type(again) is type(refusal)
        assert again.reason == refusal.reason
        assert vars(again) == vars(refusal)


def test_a_reason_without_blanks_may_hold_braces() -> None:
    refusal = IllegalMove("A set {of four} is no move here.", rule="DRI-22")
    assert (refusal.reason, refusal.rule) == ("A set {of four} is no move here.", "DRI-22")


@pytest.mark.parametrize("kind", games.available().values(), ids=lambda kind: kind.name)
def test_what_are_no_options_of_the_game_is_refused(kind: type[Game]) -> None:
    others: list[Any] = [
        other.options() for other in games.available().values() if other is not kind
    ]
    for options in [*others, {"deck": "36"}]:
        with pytest.raises(OptionsError):
            kind.new(options, seats=3, seed=b"no options")
