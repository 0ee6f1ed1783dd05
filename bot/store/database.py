"""The open database: one way to read, one way to write. Every failure is raised as a StoreError and
logged."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, Self

from sqlalchemy import Row, Select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import schema
from bot.store.engine import make_engine, read_url, reason_of, shown
from bot.store.errors import NotWritten, StoreUnusable
from bot.store.migrate import upgrade
from bot.store.writer import Statement, Work, Writer

log = logging.getLogger(__name__)

_beats = schema.heartbeats
_CHANGES_NOTHING: Final = Statement(
    update(_beats).where(_beats.c.shard < 0).values(seen_at=_beats.c.seen_at)
)
"""A statement without effect, which fails on a database that can't be written."""


class Database:
    """An open database, made by `open`. Without `close` the process doesn't end. Queries raise
    StoreUnusable when they fail."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._writer = Writer(engine)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Opens the database at `url` (`sqlite:///data/shijo.db`, `postgresql://…`), and brings it
        up to date.

        Raises StoreTooNew when a newer version wrote it, StoreUnusable with the reason when it
        can't be used.
        """
        address = read_url(url)
        engine = make_engine(address)
        store = cls(engine)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(upgrade, shown(address))
                await connection.commit()
            # A readable file may still refuse writes: better to find out now than at
            # the first move.
            await store._writer.write([_CHANGES_NOTHING])
        except (SQLAlchemyError, OSError, NotWritten) as error:
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
        """Finish running writes and close every connection."""
        await self._writer.close()
        await self.engine.dispose()

    async def write(self, *parts: Iterable[Statement | Work]) -> None:
        """Commits the statements of bot.store.changes as one transaction. Raises Conflict, or
        NotWritten when the database fails."""
        statements = [statement for part in parts for statement in part]
        if not statements:
            return
        try:
            await self._writer.write(statements)
        except NotWritten as error:
            log.error("%s", error.detail)
            raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading. Raises StoreUnusable when the database fails meanwhile."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise self.unusable(reason_of(error)) from error

    def unusable(self, reason: str) -> StoreUnusable:
        """The StoreUnusable for a failed query, after logging it."""
        error = StoreUnusable(place=shown(self.engine.url), reason=reason)
        log.error("%s", error.detail)
        return error

    async def rows(self, question: Select[Any]) -> list[Row[Any]]:
        """The rows that a query returns; they stay inside bot.store."""
        async with self.reading() as connection:
            return list((await connection.execute(question)).all())
