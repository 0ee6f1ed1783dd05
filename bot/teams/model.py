"""A team match, in which two teams play the same deals at two tables. Half of each team sits at
each table.

In a deal, the teams have opposite sides at the two tables. So both teams play each deal from both
sides, and nobody plays a deal twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.core.errors import TableError
from bot.core.model import FORGOTTEN, Person
from bot.today.duplicate import Contest
from games.record import Step
from games.sentences import marked

TEAMS: Final = (0, 1)
TABLES: Final = (0, 1)
SIZES: Final = (2, 4)
"""How many members a team may have: half of them sit at each table."""
FILLS_WITHIN: Final = timedelta(days=1)
"""How long a match waits for its members."""
LASTS: Final = timedelta(days=3)
"""How long the members of a match have to play it."""


class NoTeamMatch(TableError):
    """Raised when the game can't be played by teams of this size."""

    template = marked("You can't play {game} in teams of {size}.")


class MatchOver(TableError):
    """Raised when a member asks for something in a match that is over, was called off, or does not
    exist any more."""

    template = marked("This match is over.")


class MatchBegun(TableError):
    """Raised when a member wants to join, leave or call off a match that is already being
    played."""

    template = marked("This match has already started.")


class NotBegun(TableError):
    """Raised when a member wants to play in a match that still needs members, or to resign from
    it."""

    template = marked("This match starts once both teams are full.")


class NotInMatch(TableError):
    """Raised when a member wants something in a match but plays in neither of its teams, or wants
    to play on after they have resigned."""

    template = marked("You aren't in this match.")


class InMatch(TableError):
    """Raised when a member wants to join the team that they are in already, or is the leader of the
    other team."""

    template = marked("You're already in this match.")


class TeamFull(TableError):
    """Raised when a member wants to join a team that has all its members."""

    template = marked("That team is full.")


class CaptainStays(TableError):
    """Raised when the leader (captain) of a team wants to leave it. This is not possible, because
    the match would have no opponents."""

    template = marked("You're a captain, so you can't leave the match. Call it off instead.")


class NotCaptain(TableError):
    """Raised when a member who leads neither team wants to call a match off."""

    template = marked("Only {first} and {second} can call this match off.")


class AllPlayed(TableError):
    """Raised when the member's table has no game to show, because it has played all deals of the
    match."""

    template = marked(
        "Your table has finished. You'll get the result once the other one has finished too."
    )


class OthersMoved(TableError):
    """The error for a member's move that comes too late, for example from an outdated message with
    their hand. Others have moved since, or the member's table doesn't play that deal now."""

    template = marked("Someone else has moved since. Here's your hand now.")


class MatchStage(StrEnum):
    """The stage of a match. It is a lobby, is being played, is over, or was called off (OFF)."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    OFF = "off"


class Winner(StrEnum):
    """Which team won a game. NOBODY stands for a draw or a void game."""

    FIRST = "first"
    SECOND = "second"
    NOBODY = "nobody"


POINTS: Final[Mapping[Winner, tuple[int, int]]] = {
    Winner.FIRST: (1, 0),
    Winner.SECOND: (0, 1),
    Winner.NOBODY: (0, 0),
}
"""What a game is worth to the first and to the second team."""


def board_of(number: int) -> str:
    """Return the id under which the board (the page in a browser) shows match `number`. The board
    uses it in place of a table's id."""
    return f"match-{number}"


@dataclass(frozen=True, slots=True)
class Player:
    """A member of a team. `team` is 0 or 1. `place` is the member's number in the team, from 0. The
    leader has the number 0. `gone` says that the member has resigned, or that the member's data was
    deleted."""

    person: Person
    team: int
    place: int
    gone: bool = False


@dataclass(frozen=True, slots=True)
class TeamMatch(Contest):
    """A team match in a server. `size` is the number of members of each team. `since` is when the
    present stage began. `version` rises with every change. `points` are the points of the first and
    the second team. They are None until the match is over, and stay None if nobody has made a move.
    `told` says that the members have been notified of the result."""

    size: int
    players: tuple[Player, ...]
    since: datetime
    stage: MatchStage = MatchStage.LOBBY
    version: int = 1
    message_id: int | None = None
    points: tuple[int, int] | None = None
    told: bool = False

    @property
    def until(self) -> datetime:
        """When the present stage ends if nothing happens before. A lobby must be full by then, and
        a match must be played."""
        return self.since + (FILLS_WITHIN if self.stage is MatchStage.LOBBY else LASTS)

    @property
    def is_open(self) -> bool:
        """Whether the match needs members or is being played."""
        return self.stage in (MatchStage.LOBBY, MatchStage.PLAYING)

    @property
    def due_at(self) -> datetime | None:
        """When the present stage ends if nothing happens before, or None when the match is over or
        was called off."""
        return self.until if self.is_open else None

    @property
    def is_full(self) -> bool:
        """Whether both teams have all their members."""
        return len(self.players) == len(TEAMS) * self.size

    def team(self, team: int) -> list[Player]:
        """Return the members of a team (0 or 1). The leader comes first."""
        return sorted((one for one in self.players if one.team == team), key=_place)

    def player(self, member_id: int) -> Player:
        """Return the player of the match with this member id. Raises NotInMatch when the match has
        no such player."""
        for each in self.players:
            if each.person.id == member_id != FORGOTTEN:
                return each
        raise NotInMatch

    def table_of(self, player: Player) -> int:
        """Return the table (0 or 1) at which a player sits. Half of each team sits at each
        table."""
        return player.place * len(TABLES) // self.size

    def seated(self, deal: int, table: int, sides: Sequence[int]) -> list[Player]:
        """Return the players at `table` in a deal (from 0), one for each seat. `sides` has the side
        of each seat. The teams have opposite sides at the two tables, and change sides from deal to
        deal."""
        waiting = {
            team: [one for one in self.team(team) if self.table_of(one) == table] for team in TEAMS
        }
        order = list(dict.fromkeys(sides))
        return [waiting[(order.index(side) + table + deal) % len(TEAMS)].pop(0) for side in sides]


@dataclass(frozen=True, slots=True)
class TeamGame:
    """One game of a team match, with its steps so far: the game that table `table` plays with deal
    `deal`. Both numbers count from 0. `winner` is None until the game has ended."""

    deal: int
    table: int
    steps: tuple[Step, ...] = ()
    winner: Winner | None = None


def _place(player: Player) -> int:
    return player.place
