"""The open database, through which all code reads and writes. Every failure is logged, and raised
as a StoreError."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import URL, Connection, Engine, Row, Select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.util.concurrency import greenlet_spawn

from bot.db import schema
from bot.db.engine import FileGone, connected, file_of, make_engine, read_url, shown
from bot.db.errors import NotWritten, StoreUnusable, reason_of
from bot.db.health import DatabaseHealth, Silent, patience, unhurried
from bot.db.revision import NEWEST, revision_of
from bot.db.writer import Statement, Work, Writer

GONE: Final = (
    "its file was moved, deleted or replaced under Shijo. Put the same file back, or stop Shijo "
    "and restore a backup (docs/backups.md)"
)


STARTS_WITHIN: Final = 10.0
"""Seconds in which the first connection must be made."""
CLOSES_WITHIN: Final = 2.0
"""Seconds that `close` waits for running writes."""

_beats = schema.heartbeats
_CHANGES_NOTHING: Final = Statement(
    update(_beats).where(_beats.c.shard < 0).values(seen_at=_beats.c.seen_at)
)
"""A statement that changes nothing, but fails on a database that can't be written."""


class SameFile:
    """Remembers the device and inode of the SQLite file at a database address, so that `check` can
    find out whether the file was replaced. For PostgreSQL and for a database in memory, `check`
    never fails."""

    def __init__(self, address: URL) -> None:
        self._file = file_of(address)
        self._known = None if self._file is None else _identity(self._file)

    def check(self) -> None:
        """Raise FileGone when the file is missing, or another file has its name now."""
        if self._file is not None and _identity(self._file) != self._known:
            raise FileGone(GONE)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Database:
    """An open database, made by `open`. `close` must be called, or the process doesn't end. Queries
    raise StoreUnusable when they fail. `writer` makes all writes, and `health` keeps track of
    whether the database answers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.health = DatabaseHealth(shown(engine.url), self._beat)
        self.file = SameFile(engine.url)
        self.writer = Writer(engine, self.health, self.file.check)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` (`sqlite:///data/shijo.db`, `postgresql://…`), and bring its
        schema up to date.

        Raises StoreTooNew when a newer version of the bot wrote the database, StoreTooOld when a
        version before 1.0 wrote it, and StoreUnusable with the reason when it can't be used."""
        address = read_url(url)
        engine = make_engine(address)
        store = cls(engine)
        try:
            with unhurried():
                await store.health.ask(store._connect, STARTS_WITHIN)
                async with engine.connect() as connection:
                    await connection.run_sync(_upgrade, shown(address))
                    await connection.commit()
                    # Its settings are those of a migration.
                    await connection.invalidate()
            # A readable file may still refuse writes: better to find out now than at
            # the first move.
            await store.writer.write([_CHANGES_NOTHING])
        except (SQLAlchemyError, OSError, NotWritten, Silent) as error:
            await store.close()
            reason = (
                error.detail.params["reason"] if isinstance(error, NotWritten) else reason_of(error)
            )
            raise StoreUnusable(place=shown(address), reason=reason) from error
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Finish the writes that are running, and close every connection. If the database doesn't
        answer, stop waiting for a write after `CLOSES_WITHIN` seconds."""
        await self.health.close()
        await self.writer.close(CLOSES_WITHIN)
        # Never broken off: the pool would log that as a fault.
        await self.engine.dispose()

    async def write(self, *parts: Iterable[Statement | Work]) -> None:
        """Run all these statements as one transaction and commit it. Raises Conflict when something
        else was stored first, and NotWritten when the database fails. After an error, nothing is
        stored. But if the commit gets no answer, NotWritten is raised and the data might be
        stored."""
        statements = [statement for part in parts for statement in part]
        if not statements:
            return
        try:
            await self.writer.write(statements, patience())
        except NotWritten as error:
            self.health.complain(error.detail.params["reason"])
            raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A context with a connection for queries. Raises StoreUnusable when the database fails
        while the connection is in use."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise self.unusable(reason_of(error)) from error

    def unusable(self, reason: str) -> StoreUnusable:
        """Log the reason why a query failed, and return a StoreUnusable for the caller to raise."""
        self.health.complain(reason)
        return StoreUnusable(place=shown(self.engine.url), reason=reason)

    async def rows(self, question: Select[Any]) -> list[Row[Any]]:
        """Run a query, and return the rows of its result. Only bot.db and the `store` modules of
        subjects may call this. Raises StoreUnusable when the query fails or gets no answer in
        time."""

        try:
            return await self.health.ask(
                lambda: greenlet_spawn(_answered, self.engine.sync_engine, question), patience()
            )
        except (SQLAlchemyError, OSError, Silent) as error:
            raise self.unusable(reason_of(error)) from error

    async def _connect(self) -> None:
        async with connected(self.engine):
            pass

    async def _beat(self) -> None:
        self.file.check()
        async with self.engine.connect() as connection:
            await connection.execute(_CHANGES_NOTHING.sql)
            await connection.commit()


def _answered(engine: Engine, question: Select[Any]) -> list[Row[Any]]:
    """Run a query and return its rows. The connection is opened, used and given back in this one
    call. Three separate calls of an AsyncConnection would take about one and a half times as
    long."""
    with engine.connect() as connection:
        return list(connection.execute(question).all())


def _upgrade(connection: Connection, place: str) -> None:
    if revision_of(connection) != NEWEST:
        # What migrates is imported only where there is something to do.
        import_module("bot.db.migrate").upgrade(connection, place)
