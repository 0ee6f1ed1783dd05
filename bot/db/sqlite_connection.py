"""A connection to a SQLite file that asks its thread as seldom as possible.

Each question to another thread costs the event loop more than most statements do. aiosqlite asks
four times for a statement (a cursor, the statement, its rows, the cursor's end), and once more for
a rollback that has nothing to undo. Here a statement is one question, with all its rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, Self

import aiosqlite

CHUNK: Final = 64
"""Rows that aiosqlite fetches at once for whoever iterates over one of its cursors: nobody."""


class Connection(aiosqlite.Connection):
    """A connection with its own thread, which doesn't keep the process alive. Takes what
    `sqlite3.connect` does."""

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(partial(sqlite3.connect, database, **options), CHUNK)
        self._thread.daemon = True

    # aiosqlite's own may also be awaited; SQLAlchemy never does that.
    def cursor(self) -> Cursor:  # type: ignore[override]
        """A new cursor, for which nobody is asked."""
        return Cursor(self)

    async def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        if self.in_transaction:
            await super().rollback()

    async def answer(self, sql: str, parameters: Iterable[Any], *, many: bool) -> Answer:
        """Run a statement, once or for `many` rows of parameters; returns sqlite3's cursor and all
        rows of the result. Raises sqlite3's errors."""
        # aiosqlite's own is untyped.
        question = self._execute(self._answered, sql, parameters, many)  # type: ignore[no-untyped-call]
        found: Answer = await question
        return found

    def _answered(self, sql: str, parameters: Any, many: bool) -> Answer:
        run = self._conn.executemany if many else self._conn.execute
        cursor = run(sql, parameters)
        return cursor, cursor.fetchall() if cursor.description else ()


Answer = tuple[sqlite3.Cursor, Sequence[Any]]


class Cursor:
    """As much of an asynchronous cursor as SQLAlchemy uses."""

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
        """Nothing: the result has been read to its end."""
