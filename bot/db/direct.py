"""Writes to a SQLite file without SQLAlchemy, for the statements that are run most often.

Each move is one INSERT, and SQLAlchemy needs more time for it than all the rest of a move. So
INSERT statements that are run often are compiled once, and go to the connection's thread together
with their commit, in one call."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeGuard

from sqlalchemy import Executable, Insert, exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.engine import reason_of
from bot.db.errors import MaybeCommitted
from bot.db.sqlite_connection import CommitFailed, Connection

OFTEN: Final = {"often": True}
"""The execution option of a statement that is written so often that it goes this way. Such a
statement is a constant, and each of its values is a parameter."""

_DIALECT: Final = sqlite.dialect()

Rows = Sequence[Mapping[str, Any]]


class Prepared:
    """An INSERT statement compiled for SQLite. `text` is its SQL, and `of` makes its parameters
    from a row."""

    def __init__(self, sql: Insert) -> None:
        compiled = sql.compile(dialect=_DIALECT)
        self.text = str(compiled)
        self._parameters = [
            (name, compiled.binds[name].type.dialect_impl(_DIALECT).bind_processor(_DIALECT))
            for name in compiled.positiontup or ()
        ]

    def of(self, row: Mapping[str, Any]) -> list[Any]:
        """Return the statement's parameters for a row, in the order in which its SQL has them."""
        return [
            row[name] if process is None else process(row[name])
            for name, process in self._parameters
        ]


prepared = cache(Prepared)


def is_often(sql: Executable) -> TypeGuard[Insert]:
    """Return whether the statement is an INSERT with the execution option `often`, which marks
    those that are written without SQLAlchemy."""
    return isinstance(sql, Insert) and bool(sql.get_execution_options().get("often"))


def sqlite_of(connection: AsyncConnection) -> Connection | None:
    """Return the aiosqlite connection inside an SQLAlchemy connection, or None if the database is
    not SQLite."""
    inner = connection.sync_connection
    found = None if inner is None else inner.connection.driver_connection
    return found if isinstance(found, Connection) else None


async def write(connection: Connection, statements: Sequence[tuple[Insert, Rows]]) -> None:
    """Run these statements, each for all its rows, and commit. Raises SQLAlchemy's errors, and
    MaybeCommitted when the commit itself failed."""
    ready = [(prepared(sql), rows) for sql, rows in statements]
    try:
        await connection.write([(each.text, [*map(each.of, rows)]) for each, rows in ready])
    except CommitFailed as failed:
        raise MaybeCommitted(reason_of(failed.error)) from _as_sqlalchemys(failed.error)
    except sqlite3.Error as error:
        raise _as_sqlalchemys(error) from error


def _as_sqlalchemys(error: sqlite3.Error) -> exc.DBAPIError:
    """Return SQLAlchemy's error of the same name for an error of sqlite3. It hides the parameters,
    because they may be cards."""
    kind: type[exc.DBAPIError] = getattr(exc, type(error).__name__, exc.DBAPIError)
    return kind(None, None, error, hide_parameters=True)
