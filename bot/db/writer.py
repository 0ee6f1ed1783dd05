"""The single writer of the database. It runs transactions in the order in which they arrive.
Several transactions that arrive together are merged into one commit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from sqlalchemy import Executable, Insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.core.background import following, press_id
from bot.db.engine import is_busy, is_lost
from bot.db.errors import Conflict, MaybeCommitted, NotWritten, StoreError, reason_of
from bot.db.health import ANSWER_WITHIN, DatabaseHealth, Silent
from bot.db.sqlite_connection import Rows, is_often, sqlite_of, write_at_once

log = logging.getLogger(__name__)

MOST_TOGETHER: Final = 64
"""The most transactions in one commit, so that the first of them doesn't wait long."""


class Statement(NamedTuple):
    """One SQL statement of a transaction. `rows` are the parameters, one row for each execution. If
    `expected` is not None, the statement must change exactly that number of rows, or the
    transaction fails with a Conflict."""

    sql: Executable
    rows: Sequence[Mapping[str, Any]] = ()
    expected: int | None = None


class Work(NamedTuple):
    """A part of a transaction that reads before it writes. `do` gets the transaction's connection.
    If the transaction fails, `do` might be called again for a new attempt. If `do` raises Conflict
    or an error of the database, nothing of the transaction is written."""

    do: Callable[[AsyncConnection], Awaitable[None]]


Transaction = Sequence[Statement | Work]


class _Job(NamedTuple):
    """A transaction that waits to be written, the future that gets its result, how many seconds it
    may take, and the id of the press (a member's click or command) that caused it."""

    transaction: Transaction
    done: asyncio.Future[None]
    seconds: float
    press: str


class Writer:
    """Runs all write transactions over one connection that stays open.

    Transactions that arrive during a commit are committed together by the next one, because a
    commit takes far more time than a row. If several transactions fail together, each of them is
    tried alone, so that a faulty one can't stop the others. If the connection is lost before a
    commit, the transaction is tried again over a new connection, until its time is over. If the
    connection is lost during the commit, the transactions might have been written, and none of them
    is tried again.

    `check` is called before each transaction, and raises FileGone when the SQLite file was deleted
    or replaced. `commits` and `failed` are counters, and `seconds` is the total time of all
    commits."""

    def __init__(
        self, engine: AsyncEngine, health: DatabaseHealth, check: Callable[[], None] = lambda: None
    ) -> None:
        self._engine = engine
        self._health = health
        self._check = check
        self._connection: AsyncConnection | None = None
        self._waiting: list[_Job] = []
        self.commits = self.failed = 0
        self.seconds = 0.0
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, transaction: Transaction, seconds: float = ANSWER_WITHIN) -> None:
        """Run and commit a transaction, within `seconds`. When this returns, the transaction's data
        is on the disk.

        Raises Conflict when a key exists already, or when a statement changed more or fewer rows
        than expected. Raises NotWritten when the database failed. After an error, nothing of the
        transaction is stored. But if the commit gets no answer, NotWritten is raised and the data
        might be stored."""
        if self._closed:
            raise NotWritten(reason="it is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(_Job(transaction, done, seconds, press_id()))
        if self._task is None:
            self._task = loop.create_task(self._write_all(), name="shijo-writer")
        await done

    async def close(self, at_most: float | None = None) -> None:
        """Wait at most `at_most` seconds for running writes (None: until they have ended), then
        close the connection. Later transactions are refused."""
        self._closed = True
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                while self._task is not None:
                    await asyncio.wait([self._task])
        connection, self._connection = self._connection, None
        await _let_go(connection)

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                together, self._waiting = (
                    self._waiting[:MOST_TOGETHER],
                    self._waiting[MOST_TOGETHER:],
                )
                await self._write_together(together)
        finally:
            self._task = None
            for job in self._waiting:
                job.done.cancel()
            self._waiting.clear()

    async def _write_together(self, jobs: list[_Job]) -> None:
        try:
            await self._commit(
                _merged(job.transaction for job in jobs), max(job.seconds for job in jobs)
            )
        except StoreError as error:
            if _is_no_ones_fault(error):
                # All waiting jobs have waited as long, and would otherwise wait again for each of
                # the others.
                jobs, self._waiting = [*jobs, *self._waiting], []
                for job in jobs:
                    _settle(job.done, error)
                return
            if len(jobs) == 1 or _may_be_stored(error):
                for job in jobs:
                    _settle(job.done, error)
                return
            for job in jobs:
                await self._write_together([job])
            return
        except BaseException:
            for job in jobs:
                job.done.cancel()
            raise
        for job in jobs:
            with following(job.press):
                log.debug("committed")
            _settle(job.done, None)

    async def _commit(self, statements: Transaction, seconds: float) -> None:
        began = time.monotonic()
        try:
            await self._health.ask(lambda: self._committed(statements), seconds)
            self.commits += 1
            self._health.wrote()
            self.seconds += time.monotonic() - began
        except (SQLAlchemyError, OSError, Silent, MaybeCommitted) as error:
            self.failed += 1
            raise _as_store_error(error) from error

    async def _committed(self, statements: Transaction) -> None:
        self._check()
        # While it is in use, nobody else has it: a transaction that is given up may end later.
        connection, self._connection = self._connection, None
        try:
            if connection is None:
                connection = await self._engine.connect()
            plain, sqlite = _plain(statements), sqlite_of(connection)
            if plain is not None and sqlite is not None:
                await write_at_once(sqlite, plain)
            else:
                await _run(statements, connection)
        except BaseException:
            # The state of a failed connection is unknown; the next transaction gets a
            # new one.
            await _let_go(connection)
            raise
        self._connection = connection


async def _let_go(connection: AsyncConnection | None) -> None:
    if connection is None:
        return
    try:
        await connection.invalidate()
    finally:
        await connection.close()


def _plain(statements: Transaction) -> list[tuple[Insert, Rows]] | None:
    """If all statements of the transaction can be written without SQLAlchemy (`is_often`), return
    them with their rows. Otherwise return None."""
    plain = [
        (each.sql, each.rows)
        for each in statements
        if isinstance(each, Statement) and each.expected is None and is_often(each.sql)
    ]
    return plain if len(plain) == len(statements) else None


async def _run(statements: Transaction, connection: AsyncConnection) -> None:
    for statement in statements:
        await _done(statement, connection)
    try:
        await connection.commit()
    except (SQLAlchemyError, OSError) as error:
        raise MaybeCommitted(reason_of(error)) from error


async def _done(part: Statement | Work, connection: AsyncConnection) -> None:
    if isinstance(part, Work):
        try:
            await part.do(connection)
        except (ValueError, TypeError, LookupError, ArithmeticError) as error:
            raise NotWritten(
                reason=f"what is there already is damaged ({type(error).__name__})"
            ) from error
        return
    sql, rows, expected = part
    result = await connection.execute(sql, rows[0] if len(rows) == 1 else rows or None)
    if expected is not None and result.rowcount != expected:
        raise Conflict


def _merged(transactions: Iterable[Transaction]) -> Transaction:
    """Merge several transactions into one, and return its statements. If several transactions add
    rows by the same INSERT statement (usually moves), one statement adds all these rows. The
    statements of the other transactions follow in their order."""
    rows: dict[int, list[Mapping[str, Any]]] = {}
    added: dict[int, Statement] = {}
    others: list[Statement | Work] = []
    for transaction in transactions:
        first = transaction[0]
        if (
            len(transaction) == 1
            and isinstance(first, Statement)
            and first.rows
            and first.expected is None
        ):
            added[id(first.sql)] = first
            rows.setdefault(id(first.sql), []).extend(first.rows)
        else:
            others.extend(transaction)
    return [*(Statement(statement.sql, rows[key]) for key, statement in added.items()), *others]


def _settle(done: asyncio.Future[None], error: StoreError | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _is_no_ones_fault(error: StoreError) -> bool:
    """Return whether the error would have hit any transaction at that moment. This is so when the
    database did not answer or was locked by another process."""
    cause = error.__cause__
    reason = cause.__cause__ if isinstance(cause, MaybeCommitted) else cause
    return isinstance(reason, Silent) or is_busy(reason)


def _may_be_stored(error: StoreError) -> bool:
    """Return whether the connection was lost during the commit, so that the data might be stored. A
    second attempt could then store the same data twice. After any other failed commit, the database
    has rolled the data back."""
    cause = error.__cause__
    lost = cause.__cause__ if isinstance(cause, MaybeCommitted) else None
    return lost is not None and is_lost(lost)


def _as_store_error(error: BaseException) -> BaseException:
    if isinstance(error, IntegrityError):
        return Conflict()
    if isinstance(error, MaybeCommitted) and isinstance(error.__cause__, IntegrityError):
        return Conflict()
    if isinstance(error, (SQLAlchemyError, OSError, Silent, MaybeCommitted)):
        return NotWritten(reason=reason_of(error))
    return error
