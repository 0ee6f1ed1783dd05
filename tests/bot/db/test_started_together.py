"""Test that several processes can start at the same time on one database, which has to be
migrated."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.db.engine import make_engine, read_url
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.evening import dealt
from tests.bot.next_version import NEXT, next_version

PROCESSES = 10

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the processes are forks, so that ten of them start at once"
)


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=BEYOND)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/shijo.db"
    address: str = request.getfixturevalue("postgresql").new_database()
    return address


async def at(url: str, work: Callable[[Connection], Any]) -> Any:
    engine = make_engine(read_url(url))
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found


async def started(url: str) -> None:
    await (await Store.open(url)).close()


async def played(url: str) -> str:
    """Open the database at `url`, deal a game on it, and return its table's id."""
    store = await Store.open(url)
    tables = Tables(store, now=lambda: datetime.now(UTC), rules=TableRules())
    table = await dealt(tables)
    await store.close()
    return table.id


@pytest.mark.parametrize(
    "old", [pytest.param(False, marks=BEYOND, id="empty"), pytest.param(True, id="old")]
)
def test_ten_processes_migrate_one_database_once(empty: str, old: bool, tmp_path: Path) -> None:
    tables = [asyncio.run(played(empty))] if old else []
    forking = multiprocessing.get_context("fork")
    together = forking.Barrier(PROCESSES)

    def start() -> None:
        together.wait(timeout=60)
        asyncio.run(started(empty))

    processes = [forking.Process(target=start) for _ in range(PROCESSES)]
    with next_version(tmp_path / "next"):
        for process in processes:
            process.start()
    for process in processes:
        process.join(timeout=60)
    assert [process.exitcode for process in processes] == [0] * PROCESSES

    def kept(connection: Connection) -> list[str]:
        return [row.id for row in connection.execute(text("SELECT id FROM tables"))]

    def revision(connection: Connection) -> str:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())

    assert asyncio.run(at(empty, kept)) == tables
    assert asyncio.run(at(empty, revision)) == NEXT
