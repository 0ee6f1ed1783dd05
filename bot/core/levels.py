"""The fixed ratings of the bot players' levels (master, skilled, …), as they were measured
(docs/ratings.md). The numbers are in levels.toml, which `python -m benchmarks levels` writes."""

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
    """The measurement of one level of bot players. `mu` is the measured skill and `error` its
    standard error, both in millionths, and `games` the number of games played for it."""

    mu: int
    error: int
    games: int

    @property
    def rating(self) -> Rating:
        """The rating of a bot player of this level. Its uncertainty is always `KNOWN`, that of a
        member after many games, so that players of equal skill are shown equal ratings."""
        return Rating(self.mu, KNOWN)


@dataclass(frozen=True, slots=True)
class Measured:
    """The measured ratings of a game's levels at tables of one size. `levels` has the best level
    first, `anchor` is the level whose rating was fixed in advance, `games` the number of games
    played by preset, and `players` the version of the bot players' code (games.players.VERSION)."""

    anchor: str
    players: int
    games: Mapping[str, int]
    levels: Mapping[str, Level]

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Measured:
        """Make the measurements for one table size from that size's part of levels.toml. Raises
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
    """Return the measurements of a game's bot players by the number of seats, the smallest number
    first. Our own games have theirs in levels.toml, and a plug-in brings those of its game. Empty
    when none were measured."""
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
    """Return a checksum of the fixed ratings of a game's levels. A leaderboard that was computed
    with another checksum must be computed again."""
    told = [
        (seats, name, level.rating)
        for seats, measured in tables_of(game).items()
        for name, level in measured.levels.items()
    ]
    return crc32(repr(told).encode())


def worth(game: str, strength: str) -> tuple[int, str]:
    """Return a key for sorting the strengths of a game's bot players by their measured skill, the
    weakest first. Strengths that were never measured come before all others."""
    rating = fixed_rating(game, strength)
    return (rating.mu if rating is not None else -UNKNOWN, strength)


def fixed_rating(game: str, strength: str, seats: int = SHOWN) -> Rating | None:
    """Return the rating of bot players of that strength at a table with `seats` seats. When that
    size wasn't measured, use the next smaller size, or the smallest one. None when the strength was
    never measured."""
    tables = tables_of(game)
    if not tables:
        return None
    nearest = max((size for size in tables if size <= seats), default=min(tables))
    level = tables[nearest].levels.get(strength)
    return None if level is None else level.rating
