"""Tests of games that are stored on a real PostgreSQL server. During a game, the server stops
answering or is started again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot.core.clock import Clock
from bot.core.errors import NotSaved
from bot.core.model import Table, Update
from bot.db import health
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from bot.tables.timer import Timer
from tests.bot.evening import ANN, BOB, dealt, log_of, waited_on
from tests.bot.subjects import tables_of
from tests.postgresql import Cluster
from tests.present import present
from tests.silent_line import SilentLine

moment = Clock(lambda: datetime.now(UTC))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[Store, Tables]]:
    store = await Store.open(url)
    try:
        rules = TableRules(bot_pause=timedelta(seconds=1.5))
        yield store, tables_of(store, moment, rules=rules)
    finally:
        await store.close()


async def moved(tables: Tables, table: Table) -> Table:
    """Play the first legal move of the member whose turn it is, and return the table after it."""
    seat = waited_on(table)[0]
    member = present(table.seats[seat].member_id)
    return (await tables.move(table.id, member, present(table.view(seat)).moves[0])).table


@pytest.mark.usefixtures("hurried")
async def test_a_silent_database_refuses_at_once_and_goes_on_when_it_answers(
    postgresql: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        SilentLine(postgresql.new_database()) as line,
        opened(line.through) as (store, tables),
    ):
        table = await dealt(tables, ANN, BOB, cards=9)
        again = asyncio.Event()
        store.health.recovered.append(again.set)
        line.passing.clear()
        for _ in range(20):
            with pytest.raises(NotSaved):
                await moved(tables, table)
        assert not await store.health.is_well()
        assert caplog.text.count("can't be used") == 1
        line.passing.set()
        async with asyncio.timeout(30):
            await again.wait()
        moves = len(await log_of(store, table.id))
        await moved(tables, await tables.get(table.id))
        assert len(await log_of(store, table.id)) == moves + 1


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "ANSWER_WITHIN", 0.5)


async def test_the_first_command_after_a_restart_of_the_database_succeeds_once(
    postgresql: Cluster,
) -> None:
    async with opened(postgresql.new_database()) as (store, tables):
        table = await moved(tables, await dealt(tables, ANN, BOB, cards=9))
        await asyncio.to_thread(postgresql.stop)
        during = asyncio.ensure_future(moved(tables, table))
        await asyncio.to_thread(postgresql.start)
        table = await during
        await asyncio.to_thread(postgresql.stop)
        await asyncio.to_thread(postgresql.start)
        await moved(tables, table)
        assert len(await log_of(store, table.id)) == 3


async def test_bot_players_go_on_as_soon_as_the_database_answers_again(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "ANSWER_WITHIN", 0.1)
    monkeypatch.setattr("bot.tables.downtime.RETRY_AFTER", timedelta(days=1))
    async with opened(postgresql.new_database()) as (store, tables):
        timer = Timer(tables, moment)
        store.health.recovered.append(timer.database_is_back)
        await timer.start()
        bot_moved, failed = asyncio.Event(), asyncio.Event()
        tables.listen(lambda update: bot_moved.set() if is_bots(update) else None)
        monkeypatch.setattr(store.health, "complain", lambda _: failed.set())
        table = await dealt(tables, ANN, bots=1, cards=9)
        await moved(tables, table)
        await asyncio.to_thread(postgresql.stop)
        async with asyncio.timeout(60):
            await failed.wait()
            await asyncio.to_thread(postgresql.start)
            await bot_moved.wait()
        await timer.stop()


def is_bots(update: Update) -> bool:
    """Return whether the update contains a move of a bot player."""
    return any(update.table.seats[happening.seat].is_bot for happening in update.happenings)
