"""The preferences of servers and members: plain data, checked when it is made."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from bot.core.model import FOLDS_AFTER, Speed
from games.errors import Sentence

MOST_HOUSE_PRESETS: Final = 20
"""The most house presets of a server for one game: together with the game's own they fit into one
select."""


class Preferences(BaseModel):
    """Base of all preferences: frozen, and unknown keys are refused."""

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
    """A server's own preset: a preset of the game (None: its default), and the options that differ
    from it."""

    preset: str | None = None
    options: dict[str, Any] = {}


class GameSettings(Preferences):
    """A server's rules for a game: the preset (the game's or one of its own) and options that a new
    table has, and its own presets by name."""

    preset: str | None = None
    options: dict[str, Any] = {}
    house: dict[Annotated[str, Field(min_length=1, max_length=40)], HousePreset] = Field(
        default={}, max_length=MOST_HOUSE_PRESETS
    )


class ServerSettings(Preferences):
    """What a server's moderators have chosen. `channels`: where tables may be opened (empty:
    everywhere). `speeds`: the allowed speeds (empty: all); `speed`: that of a new table (None: the
    speed in the bot's settings). `games`: rules by the game's name. `threads`: each table gets a
    thread of its own. `most_tables`: the limit of lobbies and running games (None: that of the
    bot's settings). `language`: the language of public messages, by Discord's name (None: the
    server's own). `level`: the level of a bot player for whom nobody chose one (None: that of the
    bot's settings). `puzzle_channel`: where the daily puzzle is posted (None: nowhere);
    `puzzle_hour`: the hour of the day from which it is posted (UTC). `notices`: how many notices of
    new tables a member may get in an hour. `remarks`: whether bot players sometimes say something.
    `emotes`: whether members may show emotes at their seats. `evenings`: whether a picture of each
    evening is posted when it is over. `time_zone`: the server's clock. `fold_after`: how long a
    result is shown in full (None: always). `night_day`: the weekday (0: Monday) of the game night
    (None: no game night), `night_hour` its hour by the server's clock, `night_channel` where its
    tables open (None: nowhere)."""

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
        """Whether tables may be opened in a channel, or in a thread of the channel `parent_id`."""
        return not self.channels or bool({channel_id, parent_id} & set(self.channels))

    @property
    def allowed_speeds(self) -> tuple[Speed, ...]:
        """The speeds that a table of this server may have."""
        return self.speeds or tuple(Speed)

    def first_speed(self, usual: Speed) -> Speed:
        """The speed of a new table: the server's choice, or `usual`, the speed in the bot's
        settings, if the server allows it."""
        if self.speed is not None:
            return self.speed
        return usual if usual in self.allowed_speeds else self.allowed_speeds[0]

    def game(self, name: str) -> GameSettings:
        """The server's rules for a game."""
        return self.games.get(name, GameSettings())


class Deck(StrEnum):
    """The colours of suits: four colours, or two (red and black)."""

    FOUR_COLOURS = "four"
    TWO_COLOURS = "two"


class Order(StrEnum):
    """The order of cards in a hand; `game` is the usual order of that game."""

    GAME = "game"
    SUIT = "suit"
    RANK = "rank"
    TRUMPS_LAST = "trumps-last"


class Mentions(StrEnum):
    """How a member hears that it is their turn."""

    ON = "on"
    OFF = "off"
    DIRECT = "direct"


class Challenges(StrEnum):
    """How a member learns that somebody challenges them to a game: `quiet` shows it in the channel
    without a mention, `none` refuses challenges."""

    QUIET = "quiet"
    MENTION = "mention"
    DIRECT = "direct"
    NONE = "none"


class Change(NamedTuple):
    """Who changed a setting of a server last, and when."""

    member_id: int
    at: datetime


class Vacation(Preferences):
    """A member's vacation: its end (None: they are here), and how much of which year's vacation
    is used."""

    until: datetime | None = None
    year: int = 0
    taken: timedelta = timedelta()


class MemberSettings(Preferences):
    """What a member has chosen. `text_only`: no pictures. `emotes`: whether they see emotes in
    their hands, and can show some. `remarks`: whether bot players speak in their hands. `language`:
    the language of messages that only they see, by Discord's name (None: the language of their
    Discord). `quiet_from`, `quiet_until`: the full hours, by the clock of `time_zone`, between
    which they get no notices of new tables (None: no quiet hours). (The leaderboards store whether
    a member is hidden from them.)"""

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
