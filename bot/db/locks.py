"""Locks that a process holds in PostgreSQL, and the number of shards that is stored there.

The locks are PostgreSQL's advisory locks. They are held by a connection that only this module uses,
for its queries and for the messages to all processes. A process that loses this connection loses
all its locks. A process that hangs loses them too, because the server ends a session that sends no
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
"""Seconds in which a connection must be made, and each query answered."""
IDLE: Final = 20.0
"""Seconds without a query after which the server ends the session, so that others can take its
locks."""
CHANNEL: Final = "shijo_orders"
"""The channel (LISTEN, NOTIFY) on which all processes hear a message of one of them, for example
that the bot's owner has given an order."""
HELD_FOR: Final = 14.0
"""The seconds for which the locks certainly still belong to the process after the last answered
query."""

APPLICATION: Final = "shijo lease"
"""The name under which the PostgreSQL server lists the connection that holds the leases (rights to
serve shards). If this process has a name, the name is added at the end."""
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
"""Milliseconds in which the server must end a session."""

_NOW: Final = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


class Kind(enum.IntEnum):
    """A kind of thing that can be locked. PostgreSQL's advisory locks have two keys. The first key
    is the value of the kind here. The second key is the number of the thing (for a shard, the
    shard's number)."""

    SHARD = 0x53680001
    """A shard. The process that holds the lock serves the servers of this shard."""
    IDENTIFY = 0x53680002
    """Discord's permission to begin a session. In each group of shards (bucket), one session begins
    at a time."""
    COMMANDS = 0x53680003
    """The registration of the bot's commands with Discord."""
    SHARD_COUNT = 0x53680004
    """The total number of shards. All processes that serve with the same total hold the lock for
    this number together."""


class Session(NamedTuple):
    """A session of the database server: the id of the server's process for this session, and the
    time when the session began."""

    pid: int
    began: datetime


class Locks:
    """The PostgreSQL locks of this process, made by `open`. `session` is the session of the
    database server that holds the locks. If the connection is lost, all locks are lost, and every
    method that sends a query raises StoreUnusable."""

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
        """Open a connection for locks, and return an object that holds no locks yet. `name` is the
        name under which other processes see this process. Raises StoreUnusable when the connection
        can't be opened.

        `lost` is called when the connection ends, and when a query fails. It can be called several
        times. `heard` is called with each message that a process sends to all processes of the
        database (bot.db.told). If `heard` is None, these messages are ignored."""
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
            await _listen(raw, place, heard)
        return cls(connection, Session(*mine), place, lost)

    def hold(self) -> bool:
        """Return whether it is certain that the locks still belong to this process. It is certain
        for `HELD_FOR` seconds after the last query that the database server answered. The server
        ends a session without queries, and so frees its locks, only after `IDLE` seconds."""
        return time.monotonic() < self._asked + HELD_FOR

    async def take(self, kind: Kind, number: int) -> bool:
        """Take a lock if no other session has it. Return whether this session has the lock now.
        Return True also if this session had it before."""
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
        """Return whether any process holds a lock of this kind for a number other than `number`."""
        found = await self._ask(
            text(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND classid::bigint = :kind AND objid::bigint <> :number"
            ).bindparams(kind=int(kind), number=number)
        )
        return bool(found)

    async def holder(self, kind: Kind, number: int) -> str:
        """Return the name of the process that holds a lock. Return "" when nobody holds the lock,
        or when the process has no name."""
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
        """Return the number of shards that the processes of this database share. Return None before
        the first process has started. Every query keeps the session and its locks alive, and so
        does this query."""
        found: int | None = await self._ask(select(schema.sharding.c.shard_count))
        return found

    async def first_shard_count(self, count: int) -> None:
        """Store the number of shards, unless one is already stored."""
        row = insert(schema.sharding).values(id=1, shard_count=count)
        await self._ask(row.on_conflict_do_nothing())

    async def raise_shard_count(self, count: int) -> None:
        """Increase the stored number of shards to `count`. If the stored number is greater already,
        it is not changed."""
        row = insert(schema.sharding).values(id=1, shard_count=count)
        more = func.greatest(schema.sharding.c.shard_count, row.excluded.shard_count)
        await self._ask(
            row.on_conflict_do_update(index_elements=["id"], set_={"shard_count": more})
        )

    async def since_identified(self, bucket: int) -> float | None:
        """Return how many seconds ago, by the database server's clock, a shard of this bucket last
        began a session with Discord. Return None if no shard of the bucket did. A bucket is a group
        of shards that Discord lets begin one at a time."""
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


async def _listen(raw: Any, place: str, heard: Callable[[str], None]) -> None:
    """Have `heard` called with each message to all processes. `raw` is the driver's connection.
    Raises StoreUnusable when the server doesn't answer."""
    try:
        await raw.add_listener(CHANNEL, lambda *told: heard(told[-1]))
    # SQLAlchemy doesn't translate what this call of the driver raises.
    except Exception as error:
        raise StoreUnusable(place=place, reason=reason_of(error)) from error


async def _hang_up(connection: AsyncConnection) -> None:
    await connection.invalidate()
    await connection.close()


def _key(kind: Kind, number: int) -> tuple[Any, Any]:
    return literal(int(kind), Integer), literal(number, Integer)
