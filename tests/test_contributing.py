"""Test CONTRIBUTING.md, which says in which file something must be added. Check that these files
exist, and that they contain the names which the page mentions."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from bot.preferences.model import MemberSettings, ServerSettings
from cogs.preferences import member_panel, settings_items

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PART = PAGE.partition("## To add something")[2]
ROWS = dict(re.findall(r"^\| (an? .+?) \| (.+) \|$", PART, re.MULTILINE))
PLACE = re.compile(r"`([-\w<>./]+[./][-\w<>./]*)`(?: \(([^)]*)\))?")
"""A file or folder in backticks. After it, in brackets, can be the names that it contains."""
GAMES = ("durak", "dritzak", "tredici")


def test_there_is_a_row_for_whatever_is_added_often() -> None:
    wanted = {"option", "preset", "command", "bot player", "statistic", "language"}
    wanted |= {"picture layout", "setting of a server", "setting of a member"}
    assert not [each for each in wanted if not any(each in row for row in ROWS)]


@pytest.mark.parametrize("row", ROWS)
def test_what_a_row_names_is_there(row: str) -> None:
    places = PLACE.findall(ROWS[row])
    assert places
    for place, names in places:
        for game in GAMES if "<game>" in place else ("",):
            path = ROOT / place.replace("<game>", game)
            assert path.exists(), path
            for name in re.findall(r"`(\w+)`", names):
                assert re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), (path, name)


def test_a_setting_that_is_on_or_off_has_its_button() -> None:
    """Each setting of a server or member that is on or off has a switch in its panel. Each member
    setting with several values has a select."""
    for settings, switches in (
        (MemberSettings, member_panel.SWITCHES),
        (ServerSettings, settings_items.SWITCHES),
    ):
        fields = settings.model_fields.items()
        assert {name for name, field in fields if field.annotation is bool} == set(switches)
    several = {
        name
        for name, field in MemberSettings.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, StrEnum)
    }
    assert several == set(member_panel.CHOICES)
