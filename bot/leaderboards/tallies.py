"""Tallies: the totals and ratings of players, computed from finished games one after the other.

The same code runs at the end of each game and when all games are counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.core.levels import fixed_rating
from bot.core.ratings import Rating, rate
from bot.core.results import ALL_TIME, DeedKey, GameResult, Key, Player, SeatResult
from bot.core.statistics import NOTHING_COUNTED, STATISTICS, Counts

MEMBERS: Final = 2
"""The least number of members in a rated game."""
TEAMS: Final = 2
"""The least number of teams in a rated game: there must be an opponent."""


@dataclass(slots=True)
class Tally(Counts):
    """A player's totals in one game (durak, say) of one server, in one season or over all time.
    `mu` and `sigma` are the rating in millionths, and `figure` is the rating in points. `rated` is
    the number of rated games. `streak` is how many of the last games the player won without a
    break, and `longest` is the longest such streak ever. `seen_at` is when the player's last game
    ended (milliseconds since 1970)."""

    name: str = ""
    seen_at: int = 0
    """When the last game in this tally ended, in milliseconds since 1970. 0: there is no game
    yet."""
    mu: int = Rating().mu
    sigma: int = Rating().sigma
    figure: int = Rating().figure
    rated: int = 0
    streak: int = 0
    """The number of games in a row that the player has won up to now. It is 0 after a game that the
    player did not win."""
    longest: int = 0
    counts: Mapping[str, int] = field(default_factory=lambda: NOTHING_COUNTED)
    """The counts, with the names of STATISTICS as keys. After each game the mapping is replaced,
    and never changed in place."""

    @property
    def rating(self) -> Rating:
        """The player's rating before the next game: the mean and the uncertainty of their skill."""
        return Rating(self.mu, self.sigma)


class Tallies:
    """Counts finished games one after the other, and updates the players' tallies (totals and
    ratings).

    `tallies` are the tallies so far (None: no tallies yet). This dictionary itself is changed. `of`
    is the same dictionary, and maps the keys of players to their tallies. A player without a tally
    gets a new tally. `deeds` counts the deeds (noteworthy actions) in the games that were counted
    here."""

    def __init__(self, tallies: dict[Key, Tally] | None = None) -> None:
        self.of: dict[Key, Tally] = tallies if tallies is not None else {}
        self.deeds: Counter[DeedKey] = Counter()

    def count(self, game: GameResult) -> list[int | None]:
        """Count a game. Return the all-time rating in points after the game for each seat. It is
        None for a seat whose rating the game didn't change."""
        if not game.counts:
            return [None] * len(game.seats)
        for scope in game.scopes:
            self._count(game, scope)
            rated = self._rate(game, scope)
            if scope == ALL_TIME:
                figures = [
                    self._tally(scope, seat.player).figure if seat.player in rated else None
                    for seat in game.seats
                ]
        return figures

    def _count(self, game: GameResult, scope: str) -> None:
        for seat in game.seats:
            player = game.counted_for(seat)
            tally = self._tally(scope, player)
            tally.name = seat.player.strength or seat.name
            tally.seen_at = game.ended_at
            tally.counts = {
                statistic.name: statistic.after(tally.counts[statistic.name], game, seat)
                for statistic in STATISTICS
            }
            tally.streak = tally.streak + 1 if game.won_by(seat) else 0
            tally.longest = max(tally.longest, tally.streak)
            for deed in seat.deeds:
                self.deeds[DeedKey(scope, player, deed.name, deed.degree)] += deed.times

    def _rate(self, game: GameResult, scope: str) -> set[Player]:
        """Rate the players of a game in one period, `scope` (a season or ALL_TIME). Return the
        players who were rated.

        A game is not rated if it has a single side or a single member, or if everybody lost. Bot
        players take part with their fixed ratings. A bot player whose strength was never measured
        is left out."""
        teams = list(_teams(game).items())
        sides = {seat.side for seat in game.seats}
        if game.kind == "lost" or min(len(teams), len(sides)) < TEAMS or game.members < MEMBERS:
            return set()
        before = [[self._rating(game, scope, seat) for seat in team] for _, team in teams]
        after = rate(before, [rank for (rank, _), _ in teams])
        changed = set()
        for (_, team), ratings in zip(teams, after, strict=True):
            for seat, rating in zip(team, ratings, strict=True):
                if not seat.player.is_bot:
                    tally = self._tally(scope, seat.player)
                    tally.mu, tally.sigma, tally.figure = rating.mu, rating.sigma, rating.figure
                    tally.rated += 1
                    changed.add(seat.player)
        return changed

    def _rating(self, game: GameResult, scope: str, seat: SeatResult) -> Rating:
        fixed = _fixed(game, seat.player)
        return fixed or self._tally(scope, seat.player).rating

    def _tally(self, scope: str, player: Player) -> Tally:
        return self.of.setdefault(Key(scope, player), Tally())


def _fixed(game: GameResult, player: Player) -> Rating | None:
    """Return the fixed rating of a bot player at a table of the game's size. Return None when the
    bot player's strength was never measured, and for a member."""
    return fixed_rating(game.game, player.strength, len(game.seats))


def _teams(game: GameResult) -> dict[tuple[int, int], Sequence[SeatResult]]:
    """Group the seats by side (team), for the rating. The keys are pairs of rank and side. A seat
    that resigned forms a team of its own with the last rank. Bot players without a measured rating
    are left out."""
    teams: dict[tuple[int, int], list[SeatResult]] = {}
    for seat in game.seats:
        player = seat.player
        if player.is_bot and _fixed(game, player) is None:
            continue
        rank = game.last_rank if seat.resigned else seat.rank
        teams.setdefault((rank, seat.side), []).append(seat)
    return dict(teams)
