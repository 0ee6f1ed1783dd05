"""Ratings: OpenSkill's Plackett–Luce model, with every figure kept in whole numbers.

After each game the model's numbers are rounded to millionths. So the next game is computed from
exactly the stored numbers, and computing everything anew gives the same numbers to the last
digit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MODEL: Final = PlackettLuce()
"""OpenSkill's defaults: a new player has mu 25, sigma 25/3."""

MILLION: Final = 1_000_000

START: Final = 1000
"""The figure of a new player."""

SCALE: Final = 200 / MODEL.sigma
"""Points of the figure for one point of the model: a new player's uncertainty (sigma) is 200
points."""

SETTLED_AFTER: Final = 10
"""Rated games until a rating is no longer provisional."""


class Rating(NamedTuple):
    """The model's estimate of a player: `mu` is the skill, and `sigma` how uncertain it is, both in
    millionths."""

    mu: int = round(MODEL.mu * MILLION)
    sigma: int = round(MODEL.sigma * MILLION)

    @property
    def figure(self) -> int:
        """The conservative figure that people are shown: `START` for a new player; it rises as the
        skill becomes more certain. It is the model's ordinal (mu - 3 sigma: the skill is higher
        with a probability of 99.7 %), scaled."""
        ordinal = (self.mu - 3 * self.sigma) / MILLION
        return round(START + SCALE * ordinal)


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """The ratings of all players after a game of at least two teams, ranked from 1; equal ranks are
    ties."""
    before = [
        [MODEL.rating(mu=one.mu / MILLION, sigma=one.sigma / MILLION) for one in team]
        for team in teams
    ]
    after = MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [
        [Rating(round(one.mu * MILLION), round(one.sigma * MILLION)) for one in team]
        for team in after
    ]
