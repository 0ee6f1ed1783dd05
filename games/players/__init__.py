"""Bot players. A player gets a View and a random source of its own, and answers with one of the
view's moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from games.core import Chance, Move, View
from games.players.random import choose as random_player

Player = Callable[[View, Chance], Move]
"""Chooses one of `view.moves`, of which there is at least one."""

ENTRY_POINTS: Final = "shijo.players"
"""The group of entry points in which a package offers players of its game: `"game.strength" =
"module:function"`."""

RANDOM: Final = "random"
BUILT_IN: Final = {
    "durak": {"greedy": "games.players.durak:choose"},
    "dritzak": {"greedy": "games.players.dritzak:choose"},
    "tredici": {"greedy": "games.players.tredici:choose"},
}


@cache
def _found() -> tuple[dict[str, dict[str, Player]], dict[str, str]]:
    found: dict[str, dict[str, Player]] = {}
    broken: dict[str, str] = {}
    for game, players in BUILT_IN.items():
        for strength, place in players.items():
            module, function = place.split(":")
            found.setdefault(game, {})[strength] = getattr(import_module(module), function)
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        game, _, strength = entry.name.partition(".")
        if not strength or strength in {*found.get(game, ()), RANDOM}:
            broken[entry.name] = (
                "it must be named game.strength, and there may be no other of that name"
            )
            continue
        try:
            found.setdefault(game, {})[strength] = entry.load()
        # A plug-in's import may raise anything, and must not take the other players along.
        except Exception as error:  # noqa: BLE001
            broken[entry.name] = f"{type(error).__name__}: {error}"
    return found, broken


def _of(game: str) -> dict[str, Player]:
    return {**_found()[0].get(game, {}), RANDOM: random_player}


def broken() -> dict[str, str]:
    """The plug-in players that were found and can't be used, each with the reason."""
    return dict(_found()[1])


def strengths(game: str) -> list[str]:
    """The names of the players there are for a game, the strongest first; `random` is always the
    last."""
    return list(_of(game))


def player(game: str, strength: str | None = None) -> Player:
    """The player of that strength (None, or one that is gone: the strongest there is)."""
    players = _of(game)
    return players.get(strength or "") or next(iter(players.values()))
