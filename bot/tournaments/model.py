"""The data of a tournament, with its rules, its entrants, and its fixtures (meetings of two
entrants)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from bot.core.model import Speed

LEAST: Final = 4
MOST: Final = 64
"""The least and the most members of a tournament."""

MATCHES: Final = (1, 3, 5)
"""The choices for the most games of a fixture. With 1, a single game decides."""

COME_WITHIN: Final = timedelta(minutes=10)
"""Members are given at least this time to come to a table of theirs. In an arena, `COME_AT_ONCE` is
used instead."""
COME_AT_ONCE: Final = timedelta(minutes=2)
"""In an arena, a member must come to a table within this time. It is short because everybody there
is waiting to play."""

LEAST_IN_ARENA: Final = 2
"""The fewest members with whom an arena begins. More members can join while the arena goes on."""


class Format(StrEnum):
    """How a tournament finds opponents for its members. In a KNOCKOUT, losers are out. In SWISS
    rounds, opponents have about equal points. In a ROUND_ROBIN, each meets each. In an ARENA there
    are no rounds: for a fixed time, free members are paired immediately, and may come and go."""

    KNOCKOUT = "knockout"
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ARENA = "arena"
    """For a fixed time, every free member is paired at once; members come and go."""


class TournamentStage(StrEnum):
    """The stage of a tournament. Members can enter it (ENTRY), it is being played, is over, or was
    called off (OFF)."""

    ENTRY = "entry"
    PLAYING = "playing"
    OVER = "over"
    OFF = "off"


class Verdict(StrEnum):
    """Who gets the points of a fixture. It is the first entrant (HOME), the second (AWAY), both
    (DRAW), or neither (NOBODY)."""

    HOME = "home"
    AWAY = "away"
    DRAW = "draw"
    NOBODY = "nobody"

    @property
    def points(self) -> tuple[int, int]:
        """The half points that the first and the second entrant get by this verdict."""
        return POINTS[self]


POINTS: Final[Mapping[Verdict, tuple[int, int]]] = {
    Verdict.HOME: (2, 0),
    Verdict.AWAY: (0, 2),
    Verdict.DRAW: (1, 1),
    Verdict.NOBODY: (0, 0),
}
"""For each verdict of a fixture: the half points of the first and of the second entrant. A win
gives 2 half points, which are one point. A draw gives each entrant 1 half point."""


class Manner(StrEnum):
    """How a fixture was decided. It was played, an entrant did not come in time (CLOCK), a
    moderator decided it, an entrant left the tournament, or there was no opponent (BYE). WAITING
    means that only a moderator can decide it."""

    PLAYED = "played"
    CLOCK = "clock"
    MODERATOR = "moderator"
    LEFT = "left"
    BYE = "bye"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """The rules of a tournament. `preset` is a preset of the game. `house` is a preset that the
    server has made for itself ("": none). A fixture has at most `games` games. With `threads`, each
    table is in a thread of its own. With `duplicate`, the games are duplicates. `minutes` is how
    long an arena lasts, or how long each duplicate is open."""

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
        """The time within which a member must come to their table after it was opened."""
        if self.is_arena:
            return COME_AT_ONCE
        return max(self.speed.limit or COME_WITHIN, COME_WITHIN)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A member in a tournament. `number` counts the entries from 1. `seed` is the place by rating
    from 1, or 0 before the start. A member who enters an arena after its start gets the next number
    as seed. `gone` says that they left after the start, or did not come to their table in an arena.
    In an arena they may come back, unless they were `removed`: by a moderator, or because their
    data was deleted during the tournament. A member whose data was deleted has the id 0."""

    number: int
    member_id: int
    name: str
    seed: int = 0
    gone: bool = False
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Fixture:
    """A meeting of two entrants in a round, at the board with the number `board`. `home` and `away`
    are the seeds of the entrants. If `away` is None, there is no second entrant. In an arena, a bot
    player plays instead. `games` is how many games of the fixture were opened. `home_score` and
    `away_score` are half points. `told` is the number of the last game of which the players were
    notified."""

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
        """The seeds of the two entrants. Without an opponent, only the seed of `home`."""
        return (self.home,) if self.away is None else (self.home, self.away)

    @property
    def waits(self) -> bool:
        """Whether the fixture can go on only after a moderator's decision."""
        return self.manner is Manner.WAITING

    @property
    def winner(self) -> int | None:
        """The seed of the entrant who has won the fixture, or None if nobody has."""
        match self.verdict:
            case Verdict.HOME:
                return self.home
            case Verdict.AWAY:
                return self.away
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is stored. `secret` (32 bytes) decides the order of entrants with equal
    ratings. The hash of the secret is shown from the beginning, and the secret itself at the end.
    `starts_at` is when the tournament starts automatically (None: a moderator starts it), or when
    an arena has started. `event_id` is the id of the scheduled event on Discord (0: the event is
    being made). `role_id` is the role for the winner, and `crowned` says that the winner was
    announced. `notes` are codes for things that could not be done. `version` rises with every
    change."""

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
        """A dict from each entrant's seed to the entrant, ordered by seed. A seed is the place by
        rating at the start, from 1. Those who enter an arena later get the next numbers. The dict
        is empty before the start."""
        return {each.seed: each for each in sorted(self.entrants, key=_seed) if each.seed}

    @property
    def round(self) -> int:
        """The number of the present round. After the end it is the number of the last round, and
        before the first round it is 0."""
        return max((each.round for each in self.fixtures), default=0)

    @property
    def waiting(self) -> tuple[Fixture, ...]:
        """The fixtures that are not yet decided, ordered by round and board."""
        return tuple(each for each in self.fixtures if each.verdict is None)

    @property
    def under_way(self) -> tuple[Fixture, ...]:
        """The undecided fixtures for which a game was opened. There are none if the tournament
        isn't being played."""
        if self.stage is not TournamentStage.PLAYING:
            return ()
        return tuple(each for each in self.waiting if each.games)

    @property
    def ends_at(self) -> datetime | None:
        """The time from which an arena makes no more pairings. None for an arena that has not
        started, and for all other tournaments."""
        if not self.rules.is_arena or self.stage is TournamentStage.ENTRY or not self.starts_at:
            return None
        return self.starts_at + timedelta(minutes=self.rules.minutes)

    @property
    def due_at(self) -> datetime | None:
        """The next time at which something happens in the tournament automatically. It is the start
        of the tournament, or the time from which an arena makes no more pairings (None: there is no
        such time)."""
        if self.stage is TournamentStage.ENTRY:
            return self.starts_at
        return self.ends_at if self.stage is TournamentStage.PLAYING else None

    def time_is_up(self, now: datetime) -> bool:
        """Return whether this is an arena that is still being played, but makes no more pairings.
        It is over when its last games have ended."""
        playing = self.stage is TournamentStage.PLAYING
        return playing and self.ends_at is not None and now >= self.ends_at

    def is_out(self, seed: int) -> bool:
        """Return whether the entrant with this seed has left for good and so can't win. In an
        arena, this is so only if the entrant was removed. Other entrants may leave an arena and
        still win with their points."""
        entrant = self.seeded[seed]
        return entrant.removed if self.rules.is_arena else entrant.gone

    def holds(self, member_id: int) -> bool:
        """Return whether the member is an entrant, also while they are away from an arena."""
        return any(
            each.member_id == member_id
            and not each.removed
            and (self.rules.is_arena or not each.gone)
            for each in self.entrants
        )

    def in_round(self, number: int) -> tuple[Fixture, ...]:
        """Return the fixtures of a round, ordered by board."""
        return tuple(sorted((each for each in self.fixtures if each.round == number), key=_board))

    def fixture(self, number: int, board: int) -> Fixture | None:
        """Return the fixture at the board `board` in the round `number`, or None if there is no
        such fixture."""
        return next(
            (each for each in self.fixtures if (each.round, each.board) == (number, board)), None
        )

    def entrant_of(self, member_id: int) -> Entrant | None:
        """Return the entrant who is this member, or None if the member never entered or has
        left."""
        return next(
            (each for each in self.entrants if each.member_id == member_id and not each.gone), None
        )


def _seed(entrant: Entrant) -> int:
    return entrant.seed


def _board(fixture: Fixture) -> int:
    return fixture.board
