"""Finds the words of a game by its name: those of our three games, and those of packages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import GNUTranslations
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final

from bot.preferences.model import Order
from cogs.words.cards import Order as CardOrder
from cogs.words.game import GENERIC, GameWords

ENTRY_POINTS: Final = "shijo.words"
"""The group of entry points in which a package offers words for a game: `game = "module"`."""

BUILT_IN: Final = {
    "durak": "cogs.words.durak",
    "dritzak": "cogs.words.dritzak",
    "tredici": "cogs.words.tredici",
}

ORDERS: Final[Mapping[Order, CardOrder]] = {
    Order.SUIT: "suit",
    Order.RANK: "rank",
    Order.TRUMPS_LAST: "trumps-last",
}
"""The order of cards for a member who wants another one than the game's usual."""


@dataclass(frozen=True, slots=True)
class Found:
    """The words of each game, the folder with each package's catalogues, and the packages whose
    words can't be used, with the reason."""

    words: dict[str, GameWords] = field(default_factory=dict)
    catalogues: dict[str, Path] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def take(self, game: str, module: ModuleType) -> None:
        """Take a module's `WORDS`, and the folder `locale` beside it if there is one.

        Raises TypeError when it has no GameWords, or the game has words already; OSError or
        ValueError when a catalogue can't be read.
        """
        words = getattr(module, "WORDS", None)
        if not isinstance(words, GameWords):
            raise TypeError("it has no WORDS made of GameWords")
        if game in self.words:
            raise TypeError("a game of this name has words already")
        folder = Path(getattr(module, "__file__", None) or ".").parent / "locale"
        # A damaged catalogue must be found now, not when a member's language is used.
        for file in sorted(folder.glob(f"*/LC_MESSAGES/{game}.mo")):
            with file.open("rb") as content:
                GNUTranslations(content)
        self.words[game] = words
        if folder.is_dir():
            self.catalogues[game] = folder


@cache
def found() -> Found:
    """The words of all games, loaded once."""
    every = Found()
    for game, module in BUILT_IN.items():
        every.take(game, import_module(module))
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        try:
            every.take(entry.name, entry.load())
        # A plug-in's import may raise anything, and must not take the other games' words along.
        except Exception as error:  # noqa: BLE001
            every.broken[entry.name] = f"{type(error).__name__}: {error}"
    return every


def words_of(game: str) -> GameWords:
    """The words of that game; generic ones for a game that has none."""
    return found().words.get(game, GENERIC)


@cache
def words_for(game: str, order: Order) -> GameWords:
    """The same, with hands in the order that a member wants."""
    words = words_of(game)
    return replace(words, order=ORDERS[order]) if order in ORDERS else words
