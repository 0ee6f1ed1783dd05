"""Locks that a process holds in PostgreSQL, and the number of shards that is stored there.

They are advisory locks, held by a connection of their own. A process that loses this connection
loses all its locks. So does a process that hangs, because the server ends a session that sends no
queries."""

from __future__ import annotations

import asyncio
import enum
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import BigInteger, Integer, NullPool, cast, extract, func, literal, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.db import schema
from bot.db.engine import hang_up_at_once, read_url, shown
from bot.db.errors import StoreUnusable, reason_of

ANSWERS_WITHIN: Final = 4.0
"""Seconds for a connection, and for the answer to each question."""
IDLE: Final = 20.0
"""Seconds without a question after which the server ends the session, and gives its locks to
others."""
CHANNEL: Final = "shijo_orders"
"""The channel (LISTEN, NOTIFY) on which processes hear what one of them tells to all: that the
bot's owner has ordered something, say."""
HELD_FOR: Final = 14.0
"""Seconds after the last question that was answered for which the locks are sure to be held."""

APPLICATION: Final = "shijo lease"
"""What the server lists the session as, with the process's own name after it if it has one."""
SETTINGS: Final = {
    "idle_session_timeout": f"{IDLE:.0f}s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
}


_MINE: Final = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END: Final = text(
    "SELECT pg_terminate_backend(pid, :wait) FROM pg_stat_activity"
    " WHERE pid = :pid AND backend_start = :began"
)
ENDS_WITHIN: Final = 2000
"""Milliseconds for the server to end a session."""

_NOW: Final = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


class Kind(enum.IntEnum):
    """The kinds of things that can be locked. PostgreSQL's advisory locks have two keys: the first
    is the value here, the second the number of the thing (for a shard, the shard's number)."""

    SHARD = 0x53680001
    """A shard: the process that holds it serves its servers."""
    IDENTIFY = 0x53680002
    """Discord's permission to begin sessions: one at a time for each remainder."""
    COMMANDS = 0x53680003
    """The telling of Discord which commands there are."""
    SHARD_COUNT = 0x53680004
    """Held together by all who serve by that number of shards."""


class Session(NamedTuple):
    """A session of the database server: the id of the server's process for it, and when it
    began."""

    pid: int
    began: datetime


class Locks:
    """The PostgreSQL locks of this process, made by `open`. `session` is the session of the
    database server that holds them. All methods raise StoreUnusable when the connection is lost,
    and all locks are lost with it."""

    def __init__(
        self,
        connection: AsyncConnection,
        session: Session,
        place: str,
        lost: Callable[[], None],
    ) -> None:
        self.session = session
        self._connection = connection
        self._place = place
        self._lost = lost
        self._asking = asyncio.Lock()
        self._asked = time.monotonic()

    @classmethod
    async def open(
        cls,
        url: str,
        lost: Callable[[], None],
        heard: Callable[[str], None] | None = None,
        name: str = "",
    ) -> Self:
        """Open a connection for locks, and return an object that holds none yet. `name` is the name
        under which other processes see this one. Raises StoreUnusable.

        `lost` is called once, when the server closes the connection. `heard` is called with each
        message that a process sends to all processes of the database (bot.db.told)."""
        address = read_url(url)
        # Values are numbers of shards, but addresses are logged: no parameters in errors.
        engine = create_async_engine(
            address,
            poolclass=NullPool,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            connect_args={
                "timeout": ANSWERS_WITHIN,
                "command_timeout": ANSWERS_WITHIN,
                "server_settings": {
                    **SETTINGS,
                    "application_name": f"{APPLICATION} {name}".rstrip(),
                },
            },
        )
        hang_up_at_once(engine)
        try:
            connection = await engine.connect()
            try:
                return await cls._of(connection, shown(address), lost, heard)
            except BaseException:
                await _hang_up(connection)
                raise
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise StoreUnusable(place=shown(address), reason=reason_of(error)) from error

    @classmethod
    async def _of(
        cls,
        connection: AsyncConnection,
        place: str,
        lost: Callable[[], None],
        heard: Callable[[str], None] | None,
    ) -> Self:
        (mine,) = await connection.execute(_MINE)
        raw: Any = (await connection.get_raw_connection()).driver_connection
        raw.add_termination_listener(lambda _: lost())
        if heard is not None:
            await raw.add_listener(CHANNEL, lambda *told: heard(told[-1]))
        return cls(connection, Session(*mine), place, lost)

    def hold(self) -> bool:
        """Return whether the locks certainly still belong to this process, because too little time
        has passed for the server to give them to others."""
        return time.monotonic() < self._asked + HELD_FOR

    async def take(self, kind: Kind, number: int) -> bool:
        """Take a lock if no other session has it. Return whether this session has it now, which is
        also true if it had it before."""
        return bool(await self._ask(select(func.pg_try_advisory_lock(*_key(kind, number)))))

    async def share(self, kind: Kind, number: int) -> bool:
        """Take a shared lock, which several processes can hold at the same time. Return whether
        that was possible."""
        return bool(await self._ask(select(func.pg_try_advisory_lock_shared(*_key(kind, number)))))

    async def give(self, kind: Kind, number: int) -> None:
        """Release a lock that was taken with `take`."""
        await self._ask(select(func.pg_advisory_unlock(*_key(kind, number))))

    async def give_shared(self, kind: Kind, number: int) -> None:
        """Release a lock that was taken with `share`."""
        await self._ask(select(func.pg_advisory_unlock_shared(*_key(kind, number))))

    async def other_numbers(self, kind: Kind, number: int) -> bool:
        """Return whether any process holds a lock of this kind under another number than
        `number`."""
        found = await self._ask(
            text(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND classid::bigint = :kind AND objid::bigint <> :number"
            ).bindparams(kind=int(kind), number=number)
        )
        return bool(found)

    async def holder(self, kind: Kind, number: int) -> str:
        """Return the name of the process that holds a lock. Empty when the lock is free, or the
        process has no name."""
        found: str | None = await self._ask(
            text(
                "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
                " WHERE locktype = 'advisory' AND granted"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND classid::bigint = :kind AND objid::bigint = :number"
            ).bindparams(kind=int(kind), number=number)
        )
        return (found or "").removeprefix(APPLICATION).strip()

    async def shard_count(self) -> int | None:
        """Return the number of shards that the processes of this database share, or None before the
        first process has started. Like every query, this also keeps the session and its locks
        alive."""
        found: int | None = await self._ask(select(schema.sharding.c.shard_count))
        return found

    async def first_shard_count(self, count: int) -> None:
        """Store the number of shards, unless one is already stored."""
        row = insert(schema.sharding).values(id=1, shard_count=count)
        await self._ask(row.on_conflict_do_nothing())

    async def raise_shard_count(self, count: int) -> None:
        """Raise the stored number of shards to `count`. A greater stored number stays."""
        row = insert(schema.sharding).values(id=1, shard_count=count)
        more = func.greatest(schema.sharding.c.shard_count, row.excluded.shard_count)
        await self._ask(
            row.on_conflict_do_update(index_elements=["id"], set_={"shard_count": more})
        )

    async def since_identified(self, bucket: int) -> float | None:
        """Return how many seconds ago a shard of this bucket last began a session with Discord, by
        the database server's clock; None if none did. A bucket is the group of shards that Discord
        lets begin one at a time."""
        begun = schema.identified.c
        question = select(_NOW - begun.at).where(begun.bucket == bucket)
        found: int | None = await self._ask(question)
        return None if found is None else found / 1000

    async def identified(self, bucket: int) -> None:
        """Store that a shard of this bucket begins a session with Discord now. A bucket is the
        group of shards that Discord lets begin one at a time."""
        row = insert(schema.identified).values(bucket=bucket, at=_NOW)
        await self._ask(
            row.on_conflict_do_update(index_elements=["bucket"], set_={"at": row.excluded.at})
        )

    async def end(self, session: Session) -> None:
        """End another process's session with the database, if it still exists."""
        await self._ask(_END.bindparams(wait=ENDS_WITHIN, pid=session.pid, began=session.began))

    async def close(self) -> None:
        """Close the connection. The server then releases all locks."""
        await _hang_up(self._connection)

    async def _ask(self, question: Any) -> Any:
        # One session answers one question at a time.
        async with self._asking:
            asked = time.monotonic()
            try:
                result = await self._connection.execute(question)
                answer = result.scalar() if result.returns_rows else None
            except (SQLAlchemyError, OSError, TimeoutError) as error:
                self._lost()
                raise StoreUnusable(place=self._place, reason=reason_of(error)) from error
            self._asked = asked
            return answer


async def _hang_up(connection: AsyncConnection) -> None:
    await connection.invalidate()
    await connection.close()


def _key(kind: Kind, number: int) -> tuple[Any, Any]:
    return literal(int(kind), Integer), literal(number, Integer)
