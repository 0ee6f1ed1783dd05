"""The preferences of servers and members as data. All settings are checked when an object is
made."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from bot.core.model import FOLDS_AFTER, Speed
from games.errors import Sentence

MOST_HOUSE_PRESETS: Final = 20
"""The most presets of its own that a server may have for one game. Together with the presets of the
game itself, this many fit into one select menu."""


class Preferences(BaseModel):
    """Base of all settings. They are frozen, and unknown keys raise ValidationError."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


def _known_zone(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):  # ValueError: not a name, but a path
        raise ValueError(Sentence("There's no time zone called {name}.", name=name)) from None


TimeZone = Annotated[str, AfterValidator(_known_zone)]
"""A time zone's name in the database of time zones: `Europe/Vilnius`."""


Hour = Annotated[int, Field(ge=0, le=23)]


class HousePreset(Preferences):
    """A preset that a server has made for itself. It consists of the game's preset named `preset`
    and of the `options` that are changed in it. If `preset` is None, the game's default preset is
    changed."""

    preset: str | None = None
    options: dict[str, Any] = {}


class GameSettings(Preferences):
    """The rules of one game on a server. `preset` and `options` are the rules of a new table.
    `preset` names a preset of the game or of the server (None: the game's default). `house` maps
    the names of the server's own presets to these presets."""

    preset: str | None = None
    options: dict[str, Any] = {}
    house: dict[Annotated[str, Field(min_length=1, max_length=40)], HousePreset] = Field(
        default={}, max_length=MOST_HOUSE_PRESETS
    )


class ServerSettings(Preferences):
    """The settings of a server, chosen by its moderators. If a setting is None and nothing else is
    said here, the value in the settings of the bot holds.

    Tables: `channels` are the channels where tables may be opened (everywhere if it is empty).
    `speeds` are the allowed speeds (all if it is empty), and `speed` is the speed of a new table.
    `games` maps a game's name to its rules. With `threads`, each table gets a thread of its own.
    `most_tables` is the limit of lobbies and running games. `level` is the level of a bot player if
    nobody chose one. `notices` is how many notices of new tables a member may get in an hour. With
    `remarks`, bot players sometimes say something, and with `emotes`, members may show emotes at
    their seats. `fold_after` is how long a result stays in full (None: always).

    Language and time: `language` is the language of public messages, in Discord's code (None: the
    server's own language on Discord). `time_zone` is the time zone of the server's clock.

    Regular events: `puzzle_channel` gets the daily puzzle (None: no puzzle) from `puzzle_hour`
    (UTC) on. With `evenings`, a picture sums up each evening of games when it is over. The game
    night is on the weekday `night_day` (0: Monday, None: no game night), at `night_hour` by the
    server's clock, in `night_channel` (None: nowhere)."""

    channels: tuple[int, ...] = ()
    speeds: tuple[Speed, ...] = ()
    speed: Speed | None = None
    games: dict[str, GameSettings] = {}
    threads: bool = False
    most_tables: Annotated[int, Field(ge=1, le=1000)] | None = None
    language: Annotated[str, Field(min_length=2, max_length=16)] | None = None
    level: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    puzzle_channel: int | None = None
    puzzle_hour: Annotated[int, Field(ge=0, le=23)] = 9
    notices: Annotated[int, Field(ge=0, le=3)] = 3
    remarks: bool = True
    emotes: bool = True
    evenings: bool = True
    time_zone: TimeZone = "UTC"
    fold_after: timedelta | None = FOLDS_AFTER
    night_day: Annotated[int, Field(ge=0, le=6)] | None = None
    night_hour: Hour = 20
    night_channel: int | None = None

    @model_validator(mode="after")
    def _speed_is_allowed(self) -> ServerSettings:
        if self.speeds and self.speed is not None and self.speed not in self.speeds:
            raise ValueError(Sentence("The default speed must be one of the allowed speeds."))
        return self

    def wants_tables_in(self, channel_id: int, parent_id: int | None = None) -> bool:
        """Return whether tables may be opened in a channel or thread. For a thread, `parent_id` is
        the channel to which the thread belongs. If tables may be opened in that channel, they may
        be opened in the thread too."""
        return not self.channels or bool({channel_id, parent_id} & set(self.channels))

    @property
    def allowed_speeds(self) -> tuple[Speed, ...]:
        """The speeds that a table of this server may have."""
        return self.speeds or tuple(Speed)

    def first_speed(self, usual: Speed) -> Speed:
        """Return the speed of a new table. It is the speed that the server chose. If it chose none,
        it is `usual` (the default in the bot's settings), or the first speed that the server allows
        if `usual` isn't allowed."""
        if self.speed is not None:
            return self.speed
        return usual if usual in self.allowed_speeds else self.allowed_speeds[0]

    def game(self, name: str) -> GameSettings:
        """Return the server's rules for a game. If the server has chosen no rules, return the
        defaults."""
        return self.games.get(name, GameSettings())


class Deck(StrEnum):
    """The colours of suits: four colours, or two (red and black)."""

    FOUR_COLOURS = "four"
    TWO_COLOURS = "two"


class Order(StrEnum):
    """How a member's hand is sorted. `game` is the order that the game itself gives."""

    GAME = "game"
    SUIT = "suit"
    RANK = "rank"
    TRUMPS_LAST = "trumps-last"


class Mentions(StrEnum):
    """How a member is told that it is their turn, by a mention in the channel (ON), a direct
    message (DIRECT), or not at all (OFF)."""

    ON = "on"
    OFF = "off"
    DIRECT = "direct"


class Challenges(StrEnum):
    """How a member is told that somebody challenges this member to a game. QUIET shows the
    challenge in the channel without a mention. MENTION shows it with a mention. DIRECT also sends a
    direct message. NONE refuses challenges."""

    QUIET = "quiet"
    MENTION = "mention"
    DIRECT = "direct"
    NONE = "none"


class Change(NamedTuple):
    """Who changed a setting of a server last, and when."""

    member_id: int
    at: datetime


class Vacation(Preferences):
    """The vacation of a member, from `since` to `until` (None: no vacation now). `taken` is how
    much of the vacation of the calendar year `year` is used."""

    since: datetime | None = None
    until: datetime | None = None
    year: int = 0
    taken: timedelta = timedelta()


class MemberSettings(Preferences):
    """The settings of a member. With `text_only`, the member gets no pictures. With `emotes`, the
    member's private messages show emotes and offer emotes for the member's seat. With `remarks`,
    these messages also have what bot players say. `language` is the language of the member's
    private messages, in Discord's code (None: the language of the member's Discord). Between the
    full hours `quiet_from` and `quiet_until`, by the clock of `time_zone`, the member gets no
    notices of new tables (None: no quiet hours). Whether a member is hidden from leaderboards is
    stored by the leaderboards."""

    deck: Deck = Deck.FOUR_COLOURS
    order: Order = Order.GAME
    text_only: bool = False
    emotes: bool = True
    remarks: bool = True
    mentions: Mentions = Mentions.ON
    challenges: Challenges = Challenges.QUIET
    vacation: Vacation = Vacation()
    language: Annotated[str, Field(min_length=2, max_length=16)] | None = None
    quiet_from: Hour | None = None
    quiet_until: Hour | None = None
    time_zone: TimeZone = "UTC"
