"""Durak's options: the presets are those of the rules, and options that clash are refused with a
reason."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from games.core import OptionsError
from games.durak import Durak

TABLE: dict[str, dict[str, Any]] = {
    "classic": {
        "deck": "auto",
        "misdeal": "six-of-a-colour",
        "passing": True,
        "travel": "off",
        "opening": "single",
        "throwers": "all",
        "throw_from": "first-beat",
        "throw_order": "arrival",
        "limit": "hand",
        "pile_on": "unlimited",
        "last_defence": "draw",
        "epaulettes": "insult",
        "next_attacker": "left-of-fool",
    },
    "durnius": {
        "deck": "36",
        "misdeal": "off",
        "passing": False,
        "travel": "off",
        "opening": "single",
        "throwers": "all",
        "throw_from": "at-once",
        "throw_order": "priority",
        "limit": "hand",
        "pile_on": "off",
        "last_defence": "draw",
        "epaulettes": "insult",
        "next_attacker": "right-of-fool",
    },
    "durnius-passing": {
        "deck": "36",
        "misdeal": "off",
        "passing": True,
        "travel": "off",
        "opening": "single",
        "throwers": "all",
        "throw_from": "at-once",
        "throw_order": "priority",
        "limit": "hand",
        "pile_on": "off",
        "last_defence": "draw",
        "epaulettes": "insult",
        "next_attacker": "right-of-fool",
    },
    "paritybit": {
        "deck": "52",
        "misdeal": "five-of-a-suit",
        "passing": True,
        "travel": "once-per-game",
        "opening": "several",
        "throwers": "neighbours",
        "throw_from": "at-once",
        "throw_order": "priority",
        "limit": "six",
        "pile_on": "limited",
        "last_defence": "loses",
        "epaulettes": "off",
        "next_attacker": "lowest-trump",
    },
    "throw-in": {
        "deck": "auto",
        "misdeal": "off",
        "passing": False,
        "travel": "off",
        "opening": "several",
        "throwers": "all",
        "throw_from": "at-once",
        "throw_order": "priority",
        "limit": "five-first",
        "pile_on": "limited",
        "last_defence": "draw",
        "epaulettes": "insult",
        "next_attacker": "right-of-fool",
    },
    "passing": {
        "deck": "auto",
        "misdeal": "off",
        "passing": True,
        "travel": "off",
        "opening": "several",
        "throwers": "all",
        "throw_from": "at-once",
        "throw_order": "priority",
        "limit": "five-first",
        "pile_on": "limited",
        "last_defence": "draw",
        "epaulettes": "insult",
        "next_attacker": "right-of-fool",
    },
}
ALIKE = {
    "decks": 1,
    "jokers": False,
    "first_bout_passing": True,
    "scoring": "fool",
    "teams": "off",
    "cheating": False,
    "auto_done": True,
}


@pytest.mark.parametrize("preset", TABLE)
def test_presets_are_as_in_the_rules(preset: str) -> None:
    assert dict(Durak.options(preset)) == {**TABLE[preset], **ALIKE}


def test_classic_is_the_default() -> None:
    assert Durak.options() == Durak.options("classic")
    assert set(Durak.Options.presets) == set(TABLE)


@pytest.mark.parametrize(("seats", "cards"), [(2, 36), (5, 36), (6, 40), (7, 52), (8, 52)])
def test_auto_takes_a_deck_for_the_number_of_players(seats: int, cards: int) -> None:
    game = Durak.new(seats=seats, seed=b"auto")
    assert len(game.position()["talon"]) == cards - 6 * seats


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"travel": "once-per-game", "passing": False}, "first allow passing"),
        ({"jokers": True, "deck": "24"}, "Jokers .* 24"),
        ({"next_attacker": "winners"}, "play in teams"),
    ],
)
def test_options_that_never_go_together(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        Durak.options("classic", **values)


@pytest.mark.parametrize(
    ("values", "seats", "reason"),
    [
        ({"deck": "24"}, 5, "30 cards"),
        ({"deck": "36"}, 7, "42 cards"),
        ({"deck": "36", "jokers": True}, 6, "37 cards besides the jokers"),
        ({"teams": "pairs"}, 5, "four or six players"),
        ({"teams": "threes"}, 4, "need six players"),
        ({"epaulettes": "match"}, 3, "two players or two teams"),
        ({"epaulettes": "match", "teams": "pairs"}, 6, "two players or two teams"),
    ],
)
def test_options_that_do_not_fit_the_players(
    values: dict[str, Any], seats: int, reason: str
) -> None:
    options = Durak.options("classic", **values)
    with pytest.raises(OptionsError, match=reason):
        Durak.check(options, seats)
    with pytest.raises(OptionsError, match=reason):
        Durak.new(options, seats=seats, seed=b"no")


@pytest.mark.parametrize(
    ("values", "seats"),
    [
        ({"deck": "24"}, 4),
        ({"deck": "36"}, 6),
        ({"deck": "36", "jokers": True}, 5),
        ({"deck": "52", "jokers": True}, 8),
        ({"epaulettes": "match", "teams": "threes"}, 6),
        ({"epaulettes": "match", "teams": "pairs"}, 4),
    ],
)
def test_options_that_just_fit(values: dict[str, Any], seats: int) -> None:
    assert Durak.new(Durak.options("classic", **values), seats=seats, seed=b"yes").waiting_on
