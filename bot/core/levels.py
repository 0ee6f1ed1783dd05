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
"""The uncertainty (sigma) of the rating of every level, in millionths. A member's rating has about
the same uncertainty after 200 games."""
UNKNOWN: Final = 10**12
"""A number, in millionths, that is larger than any rating. `-UNKNOWN` replaces the rating of a
strength that was never measured, and is lower than any rating."""
SHOWN: Final = 4
"""Bot players have different ratings at tables of different sizes. People are shown the rating for
tables with this number of seats."""


@dataclass(frozen=True, slots=True)
class Level:
    """The measurement of one level of bot players. `mu` is the measured skill and `error` the
    standard error of `mu`, both in millionths. `games` is the number of games that were played to
    measure them."""

    mu: int
    error: int
    games: int

    @property
    def rating(self) -> Rating:
        """The rating of a bot player of this level. The uncertainty is always `KNOWN`, which is
        also the uncertainty of a member after many games. The rating that people see depends on
        skill and uncertainty. So a bot player and such a member of equal skill have the same
        visible rating."""
        return Rating(self.mu, KNOWN)


@dataclass(frozen=True, slots=True)
class Measured:
    """The measured ratings of the levels of a game's bot players, at tables of one size. `levels`
    maps the names of levels to their measurements, the best level first. `anchor` is the level
    whose rating was fixed in advance. `games` maps each preset (named set of rules) to the number
    of games played with it. `players` is the version of the bot players' code
    (games.players.VERSION).

    A plug-in's game tells only the ratings. There `anchor` and `games` are empty, `players` is the
    version of the game, and `levels` has the order of `Game.ratings`."""

    anchor: str
    players: int
    games: Mapping[str, int]
    levels: Mapping[str, Level]

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Measured:
        """Make the measurements for one table size. `table` is the part of levels.toml for that
        size. Raises KeyError or TypeError when something is missing there."""
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
"""The measurements of the games in this project, by game and number of seats (in ascending order).
A plug-in has its own measurements in its game's class (`Game.ratings`)."""


def tables_of(game: str) -> Mapping[int, Measured]:
    """Return the measurements of a game's bot players for each table size that was measured. The
    keys are the numbers of seats, in ascending order. The result is empty when nothing was
    measured.

    The measurements of the games in this project are in levels.toml. A plug-in brings the
    measurements of its own game."""
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
    """Return a key by which the strengths of a game's bot players can be sorted, from the weakest
    to the strongest measured skill. A strength that was never measured comes before all measured
    ones."""
    rating = fixed_rating(game, strength)
    return (rating.mu if rating is not None else -UNKNOWN, strength)


def fixed_rating(game: str, strength: str, seats: int = SHOWN) -> Rating | None:
    """Return the rating of bot players of that strength at a table with `seats` seats. If no table
    of that size was measured, take the next smaller measured size. If there is no smaller one, take
    the smallest measured size. Return None when the strength was not measured there."""
    tables = tables_of(game)
    if not tables:
        return None
    nearest = max((size for size in tables if size <= seats), default=min(tables))
    level = tables[nearest].levels.get(strength)
    return None if level is None else level.rating
