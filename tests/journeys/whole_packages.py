"""Install the whole games in examples/ for journeys. Each game has a preset whose games are
short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import WHOLE_GAMES
from tests.beyond import BEYOND
from tests.cogs.plugins import with_words
from tests.games.plugins import EXAMPLES

SHORT = {"eights": "mau-mau", "hearts": "deal", "cheat": "jury"}
"""For each of these games, a preset with short games."""
each_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "eights" else BEYOND) for name in WHOLE_GAMES]
)


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with ExitStack() as installed:
        for name in WHOLE_GAMES:
            site = tmp_path / name
            site.mkdir()
            installed.enter_context(with_words(EXAMPLES / name, site))
        monkeypatch.setattr("shijo_cheat.game.ROUNDS", 2)
        yield
