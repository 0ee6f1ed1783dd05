"""Packages with words of their own, installed for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cogs.discord.languages import catalogue_of
from cogs.words.load import found, words_at, words_for, words_of
from tests.games.plugins import installed


@contextmanager
def with_words(project: Path, site: Path) -> Iterator[None]:
    """The package in `project` is installed for a while, its words and catalogues too."""
    with installed(project, site):
        look_again()
        yield
    look_again()


def look_again() -> None:
    """Has words and catalogues looked for anew."""
    for cached in (found, words_of, words_for, words_at, catalogue_of):
        cached.cache_clear()
