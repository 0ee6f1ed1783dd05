"""Ratings by OpenSkill's Plackett–Luce model, stored as whole numbers.

After each game, mean and uncertainty are rounded to millionths. The next game starts from exactly
the stored numbers, so computing all games again gives the same ratings to the last digit."""

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
        """The rating in points that people are shown, `START` for a new player. It is a cautious
        estimate (mu - 3 sigma, below the true skill with a probability of 99.7 %), so it also rises
        as the uncertainty falls."""
        ordinal = (self.mu - 3 * self.sigma) / MILLION
        return round(START + SCALE * ordinal)


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the new ratings of all players after a game of at least two teams. `teams` are the
    ratings before it, and `ranks` the rank of each team from 1, equal for a tie. The result has the
    shape of `teams`."""
    before = [
        [MODEL.rating(mu=one.mu / MILLION, sigma=one.sigma / MILLION) for one in team]
        for team in teams
    ]
    after = MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [
        [Rating(round(one.mu * MILLION), round(one.sigma * MILLION)) for one in team]
        for team in after
    ]
