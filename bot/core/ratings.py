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
"""The rating in points of a new player."""

SCALE: Final = 200 / MODEL.sigma
"""The number of rating points in one unit of OpenSkill's model. With this number, a new player's
uncertainty (sigma) is 200 points."""

SETTLED_AFTER: Final = 10
"""The number of rated games after which a rating is no longer provisional."""


class Rating(NamedTuple):
    """The model's estimate of a player: `mu` is the skill, and `sigma` how uncertain it is, both in
    millionths."""

    mu: int = round(MODEL.mu * MILLION)
    sigma: int = round(MODEL.sigma * MILLION)

    @property
    def figure(self) -> int:
        """The rating in points that people are shown. It is `START` for a new player. It is a
        cautious estimate (mu - 3 sigma): the true skill is higher with a probability of more than
        99.7 %. So the rating in points also rises when only the uncertainty falls."""
        ordinal = (self.mu - 3 * self.sigma) / MILLION
        return round(START + SCALE * ordinal)


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the new ratings of all players after a game of at least two teams. `teams` are the
    ratings before the game, one list for each team. `ranks` are the ranks of the teams from 1, and
    teams that tied have the same rank. The result is in the same order as `teams`."""
    before = [
        [MODEL.rating(mu=one.mu / MILLION, sigma=one.sigma / MILLION) for one in team]
        for team in teams
    ]
    after = MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return [
        [Rating(round(one.mu * MILLION), round(one.sigma * MILLION)) for one in team]
        for team in after
    ]
