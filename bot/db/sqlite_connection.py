"""A faster connection to a SQLite file than that of aiosqlite. It makes fewer calls to the
connection's thread.

Such a call costs the event loop more than most statements do. aiosqlite makes four for a statement
(to get a cursor, to run the statement, to read its rows, to close the cursor), and one for a
rollback even when there is nothing to undo. Here a statement and all its rows take one call."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Event
from typing import Any, Final, Self

import aiosqlite

CHUNK: Final = 64
"""Rows that aiosqlite fetches at once for an iteration over one of its cursors; nothing here
iterates."""


class CommitFailed(Exception):
    """The statements were run, but the commit failed. `error` is sqlite3's error."""

    def __init__(self, error: sqlite3.Error) -> None:
        super().__init__(str(error))
        self.error = error


class Connection(aiosqlite.Connection):
    """A connection with a thread of its own, which doesn't keep the process alive. Takes the same
    arguments as `sqlite3.connect`."""

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
        """Run a statement, once or (with `many`) for each of several rows of parameters. Return
        sqlite3's cursor and all rows of the result. Raises sqlite3's errors."""
        found: Answer = await self.in_thread(self._answered, sql, parameters, many)
        return found

    async def write(self, statements: Sequence[tuple[str, Iterable[Any]]]) -> None:
        """Run each statement for its rows of parameters, and commit. Raises sqlite3's errors, and
        CommitFailed when the commit itself failed."""
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
    """An asynchronous cursor, reduced to the methods that SQLAlchemy uses."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._answer: Answer | None = None

    @property
    def description(self) -> Any:
        """The names of the result's columns; None for a statement without a result."""
        return None if self._answer is None else self._answer[0].description

    @property
    def rowcount(self) -> int:
        """How many rows the statement has changed; -1 when that isn't known."""
        return -1 if self._answer is None else self._answer[0].rowcount

    @property
    def lastrowid(self) -> int | None:
        """The id of the row that was added last."""
        return None if self._answer is None else self._answer[0].lastrowid

    async def __aenter__(self) -> Self:
        """The cursor itself."""
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> None:
        """Run a statement."""
        self._answer = await self._connection.answer(sql, parameters, many=False)

    async def executemany(self, sql: str, rows: Iterable[Iterable[Any]]) -> None:
        """Run a statement for each of these rows of parameters."""
        self._answer = await self._connection.answer(sql, rows, many=True)

    async def fetchall(self) -> Sequence[Any]:
        """All rows of the result."""
        return () if self._answer is None else self._answer[1]

    async def close(self) -> None:
        """Does nothing, because all rows of the result have been read already."""
