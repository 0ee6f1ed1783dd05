"""Functions of other subjects (packages of features, such as tournaments) that tables call. Those
subjects import tables, but tables don't import them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.core.model import Table
from bot.db.rows import TableRow
from bot.db.writer import Statement, Work

Statements = Sequence[Statement | Work]
Finished = Callable[[TableRow, Sequence[Mapping[str, Any]]], Statements]


async def _anybody(_table: Table, _member_id: int) -> None:
    """Let everybody sit down. This is the default of `Hooks.may_sit`."""


def _nothing_booked(_table: TableRow, _rows: Sequence[Mapping[str, Any]]) -> Statements:
    return ()


def _nothing_noted(_table: TableRow, _seat: int, _at: datetime) -> Statements:
    return ()


@dataclass(frozen=True, slots=True)
class Hooks:
    """The functions of other subjects that tables call. `may_sit` raises a TableError when a member
    may not sit down at a table. `finished` takes the row of a table and its game's rows of
    `results`, one for each seat, and returns statements for the transaction of the game's last
    move. `removed` is called when a vote or a moderator removes a member during a game. It takes
    the table's row, the member's seat and the time, and returns statements for the transaction of
    that removal."""

    may_sit: Callable[[Table, int], Awaitable[None]] = _anybody
    finished: Finished = _nothing_booked
    removed: Callable[[TableRow, int, datetime], Statements] = _nothing_noted


@dataclass(frozen=True, slots=True)
class Duties:
    """The functions that a subject wants to be called regularly. `with_each_beat` is called once a
    minute, and may raise NotSaved. `stops` is called when the timer stops, and must end a long run
    of `with_each_beat` early. `clock_was_set` is called after the machine's clock was set and all
    deadlines were moved."""

    with_each_beat: Callable[[], Awaitable[None]] | None = None
    stops: Callable[[], None] | None = None
    clock_was_set: Callable[[], None] | None = None


NO_HOOKS: Final = Hooks()
