"""The data that a subject (a package of the bot) stores about members and servers. Each subject
declares it here, so that all of it can be exported and deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, or_, select

from bot.db.writer import Statement, Work

HIDDEN: Final = frozenset({"secret", "token"})
"""Columns that nobody is given: the secret of a shuffle, and Discord's key to a message."""
OF_OTHERS: Final = frozenset({"seating", "awaited", "votes", "by_id", "by_name", "annulled_by"})
"""Columns that may name others."""
NAMELESS: Final = ""
"""The name of a member whose data was deleted."""


class Part(NamedTuple):
    """The rows of one table that are exported for a member.

    `by` are the columns that hold the member's id, and `fields` the columns that are exported. In a
    table without the id, the rows are found by a join: `through` is another table, which has the
    columns `by`, and the condition of the join."""

    table: Table
    by: tuple[str, ...]
    fields: tuple[str, ...]
    through: tuple[Table, ColumnElement[bool]] | None = None

    def of(self, member_id: int) -> Select[Any]:
        """Return the query for the rows of this member."""
        named_in = self.table if self.through is None else self.through[0]
        question = select(*(self.table.c[name] for name in self.fields))
        if self.through is not None:
            question = question.join_from(self.table, *self.through)
        return question.where(or_(*(named_in.c[name] == member_id for name in self.by)))


def whole(table: Table, *by: str) -> Part:
    """Return a part that exports all columns of a table, except those that name other people or are
    never exported. `by` are the columns that hold the member's id."""
    names = [column.name for column in table.columns if column.name not in HIDDEN | OF_OTHERS]
    return Part(table, by, tuple(names))


def _nothing(_: int) -> Sequence[Statement | Work]:
    return ()


@dataclass(frozen=True, slots=True)
class Kept:
    """The data that one subject (a package of the bot) stores. `member_forgotten` and
    `server_forgotten` take the id of a member or server, and return the SQL statements that delete
    its data. `parts` is the data exported to a member, by the names it has in the exported file."""

    member_forgotten: Callable[[int], Sequence[Statement | Work]] = _nothing
    server_forgotten: Callable[[int], Sequence[Statement | Work]] = _nothing
    parts: Mapping[str, Part] = field(default_factory=dict)
