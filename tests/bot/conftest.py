from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

import games
from bot.store import Store
from bot.tables import TableRules, Tables
from tests.bot.heaps import Heaps


class Now:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def pass_by(self, **time: float) -> None:
        self.moment += timedelta(**time)


class Drawn:
    """Secrets that differ from each other, and are the same in every run."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, length: int) -> bytes:
        self.count += 1
        return self.count.to_bytes(length, "little")


@pytest.fixture(autouse=True)
def heaps(monkeypatch: pytest.MonkeyPatch) -> type[Heaps]:
    """The tests' own game beside the real ones."""
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "heaps": Heaps}, broken))
    return Heaps


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def url(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/data/shijo.db"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
def tables(store: Store, now: Now) -> Tables:
    return Tables(store, now=now, rules=TableRules(), entropy=Drawn())
