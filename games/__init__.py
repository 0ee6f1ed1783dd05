"""Shijo's games: pure rules, without Discord, files, clocks or chance of their own.

>>> import games
>>> Durak = games.load("durak")
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from games.core import Game
from games.errors import GameError
from games.fitness import playable
from games.plugins import loaded
from games.sentences import marked

ENTRY_POINTS: Final = "shijo.games"
"""The group of entry points in which a package offers a game: `name = "module:Class"`."""

BUILT_IN: Final = {
    "durak": "games.durak:Durak",
    "dritzak": "games.dritzak:Dritzak",
    "tredici": "games.tredici:Tredici",
}


class NoSuchGame(GameError, LookupError):
    """Raised when no installed game has the name that was asked for."""


@cache
def _found() -> tuple[dict[str, type[Game]], dict[str, str]]:
    found: dict[str, type[Game]] = {}
    for name, place in BUILT_IN.items():
        module, class_name = place.split(":")
        found[name] = getattr(import_module(module), class_name)
    titles = {game.title for game in found.values()}

    def fit(name: str, offered: Any) -> type[Game]:
        game = playable(name, offered, titles)
        titles.add(game.title)
        return game

    others, broken = loaded(ENTRY_POINTS, found, fit)
    return {**found, **others}, broken


def available() -> dict[str, type[Game]]:
    """Return all games that can be played, as a dict from the name to the game's class. The
    built-in games come first. The games of other packages follow in alphabetical order."""
    return dict(_found()[0])


def broken() -> dict[str, str]:
    """Return the games of packages that were found but can't be used, as a dict from the name to
    the reason."""
    return dict(_found()[1])


def load(name: str) -> type[Game]:
    """Return the class of the game with the name `name`. Raises NoSuchGame, whose message lists all
    names."""
    found = _found()[0]
    if name not in found:
        raise NoSuchGame(
            marked("There's no game called {name}. Choose from {names}."),
            name=name,
            names=", ".join(found),
        )
    return found[name]
