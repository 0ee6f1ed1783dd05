"""The database, opened: one door for reading, and one for writing.

Whatever goes wrong behind them is raised as a StoreError, and is in the log.
"""

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
"""A statement that fails where nothing can be written."""


class Database:
    """A database that is open. Made by `open`; `close` must be called, or the process doesn't end.

    What is asked of it raises StoreUnusable when it fails.
    """

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
            # A file that can be read may still refuse to be written: better to learn it now than at
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
        """Finishes what is being written and closes every connection."""
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
        """A connection to read over. Raises StoreUnusable when the database fails meanwhile."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise self.unusable(reason_of(error)) from error

    def unusable(self, reason: str) -> StoreUnusable:
        """The error for what was read or not; the log has it then."""
        error = StoreUnusable(place=shown(self.engine.url), reason=reason)
        log.error("%s", error.detail)
        return error

    async def rows(self, question: Select[Any]) -> list[Row[Any]]:
        """What the database answers; rows stay inside bot.store."""
        async with self.reading() as connection:
            return list((await connection.execute(question)).all())
