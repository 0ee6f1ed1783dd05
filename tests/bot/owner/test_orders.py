"""Tests of the owner's orders, such as blocks. Orders are stored, and are passed on to all
processes that share a PostgreSQL database. Each process carries them out at its own tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.core.model import Phase, Update
from bot.core.shards import Shards
from bot.db.revision import NEWEST
from bot.leases.service import Leases
from bot.owner.model import NotBlocked
from bot.owner.service import Orders
from bot.owner.store.counts import counts
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, GUILD, dealt, lobby, play_out
from tests.bot.subjects import records, tables_of, tournaments_of
from tests.bot.tables.test_disk_errors import Disk
from tests.postgresql import Cluster, disconnect_leases
from tests.present import present

PATIENT = 20.0


@dataclass
class Process:
    """A bot process without Discord: its database, its session manager, and the owner's orders."""

    store: Store
    tables: Tables
    orders: Orders


@asynccontextmanager
async def process(url: str, now: Now, shards: Shards) -> AsyncIterator[Process]:
    store = await Store.open(url)
    tables = tables_of(store, now, shards=shards)
    tournaments = tournaments_of(store, tables, now)
    orders = Orders(store, tables, tournaments, now)
    await orders.load()
    leases = None
    if url.startswith("postgresql"):
        leases = await Leases.open(url)
        leases.heard.append(orders.heard)
        leases.regained.append(orders.read_again_soon)
    try:
        yield Process(store, tables, orders)
    finally:
        orders.close()
        await tournaments.close()
        if leases is not None:
            await leases.close()
        await store.close()


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENT):
        while True:
            if true():
                return
            await asyncio.sleep(0.01)


async def test_processes_hear_of_a_block_at_once_and_each_carries_it_out_at_its_own_tables(
    postgresql: Cluster, now: Now
) -> None:
    url = postgresql.new_database()
    async with (
        process(url, now, Shards(2, (0,))) as one,
        process(url, now, Shards(2, (1,))) as other,
    ):
        # By its id, the tests' server belongs to the first of two shards.
        table = await dealt(one.tables, ANN, BOB, CAT, game="durak")
        removed: list[Update] = []
        one.tables.listen(removed.append)
        await other.orders.block_member(BOB.id, "Spam")
        assert BOB.id in other.orders.all.members
        await until(lambda: BOB.id in one.orders.all.members)
        await until(lambda: removed)
        view = present((await one.tables.get(table.id)).view(None))
        assert [seat.resigned for seat in view.seats] == [False, True, False]

        ended: list[str] = []
        one.orders.ending.append(lambda: ended.append("one"))
        other.orders.ending.append(lambda: ended.append("other"))
        await one.orders.end_all()
        await until(lambda: len(set(ended)) == 2)

        # Whose connection was lost reads the orders when it is back.
        await disconnect_leases(url)
        await other.orders.unblock(BOB.id)
        await until(lambda: BOB.id not in one.orders.all.members)


async def test_orders_are_kept_and_a_later_one_replaces_them(url: str, now: Now) -> None:
    async with process(url, now, Shards()) as first:
        orders = first.orders
        await orders.block_member(1, "One")
        await orders.block_member(1, "Another")
        await orders.block_server(2, "")
        await orders.announce("Back soon", 5)
        bulletin = await orders.announce("Back in a while", 10)
    async with process(url, now, Shards()) as again:
        orders = again.orders
        assert orders.all.members[1].reason == "Another"
        assert orders.block_of(7, 2) == orders.all.servers[2]
        assert orders.block_of(7, None) is None
        assert orders.bulletin == bulletin
        now.pass_by(minutes=10)
        assert orders.bulletin is None
        await orders.drop_old()
        assert orders.all.bulletin is None
        await orders.unblock(1)
        await orders.unblock(2)
        with pytest.raises(NotBlocked):
            await orders.unblock(1)


async def test_a_member_is_told_once_of_each_block(url: str, now: Now) -> None:
    async with process(url, now, Shards()) as first:
        orders = first.orders
        await orders.block_member(1, "")
        assert await orders.is_new_to(1, orders.all.members[1])
        assert not await orders.is_new_to(1, orders.all.members[1])
        await orders.block_server(2, "")
        assert await orders.is_new_to(7, orders.all.servers[2])
        assert await orders.is_new_to(8, orders.all.servers[2])
        assert not await orders.is_new_to(7, orders.all.servers[2])
    async with process(url, now, Shards()) as again:
        orders = again.orders
        assert not await orders.is_new_to(1, orders.all.members[1])
        now.pass_by(seconds=1)
        await orders.unblock(1)
        await orders.block_member(1, "Again")
        assert await orders.is_new_to(1, orders.all.members[1])


async def test_what_could_not_be_carried_out_is_with_the_next_heartbeat(
    file: Path, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(f"sqlite:///{file}", now, Shards()) as here:
        table, disk = await lobby(here.tables, ANN, BOB), Disk(here.store, monkeypatch)

        def fail_next(*_: object) -> None:
            disk.left = 1

        # The order is read, and the disk fails when it is to be carried out.
        here.orders.changed.append(fail_next)
        await here.orders.block_server(GUILD, "")
        assert disk.failed == 1
        assert GUILD in here.orders.all.servers
        assert (await here.tables.get(table.id)).phase is Phase.LOBBY
        await here.orders.finish()
        assert (await here.tables.get(table.id)).phase is Phase.CLOSED


async def test_the_owners_counts_are_those_of_the_database(
    tables: Tables, store: Store, now: Now
) -> None:
    await play_out(tables, await dealt(tables, ANN, BOB))
    now.pass_by(days=2)
    await play_out(tables, await dealt(tables, ANN, CAT))
    await records(tables).tidy()
    await dealt(tables, ANN, bots=1)
    await lobby(tables)
    found = await counts(store, now() + timedelta(hours=1))
    assert (found.servers, found.members) == (1, 3)
    assert (found.lobbies, found.playing) == (1, 1)
    assert (found.day, found.week) == (1, 2), "packed and unpacked ones"
    assert found.size > 4096
    assert found.revision == NEWEST
    assert (await counts(store, now() + timedelta(days=6))).week == 1
