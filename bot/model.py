"""What the session manager hands out: plain, frozen data about a table, and nothing that could change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from games.core import Event, Game, Outcome, View
from games.record import Record


class Phase(StrEnum):
    """Where a table stands. Lobby → playing → over (→ lobby again); closed and aside are for good."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Person:
    """A member as the session manager knows one: Discord's id and the name shown in this server."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table. Held by a member (`member_id`), or by a bot player (`member_id` None) of some `strength`.

    `joined_by` is the id of the interaction by which the member sat down (it goes into the seed), `handicaps` what the
    member took on, `missed` how often in this game a bot player has moved for them.
    """

    name: str
    member_id: int | None = None
    strength: str | None = None
    joined_by: int | None = None
    handicaps: frozenset[str] = frozenset()
    missed: int = 0

    @property
    def is_bot(self) -> bool:
        """Whether a bot player holds the seat."""
        return self.member_id is None


@dataclass(frozen=True, slots=True)
class Happening:
    """One entry of a game's log: a seat's move (or `resign`), who made it, and what came of it."""

    seat: int
    move: str
    stand_in: bool
    """A bot player made it for a member whose time was up."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands after a command: a snapshot that later commands don't touch.

    `version` rises with every change. `clocks` maps each waited-on seat to the moment its time is up (aware UTC).
    `secret_hash` is the SHA-256 of the secret of the game now being set up or played; `secret` is None until that game
    is over. `recent` holds the last happenings, oldest first. `game_number` counts the table's games from 1.
    """

    id: str
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    phase: Phase
    game: str
    preset: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    version: int
    game_number: int
    secret_hash: str
    secret: str | None = None
    seed: str | None = None
    clocks: Mapping[int, datetime] = field(default_factory=dict)
    recent: tuple[Happening, ...] = ()
    outcome: Outcome | None = None
    record: Record | None = None
    """The finished game's record; None before that, since its header holds the seed."""
    deal_header: str | None = None
    """The finished game's header as printed for `shijo verify`; None before that."""
    reason: str = ""
    """Why the table was set aside or closed."""
    live: Game | None = field(default=None, repr=False, compare=False)
    """A copy of the game for making views; never shown as it is."""

    def seat_of(self, member_id: int) -> int | None:
        """The number of the member's seat, or None."""
        return next((number for number, seat in enumerate(self.seats) if seat.member_id == member_id), None)

    def view(self, seat: int | None) -> View | None:
        """What `seat` (None: a spectator) may know of the game; None while there is none."""
        return self.live.view(seat) if self.live is not None else None


@dataclass(frozen=True, slots=True)
class Update:
    """The answer to a command: the table after it, and what came of it in the game."""

    table: Table
    happenings: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """An open hand panel: whose it is, and by which token and message it can be edited until `expires`."""

    table_id: str
    member_id: int
    token: str
    message_id: int | None
    expires: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard: plain counts over finished games that were not void."""

    member_id: int
    name: str
    played: int
    won: int
    lost: int
    """Times at the last rank of a game that was won by somebody."""
