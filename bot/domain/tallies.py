"""What follows from finished games: ratings and counts, reckoned one game after the other.

The same reckoning is used when a game ends and when everything is reckoned anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.domain.ratings import Rating, mean, rate
from games.core import Deed

ALL_TIME: Final = ""
"""In the place of a season's name: all games ever."""


class Player(NamedTuple):
    """Who is counted: a member by id (0 or below: one who was forgotten), or all bot players of a
    strength (id 0)."""

    member_id: int
    strength: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether these are bot players."""
        return bool(self.strength)


class Key(NamedTuple):
    """What a tally is of: a player in a season, or of all time."""

    season: str
    player: Player


class DeedKey(NamedTuple):
    """What a deed is counted under."""

    season: str
    player: Player
    name: str
    degree: int


@dataclass(slots=True)
class Tally:
    """A player's numbers in one game of one server, in one season or of all time."""

    name: str = ""
    seen_at: int = 0
    """When the last of these games ended, in milliseconds since 1970."""
    mu: int = Rating().mu
    sigma: int = Rating().sigma
    figure: int = Rating().figure
    rated: int = 0
    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    streak: int = 0
    """Games won in a row until now."""
    longest: int = 0

    @property
    def rating(self) -> Rating:
        """The rating that the next game is reckoned from."""
        return Rating(self.mu, self.sigma)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game went for one seat."""

    player: Player
    name: str
    side: int
    rank: int
    resigned: bool
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game as it is counted. `last_rank` is the worst rank, `season` None when there was
    none."""

    seq: int
    kind: str
    last_rank: int
    season: str | None
    ended_at: int
    annulled: bool
    seats: tuple[SeatResult, ...]

    @property
    def counts(self) -> bool:
        """Neither void nor annulled."""
        return self.kind != "void" and not self.annulled

    @property
    def scopes(self) -> tuple[str, ...]:
        """What the game is counted for: all time, and its season."""
        return (ALL_TIME,) if self.season is None else (ALL_TIME, self.season)

    def tally_keys(self) -> list[Key]:
        """The tallies that the game changes, or its ratings depend on."""
        return [Key(scope, seat.player) for scope in self.scopes for seat in self.seats]

    def won_by(self, seat: SeatResult) -> bool:
        """Whether the seat won."""
        return self.kind == "won" and seat.rank == 1 and not self.lost_by(seat)

    def lost_by(self, seat: SeatResult) -> bool:
        """Whether the seat lost: gave up, or came last in a game that somebody won. In Durak, it is
        the fool."""
        return seat.resigned or (self.kind == "won" and seat.rank == self.last_rank > 1)


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
            won, lost = game.won_by(seat), game.lost_by(seat)
            tally.name, tally.seen_at = seat.player.strength or seat.name, game.ended_at
            tally.games += 1
            tally.won += won
            tally.lost += lost
            tally.drawn += game.kind == "draw" and not lost
            tally.streak = tally.streak + 1 if won else 0
            tally.longest = max(tally.longest, tally.streak)
            for deed in seat.deeds:
                self.deeds[DeedKey(scope, seat.player, deed.name, deed.degree)] += deed.times

    def _rate(self, game: GameResult, scope: str) -> set[Player]:
        """Rates a game, and returns whose rating it changed.

        Where bot players sit, it is rated for them alone: the members' ratings are what theirs is
        measured by.
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
