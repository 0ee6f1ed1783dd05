"""Tests of transactions that are committed together. If one of them fails, the others are still
committed. If the answer to the common commit is lost, the transactions aren't run again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.database import Database
from bot.db.errors import Conflict, NotWritten
from bot.db.writer import Work


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(f"sqlite:///{tmp_path / 'shijo.db'}")
    await database.writer.write([Work(lambda on: _run(on, "CREATE TABLE visits (name TEXT)"))])
    yield database
    await database.close()


async def _run(connection: AsyncConnection, sql: str) -> None:
    await connection.execute(text(sql))


def visit(name: str) -> list[Work]:
    """Return a transaction that stores one visit each time it is run."""
    return [Work(lambda on: _run(on, f"INSERT INTO visits VALUES ('{name}')"))]


async def visits(database: Database) -> list[str]:
    async with database.engine.connect() as connection:
        rows = await connection.execute(text("SELECT name FROM visits ORDER BY name"))
        return [row.name for row in rows]


async def test_a_commit_whose_answer_is_lost_is_not_tried_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The data of both transactions is stored by then.
    commit = AsyncConnection.commit

    async def lost(self: AsyncConnection) -> None:
        await commit(self)
        monkeypatch.setattr(AsyncConnection, "commit", commit)
        raise ConnectionResetError("the answer is lost")

    monkeypatch.setattr(AsyncConnection, "commit", lost)
    writing = [database.writer.write(visit(name)) for name in ("Ada", "Berta")]
    told = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(each) for each in told] == [NotWritten, NotWritten]
    assert await visits(database) == ["Ada", "Berta"]


async def test_a_transaction_that_can_not_be_written_stops_no_other(database: Database) -> None:
    async def refused(_: AsyncConnection) -> None:
        raise Conflict

    writing = [
        database.writer.write(transaction)
        for transaction in (visit("Ada"), [Work(refused)], visit("Berta"))
    ]
    told = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(each) for each in told] == [type(None), Conflict, type(None)]
    assert await visits(database) == ["Ada", "Berta"]
