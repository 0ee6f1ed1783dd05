"""Tests of the words of `/settings`: what is said about a setting fits the setting as it is now."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from discord import ui

from bot.core.model import Speed
from bot.preferences.model import ServerSettings
from cogs.preferences.server_panel import community_tab, tables_tab
from tests.limits import STRING_SELECT, text_of, walk


def tables(**settings: Any) -> ui.LayoutView:
    return tables_tab(ServerSettings(**settings), Speed.RELAXED, {})


def community(**settings: Any) -> ui.LayoutView:
    return community_tab(ServerSettings(**settings), {}, None)


@pytest.mark.parametrize(
    ("tab", "name", "off", "on", "told"),
    [
        (tables, "fold_after", None, timedelta(minutes=10), "Finished games collapse to one line"),
        (community, "notices", 0, 3, "choose which new tables they hear about"),
        (community, "emotes", False, True, "Players can react with emotes"),
        (community, "evenings", False, True, "After an evening of"),
        (community, "night_day", None, 4, "-# Once a week, I create an event"),
    ],
)
def test_what_is_switched_off_is_not_told_as_a_fact(
    tab: Any, name: str, off: object, on: object, told: str
) -> None:
    assert told in text_of(tab(**{name: on}).to_components())
    said = text_of(tab(**{name: off}).to_components())
    assert told not in said
    assert any(start in said for start in ("-# Turn this on", "-# Pick a"))


def test_a_speeds_name_is_not_said_twice() -> None:
    (select,) = (
        part
        for part in walk(tables().to_components())
        if part["type"] == STRING_SELECT and part["placeholder"] == "Default speed"
    )
    assert [(line["label"], line.get("description")) for line in select["options"]] == [
        ("Default: Quick", "30 seconds per move"),
        ("Default: Relaxed", "3 minutes per move"),
        ("Default: Correspondence", "24 hours per move, 3 days in reserve"),
        ("Default: No clock", None),
    ]
