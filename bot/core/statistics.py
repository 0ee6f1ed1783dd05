"""The numbers that leaderboards and profiles show about a player beside the rating, such as games
won.

Each of these statistics is defined only here. The database has a column for each statistic, so a
new statistic needs a migration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import games
from bot.core.results import GameResult, SeatResult
from games.sentences import both, marked


@dataclass(frozen=True, slots=True)
class Statistic:
    """A number about a player that rises with finished games. `name` is its column in the database.
    `adds` returns how much a game adds for one of the game's seats, never less than 0. With
    `highest`, the statistic is the largest value that `adds` returned, instead of the sum of all
    values. `deed` is the name of a deed (a noteworthy action). If it isn't empty, only kinds of
    games (durak, say) that have this deed have the statistic. `told` is the text for people with
    the blank `{number}`. It is one text, or a pair of texts for one and for several
    (`games.sentences.both`).

    A leaderboard can show each statistic in COLUMNS as a column, and can be sorted by each
    statistic in ORDERS. `heading` is the heading of the column, `title` is the name of the sort
    order for people, and `order` is its name in custom ids, which never changes. The member with
    the largest number comes first. Between members with equal numbers, the statistics named in
    `ties` decide. The member with the smaller number in such a statistic comes first. If a name in
    `ties` begins with a minus, the member with the larger number comes first.

    If `share` is not empty, the leaderboard is sorted by a quotient: the number divided by the
    member's number of games. The member with the smallest quotient comes first. `share` is then the
    text for people, and its blank `{part}` is filled with the quotient."""

    name: str
    told: str | tuple[str, str]
    adds: Callable[[GameResult, SeatResult], int]
    heading: str = ""
    order: str = ""
    title: str = ""
    ties: tuple[str, ...] = ("games",)
    share: str = ""
    deed: str = ""
    highest: bool = False

    def after(self, before: int, game: GameResult, seat: SeatResult) -> int:
        """Return the player's new value of this statistic after a game. `before` is the value
        before the game, and `seat` is the result of the player's seat."""
        number = self.adds(game, seat)
        return max(before, number) if self.highest else before + number

    def is_counted_in(self, deed_names: Iterable[str]) -> bool:
        """Return whether the statistic exists for a game that has deeds (noteworthy actions) of
        these names."""
        return not self.deed or self.deed in deed_names


GAMES: Final = Statistic(
    name="games",
    told=both("{number} game", "{number} games"),
    adds=lambda _game, _seat: 1,
    heading=marked("Games"),
    order="games",
    title=marked("Games"),
    ties=("-won", "lost"),
)
WON: Final = Statistic(
    name="won",
    told=marked("won {number}"),
    adds=lambda game, seat: int(game.won_by(seat)),
    heading=marked("Won"),
    order="wins",
    title=marked("Wins"),
    ties=("lost", "games"),
)
LOST: Final = Statistic(
    name="lost",
    told=marked("lost {number}"),
    adds=lambda game, seat: int(game.lost_by(seat)),
    heading=marked("Lost"),
    order="lost",
    title=marked("Fewest losses"),
    ties=("-games",),
    share=marked("lost {number} ({part})"),
)
DRAWN: Final = Statistic(
    name="drawn",
    told=marked("drawn {number}"),
    adds=lambda game, seat: int(game.kind == "draw" and not game.lost_by(seat)),
)

SCORE: Final = "score"
"""The name of the deed (noteworthy action) that stands for a score. Games that are played for a
score have this deed, for example games in which all play together. The score is the degree of the
deed."""
BEST: Final = Statistic(
    name="best",
    told=marked("best score {number}"),
    adds=lambda _game, seat: max((d.degree for d in seat.deeds if d.name == SCORE), default=0),
    heading=marked("Best"),
    order="score",
    title=marked("Best score"),
    deed=SCORE,
    highest=True,
)

STATISTICS: Final = (GAMES, WON, LOST, DRAWN, BEST)
"""All statistics, in the order in which profiles show them."""
COLUMNS: Final = (GAMES, WON, LOST, BEST)
"""The statistics that leaderboards show as columns, from left to right."""
ORDERS: Final = (WON, GAMES, LOST, BEST)
"""The statistics by which a leaderboard can be sorted. The first one sorts a leaderboard without
ratings."""

BY_ORDER: Final = MappingProxyType({statistic.order: statistic for statistic in ORDERS})
"""The statistics by which a leaderboard can be sorted, with their names in custom ids as keys."""
COUNTED_DEEDS: Final = frozenset(each.deed for each in STATISTICS if each.deed)
"""The names of the deeds (noteworthy actions) that a statistic counts. Profiles show these deeds
only in the statistic, and not in the list of deeds."""
NOTHING_COUNTED: Final = MappingProxyType(dict.fromkeys((each.name for each in STATISTICS), 0))
"""The counts of a member without games."""


def goes_by_score(game: str | None) -> bool:
    """Return whether the leaderboards of this game are sorted by the best score instead of by
    rating. Return False for None and for a game that is not installed."""
    kind = games.available().get(game or "")
    return kind is not None and SCORE in kind.deed_names


class Counts:
    """One player's totals: `counts` maps the name of each statistic to its number."""

    __slots__ = ()

    counts: Mapping[str, int]

    @property
    def games(self) -> int:
        """The number of games that the player has finished."""
        return self.counts[GAMES.name]

    @property
    def won(self) -> int:
        """The number of games that the player has won."""
        return self.counts[WON.name]

    @property
    def lost(self) -> int:
        """The number of games that the player has lost."""
        return self.counts[LOST.name]

    @property
    def drawn(self) -> int:
        """The number of drawn games, without those in which the player gave up."""
        return self.counts[DRAWN.name]
