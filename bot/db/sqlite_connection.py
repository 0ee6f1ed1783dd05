"""A connection to SQLite that makes fewer calls to its thread than aiosqlite and SQLAlchemy do.

A call to the thread costs the event loop more time than most statements take. For one statement,
aiosqlite makes four calls: to get a cursor, to run the statement, to read its rows, and to close
the cursor. For a rollback it makes one call even when there is nothing to undo. Here a statement
and all its rows take one call.

A move is stored by one INSERT. SQLAlchemy takes more time for this statement than everything else
that a move needs. So statements that are written often and only add rows are compiled once. They go
to the thread together with their commit, in one call (`write_at_once`)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from threading import Event
from typing import Any, Final, Self, TypeGuard

import aiosqlite
from sqlalchemy import Executable, Insert, exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.errors import MaybeCommitted, reason_of

CHUNK: Final = 64
"""The number of rows that aiosqlite fetches at once when somebody iterates over one of its cursors.
No code here does that."""


class CommitFailed(Exception):
    """Raised when the statements were run, but the commit failed. `error` is sqlite3's error."""

    def __init__(self, error: sqlite3.Error) -> None:
        super().__init__(str(error))
        self.error = error


class Connection(aiosqlite.Connection):
    """A connection to an SQLite database. It has a thread of its own, which doesn't keep the
    process alive. Takes the same arguments as `sqlite3.connect`."""

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(partial(sqlite3.connect, database, **options), CHUNK)
        self._thread.daemon = True

    # aiosqlite's own may also be awaited; SQLAlchemy never does that.
    def cursor(self) -> Cursor:  # type: ignore[override]
        """Return a new cursor, made without a call to the connection's thread."""
        return Cursor(self)

    async def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        if self.in_transaction:
            await super().rollback()

    async def in_thread(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """Call `call` with these arguments in the connection's thread, and return its result or
        raise its error."""
        # aiosqlite's own is untyped.
        return await self._execute(call, *arguments)  # type: ignore[no-untyped-call]

    async def answer(self, sql: str, parameters: Iterable[Any], *, many: bool) -> Answer:
        """Run a statement once. With `many`, run it for each of several rows of parameters. Return
        sqlite3's cursor and all rows of the result. Raises sqlite3's errors."""
        found: Answer = await self.in_thread(self._answered, sql, parameters, many)
        return found

    async def write(self, statements: Sequence[tuple[str, Iterable[Any]]]) -> None:
        """Run each statement for each of its rows of parameters, and commit. Raises sqlite3's
        errors, and CommitFailed when the commit itself failed."""
        given_up = Event()
        try:
            await self.in_thread(self._written, statements, given_up)
        except asyncio.CancelledError:
            given_up.set()
            raise

    def _written(self, statements: Sequence[tuple[str, Iterable[Any]]], given_up: Event) -> None:
        for sql, rows in statements:
            self._conn.executemany(sql, rows)
        if given_up.is_set():  # its caller was told that nothing is stored
            return
        try:
            self._conn.commit()
        except sqlite3.Error as error:
            raise CommitFailed(error) from error

    def _answered(self, sql: str, parameters: Any, many: bool) -> Answer:
        run = self._conn.executemany if many else self._conn.execute
        cursor = run(sql, parameters)
        return cursor, cursor.fetchall() if cursor.description else ()


Answer = tuple[sqlite3.Cursor, Sequence[Any]]


class Cursor:
    """An asynchronous cursor. It has only the methods that SQLAlchemy uses."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._answer: Answer | None = None

    @property
    def description(self) -> Any:
        """The names of the result's columns, or None for a statement without a result."""
        return None if self._answer is None else self._answer[0].description

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement has changed, or -1 when the number isn't known."""
        return -1 if self._answer is None else self._answer[0].rowcount

    @property
    def lastrowid(self) -> int | None:
        """The id of the row that was added last."""
        return None if self._answer is None else self._answer[0].lastrowid

    async def __aenter__(self) -> Self:
        """Return the cursor itself."""
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> None:
        """Run a statement."""
        self._answer = await self._connection.answer(sql, parameters, many=False)

    async def executemany(self, sql: str, rows: Iterable[Iterable[Any]]) -> None:
        """Run a statement for each of these rows of parameters."""
        self._answer = await self._connection.answer(sql, rows, many=True)

    async def fetchall(self) -> Sequence[Any]:
        """Return all rows of the result."""
        return () if self._answer is None else self._answer[1]

    async def close(self) -> None:
        """Do nothing, because all rows of the result have been read already."""


OFTEN: Final = {"often": True}
"""The execution option of a statement that is written so often that it doesn't go through
SQLAlchemy. The statement must be a constant, and each of its values must be a parameter."""

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
    """Return whether the statement is an INSERT with the execution option `often`. On SQLite,
    statements with this option can be executed without SQLAlchemy."""
    return isinstance(sql, Insert) and bool(sql.get_execution_options().get("often"))


def sqlite_of(connection: AsyncConnection) -> Connection | None:
    """Return the aiosqlite connection inside an SQLAlchemy connection, or None if the database is
    not SQLite."""
    inner = connection.sync_connection
    found = None if inner is None else inner.connection.driver_connection
    return found if isinstance(found, Connection) else None


async def write_at_once(connection: Connection, statements: Sequence[tuple[Insert, Rows]]) -> None:
    """Run these statements, each of them for all its rows, and commit. Raises SQLAlchemy's errors,
    and MaybeCommitted when the commit itself failed."""
    ready = [(prepared(sql), rows) for sql, rows in statements]
    try:
        await connection.write([(each.text, [*map(each.of, rows)]) for each, rows in ready])
    except CommitFailed as failed:
        raise MaybeCommitted(reason_of(failed.error)) from _as_sqlalchemys(failed.error)
    except sqlite3.Error as error:
        raise _as_sqlalchemys(error) from error


def _as_sqlalchemys(error: sqlite3.Error) -> exc.DBAPIError:
    """Return the SQLAlchemy error that has the same name as this error of sqlite3. The SQLAlchemy
    error doesn't show the statement's parameters, because they might be cards."""
    kind: type[exc.DBAPIError] = getattr(exc, type(error).__name__, exc.DBAPIError)
    return kind(None, None, error, hide_parameters=True)
