"""Processes that start at the same time on one database that is to be migrated."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, text

from bot.db import migrate
from bot.db.engine import make_engine, read_url
from bot.tables.store.tables import Store

PROCESSES = 10
OLD = "0001"

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the processes are forks, so that ten of them start at once"
)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database's address."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/shijo.db"
    address: str = request.getfixturevalue("postgresql").new_database()
    return address


def make_old(connection: Connection) -> None:
    command.upgrade(migrate.config(connection), OLD)
    connection.exec_driver_sql(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, phase, game, preset, options,"
        " seating, version, game_number, secret, away, reason, created_at)"
        " VALUES ('old', 10, 20, 1, 'lobby', 'durak', 'classic', '{}', '[]', 1, 1, '00', 0, '', 5)"
    )


async def at(url: str, work: Callable[[Connection], Any]) -> Any:
    engine = make_engine(read_url(url))
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found


async def started(url: str) -> None:
    await (await Store.open(url)).close()


@pytest.mark.parametrize("old", [False, True], ids=["empty", "old"])
def test_ten_processes_migrate_one_database_once(empty: str, old: bool) -> None:
    if old:
        asyncio.run(at(empty, make_old))
    forking = multiprocessing.get_context("fork")
    together = forking.Barrier(PROCESSES)

    def start() -> None:
        together.wait(timeout=60)
        asyncio.run(started(empty))

    processes = [forking.Process(target=start) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=60)
    assert [process.exitcode for process in processes] == [0] * PROCESSES

    def kept(connection: Connection) -> list[str]:
        return [row.id for row in connection.execute(text("SELECT id FROM tables"))]

    assert asyncio.run(at(empty, kept)) == (["old"] if old else [])
