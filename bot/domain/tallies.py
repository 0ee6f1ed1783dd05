"""Ratings and counts that follow from finished games, computed one game after the other.

A game's end and a recount use the same computation.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.domain.ratings import Rating, mean, rate
from bot.domain.results import ALL_TIME, DeedKey, GameResult, Key, Player, SeatResult
from bot.domain.statistics import NOTHING_COUNTED, STATISTICS, Counts


@dataclass(slots=True)
class Tally(Counts):
    """A player's numbers in one game of one server, in one season or of all time."""

    name: str = ""
    seen_at: int = 0
    """When the last of these games ended, in milliseconds since 1970."""
    mu: int = Rating().mu
    sigma: int = Rating().sigma
    figure: int = Rating().figure
    rated: int = 0
    streak: int = 0
    """Games won in a row until now."""
    longest: int = 0
    counts: Mapping[str, int] = field(default_factory=lambda: NOTHING_COUNTED)
    """The counts by the names of STATISTICS; replaced after each game, never changed in place."""

    @property
    def rating(self) -> Rating:
        """The rating that the next game is reckoned from."""
        return Rating(self.mu, self.sigma)


class Tallies:
    """Counts games. Takes the tallies so far, which it changes; a player who has none begins with a
    new one.

    `deeds` is what was counted in the games since, not before.
    """

    def __init__(self, tallies: dict[Key, Tally] | None = None) -> None:
        self.of: dict[Key, Tally] = tallies if tallies is not None else {}
        self.deeds: Counter[DeedKey] = Counter()

    def count(self, game: GameResult) -> list[int | None]:
        """Counts a game; the all-time figure of each seat after it, None where it was not rated."""
        if not game.counts:
            return [None] * len(game.seats)
        for scope in game.scopes:
            self._count(game, scope)
            rated = self._rate(game, scope)
            if scope == ALL_TIME:
                figures = [
                    self._tally(scope, seat).figure if seat.player in rated else None
                    for seat in game.seats
                ]
        return figures

    def _count(self, game: GameResult, scope: str) -> None:
        for seat in game.seats:
            tally = self._tally(scope, seat)
            tally.name, tally.seen_at = seat.player.strength or seat.name, game.ended_at
            tally.counts = {
                statistic.name: tally.counts[statistic.name] + statistic.adds(game, seat)
                for statistic in STATISTICS
            }
            tally.streak = tally.streak + 1 if game.won_by(seat) else 0
            tally.longest = max(tally.longest, tally.streak)
            for deed in seat.deeds:
                self.deeds[DeedKey(scope, seat.player, deed.name, deed.degree)] += deed.times

    def _rate(self, game: GameResult, scope: str) -> set[Player]:
        """Rate a game; returns the players whose rating it changed.

        In a game with bot players, only the bot players are rated, measured by the members'
        ratings.
        """
        after = self._ratings_after(game, scope)
        bots = {player for player in after if player.is_bot}
        changed = bots or set(after)
        for player in changed:
            tally = self.of[Key(scope, player)]
            rating = mean(after[player])
            tally.mu, tally.sigma, tally.figure = rating.mu, rating.sigma, rating.figure
            tally.rated += len(after[player])
        return changed

    def _ratings_after(self, game: GameResult, scope: str) -> dict[Player, list[Rating]]:
        """What the model makes of each player (of several seats, several ratings); nothing when
        there is one team."""
        teams = list(_teams(game).items())
        if len(teams) < 2:  # noqa: PLR2004 - there must be somebody to be better than
            return {}
        before = [[self._tally(scope, seat).rating for seat in team] for _, team in teams]
        after = rate(before, [rank for (rank, _), _ in teams])
        ratings = defaultdict(list)
        for (_, team), rated in zip(teams, after, strict=True):
            for seat, rating in zip(team, rated, strict=True):
                ratings[seat.player].append(rating)
        return ratings

    def _tally(self, scope: str, seat: SeatResult) -> Tally:
        return self.of.setdefault(Key(scope, seat.player), Tally())


def _teams(game: GameResult) -> dict[tuple[int, int], Sequence[SeatResult]]:
    """The seats of each side, by rank and side. Who gave up shares the last rank, and no longer
    belongs to the side."""
    teams: dict[tuple[int, int], list[SeatResult]] = {}
    for seat in game.seats:
        rank = game.last_rank if seat.resigned else seat.rank
        teams.setdefault((rank, seat.side), []).append(seat)
    return dict(teams)
