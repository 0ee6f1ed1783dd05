"""Tests of the names of a season's titles."""

from __future__ import annotations

import pytest

from bot.leaderboards.title_rules import Title, TitleKind
from cogs.leaderboards.titles import title_name
from games.dritzak.game import Dritzak

FOOL = Title(TitleKind.FOOL, "durak")


def test_the_fool_of_the_season_needs_no_game_where_only_one_game_has_a_fool(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert title_name(FOOL) == "Fool of the season"
    assert title_name(Title(TitleKind.FOOL, "gone")) == "Gone fool of the season"
    monkeypatch.setattr(Dritzak, "loser_is_fool", True)
    assert title_name(FOOL) == "Durak fool of the season"
    assert title_name(Title(TitleKind.FOOL, "dritzak")) == "Dritzak fool of the season"
