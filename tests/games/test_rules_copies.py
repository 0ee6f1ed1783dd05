"""Tests for the places where the rules of a game are written a second time, such as a solver. If an
option is added to a game, each of these copies must use the option, or give a reason for not using
it."""

from __future__ import annotations

import pytest

import games
from games.core import GameOptions
from games.options import option
from tests.games.rules_copies import COPIES, Copy, asked, excused, forgotten

every_copy = pytest.mark.parametrize("copy", COPIES, ids=lambda copy: f"{copy.game} {copy.name}")


def options_of(copy: Copy) -> type[GameOptions]:
    return games.available()[copy.game].Options


@every_copy
def test_each_option_is_asked_for_in_a_copy_of_the_rules_or_has_a_reason(copy: Copy) -> None:
    assert forgotten(copy, options_of(copy)) == set(), "see tests/games/rules_copies.py"


@every_copy
def test_a_reason_is_given_for_options_that_are_not_asked_for_alone(copy: Copy) -> None:
    model = options_of(copy)
    assert excused(copy) <= set(model.model_fields) - asked(copy, model)


@every_copy
def test_an_option_that_is_added_to_a_game_is_missed_in_each_copy(copy: Copy) -> None:
    class Added(options_of(copy)):  # type: ignore[misc]
        aces_are_low: bool = option(False, "Low aces", "An ace is beaten by a two.")

    assert forgotten(copy, Added) == {"aces_are_low"}
