from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url

import games
from bot.core.clock import Clock
from bot.db.engine import make_engine, read_url
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.heaps import Heaps
from tests.bot.subjects import tables_of
from tests.fresh_database import put_fresh_database


class Now(Clock):
    """A clock that stands still until a test moves it. `set_by` is the time by which the machine's
    own clock was set forward. If the machine's clock was set back, `set_by` is negative."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, 12, tzinfo=UTC)
        self.set_by = timedelta()

    def __call__(self) -> datetime:
        return self.moment

    @property
    def step(self) -> timedelta:
        return self.set_by

    def follow(self, step: timedelta) -> None:
        self.moment += step
        self.set_by -= step

    def pass_by(self, **time: float) -> None:
        self.moment += timedelta(**time)


class Drawn:
    """A source of bytes that replaces random secrets. Each call returns a new value. The values are
    the same in every run."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, length: int) -> bytes:
        self.count += 1
        return self.count.to_bytes(length, "little")


@pytest.fixture(autouse=True)
def heaps(monkeypatch: pytest.MonkeyPatch) -> type[Heaps]:
    """Install the game of these tests, Heaps, beside the real games, and return its class."""
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "heaps": Heaps}, broken))
    return Heaps


@pytest.fixture
def now() -> Now:
    return Now()


POSTGRESQL = "POSTGRESQL_FOR_TESTS"
"""The environment variable with the address of a PostgreSQL server on which databases can be
created. If it is set, the tests run there and not on SQLite."""


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """Yield the address of an empty database."""
    server = os.environ.get(POSTGRESQL)
    if server is None:
        yield f"sqlite:///{tmp_path}/data/shijo.db"
        return
    name = f"shijo_{secrets.token_hex(6)}"
    await _at_server(server, f"CREATE DATABASE {name}")
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    await _at_server(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _at_server(server: str, statement: str) -> None:
    engine = make_engine(read_url(server))
    async with engine.connect() as connection:
        outside = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await outside.exec_driver_sql(statement)
    await engine.dispose()


@pytest.fixture
def file(url: str, tmp_path: Path) -> Path:
    """Return the path of the database's file. Skip the test if the database isn't SQLite."""
    if not url.startswith("sqlite"):
        pytest.skip("of SQLite's file")
    return tmp_path / "data" / "shijo.db"


@pytest.fixture
async def store(url: str, tmp_path: Path) -> AsyncIterator[Store]:
    if url.startswith("sqlite"):
        put_fresh_database(tmp_path / "data" / "shijo.db")
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
def tables(store: Store, now: Now) -> Tables:
    return tables_of(store, now, entropy=Drawn())
