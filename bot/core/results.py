"""Finished games in the form that statistics and ratings count: the players and the result of each
seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.core.levels import worth
from games.core import Deed

ALL_TIME: Final = ""
"""Stands in place of a season's name for all games of all time."""

BOTS: Final = 0
"""The id of all bot players, and of members whose data was deleted during the game."""


class Player(NamedTuple):
    """The person or group for whom a result is counted. There are four kinds:

    A member has an id above 0 and no strength. All bot players of one strength are counted
    together, under the id BOTS and that strength. A member's games alone against bot players
    (practice) are counted under the member's id and the strength of these bot players. A member
    whose data was deleted has an id of 0 or below."""

    member_id: int
    strength: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether this stands for all bot players of one strength."""
        return self.member_id == BOTS and bool(self.strength)


class Key(NamedTuple):
    """The key of a player's totals: the season, or ALL_TIME, and the player."""

    season: str
    player: Player


class DeedKey(NamedTuple):
    """The key under which the database counts one deed (something rare that a player did in a
    game). It is made of the season or ALL_TIME, the player, and the deed's name and degree."""

    season: str
    player: Player
    name: str
    degree: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat in a finished game. `name` is the player's name as shown, `side` the
    number of the seat's team, and `rank` counts from 1."""

    player: Player
    name: str
    side: int
    rank: int
    resigned: bool
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game in the form that statistics count. `game` is the kind of game (durak, say),
    and `seq` the number of the result among the server's results of that kind. `kind` is how the
    game ended, `last_rank` is the worst rank in it, and `ended_at` the time in milliseconds since
    1970. `season` is None when the server had no season."""

    game: str
    seq: int
    kind: str
    last_rank: int
    season: str | None
    ended_at: int
    annulled: bool
    seats: tuple[SeatResult, ...]

    @property
    def counts(self) -> bool:
        """Whether the game counts: it is neither void nor annulled."""
        return self.kind != "void" and not self.annulled

    @property
    def scopes(self) -> tuple[str, ...]:
        """The periods in which the game counts: ALL_TIME, and the season in which the game ended if
        the server had one."""
        return (ALL_TIME,) if self.season is None else (ALL_TIME, self.season)

    def tally_keys(self) -> list[Key]:
        """Return the keys of all totals that change with this game. There is one key for each
        seat's player in each period in which the game counts."""
        return [Key(scope, self.counted_for(seat)) for scope in self.scopes for seat in self.seats]

    @property
    def members(self) -> int:
        """The number of seats in the game that were held by members."""
        return sum(not seat.player.is_bot for seat in self.seats)

    @property
    def practised_against(self) -> str:
        """The strength of the bot players, if exactly one member played against bot players. If the
        bot players had different strengths, it is the greatest strength. It is empty for any other
        game."""
        strengths = {seat.player.strength for seat in self.seats if seat.player.is_bot}
        if self.members != 1 or not strengths:
            return ""
        return max(strengths, key=lambda strength: worth(self.game, strength))

    def counted_for(self, seat: SeatResult) -> Player:
        """Return the player for whom the seat's result is counted. If a single member played
        against bot players, the returned player has the member's id and the bot players' strength.
        So such games are counted apart from the member's other games."""
        if seat.player.member_id == BOTS:
            return seat.player
        return seat.player._replace(strength=self.practised_against)

    def won_by(self, seat: SeatResult) -> bool:
        """Whether the seat won."""
        return self.kind == "won" and seat.rank == 1 and not self.lost_by(seat)

    def lost_by(self, seat: SeatResult) -> bool:
        """Return whether the seat lost. A seat loses when it resigns, when it has the last rank in
        a game that has a winner, or when everybody loses together. In Durak, the seat with the last
        rank is the fool."""
        last = self.kind == "won" and seat.rank == self.last_rank > 1
        return seat.resigned or last or self.kind == "lost"
