"""The choice of a leaderboard (game, season, order and page), which its buttons and selects hold in
their custom ids. In this package, a board is a leaderboard."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.core.statistics import BY_ORDER
from bot.leaderboards.model import Sort
from bot.leaderboards.seasons import named
from cogs.discord.components import ON_BOARD

ALL: Final = "all"
"""Stands for all games or all time, in ids and selects. No game and no season has this name."""
DEED: Final = "deed-"
"""The prefix in the name of a leaderboard's order by the number of a deed, such as `deed-walk-off`.
A deed is a special feat that a game counts."""


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """What a leaderboard shows, as the member with the id `asker` has chosen. `game` is the name of
    a game (None: all games together). `season` is the name of a season (None: all time). `sort` is
    a Sort, or the name of a statistic's order. `deed` names the deed by which the leaderboard is
    sorted with Sort.DEED, and is empty with any other `sort`. A deed is a special feat that a game
    counts. `page` counts from 0."""

    asker: int
    game: str | None = None
    season: str | None = None
    sort: str = Sort.RATING
    deed: str = ""
    page: int = 0

    @property
    def order(self) -> str:
        """The name of the leaderboard's order, such as `rating`. For an order by how often members
        did a deed (a special feat), the name is `deed-` and the deed's name, such as
        `deed-walk-off`."""
        return DEED + self.deed if self.sort == Sort.DEED else str(self.sort)

    def custom_id(self, action: str) -> str:
        """Return the custom id of a button or select. A press on it does `action` with this
        leaderboard. Raises ValueError if the id is too long for Discord."""
        words = (self.asker, self.game or ALL, self.season or ALL, self.order, self.page)
        return ON_BOARD.id(action, *words)

    @classmethod
    def read(cls, match: re.Match[str]) -> BoardChoice:
        """Return the choice that a custom id holds, from its match with `ON_BOARD`. Raises
        ValueError if the id makes no sense."""
        choice = cls(
            asker=int(match["asker"]),
            game=None if match["game"] == ALL else match["game"],
            season=None if match["season"] == ALL else named(match["season"]).name,
            page=int(match["page"]),
        )
        return choice.by(match["order"])

    def by(self, order: str) -> BoardChoice:
        """Return this choice with another order of the leaderboard. `order` is `rating`, the name
        of a statistic's order, or `deed-` with the name of a deed, such as `deed-walk-off`. Raises
        ValueError for any other word."""
        if order.startswith(DEED):
            return replace(self, sort=Sort.DEED, deed=order.removeprefix(DEED))
        if order != Sort.RATING and order not in BY_ORDER:
            raise ValueError(order)
        return replace(self, sort=order, deed="")
