"""The data that the session manager (bot.tables) returns: tables, updates of tables, and lists. All
of this data is frozen, so that nobody can change a table through it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import Any, Final, NamedTuple

import games
from bot.core.played import PlayedMoves
from bot.core.scope import is_pocket, is_private, sitting_of
from games.core import Deed, Event, Game, Outcome, View
from games.errors import GameError
from games.record import Record


class Phase(StrEnum):
    """The phase of a table. A table begins as a lobby, then a game is played, then the game is
    over. After that, the table can become a lobby again, in a new message. `closed` and
    `quarantined` (the table's record can't be replayed) are final."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    QUARANTINED = "quarantined"


FORGOTTEN: Final = 0
"""The id in the seat of a member whose data was deleted at their request."""


FOLDS_AFTER: Final = timedelta(minutes=10)
"""The shortest time after which the message of a result is folded (shortened). A server can choose
a longer time."""


class Speed(StrEnum):
    """The speed of a table's games. It says how long a member may take for a move. After that time,
    a bot player makes the move in the member's place."""

    QUICK = "quick"
    RELAXED = "relaxed"
    BY_POST = "by-post"
    NONE = "none"

    @property
    def limit(self) -> timedelta | None:
        """The time that a member has for a move, or None for no limit."""
        return LIMITS[self]

    @property
    def reserve(self) -> timedelta:
        """The extra time that a member has once in each game, beside the limit for each move."""
        return RESERVE if self is Speed.BY_POST else timedelta()


RESERVE: Final = timedelta(days=3)
"""The extra time that a member has in a whole correspondence game, in addition to the time for each
move."""

LIMITS: Final[Mapping[Speed, timedelta | None]] = {
    Speed.QUICK: timedelta(seconds=30),
    Speed.RELAXED: timedelta(minutes=3),
    Speed.BY_POST: timedelta(hours=24),
    Speed.NONE: None,
}
"""The time for a move at each speed."""


class Emote(StrEnum):
    """A symbol that a member can show at their seat, such as applause."""

    SMIRK = "smirk"
    CLAP = "clap"
    GASP = "gasp"
    HANDS = "hands"
    """A handshake."""


class Said(NamedTuple):
    """An emote that a member shows at their seat. `at` is the time when they showed it (aware UTC).
    `chapters` is how many chapters (parts of a game, such as bouts) had ended by then, and `moves`
    how many moves had been made. `nth` counts the seat's emotes in that chapter, from 1."""

    emote: Emote
    chapters: int
    moves: int
    at: datetime
    nth: int = 1


class SeatClock(NamedTuple):
    """The clock of a seat whose move the game waits for. `up` is when the seat's time runs out.
    `half` is when half of the time will have passed and the member is reminded. It is None when the
    member was already reminded, or when there is no time limit."""

    up: datetime
    half: datetime | None = None

    @property
    def next(self) -> datetime:
        """The next time at which something must be done for the seat. It is the time of the
        reminder if the member was not reminded yet, otherwise the end of the seat's time."""
        return self.up if self.half is None else min(self.half, self.up)


@dataclass(frozen=True, slots=True)
class Person:
    """A member: their id on Discord, and their name as it is shown in this server."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """The moves that a member chose before their turn. `moves` are the chosen moves that were not
    made in the game yet. `dropped` is true when one chosen move was not possible, so that all were
    discarded."""

    moves: tuple[str, ...]
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table, held by a member (`member_id`) or by a bot player (`member_id` is None,
    and `strength` names its level). A member whose data was deleted has the id 0.

    `joined_by` is the id of the interaction with which the member sat down. It becomes part of the
    seed of the deal. `handicaps` are the disadvantages that the member chose. `missed` counts how
    often in this game a bot player moved because the member's time was up. `absent` is true when
    the member is away, so that a bot player plays for them. `back_at` is the number of moves that
    the game had when the member last came back. `votes` are the ids of the members who voted to
    remove the member in this seat.

    `spent` is the reserve time that the member has used in this game. Until `vacation` (aware UTC),
    the seat's clock stands still. `ahead` holds the moves that the member chose before their turn.
    Nobody else may see them. `gives_back` is the number of moves that the game had when the member
    last asked to take back their own last move, or agreed that another player takes back a move. It
    is None if the member never did so, or if that move was taken back. `said` is the last emote
    shown at the seat."""

    name: str
    member_id: int | None = None
    strength: str | None = None
    joined_by: int | None = None
    handicaps: frozenset[str] = frozenset()
    missed: int = 0
    absent: bool = False
    back_at: int = 0
    votes: frozenset[int] = frozenset()
    spent: timedelta = timedelta()
    """How much of the reserve the member has used in this game."""
    vacation: datetime | None = None
    """The time until which the seat's clock stands still for the member's vacation. It might be in
    the past."""
    ahead: Ahead | None = None
    """The moves that the member chose before their turn. Nobody else may see them."""
    gives_back: int | None = None
    """The number of moves that the game had when the member last asked or agreed to take back a
    move."""
    said: Said | None = None
    """The last emote of this seat (None: no emote). In a `Table`, it is also None when the emote is
    no longer shown."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot player holds the seat."""
        return self.member_id is None


@dataclass(frozen=True, slots=True)
class Happening:
    """One move in a game's log. `seat` made it, and `move` is the move as text, or `resign`.
    `stand_in` is true when a bot player made the move for a member. `events` are the events of the
    game that the move caused. `deeds` are the noteworthy actions that the game found in the
    move."""

    seat: int
    move: str
    stand_in: bool
    """Whether a bot player made the move for a member."""
    events: tuple[Event, ...]
    deeds: tuple[Deed, ...] = ()
    """The parts of the move that are worth counting or announcing, as the game reports them
    (`Game.deeds`)."""

    def ends_any_of(self, names: Collection[str]) -> bool:
        """Return whether this move ended a chapter (a part of a game, such as a bout). `names` are
        the names of the events that end a chapter (`Game.chapter_names`)."""
        return any(event.name in names for event in self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBase:
    """The fields of a table that are stored and shown in the same form.

    `guild_id` is the table's scope (bot.core.scope): a server's id, or a negative number for a
    member's direct messages or pocket (their private place in servers without the bot). In a
    pocket, `channel_id` is the same number. `game_number` counts the table's games from 1.

    `preset` names the game's preset for the rules. If the host chose a preset of the server,
    `house` is the name of that preset, and `preset` the game's preset on which it is based. After a
    game, the lobby waits until `again_until` for the players `awaited`. They must say whether they
    take part in the next game.

    At a `learning` table, members may ask for advice, and games don't count. With `reliable_only`,
    only members who rarely leave games may take part. `remarks` allows remarks of bot players, and
    `emotes` allows emotes of members. With `open_hands`, members who don't take part may see all
    hands. `reason` says why the table was quarantined or closed."""

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
    speed: Speed = Speed.RELAXED
    house: str = ""
    """The name of the server's own preset, if the host chose one, otherwise "". If there is a name,
    `preset` is the game's preset on which the server's preset is based."""
    awaited: tuple[Seat, ...] = ()
    """Players of the last game who have not answered yet whether they play the next one. The lobby
    waits for them until `again_until`."""
    again_until: datetime | None = None
    """The time until which the lobby waits for `awaited`. Then the next game starts by itself.
    None: the lobby doesn't wait."""
    learning: bool = False
    """Whether this is a learning table. Its members may ask for advice, and its games don't
    count."""
    reliable_only: bool = False
    """Whether the host asks for members who rarely leave games."""
    remarks: bool = True
    """Whether the table's bot players say something now and then."""
    emotes: bool = True
    """Whether the table's members may show emotes."""
    open_hands: bool = False
    """Whether members who don't play may watch with open hands. They see a rated game a minute
    late."""
    reason: str = ""
    """Why the table was quarantined or closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(TableBase):
    """A table as it is after a command. This is a snapshot that later commands don't change.

    `version` rises with every change, except when a seat is only reminded that half its time has
    passed. `clocks` has the seats that the game waits for. It maps each of them to the moment when
    the seat's time runs out (aware UTC). This time includes the reserve time that the seat has left
    (`reserves`). `reminded` are the seats in `clocks` for which half of the time has passed.

    `secret_hash` is the SHA-256 of the present game's secret. `next_hash` is the SHA-256 of the
    next game's secret (None before the game is over). `recent` holds the last moves, from the
    oldest to the newest. `chapters` counts the chapters (parts of a game, such as bouts) that have
    ended. `takes_back` is the seat whose last move can be taken back (None: no move can be taken
    back). `previous` is the outcome of the table's previous game. `live` is a copy of the game,
    used only to make views.

    `secret`, `record` and `deal_header` (the text that `shijo verify` checks) are None until the
    game is over."""

    secret_hash: str
    previous: Outcome | None = None
    """The outcome of the table's previous game."""
    moved_at: datetime | None = None
    """The time of the last move. Before the first move, it is the time of the deal. It is None in a
    lobby."""
    reminded: frozenset[int] = frozenset()
    """The seats that the game waits for and whose time is half over."""
    next_hash: str | None = None
    """The hash of the secret of the table's next game. None until the present game is over."""
    secret: str | None = None
    seed: str | None = None
    clocks: Mapping[int, datetime] = field(default_factory=dict)
    reserves: Mapping[int, timedelta] = field(default_factory=dict)
    """The unused reserve time of each seat that the game waits for. The deadline of the seat in
    `clocks` already includes this time."""
    recent: tuple[Happening, ...] = ()
    chapters: int = 0
    """The number of moves so far that ended a chapter (`Game.chapter_names`), such as a bout."""
    takes_back: int | None = None
    """The seat whose last move can be taken back, if all agree. None: no move can be taken back."""
    outcome: Outcome | None = None
    record: Record | None = None
    """The finished game's record. It is None before the end, because its header has the seed."""
    deal_header: str | None = None
    """The finished game's header as printed for `shijo verify`. It is None before the end."""
    live: Game | None = field(default=None, repr=False, compare=False)
    """A copy of the game, used only to make views."""

    @property
    def host_is_alone(self) -> bool:
        """Return whether the host has the only seat, and nobody is waited for."""
        return not self.awaited and [seat.member_id for seat in self.seats] == [self.host_id]

    @property
    def is_practice(self) -> bool:
        """Whether a single member plays at this table, and all others are bot players. Such games
        are not rated."""
        return sum(not seat.is_bot for seat in self.seats) == 1 < len(self.seats)

    @property
    def asleep(self) -> bool:
        """Whether the clocks of a correspondence game are stopped, because all players have been
        inactive for a long time."""
        if self.phase is not Phase.PLAYING or self.speed is not Speed.BY_POST or self.live is None:
            return False
        return bool(self.live.waiting_on - self.clocks.keys())

    @property
    def is_private(self) -> bool:
        """Whether the table belongs to one member alone: in their direct messages with the bot, or
        in their pocket (their private place in servers without the bot)."""
        return is_private(self.guild_id)

    @property
    def is_watched_late(self) -> bool:
        """Whether spectators see the game a minute late, because the table's games are rated."""
        return not (self.learning or self.is_practice)

    @property
    def is_pocket(self) -> bool:
        """Whether the table is in a member's pocket (their private place in servers without the
        bot). A table in a pocket has no message that others see."""
        return is_pocket(self.guild_id)

    def seat_of(self, member_id: int) -> int | None:
        """Return the number of the member's seat, from 0. Return None when the member has no
        seat."""
        return next(
            (number for number, seat in enumerate(self.seats) if seat.member_id == member_id), None
        )

    @property
    def sides(self) -> tuple[int, ...]:
        """The number of the side (team) of each seat under the table's options, in the order of the
        seats. If the game can't be played with these options and this number of seats, every seat
        is a side of its own."""
        kind = games.available().get(self.game)
        try:
            if kind is not None:
                return kind.sides_of(kind.Options(**self.options), len(self.seats))
        # Options of an older version, or too few seats: a plug-in's rules may raise anything.
        except (ValueError, ArithmeticError, LookupError, TypeError, GameError):
            return tuple(range(len(self.seats)))
        return tuple(range(len(self.seats)))

    def opened(self) -> View | None:
        """Return the view of the finished game with all hands open. Return None when the game is
        not over, or when the table no longer has the game's cards."""
        if self.phase is not Phase.OVER or self.live is None:
            return None
        return self.live.opened()

    def view(self, seat: int | None) -> View | None:
        """Return the game as the player at `seat` may see it, or as a spectator may see it if
        `seat` is None. Return None when the table has no game."""
        return self.live.view(seat) if self.live is not None else None


NEW: Final = 1
"""The version of a table that was just opened. The answer to the command that opened the table
shows this version, and is the table's first message."""


class News(Enum):
    """A kind of change of a table. Listeners choose the kinds of which they want to hear."""

    ANY = auto()
    """Every update."""
    OPENED = auto()
    """A table was opened, and waits for players."""
    ENDED = auto()
    """A game has ended by a move, or because a seat resigned."""
    IN_TOURNAMENT = auto()
    """The table belongs to a tournament. Every update of such a table is of this kind."""
    DEED = auto()
    """A move was a deed (`Happening.deeds`)."""
    REMINDER = auto()
    """The time of a seat is half over, or the table no longer waits for a seat whose member was
    reminded, or the table is quarantined."""


@dataclass(frozen=True, slots=True)
class Update:
    """The result of a command. `table` is the table after the command, and `happenings` are the
    moves that the command made. `half_time` are the seats to remind now, because half of their time
    has passed. `answered` are the seats that were reminded in their turn and for which the table no
    longer waits."""

    table: Table
    happenings: tuple[Happening, ...] = ()
    half_time: tuple[int, ...] = ()
    """The seats whose time is half over just now. Each seat is reported once in each turn."""
    answered: frozenset[int] = frozenset()
    """The seats that were reminded while the table waited for them, and for which the table no
    longer waits."""

    @property
    def news(self) -> frozenset[News]:
        """The kinds of change that this update contains. A listener receives an update only if it
        subscribed to at least one of these kinds."""
        phase = self.table.phase
        told = {
            News.ANY: True,
            News.OPENED: phase is Phase.LOBBY and self.table.version == NEW,
            News.ENDED: phase is Phase.OVER and bool(self.happenings),
            News.IN_TOURNAMENT: sitting_of(self.table.id) is not None,
            News.DEED: any(happening.deeds for happening in self.happenings),
            News.REMINDER: bool(self.half_time or self.answered) or phase is Phase.QUARANTINED,
        }
        return frozenset(news for news, is_so in told.items() if is_so)

    @property
    def goes_on(self) -> bool:
        """Whether the seat that has just moved is held by a bot player that moves again
        immediately. Then both moves can be shown together."""
        if not self.happenings:
            return False
        up = self.table.clocks.get(self.happenings[-1].seat)
        return up is not None and up == self.table.moved_at


@dataclass(frozen=True, slots=True)
class Panel:
    """An open hand message: a member's private message with their cards and moves. `token` and
    `message_id` allow the bot to edit the message until `expires` (aware UTC).

    `language` is Discord's code for the member's language, empty when unknown. If the choices don't
    fit into one message, they are on several pages. `page` is the number of the page that is shown,
    counted from 0. `watching` is true when the member only watches the game, even if they played in
    it before."""

    table_id: str
    member_id: int
    token: str
    message_id: int | None
    expires: datetime
    language: str = ""
    page: int = 0
    watching: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A message that reminds a member to move: the table, the member, and the channel and id of the
    message."""

    table_id: str
    member_id: int
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Listed:
    """An open table as it appears in a list, with its channel and the id of its message. `preset`
    names the rules: a preset of the game or a preset of the server."""

    id: str
    channel_id: int
    message_id: int | None
    phase: Phase
    game: str
    preset: str
    seats: tuple[Seat, ...]
    game_number: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Placed:
    """An open table (a lobby or a running game), and the channel and id of its message.
    `message_id` is None before the message is sent."""

    id: str
    guild_id: int
    channel_id: int
    message_id: int | None
    phase: Phase


@dataclass(frozen=True, slots=True)
class FinishedSeat:
    """A seat of a finished game. If a bot player held it, `strength` names the bot player's level.
    If the member's data was deleted, the member's id is below 0."""

    name: str
    member_id: int | None
    strength: str | None
    rank: int
    resigned: bool


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game as it appears in a list. `table_id` is the table where it was played, and
    `number` (from 1) says which game of that table it is.

    `kind` is how the game ended (`won`, `lost`, `draw`, `void`), and `players` are its seats in
    order. `annulled` is true when a moderator decided that the game doesn't count."""

    table_id: str
    number: int
    game: str
    channel_id: int
    ended_at: datetime
    kind: str
    players: tuple[FinishedSeat, ...]
    annulled: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order of the seats. A member whose data was deleted is
        named `?`."""
        return tuple(player.name or "?" for player in self.players)

    def seat_of(self, member_id: int) -> int | None:
        """Return the number of the member's seat, from 0. Return None when the member didn't
        play."""
        owners = [player.member_id for player in self.players]
        return owners.index(member_id) if member_id in owners else None


@dataclass(frozen=True, slots=True)
class History:
    """One page of a list of finished games, beginning with the newest. `page` counts from 0, and
    `more` is true when another page follows."""

    games: tuple[FinishedGame, ...]
    page: int
    more: bool


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A finished game with everything that was hidden during it: the record, the outcome, the
    secret, and which moves bot players made. `deal_header` is the text that `shijo verify` checks.
    It is None when the version of the rules that dealt the game is not installed."""

    about: FinishedGame
    record: Record
    deal_header: str | None
    outcome: Outcome
    played: PlayedMoves
    """Which seats were bot players, and the moves of the game."""
    secret: bytes
