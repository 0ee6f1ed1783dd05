"""The data that a subject (a package of the bot) stores about members and servers. Each subject
declares its data with the classes of this module, so that all of the data can be exported and
deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, or_, select

from bot.db.writer import Statement, Work

HIDDEN: Final = frozenset({"secret", "token"})
"""Columns that are never exported: the secret of a deal, and the token by which the bot edits a
message."""
OF_OTHERS: Final = frozenset({"seating", "awaited", "votes", "by_id", "by_name", "annulled_by"})
"""Columns that may name other people."""
NAMELESS: Final = ""
"""The name of a member whose data was deleted."""


class Part(NamedTuple):
    """The rows of one database table that are exported for a member.

    `by` are the columns that hold the member's id, and `fields` the columns that are exported. If
    the table itself has no such column, `through` says how the rows are found. It is a pair:
    another table, which has the columns `by`, and the condition that joins the two tables."""

    table: Table
    by: tuple[str, ...]
    fields: tuple[str, ...]
    through: tuple[Table, ColumnElement[bool]] | None = None

    def of(self, member_id: int) -> Select[Any]:
        """Return the query for the exported rows of this member."""
        named_in = self.table if self.through is None else self.through[0]
        question = select(*(self.table.c[name] for name in self.fields))
        if self.through is not None:
            question = question.join_from(self.table, *self.through)
        return question.where(or_(*(named_in.c[name] == member_id for name in self.by)))


def whole(table: Table, *by: str) -> Part:
    """Return a part that exports the columns of a table. Columns that name other people and columns
    that are never exported are left out. `by` are the columns that hold the member's id."""
    names = [column.name for column in table.columns if column.name not in HIDDEN | OF_OTHERS]
    return Part(table, by, tuple(names))


def _nothing(_: int) -> Sequence[Statement | Work]:
    return ()


@dataclass(frozen=True, slots=True)
class Kept:
    """The data that one subject (a package of the bot) stores. `member_forgotten` takes the id of a
    member, and `server_forgotten` the id of a server. Both return the SQL statements that delete
    the data of that member or server. `parts` are the parts of the data that are exported to a
    member. The keys are the names of the parts in the exported file."""

    member_forgotten: Callable[[int], Sequence[Statement | Work]] = _nothing
    server_forgotten: Callable[[int], Sequence[Statement | Work]] = _nothing
    parts: Mapping[str, Part] = field(default_factory=dict)
