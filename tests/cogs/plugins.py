"""Installs packages that have words of their own, for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cogs.discord.languages import catalogue_of
from cogs.words.load import found, words_at, words_for, words_of
from tests import WHOLE_GAMES
from tests.games.plugins import EXAMPLES, installed


@contextmanager
def with_words(project: Path, site: Path) -> Iterator[None]:
    """Install the package in the folder `project` while the block runs, with its words and
    catalogues. The package's metadata is written to the empty folder `site`."""
    with installed(project, site):
        look_again()
        yield
    look_again()


def look_again() -> None:
    """Forget the loaded words and catalogues, so that they are loaded again."""
    for cached in (found, words_of, words_for, words_at, catalogue_of):
        cached.cache_clear()


@pytest.fixture
def own_package(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the example package of `game` for this test. `game` is an argument of the test. If
    `game` isn't one of `WHOLE_GAMES`, nothing is installed. Otherwise, this also undoes earlier
    changes by `monkeypatch`, so that the games are those that are installed."""
    if game not in WHOLE_GAMES:
        yield
        return
    monkeypatch.undo()  # the games are those that are installed
    site = tmp_path / "site-packages"
    site.mkdir()
    with with_words(EXAMPLES / game, site):
        yield


@pytest.fixture
def whole_games(tmp_path: Path) -> Iterator[None]:
    """Install the larger example games (WHOLE_GAMES) for this test."""
    with ExitStack() as packages:
        for game in WHOLE_GAMES:
            site = tmp_path / game
            site.mkdir()
            packages.enter_context(with_words(EXAMPLES / game, site))
        yield
