"""A tournament: its rules, its entrants, and its fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from bot.core.model import FORGOTTEN, Speed

LEAST: Final = 4
MOST: Final = 64
"""The least and the most members of a tournament."""

MATCHES: Final = (1, 3, 5)
"""The most games of a match; 1: a single game decides."""

COME_WITHIN: Final = timedelta(minutes=10)
"""The least time that a member has to come to a table of theirs."""
COME_AT_ONCE: Final = timedelta(minutes=2)
"""The least time in an arena, where everybody is waiting to play."""

LEAST_IN_ARENA: Final = 2
"""The fewest members with whom an arena begins: more join while it goes on."""


class Format(StrEnum):
    """How a tournament finds opponents for its members."""

    KNOCKOUT = "knockout"
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ARENA = "arena"
    """For a fixed time, every free member is paired at once; members come and go."""


class TournamentStage(StrEnum):
    """The stage of a tournament: entry → playing → over; or called off."""

    ENTRY = "entry"
    PLAYING = "playing"
    OVER = "over"
    OFF = "off"


class Verdict(StrEnum):
    """Who won a fixture: the first entrant (HOME), the second (AWAY), both shared it (DRAW), or
    both get nothing (NOBODY)."""

    HOME = "home"
    AWAY = "away"
    DRAW = "draw"
    NOBODY = "nobody"

    @property
    def points(self) -> tuple[int, int]:
        """The half points that the verdict gives to the first and to the second entrant."""
        return POINTS[self]


POINTS: Final[Mapping[Verdict, tuple[int, int]]] = {
    Verdict.HOME: (2, 0),
    Verdict.AWAY: (0, 2),
    Verdict.DRAW: (1, 1),
    Verdict.NOBODY: (0, 0),
}
"""Half points, so that they are whole numbers."""


class Manner(StrEnum):
    """How a fixture was decided: by its games, because an entrant did not come in time, by a
    moderator, because an entrant left the tournament, or as a bye. `WAITING`: it is undecided, and
    only a moderator can decide it."""

    PLAYED = "played"
    CLOCK = "clock"
    MODERATOR = "moderator"
    LEFT = "left"
    BYE = "bye"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """What is played, and how. `preset` is the game's, `house` the server's own or ""; a match has
    at most `games` games. `threads`: each table is in a thread of its own. `minutes` is how long an
    arena lasts. `duplicate`: the games of a match are duplicates, and `minutes` is how long each is
    open."""

    format: Format
    game: str
    preset: str
    house: str
    options: Mapping[str, Any]
    speed: Speed
    games: int = 1
    threads: bool = False
    minutes: int = 0
    duplicate: bool = False

    @property
    def is_arena(self) -> bool:
        """Whether the tournament is an arena: it has no rounds, and members may come and go."""
        return self.format is Format.ARENA

    @property
    def least(self) -> int:
        """The number of members that the tournament needs to start."""
        return LEAST_IN_ARENA if self.is_arena else LEAST

    @property
    def come_within(self) -> timedelta:
        """How long a member has to come to their table."""
        if self.is_arena:
            return COME_AT_ONCE
        return max(self.speed.limit or COME_WITHIN, COME_WITHIN)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A member in a tournament. `number` is the position among all entries; `seed` is the place by
    rating from 1, or 0 before the start. `gone`: they left, or were removed, after the start; from
    an arena they may be gone for a while, unless a moderator `removed` them. A forgotten member has
    the id 0."""

    number: int
    member_id: int
    name: str
    seed: int = 0
    gone: bool = False
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two entrants, by their seeds, who meet in a round. `away` None is a bye, or in an arena a bot
    player. `games` is how many tables were opened for it; `home_score` and `away_score` are half
    points. `told` is the number of the last game of which the players were notified."""

    round: int
    board: int
    home: int
    away: int | None
    games: int = 0
    verdict: Verdict | None = None
    manner: Manner | None = None
    home_score: int = 0
    away_score: int = 0
    told: int = 0

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the entrants who meet; a single one for a bye or a game against a bot
        player."""
        return (self.home,) if self.away is None else (self.home, self.away)

    @property
    def waits(self) -> bool:
        """Whether the fixture can go on only after a moderator's decision."""
        return self.manner is Manner.WAITING

    @property
    def winner(self) -> int | None:
        """The seed of the entrant who has won the fixture; None if nobody has."""
        match self.verdict:
            case Verdict.HOME:
                return self.home
            case Verdict.AWAY:
                return self.away
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is stored. `secret` (32 bytes) decides the lots between entrants with
    equal ratings; its hash is shown from the beginning, the secret itself at the end. `starts_at`
    is when it starts by itself (None: when a moderator starts it), or when an arena started.
    `event_id` is Discord's scheduled event, 0 while it is being made; `role_id` is the winner's
    role; `notes` are codes of what could not be done. `version` rises with every change."""

    id: str
    guild_id: int
    channel_id: int
    message_id: int | None
    rules: TournamentRules
    stage: TournamentStage
    secret: bytes
    created_at: datetime
    version: int = 1
    starts_at: datetime | None = None
    role_id: int | None = None
    event_id: int | None = None
    crowned: bool = False
    notes: tuple[str, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[Fixture, ...] = ()

    @property
    def seeded(self) -> dict[int, Entrant]:
        """The entrants by their seeds (places by rating, from 1); empty before the start."""
        return {each.seed: each for each in sorted(self.entrants, key=_seed) if each.seed}

    @property
    def round(self) -> int:
        """The number of the present round, or of the last one played; 0 before the first."""
        return max((each.round for each in self.fixtures), default=0)

    @property
    def waiting(self) -> tuple[Fixture, ...]:
        """The fixtures that are not yet decided, in their order."""
        return tuple(each for each in self.fixtures if each.verdict is None)

    @property
    def under_way(self) -> tuple[Fixture, ...]:
        """The undecided fixtures for which a game has been opened, in a tournament that is
        being played."""
        if self.stage is not TournamentStage.PLAYING:
            return ()
        return tuple(each for each in self.waiting if each.games)

    @property
    def ends_at(self) -> datetime | None:
        """When an arena that has started makes its last pairings; None for all other
        tournaments."""
        if not self.rules.is_arena or self.stage is TournamentStage.ENTRY or not self.starts_at:
            return None
        return self.starts_at + timedelta(minutes=self.rules.minutes)

    @property
    def due_at(self) -> datetime | None:
        """The next time at which something is due by the clock alone: the start, or the end of
        an arena."""
        if self.stage is TournamentStage.ENTRY:
            return self.starts_at
        return self.ends_at if self.stage is TournamentStage.PLAYING else None

    def is_out(self, seed: int) -> bool:
        """Whether an entrant is out for good and can't win any more: they left, or were removed
        from an arena. An entrant on a break from an arena keeps their points."""
        entrant = self.seeded[seed]
        if self.rules.is_arena:
            return entrant.removed or entrant.member_id == FORGOTTEN
        return entrant.gone

    def holds(self, member_id: int) -> bool:
        """Whether the member is an entrant, perhaps on a break."""
        return any(
            each.member_id == member_id
            and not each.removed
            and (self.rules.is_arena or not each.gone)
            for each in self.entrants
        )

    def in_round(self, number: int) -> tuple[Fixture, ...]:
        """The fixtures of a round, ordered by board."""
        return tuple(sorted((each for each in self.fixtures if each.round == number), key=_board))

    def fixture(self, number: int, board: int) -> Fixture | None:
        """The fixture at a board in the round with this number; None if there is none."""
        return next(
            (each for each in self.fixtures if (each.round, each.board) == (number, board)), None
        )

    def entrant_of(self, member_id: int) -> Entrant | None:
        """The entrant that stands for this member; None if the member never entered or has left."""
        return next(
            (each for each in self.entrants if each.member_id == member_id and not each.gone), None
        )


def _seed(entrant: Entrant) -> int:
    return entrant.seed


def _board(fixture: Fixture) -> int:
    return fixture.board
