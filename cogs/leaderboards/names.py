"""The names that members read for leaderboards: of games, of seasons, of orders, and of deeds
(feats that a game counts, such as a walk-off Deegan)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import games
from bot.core.statistics import (
    BEST,
    BY_ORDER,
    COLUMNS,
    COUNTED_DEEDS,
    LOST,
    ORDERS,
    Statistic,
    goes_by_score,
)
from bot.leaderboards.model import Sort
from bot.leaderboards.seasons import Season, SeasonKind, named
from cogs.leaderboards.choice import DEED, BoardChoice
from cogs.words import _, counted, marked
from cogs.words.figures import month
from cogs.words.game import game_title
from cogs.words.generic import in_words
from cogs.words.load import words_of

# Translators: What a leaderboard counts: its title, or a word before a number.
DEEDS: Final[Mapping[str, str]] = {
    "epaulettes-given": marked("Epaulettes given"),
    "epaulettes-worn": marked("Epaulettes worn"),
    "last-trump": marked("Last trumps drawn"),
    "walk-off": marked("Walk-off Deegans"),
    "kische-right": marked("Correct kischés"),
    "kische-wrong": marked("Wrong kischés"),
    "thirteen": marked("Suits completed"),
}
# Translators: How long a leaderboard's seasons are.
KINDS: Final[Mapping[SeasonKind, str]] = {
    SeasonKind.WEEKLY: marked("Weekly seasons"),
    SeasonKind.MONTHLY: marked("Monthly seasons"),
    SeasonKind.QUARTERLY: marked("Three-month seasons"),
    SeasonKind.NEVER: marked("No seasons"),
}
# Translators: In place of a rating.
UNRATED: Final = marked("no rating yet")
"""Shown instead of the rating of a member without rated games, or of bot players that nobody has
measured."""
WHY_UNRATED: Final = marked(
    "No rating yet. Games are rated when at least two people play, with or without bots."
)
"""The explanation of `UNRATED`."""
PROVISIONAL: Final = "~"
"""The mark of a rating that rests on few games."""


def ladder_title(game: str | None) -> str:
    """Return the name of a game's leaderboards. If `game` is None, return the name for all games
    together."""
    # Translators: In place of a game's name.
    return _("All games") if game is None else game_title(game)


def season_title(season: str | None) -> str:
    """Return a season's name for people, such as `November 2026`, `Week 47 of 2026` or `Q4 2026`.
    If `season` is None, return the words for all time."""
    if season is None:
        # Translators: In place of a season.
        return _("All time")
    return _titled(named(season))


def _titled(season: Season) -> str:
    year = season.name.partition("-")[0]
    match season.kind:
        case SeasonKind.WEEKLY:
            return _(
                "Week {number} of {year}", number=int(season.name.rpartition("W")[2]), year=year
            )
        case SeasonKind.QUARTERLY:
            # Translators: A quarter of a year: “Q4 2026”.
            return _("Q{number} {year}", number=season.name[-1], year=year)
        case _:
            return month(season.begins)


def deed_title(deed: str) -> str:
    """Return the name of a deed (a feat that a game counts). If the code has no name for the deed,
    which can happen with a plug-in, return the deed's identifier in words."""
    return _(DEEDS[deed]) if deed in DEEDS else in_words(deed)


# Translators: What a leaderboard is sorted by.
def order_title(choice: BoardChoice) -> str:
    """Return the name of the order in which a leaderboard is sorted, for members."""
    if choice.sort == Sort.RATING:
        return _(BEST.title) if goes_by_score(choice.game) else _("Rating")
    if choice.sort == Sort.DEED:
        return deed_title(choice.deed)
    if choice.sort == LOST.order and choice.game in games_with_fools():
        return _("Fewest times the fool")
    return _(BY_ORDER[choice.sort].title)


def games_with_fools() -> list[str]:
    """Return the names of the games that have a word for the player in last place, such as Durak's
    *fool*."""
    return [game for game in games.available() if words_of(game).last]


def deeds_of(game: str | None) -> list[str]:
    """Return the identifiers of the deeds (feats) that a game counts. If `game` is None, return the
    identifiers for all games. Return an empty list for a game that isn't available."""
    kinds = games.available()
    known = list(kinds.values()) if game is None else [kinds[game]] if game in kinds else []
    return list(dict.fromkeys(deed for kind in known for deed in kind.deed_names))


def statistics(game: str | None, among: Sequence[Statistic] = COLUMNS) -> list[Statistic]:
    """Return the statistics in `among` that the leaderboards of a game have. If `game` is None,
    these are the leaderboards of all games together."""
    deeds = deeds_of(game)
    return [statistic for statistic in among if statistic.is_counted_in(deeds)]


def told(statistic: Statistic, number: int) -> str:
    """Return the number of a statistic in words."""
    if isinstance(statistic.told, str):
        return _(statistic.told, number=number)
    return counted(*statistic.told, number)


def orders(game: str | None) -> list[str]:
    """Return the names of the orders in which the leaderboard of a game can be sorted, as in
    `BoardChoice.order`. If `game` is None, return the orders for the leaderboard of all games
    together. The order by rating is missing where there are no ratings (see `is_rated`). The orders
    by deeds (special feats that a game counts) differ from game to game."""
    return [
        *([Sort.RATING.value] if is_rated(game) else []),
        *(statistic.order for statistic in statistics(game, ORDERS)),
        *(DEED + deed for deed in deeds_of(game) if deed not in COUNTED_DEEDS),
    ]


def is_rated(game: str | None) -> bool:
    """Return whether a game's leaderboard has ratings. The leaderboard of all games together has no
    ratings. The leaderboard of a game that is ordered by scores has none either."""
    return game is not None and not goes_by_score(game)


def rating(figure: int | None, *, provisional: bool) -> str:
    """Return a rating as text. If `figure` is None, there is no rating, and the text is a dash. A
    `provisional` rating (one that rests on few games) gets the sign `PROVISIONAL`."""
    if figure is None:
        return "–"
    return f"{PROVISIONAL}{figure}" if provisional else str(figure)
