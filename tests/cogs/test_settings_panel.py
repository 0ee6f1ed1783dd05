"""Tests of the panel of a server's settings."""

from __future__ import annotations

from bot.core.model import Speed
from bot.preferences.model import ServerSettings
from cogs.preferences.server_panel import tables_tab
from tests.limits import text_of


def test_one_open_table_is_told_in_the_singular() -> None:
    told = text_of(tables_tab(ServerSettings(), Speed.RELAXED, {}).to_components()).splitlines()
    assert {"Max. 1 open table", "Max. 2 open tables"} <= set(told)
