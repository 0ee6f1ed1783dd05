"""Test that the database's frequent queries find their rows by an index, without reading whole
tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event

from bot.core.shards import Shards
from bot.evenings import store as evenings
from bot.tables.store.tables import Store
from bot.today.store import duplicates

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ASKED: dict[str, tuple[str, Callable[[Store], Awaitable[Any]]]] = {
    "seats with moves chosen ahead": ("seats", lambda store: store.deadlines(Shards())),
    "duplicates with something to do": (
        "duplicates",
        lambda store: duplicates.unfinished(store, Shards(), NOON),
    ),
    "servers with games lately": ("results", lambda store: evenings.lately(store, NOON)),
}


@pytest.mark.parametrize("what", ASKED)
async def test_rows_are_found_by_an_index(store: Store, what: str) -> None:
    if store.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL reads a small table whole")
    table, ask = ASKED[what]
    asked: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        asked.append((statement, parameters))

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    await ask(store)
    event.remove(store.engine.sync_engine, "before_cursor_execute", note)
    plans = []
    async with store.engine.connect() as connection:
        for statement, parameters in asked:
            found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans += [row.detail for row in found]
    about = [plan for plan in plans if f" {table}" in plan]
    assert about
    assert all("INDEX" in plan for plan in about), plans
