"""Make the requests of every test to SQLite faster. Statements are compiled once for all engines.
If nothing else runs beside the event loop, no thread is used.

A process on Discord has one engine. A test run has thousands of engines, and each would compile the
same statements."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any, Final

import aiosqlite
import pytest
from sqlalchemy import URL
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.db.sqlite_connection import Connection

COMPILED: Final[dict[Any, Any]] = {}
"""The compiled statements of all engines. SQLAlchemy makes the keys, and a key contains the
dialect."""


FEW: Final = 3
"""The most connections to a SQLite file in tests. Without threads, connections work one after the
other anyway, and each further connection would have to read the schema."""


class SameDialect(SQLiteDialect_aiosqlite):
    """SQLite's dialect. All objects of this class are equal, so all engines share their compiled
    statements."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameDialect)

    def __hash__(self) -> int:
        return hash(SameDialect)


def share_compiled_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, engines for SQLite share their compiled statements."""
    registry.register("sqlite.aiosqlite", __name__, SameDialect.__name__)
    monkeypatch.setattr("bot.db.engine.create_async_engine", _sharing)


def _sharing(url: URL, **options: Any) -> AsyncEngine:
    if url.get_backend_name() == "sqlite":
        options["execution_options"] = {"compiled_cache": COMPILED}
    return create_async_engine(url, **options)


class Unthreaded(Connection):
    """A connection whose file is read and written in the event loop's own thread.

    Other tasks still run between requests to the database. Only the switches between threads are
    saved."""

    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        return self._connect().__await__()

    async def _connect(self) -> aiosqlite.Connection:
        await asyncio.sleep(0)
        self._connection = self._connector()
        return self

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if not self._running or self._connection is None:
            raise ValueError("Connection closed")
        if fn.__name__ in {"_answered", "_written", "commit"}:
            await asyncio.sleep(0)
        return fn(*args, **kwargs)

    def stop(self) -> asyncio.Future[Any] | None:
        self._running = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return None


def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, connections to SQLite are `Unthreaded`. Use this only in tests in which one
    process has one database. If two connections wait for each other's locks, each needs its own
    thread."""
    monkeypatch.setattr("bot.db.engine.SqliteConnection", Unthreaded)
    monkeypatch.setattr("bot.db.engine.READERS", FEW)
