"""Converts between rows of the database and dataclasses. The module has codecs for fields, and
tables and games as plain data. A table whose row is damaged can be represented too.

A field is stored unchanged in the column of the same name, unless the `fields` of its Codec say
otherwise. So a new plain field is named only in its dataclass and in the schema.

Downtime is the total time during which the bot did not run while a table existed. Times that clocks
depend on are stored without it, so that clocks stand still while the bot is down."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Row

from bot.core.model import Ahead, Emote, Phase, Said, Seat, SeatClock, Speed, TableBase

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)


def to_number(moment: datetime, downtime: timedelta = timedelta()) -> int:
    """Return a moment as it is stored, in milliseconds since 1970. `downtime` (the total time that
    the bot was down) is subtracted first."""
    return (moment - downtime - EPOCH) // MILLISECOND


def to_moment(number: int, downtime: timedelta = timedelta()) -> datetime:
    """Return the moment for a stored number that `to_number` made. `downtime` (the total time that
    the bot was down) is added to it."""
    return EPOCH + number * MILLISECOND + downtime


@dataclass(frozen=True, slots=True)
class Field:
    """The codec of a field, which converts between the field's value and the value in a column.
    `write` turns the field's value into the column's value, and `read` turns it back. Both take a
    value and the downtime (explained in the module). `read` raises ValueError, TypeError or
    AttributeError for a value that it can't read."""

    write: Callable[[Any, timedelta], Any]
    read: Callable[[Any, timedelta], Any]


def plain(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> Field:
    """Return the codec of a field that doesn't depend on the bot's downtime. `write` converts the
    field's value to the column's value, and `read` converts it back."""
    return Field(lambda value, _: write(value), lambda value, _: read(value))


def optional(field: Field) -> Field:
    """Return the codec of a field that can be None. None is stored as NULL, any other value by the
    codec `field`."""
    return Field(
        lambda value, downtime: None if value is None else field.write(value, downtime),
        lambda value, downtime: None if value is None else field.read(value, downtime),
    )


def one_of(kind: type[StrEnum]) -> Field:
    """Return the codec of a field that holds a member of the enum `kind`, which is stored as its
    text."""
    return plain(lambda value: value.value, kind)


AS_IT_IS: Final = plain(lambda value: value, lambda value: value)
MOMENT: Final = plain(to_number, to_moment)
DEADLINE: Final = Field(to_number, to_moment)
"""The codec of a deadline, which converts between a time (aware UTC) and a number in the database.
The number leaves out the time for which the bot was down. So each downtime moves the deadline into
the future."""
SPAN: Final = plain(lambda value: value // MILLISECOND, lambda value: value * MILLISECOND)
HEX: Final = plain(bytes.hex, bytes.fromhex)
MAPPING: Final = plain(lambda value: json.dumps(dict(value)), lambda value: dict(json.loads(value)))
TEXTS: Final = plain(json.dumps, lambda value: tuple(json.loads(value)))
SET: Final = plain(
    lambda value: json.dumps(sorted(value)), lambda value: frozenset(json.loads(value))
)


class Codec:
    """Converts between a dataclass and the columns of one database table. `columns` are the names
    of the fields that are stored. `fields` maps a field's name to its codec, for each field that
    isn't stored unchanged."""

    def __init__(self, columns: Iterable[str], **fields: Field) -> None:
        self.columns = tuple(columns)
        self._fields: Mapping[str, Field] = {
            name: fields.get(name, AS_IT_IS) for name in self.columns
        }

    def write(
        self, thing: object, downtime: timedelta = timedelta(), *, but: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return the values to store for the dataclass `thing`. The keys are the names of the
        columns. The columns named in `but` are left out. `downtime` is how long the bot was
        down."""
        return {
            name: field.write(getattr(thing, name), downtime)
            for name, field in self._fields.items()
            if name not in but
        }

    def read(self, row: object, downtime: timedelta = timedelta()) -> dict[str, Any]:
        """Read the fields of a dataclass from a database row. Return their values, with the fields'
        names as keys. Raises ValueError, TypeError or AttributeError for a damaged row."""
        return {
            name: field.read(getattr(row, name), downtime) for name, field in self._fields.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(TableBase):
    """A table as it is stored, without its game. The bot's downtime has already been added to
    `idle_at` and `again_until`.

    `secret` is the secret from which the present or next game is dealt. `downtime` is how long the
    bot was down while the table existed. `version` is only the stored part of the table's version.
    While a game is played, the full version also counts the game's moves. `seating` says who sat in
    which seat in the previous game (bot.tables.seating). `awaited` are the players who may still
    confirm the next game until `again_until`. `idle_at` is when the table is closed if nobody uses
    it. `opened_by` is the id of the interaction that opened the table."""

    secret: bytes
    created_at: datetime
    seating: tuple[str, ...] = ()
    idle_at: datetime | None = None
    downtime: timedelta = timedelta()
    opened_by: int | None = None

    @property
    def chose_ahead(self) -> bool:
        """Whether any member at the table has chosen moves before their turn."""
        return any(seat.ahead is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move in the stored log of a game. `stand_in` is true when a bot player made the move for a
    member. `clocks` has the clocks that run after the move. Its keys are the seats that the game
    then waits for."""

    seat: int
    move: str
    stand_in: bool
    made_at: datetime
    clocks: Mapping[int, SeatClock]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is stored. `header` is the text from which the game can be dealt again. `joined`
    are the ids of the interactions by which members sat down and the host pressed Start. These ids
    are part of the seed. `clocks` are the seats' clocks after the deal. `version` is the table's
    version after the deal. `outcome` is the result as JSON text (None before the end). `players` is
    the version of the bot players' code at the deal (None: a version so old that its number is not
    known). When `is_kept` is false, the game's record was deleted, and `header`, `secret` and
    `moves` are empty."""

    header: str
    secret: bytes
    joined: tuple[int, ...]
    clocks: Mapping[int, SeatClock]
    outcome: str | None
    moves: tuple[MoveRow, ...]
    version: int
    started_at: datetime
    players: int | None = None
    """The version of the bot players' code when the game was dealt (games.players.VERSION). None:
    an older version without a number."""
    is_kept: bool = True
    """Whether the game's record is still stored. If it isn't, `header`, `secret` and `moves` are
    empty."""


def clocks_to_text(clocks: Mapping[int, SeatClock], downtime: timedelta) -> str:
    """Return the clocks of seats as JSON text for the database. For each seat, the text has the
    time when its clock runs out. If the reminder at half time is still to come, the time of the
    reminder follows. `downtime` (how long the bot was down) is subtracted from both times."""
    stored: dict[str, int | list[int]] = {}
    for seat, clock in clocks.items():
        up = to_number(clock.up, downtime)
        stored[str(seat)] = up if clock.half is None else [up, to_number(clock.half, downtime)]
    return json.dumps(stored, separators=(",", ":"))


def clocks_from_text(text: str, downtime: timedelta) -> dict[int, SeatClock]:
    """Return the clocks of seats from a text that `clocks_to_text` made. The keys are the seats.
    `downtime` (how long the bot was down) is added to the times. Raises ValueError, TypeError or
    AttributeError for any other text."""
    clocks: dict[int, SeatClock] = {}
    for seat, stored in json.loads(text).items():
        numbers = stored if isinstance(stored, list) else [stored]
        clocks[int(seat)] = SeatClock(*(to_moment(number, downtime) for number in numbers))
    return clocks


AWAITED: Final = plain(
    lambda seats: json.dumps(
        [[seat.member_id, seat.name, sorted(seat.handicaps)] for seat in seats]
    ),
    lambda text: tuple(
        Seat(name=name, member_id=member_id, handicaps=frozenset(handicaps))
        for member_id, name, handicaps in json.loads(text)
    ),
)
"""The codec of the members who may still confirm the next game."""

SAID: Final = plain(
    lambda said: json.dumps([said.emote, said.chapters, said.moves, to_number(said.at), said.nth]),
    lambda text: _said(*json.loads(text)),
)


def _said(emote: str, chapters: int, moves: int, at: int, nth: int) -> Said:
    return Said(Emote(emote), chapters, moves, to_moment(at), nth)


AHEAD: Final = plain(
    lambda ahead: json.dumps([ahead.dropped, *ahead.moves]), lambda text: _ahead(*json.loads(text))
)
"""The codec of the moves that a member chose before their turn."""


def _ahead(dropped: bool, *moves: str) -> Ahead:
    return Ahead(moves, dropped=bool(dropped))


TABLE: Final = Codec(
    (each.name for each in fields(TableRow) if each.name != "seats"),
    phase=one_of(Phase),
    options=MAPPING,
    secret=HEX,
    created_at=MOMENT,
    seating=TEXTS,
    idle_at=optional(DEADLINE),
    downtime=SPAN,
    speed=one_of(Speed),
    awaited=AWAITED,
    again_until=optional(DEADLINE),
)
SEAT: Final = Codec(
    (each.name for each in fields(Seat) if each.name not in {"missed", "absent"}),
    handicaps=SET,
    votes=SET,
    spent=SPAN,
    vacation=optional(MOMENT),
    ahead=optional(AHEAD),
    said=optional(SAID),
)


def table_from(row: Row[Any], seats: Iterable[Row[Any]]) -> TableRow:
    """Make the table from its database row and the rows of its seats. If these rows can't be read,
    return a table in the phase `quarantined` with the reason. A closed table stays `closed`. The
    table's data stays stored, and other tables are not affected."""
    try:
        return TableRow(
            **TABLE.read(row, row.downtime * MILLISECOND),
            seats=tuple(Seat(**SEAT.read(seat)) for seat in seats),
        )
    except (ValueError, TypeError, AttributeError) as error:
        return TableRow(
            id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            message_id=row.message_id,
            host_id=row.host_id,
            phase=Phase.CLOSED if row.phase == Phase.CLOSED.value else Phase.QUARANTINED,
            game=row.game,
            preset=row.preset,
            options={},
            seats=(),
            version=row.version,
            game_number=row.game_number,
            secret=b"",
            created_at=EPOCH,
            reason=f"Its row in the database is damaged ({type(error).__name__}).",
        )


def game_from(
    row: Row[Any],
    record: tuple[str, str, str, tuple[MoveRow, ...]],
    downtime: timedelta,
    *,
    is_kept: bool = True,
) -> GameRow:
    """Make the game from its database row, and from `record` (header, secret, joined, moves). The
    record is stored in the row or packed. `downtime` is how long the bot was down while the table
    existed, and `is_kept` is false if the record was deleted. Raises ValueError, TypeError or
    AttributeError when the row or the record is damaged."""
    header, secret, joined, moves = record
    return GameRow(
        header=header,
        secret=bytes.fromhex(secret),
        joined=tuple(int(number) for number in json.loads(joined)),
        clocks=clocks_from_text(row.clocks, downtime),
        outcome=row.outcome,
        version=row.version,
        started_at=to_moment(row.started_at),
        players=row.players,
        moves=moves,
        is_kept=is_kept,
    )


def move_from(row: Row[Any], downtime: timedelta) -> MoveRow:
    """Make the move from its database row. `downtime` (how long the bot was down) is added to the
    times of the seats' clocks. Raises ValueError, TypeError or AttributeError when the row is
    damaged."""
    return MoveRow(
        row.seat,
        row.move,
        row.stand_in,
        to_moment(row.made_at),
        clocks_from_text(row.clocks, downtime),
    )
