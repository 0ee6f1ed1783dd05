"""Opens the database with SQLAlchemy. The connections, settings and error codes of SQLite and of
PostgreSQL are in this module and in `sqlite_connection`. Some other modules also have code for only
one of the two, for example `backup`, `file_lock` and `locks`."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as WaitedTooLong
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.db.errors import StoreUnusable, reason_of
from bot.db.sqlite_connection import Connection as SqliteConnection

BUSY_TIMEOUT: Final = 2.0
"""Seconds to wait for another process that is writing to the same SQLite file. It is less than
Discord waits for the answer to a press."""
MIGRATION_TIMEOUT: Final = 600.0
"""Seconds to wait while the schema is changed, because another process might be changing it."""
CONNECT_TIMEOUT: Final = 2.0
"""Seconds to wait for a connection to PostgreSQL, or for a free one."""
BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
"""SQLite's codes for a file on which another process is writing."""
LOST: Final = ("08", "57P")
"""The beginnings of PostgreSQL's codes for a lost connection, and for a server that stops or
starts."""

READERS: Final = 15
"""The most connections to a SQLite file, each with a thread. They all stay open, so that no
connection or thread is made anew whenever many queries come at once."""

MIGRATION_LOCK: Final = int.from_bytes(b"Shijo", "big")
"""The number of PostgreSQL's advisory lock that is held while the schema is changed."""

DAMAGED: Final = "it's damaged. Stop Shijo and restore a backup (docs/backups.md)"
FULL: Final = "the disk is full. Make room on it"
READ_ONLY: Final = "it can't be written. Give Shijo's user permission to write it"
BROKEN_DISK: Final = "the disk is failing. Check the machine's own log"
AILMENTS_OF_SQLITE: Final = {
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: BROKEN_DISK,
}
AILMENTS_OF_POSTGRESQL: Final = {
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "53100": FULL,
    "25006": READ_ONLY,
    "58030": BROKEN_DISK,
}
"""The faults of PostgreSQL databases, with PostgreSQL's error codes as keys."""

MOST_PORT: Final = 65535
DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}

PRAGMAS: Final = (
    # With a write-ahead log, readers don't wait for the writer, and a commit is one write to one
    # file. `synchronous` puts that write on the disk before anybody is told.
    "PRAGMA journal_mode=WAL",
    # … which is on the disk, not in a cache, before anybody is told.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


class FileGone(Exception):
    """Raised when the SQLite file has been deleted or replaced. The exception's text is the reason
    for the log."""


def read_url(text: str) -> URL:
    """Parse a database's address, and choose its asynchronous driver. A user or password in the
    query part is moved to the usual place in the URL, so that logging can hide it. Raises
    StoreUnusable when the text is not a URL of SQLite or PostgreSQL."""
    try:
        url = make_url(text)
        if (url.port is not None and not 0 < url.port <= MOST_PORT) or "\0" in text:
            raise ValueError("no such port, or no such text")
    except (ArgumentError, ValueError):
        # The address itself may hold a password, and so may the error.
        url = None
    driver = None if url is None else DRIVERS.get(url.drivername, url.drivername)
    if url is None or driver not in DRIVERS.values():
        raise StoreUnusable(
            place="that database.url names",
            reason="it isn't a URL such as sqlite:///data/shijo.db or postgresql://user@host/name",
        )
    return _unmixed(url.set(drivername=driver))


def _unmixed(url: URL) -> URL:
    given = {name: url.query.get(name) for name in ("user", "password")}
    last = {name: each[-1] if isinstance(each, tuple) else each for name, each in given.items()}
    return url.difference_update_query(given).set(
        username=last["user"] or url.username, password=last["password"] or url.password
    )


def file_of(url: URL) -> Path | None:
    """Return the plain file that a database's URL names. Return None when there is none: for
    PostgreSQL, for SQLite in memory, and for SQLite's own `file:` addresses."""
    if url.get_backend_name() != "sqlite" or "uri" in url.query:
        return None
    return Path(url.database) if url.database and url.database != ":memory:" else None


def may_be_shared(url: str) -> bool:
    """Return whether several processes may use the database at this address. Only PostgreSQL allows
    that."""
    return read_url(url).get_backend_name() == "postgresql"


def make_engine(url: URL) -> AsyncEngine:
    """Make the SQLAlchemy engine for a database's URL. For SQLite, the folder and file are made if
    they are missing. Raises StoreUnusable with the reason when the engine or the folder can't be
    made."""
    sqlite = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = (
        {
            "connect_args": {"timeout": BUSY_TIMEOUT, "async_creator_fn": SqliteConnection},
            "poolclass": AsyncAdaptedQueuePool,  # a database without a file would have another
            "pool_size": READERS,
            "max_overflow": 0,
        }
        if sqlite
        else {"pool_pre_ping": True, "connect_args": {"timeout": CONNECT_TIMEOUT}}
    )
    try:
        # Values may be cards or tokens, and errors are logged: so no parameters in
        # errors.
        engine = create_async_engine(
            url, hide_parameters=True, pool_timeout=CONNECT_TIMEOUT, **options
        )
        if sqlite:
            _prepare_file(url)
    except (OSError, SQLAlchemyError, ImportError, TypeError, ValueError) as error:
        raise StoreUnusable(place=shown(url), reason=reason_of(error)) from error
    if sqlite:
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    else:
        hang_up_at_once(engine)
    return engine


def hang_up_at_once(engine: AsyncEngine) -> None:
    """Make the engine close PostgreSQL connections without telling the server. If the server does
    not answer, telling it would take many seconds. This is called right after the engine is made.
    If a query is still running when its connection is closed, the query gets no answer."""
    for name in ("do_close", "do_terminate"):
        setattr(engine.dialect, name, _abort)


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A context with the first connection to a database. Raises StoreUnusable when its address is
    wrong, and SQLAlchemyError or OSError for any other failure."""
    connection = engine.connect()
    try:
        await connection.start()
    except (TypeError, ValueError) as error:
        reason = f"its address is wrong: {reason_of(error)}"
        raise StoreUnusable(place=shown(engine.url), reason=reason) from error
    try:
        yield connection
    finally:
        await connection.close()


def _prepare_file(url: URL) -> None:
    """Make SQLite's folder and file when they don't exist. Raises OSError or StoreUnusable."""
    if not url.database or url.database == ":memory:":
        # Readers and writers would share one connection, and nothing would be kept.
        raise StoreUnusable(place=shown(url), reason="a game must be kept in a file")
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        open(file, "ab", opener=only_for_its_owner).close()


def only_for_its_owner(file: str, flags: int) -> int:
    """Open a file with these flags, and return its descriptor. This is a function for the parameter
    `opener` of Python's `open`. A new file can be read by its owner alone. SQLite gives the
    write-ahead log beside a database the same permissions."""
    return os.open(file, flags, 0o600)


def begin_alone(connection: Connection) -> None:
    """Begin a transaction for a change of the schema. Other processes that start meanwhile wait
    until the transaction ends. After a failure nothing has changed. Without this call, Python's
    SQLite driver begins no transaction before a change of the schema."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA busy_timeout={MIGRATION_TIMEOUT * 1000:.0f}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")


def shown(url: URL) -> str:
    """Return the URL as text for the log, without the password and without the query part
    (everything behind the `?`)."""
    return url.set(query={}).render_as_string(hide_password=True)


def _abort(connection: Any) -> None:
    connection.driver_connection.terminate()


def is_lost(error: BaseException) -> bool:
    """Return whether the error means that the connection to the database was lost, or could not be
    made. If a statement raised such an error, it had no effect. If the commit raised it, the data
    might have been stored."""
    if isinstance(error, OSError):
        return True
    code = getattr(getattr(error, "orig", None), "sqlstate", None) or ""
    return isinstance(error, DBAPIError) and (error.connection_invalidated or code.startswith(LOST))


def is_silent(error: BaseException) -> bool:
    """Return whether the error shows that no query can be answered now. The server can't be
    reached, no connection became free, or the SQLite file is gone."""
    return is_lost(error) or isinstance(error, (WaitedTooLong, FileGone))


def is_busy(error: BaseException | None) -> bool:
    """Return whether the error means that another process kept writing to a SQLite file for longer
    than `BUSY_TIMEOUT`."""
    return (getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF) in BUSY


def ailment_of(error: BaseException | None) -> str | None:
    """Return a sentence that names a fault of the database itself, such as a full disk, and says
    what to do. Return None when the error has another cause."""
    while error is not None and not isinstance(error, DBAPIError):
        error = error.__cause__
    original = getattr(error, "orig", None)
    by_sqlite = AILMENTS_OF_SQLITE.get(getattr(original, "sqlite_errorcode", 0) & 0xFF)
    return by_sqlite or AILMENTS_OF_POSTGRESQL.get(getattr(original, "sqlstate", None) or "")


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    try:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()
    except BaseException:
        # No other code knows of a connection that isn't set up yet, and an open one holds its
        # thread for ever.
        connection.close()
        raise
