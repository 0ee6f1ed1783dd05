"""What a subject (a package of the bot) stores about members and servers: all of it can be exported
and deleted."""

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
    """The rows of a table that belong to a member. `by` are the columns that hold the member's id,
    `fields` the columns that are exported. In a table without such columns, the rows are found
    `through` a condition on another table that has them."""

    table: Table
    by: tuple[str, ...]
    fields: tuple[str, ...]
    through: tuple[Table, ColumnElement[bool]] | None = None

    def of(self, member_id: int) -> Select[Any]:
        """The query for the member's rows."""
        named_in = self.table if self.through is None else self.through[0]
        question = select(*(self.table.c[name] for name in self.fields))
        if self.through is not None:
            question = question.join_from(self.table, *self.through)
        return question.where(or_(*(named_in.c[name] == member_id for name in self.by)))


def whole(table: Table, *by: str) -> Part:
    """A part with all columns of a table, except columns that name other people or are never
    exported."""
    names = [column.name for column in table.columns if column.name not in HIDDEN | OF_OTHERS]
    return Part(table, by, tuple(names))


def _nothing(_: int) -> Sequence[Statement | Work]:
    return ()


@dataclass(frozen=True, slots=True)
class Kept:
    """What one subject stores. `member_forgotten` and `server_forgotten` take an id, and return the
    statements that delete its data from the subject's tables. `parts` are the data exported to a
    member, by the names in the exported file."""

    member_forgotten: Callable[[int], Sequence[Statement | Work]] = _nothing
    server_forgotten: Callable[[int], Sequence[Statement | Work]] = _nothing
    parts: Mapping[str, Part] = field(default_factory=dict)
