"""Tests of the short rules of a game. For every value of every option, they say what this value
changes, in more than one language."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import games
from cogs.discord.languages import speaking
from cogs.discord.layout import DESCRIPTION
from cogs.table.lobby.options_panel import values_of_field
from cogs.table.lobby.rulings import numbers_told, preset_lines, preset_note, rules_lines
from cogs.table.rules import RULES, rules_message
from games.core import Game
from games.options import GameOptions, option
from tests.cogs.plugins import own_package
from tests.cogs.tables import table
from tests.journeys.straws import Straws, StrawsOptions
from tests.limits import check_message, text_of

__all__ = ["own_package"]
LINES = {
    **dict.fromkeys(games.BUILT_IN, (8, 13)),
    "hearts": (6, 9),  # a game of tricks, of which most players know one
    "cheat": (6, 6),  # both of its options reword a line
    "eights": (5, 11),  # each card with a job of its own adds a line to a short game
}
"""The fewest and the most lines in which a game's rules are told. For a package these are the lines
that its game needs, which can be fewer than for our games."""

of_each_game = pytest.mark.parametrize("game", LINES)


def every_option(kind: type[Game]) -> list[dict[str, Any]]:
    found = []
    for preset in kind.Options.presets:
        usual = kind.options(preset).model_dump()
        for name in kind.Options.model_fields:
            for value in values_of_field(kind.Options, name):
                try:
                    found.append(kind.Options(**{**usual, name: value}).model_dump())
                except ValueError:
                    continue  # these clash
    return found


@of_each_game
@pytest.mark.usefixtures("own_package")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_rules_are_about_ten_whole_lines_whatever_is_chosen(game: str, language: str) -> None:
    kind, (fewest, most) = games.load(game), LINES[game]
    with speaking(language):
        for options in every_option(kind):
            told = rules_lines(kind, options)
            assert len(told) <= RULES, "nothing is cut off"
            assert fewest <= len(told.splitlines()) <= most
            assert "{" not in told
        at = table(game=kind.name, options=options, preset=next(iter(kind.Options.presets)))
        components = rules_message(kind.name, at).to_components()
        check_message({"components": components, "allowed_mentions": {"parse": []}})
        for line in preset_lines(kind, DESCRIPTION):
            assert line in text_of(components)


UNTOLD = {"durak": {"next_attacker", "auto_done"}}
"""Options that the short rules don't mention: who opens the next game, and an option that only
saves presses."""


@of_each_game
@pytest.mark.usefixtures("own_package")
def test_every_option_changes_what_is_told(game: str) -> None:
    kind = games.load(game)
    for name in kind.Options.model_fields:
        told = max(len(told_with(kind, preset, name)) for preset in kind.Options.presets)
        assert (told > 1) is (name not in UNTOLD.get(game, ())), name


def told_with(kind: type[Game], preset: str, name: str) -> set[str]:
    """Return the short rules of a preset with each value of the option `name`."""
    usual = kind.options(preset).model_dump()
    return {
        rules_lines(kind, options)
        for options in every_option(kind)
        if {**options, name: usual[name]} == usual
    }


class Strange(StrawsOptions):
    presets: ClassVar[dict[str, Any]] = {"plain": {}, "odd": {"odd": True, "even": True}}
    odd: bool = option(False, "An option with a title", "Odd.")
    even: bool = option(False, "Another one with a title that is long", "Even.")


class Plain(Straws):
    name, title, players, Options = "plain", "Plain", range(2, 4), Strange
    summary = "Play\n  plainly."


class Telling(Plain):
    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        return ("Be odd." if getattr(options, "odd", False) else "Be even.", "Win.")


def test_a_plug_in_is_told_by_its_summary_or_brings_its_own_lines() -> None:
    assert rules_lines(Plain, {}) == "Play plainly."
    assert rules_lines(Telling, {"odd": True}) == "- Be odd.\n- Win."
    assert rules_lines(Telling, {"unknown": 1}) == "Play plainly.", "options of an older version"


def test_a_preset_without_a_line_of_its_own_lists_what_it_changes_as_far_as_there_is_room() -> None:
    changes = Strange.presets["odd"]
    whole = "An option with a title: yes, Another one with a title that is long: yes"
    assert preset_note(Strange, changes, 100) == whole
    assert preset_note(Strange, changes, 50) == "An option with a title: yes, 1 more"
    assert preset_note(Strange, changes, 10) == "2 more"
    assert preset_lines(Plain, 100) == [
        "**Plain** – the game's standard rules",
        f"**Odd** – {whole}",
    ]
    with speaking("uk"):
        assert preset_lines(Plain, 100)[0].startswith("**Plain** — ")


def test_numbers_are_told_as_ranges() -> None:
    assert numbers_told([2, 3, 4]) == "2 to 4"
    assert numbers_told([4, 6]) == "4 or 6"
    assert numbers_told([2, 4, 5, 6]) == "2 or 4 to 6"
    assert numbers_told([6]) == "6"
