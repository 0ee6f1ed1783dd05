"""The fixed ratings of the bot players' levels, as they were measured (docs/ratings.md).

The measured figures are data: levels.toml, written by `python -m benchmarks levels`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final
from zlib import crc32

import games
from bot.core.ratings import MILLION, Rating
from games.core import Game

FILE: Final = "levels.toml"
KNOWN: Final = 2_000_000
"""The sigma of a level, in millionths: as small as the sigma of a member after some 200 games."""
UNKNOWN: Final = 10**12
"""Millionths below any rating."""
SHOWN: Final = 4
"""The number of seats of the tables whose ratings people are shown."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of bot players as it was measured: `mu` and its standard `error`, in millionths,
    and the number of games that it played for the measurement."""

    mu: int
    error: int
    games: int

    @property
    def rating(self) -> Rating:
        """The rating of a bot player of this level, in games and as people are shown it. Its
        uncertainty is always that of a member after many games, however long the measurement took,
        so that players of equal skill have equal ratings."""
        return Rating(self.mu, KNOWN)


@dataclass(frozen=True, slots=True)
class Measured:
    """How a game's levels were measured at tables of one size, the best level first. `games` is the
    number of games played, by preset. `anchor` is the level whose rating was fixed. `players` is
    the version of the bot players (games.players.VERSION)."""

    anchor: str
    players: int
    games: Mapping[str, int]
    levels: Mapping[str, Level]

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Measured:
        """The measurements for one table size, read from that size's part of levels.toml. Raises
        KeyError or TypeError when something is missing there."""
        levels = sorted(table["levels"].items(), key=lambda level: -level[1]["mu"])
        return cls(
            anchor=table["anchor"],
            players=table["players"],
            games=MappingProxyType(table["games"]),
            levels=MappingProxyType({name: Level(**level) for name, level in levels}),
        )


def _read() -> Mapping[str, Mapping[int, Measured]]:
    text = (files("bot.core") / FILE).read_text(encoding="utf-8")
    return {
        game: {int(seats): Measured.read(table) for seats, table in sorted(tables.items())}
        for game, tables in tomllib.loads(text).items()
    }


MEASURED: Final[Mapping[str, Mapping[int, Measured]]] = MappingProxyType(_read())
"""By game and number of seats, the fewest first: our own games. A package has its own figures in
its game's class (`Game.ratings`)."""


def tables_of(game: str) -> Mapping[int, Measured]:
    """The measurements of a game's bot players by number of seats, the smallest first. For a game
    of ours they are our own, for a package's game those of its author."""
    if game in MEASURED:
        return MEASURED[game]
    kind = games.available().get(game)
    return {} if kind is None else _packaged(kind)


@cache
def _packaged(kind: type[Game]) -> Mapping[int, Measured]:
    return {
        seats: Measured(
            anchor="",
            players=kind.version,
            games={},
            levels={name: Level(round(mu * MILLION), 0, 0) for name, mu in of.items()},
        )
        for seats, of in sorted(kind.ratings.items())
    }


def edition(game: str) -> int:
    """A number that changes whenever the fixed rating of one of the game's levels changes. A
    leaderboard that was computed with another number is computed anew."""
    told = [
        (seats, name, level.rating)
        for seats, measured in tables_of(game).items()
        for name, level in measured.levels.items()
    ]
    return crc32(repr(told).encode())


def worth(game: str, strength: str) -> tuple[int, str]:
    """A key to sort strengths by: a stronger one has a greater key, and strengths that weren't
    measured come first."""
    rating = fixed_rating(game, strength)
    return (rating.mu if rating is not None else -UNKNOWN, strength)


def fixed_rating(game: str, strength: str, seats: int = SHOWN) -> Rating | None:
    """The rating of bot players of that strength at a table with this number of seats. If no table
    of that size was measured, the size measured is the next smaller one, or if there is none, the
    smallest. None when the strength wasn't measured."""
    tables = tables_of(game)
    if not tables:
        return None
    nearest = max((size for size in tables if size <= seats), default=min(tables))
    level = tables[nearest].levels.get(strength)
    return None if level is None else level.rating
