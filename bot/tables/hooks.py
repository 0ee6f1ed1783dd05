"""What other subjects add to tables. These subjects know tables, but tables don't know them."""

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
    """The default `may_sit`: everybody may sit down."""


def _nothing_booked(_table: TableRow, _rows: Sequence[Mapping[str, Any]]) -> Statements:
    return ()


def _nothing_noted(_table: TableRow, _seat: int, _at: datetime) -> Statements:
    return ()


@dataclass(frozen=True, slots=True)
class Hooks:
    """The additions of other subjects to tables. `may_sit` raises a TableError when a member may
    not sit down at a table. `finished` returns what to write in the transaction of a game's last
    move: it takes the table's row and the rows of `results`, one for each seat. `removed` returns
    what to write when a member is removed from a running game: it takes the row, the seat, and the
    time."""

    may_sit: Callable[[Table, int], Awaitable[None]] = _anybody
    finished: Finished = _nothing_booked
    removed: Callable[[TableRow, int, datetime], Statements] = _nothing_noted


@dataclass(frozen=True, slots=True)
class Duties:
    """The work of a subject that time triggers. `with_each_beat` runs with each heartbeat, and
    may raise NotSaved. `stops` is called when the timer stops, because the work of a heartbeat
    may take long. `clock_was_set` is called after the machine's clock was set and all deadlines
    were moved."""

    with_each_beat: Callable[[], Awaitable[None]] | None = None
    stops: Callable[[], None] | None = None
    clock_was_set: Callable[[], None] | None = None


NO_HOOKS: Final = Hooks()
