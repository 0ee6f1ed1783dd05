"""Compute the ratings that fit a set of games best, in the same model that rates members.

In the model (bot/core/ratings.py), a game moves a rating by the slope of the likelihood of the
result. Where the likelihood is greatest, this slope is zero on average, and the ratings stay where
they are. This module finds these ratings for players whose skill does not change.

A prior is what the model assumes about a player before any game (mu 25, sigma 25/3). It is counted
too. Without the prior, a player who loses every game would have an infinitely low rating."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

from bot.core.ratings import MODEL

PRECISION: Final = 1 / MODEL.sigma**2
"""The precision of the prior: 1 divided by its variance. It tells how sure the model is of a
player's rating before any game."""
STEPS: Final = 100
SMALL: Final = 1e-9
"""The least change of a rating (mu) that makes another step necessary. When all ratings change by
less in one step, the computation ends."""

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A game in which everybody plays alone: the players, and the rank of each, from 1. Games of
    one `deal` share the luck of its cards, so they count as one observation."""

    names: tuple[str, ...]
    ranks: tuple[int, ...]
    deal: Hashable


@dataclass(frozen=True, slots=True)
class Fit:
    """The rating (mu) and the standard error of each player. The standard error of the anchor is
    0."""

    mu: Mapping[str, float]
    error: Mapping[str, float]


def fitted(games: Sequence[Ranked], anchor: str, at: float = MODEL.mu) -> Fit:
    """Compute the ratings of all players in these games. The rating of the player `anchor` is fixed
    at `at`.

    Raises ValueError when the anchor played in none of the games."""
    names = sorted({name for game in games for name in game.names})
    if anchor not in names:
        raise ValueError(f"{anchor} sat in none of these games")
    mu = {name: at if name == anchor else MODEL.mu for name in names}
    free = [name for name in names if name != anchor]
    for _ in range(STEPS):
        slopes, bends = _at(games, mu, free)
        slope = [
            sum(each[row] for each in slopes.values()) - PRECISION * (mu[name] - MODEL.mu)
            for row, name in enumerate(free)
        ]
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse(bends)]
        for name, change in zip(free, step, strict=True):
            mu[name] += change
        if max(map(abs, step), default=0.0) < SMALL:
            break
    return Fit(mu, {anchor: 0.0, **_errors(games, mu, free)})


def _errors(games: Sequence[Ranked], mu: Mapping[str, float], free: list[str]) -> dict[str, float]:
    """Return the standard errors of the ratings of the players in `free`, whose ratings aren't
    fixed. Games of one deal are not independent, so each deal counts as one observation. The errors
    are computed from how much the slope of the log likelihood varies between deals."""
    slopes, bends = _at(games, mu, free)
    size = range(len(free))
    scatter = [
        [sum(each[a] * each[b] for each in slopes.values()) + PRECISION * (a == b) for b in size]
        for a in size
    ]
    near = inverse(bends)
    spread = _times(_times(near, scatter), near)
    return {name: sqrt(spread[row][row]) for row, name in enumerate(free)}


def _at(
    games: Sequence[Ranked], mu: Mapping[str, float], free: list[str]
) -> tuple[dict[Hashable, list[float]], Matrix]:
    """Return the first and second derivatives of the log likelihood at the ratings `mu`, for the
    players in `free`, whose ratings aren't fixed. The first derivatives are a list for each deal,
    without the prior. The second derivatives are one matrix for all games, with the prior included
    and the sign changed."""
    place = {name: row for row, name in enumerate(free)}
    slopes: dict[Hashable, list[float]] = {}
    bends = [[PRECISION * (a == b) for b in range(len(free))] for a in range(len(free))]
    for game in games:
        slope = slopes.setdefault(game.deal, [0.0] * len(free))
        scale = MODEL.beta * sqrt(len(game.names))
        strengths = [exp(mu[name] / scale) for name in game.names]
        rows = [place.get(name) for name in game.names]
        for seat, rank in enumerate(game.ranks):
            weight = 1 / game.ranks.count(rank)
            chances = _chances(strengths, game.ranks, rank)
            for one, row in enumerate(rows):
                if row is None:
                    continue
                slope[row] += weight * ((one == seat) - chances[one]) / scale
                for other, column in enumerate(rows):
                    if column is not None:
                        bend = chances[one] * ((one == other) - chances[other])
                        bends[row][column] += weight * bend / scale**2
    return slopes, bends


def _chances(strengths: Sequence[float], ranks: Sequence[int], rank: int) -> list[float]:
    """Return, for each player, the probability of being the first among the players with the rank
    `rank` or a worse one. The probability is proportional to the player's strength, and 0 for
    players with a better rank."""
    whole = sum(each for each, other in zip(strengths, ranks, strict=True) if other >= rank)
    return [
        each / whole if other >= rank else 0.0 for each, other in zip(strengths, ranks, strict=True)
    ]


def likelihood(games: Sequence[Ranked], mu: Mapping[str, float]) -> float:
    """Return the logarithm of the probability of these games, if the players have the ratings
    `mu`."""
    total = 0.0
    for game in games:
        scale = MODEL.beta * sqrt(len(game.names))
        strengths = [exp(mu[name] / scale) for name in game.names]
        for seat, rank in enumerate(game.ranks):
            chance = _chances(strengths, game.ranks, rank)[seat]
            total += log(chance) / game.ranks.count(rank)
    return total


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric, positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(a == b) for b in range(size))] for a, row in enumerate(matrix)]
    for a in range(size):
        pivot = rows[a][a]
        rows[a] = [value / pivot for value in rows[a]]
        for b in range(size):
            if b != a:
                factor = rows[b][a]
                rows[b] = [x - factor * y for x, y in zip(rows[b], rows[a], strict=True)]
    return [row[size:] for row in rows]


def _times(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one
    ]
