"""Finished games as the statistics count them: the players and each seat's result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core import Deed

ALL_TIME: Final = ""
"""Stands for a season's name: all games ever."""


class Player(NamedTuple):
    """A counted player: a member by id (0 or below: a forgotten one), or all bot players of a
    strength (id 0)."""

    member_id: int
    strength: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether these are bot players."""
        return bool(self.strength)


class Key(NamedTuple):
    """The key of a tally: a player in a season, or of all time."""

    season: str
    player: Player


class DeedKey(NamedTuple):
    """The key of a counted deed."""

    season: str
    player: Player
    name: str
    degree: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat."""

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
        """Whether the game counts: it is neither void nor annulled."""
        return self.kind != "void" and not self.annulled

    @property
    def scopes(self) -> tuple[str, ...]:
        """The periods that the game counts for: all time, and its season."""
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
