"""Tests of several processes on one database. Each process cares only about the tables of its own
shards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.model import Mention, Phase, Table
from bot.core.shards import ALL, Shards, shard_of
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tables.timer import HEARTBEAT, Timer
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import ANN, BOB, CHANNEL
from tests.bot.subjects import privacy, tables_of
from tests.looked_at import due
from tests.present import present

EVEN, ODD = 10 << 22, 11 << 22
"""The ids of two servers, which are on the first and on the second of two shards."""
FIRST, SECOND = Shards(2, (0,)), Shards(2, (1,))

pytestmark = pytest.mark.usefixtures("database_without_threads")


@asynccontextmanager
async def process(
    url: str, now: Now, shards: Shards, *, clean_end: bool = True
) -> AsyncIterator[Tables]:
    """Run a process for `shards` with its own database connection, from its start to its end, and
    yield its tables. Without `clean_end` the process ends as if killed."""
    store = await Store.open(url)
    tables = tables_of(store, now, entropy=Drawn(), shards=shards)
    timer = Timer(tables, now)
    await timer.start()
    try:
        yield tables
    finally:
        if clean_end:
            await timer.stop()
        else:
            timer._going = False
            present(timer._timer).cancel()
        await store.close()


async def dealt_in(tables: Tables, guild_id: int) -> Table:
    update = await tables.opening.create(
        guild_id=guild_id, channel_id=CHANNEL, host=ANN, game="heaps", interaction_id=abs(guild_id)
    )
    await tables.join(update.table.id, BOB, abs(guild_id) + 1)
    return (await tables.start(update.table.id, ANN.id)).table


@given(st.integers(0, 2**63 - 1), st.integers(1, 64))
def test_every_server_is_on_one_shard(guild_id: int, count: int) -> None:
    assert shard_of(guild_id, count) in range(count)
    assert shard_of(guild_id, 1) in ALL.numbers
    assert shard_of(-guild_id, count) == 0, "direct messages are on the first"
    assert shard_of(guild_id, count) == (guild_id >> 22) % count


async def test_each_process_pushes_the_tables_of_its_own_shards(url: str, now: Now) -> None:
    async with process(url, now, FIRST) as first, process(url, now, SECOND) as second:
        here, there = await dealt_in(first, EVEN), await dealt_in(second, ODD)
        now.pass_by(minutes=3)
        assert await due(first, now()) == [here.id]
        assert await due(second, now()) == [there.id]
    async with process(url, now, ALL) as alone:
        assert sorted(await due(alone, now())) == sorted([here.id, there.id])


async def test_the_first_shard_serves_direct_messages(url: str, now: Now) -> None:
    async with process(url, now, FIRST) as first, process(url, now, SECOND) as second:
        practice = await dealt_in(first, -ODD)
        now.pass_by(minutes=3)
        assert await due(first, now()) == [practice.id]
        assert await due(second, now()) == []


async def test_a_process_that_starts_again_leaves_the_clocks_of_others_alone(
    url: str, now: Now
) -> None:
    async with process(url, now, SECOND) as second:
        async with process(url, now, FIRST) as first:
            here, there = await dealt_in(first, EVEN), await dealt_in(second, ODD)
            assert here.clocks == there.clocks == {0: now() + timedelta(minutes=3)}
            now.pass_by(seconds=20)
        now.pass_by(hours=2)
        async with process(url, now, FIRST) as first:
            assert (await first.get(here.id)).clocks == {0: now() + timedelta(seconds=160)}
            # The second process was there all the time, and at its table the time has run out.
            assert (await first.get(there.id)).clocks == there.clocks
            assert await due(second, now()) == [there.id]
            assert present(await second.run_due(there.id)).happenings[0].stand_in


async def test_one_heartbeat_does_not_hide_the_absence_of_another_process(
    url: str, now: Now
) -> None:
    async with process(url, now, SECOND, clean_end=False) as second:
        there = await dealt_in(second, ODD)
    for _ in range(5):
        async with process(url, now, FIRST) as first:
            now.pass_by(minutes=30)
            await first.timing.alive()
    async with process(url, now, SECOND) as second:
        assert (await second.get(there.id)).clocks == {0: now() + timedelta(minutes=3)}


@pytest.mark.parametrize("shards", [ALL, Shards(4, (0, 1, 2, 3)), Shards(3, (0, 1, 2))])
async def test_other_numbers_of_shards_take_over_where_time_stood_still(
    url: str, now: Now, shards: Shards
) -> None:
    async with process(url, now, SECOND) as second:
        there = await dealt_in(second, ODD)
        now.pass_by(seconds=30)
    async with process(url, now, FIRST) as first:
        now.pass_by(seconds=30)
        here = await dealt_in(first, EVEN)
        now.pass_by(seconds=10)
    now.pass_by(hours=1)
    async with process(url, now, shards) as tables:
        assert (await tables.get(there.id)).clocks == {0: now() + timedelta(seconds=150)}
        assert (await tables.get(here.id)).clocks == {0: now() + timedelta(seconds=170)}
    now.pass_by(hours=1)
    # And back again: what the two wrote down long ago is no measure any more.
    async with process(url, now, FIRST) as first, process(url, now, SECOND) as second:
        assert (await first.get(here.id)).clocks == {0: now() + timedelta(seconds=170)}
        assert (await second.get(there.id)).clocks == {0: now() + timedelta(seconds=150)}


async def test_mentions_and_unsettled_tables_are_those_of_the_process(url: str, now: Now) -> None:
    async with process(url, now, FIRST) as first, process(url, now, SECOND) as second:
        here, there = await dealt_in(first, EVEN), await dealt_in(second, ODD)
        mentions = [
            Mention(table.id, ANN.id, CHANNEL, number)
            for number, table in enumerate((here, there), 700)
        ]
        await first.shown.mentioned(mentions[0])
        await second.shown.mentioned(mentions[1])
        assert await first.shown.mentions() == mentions[:1]
        assert await second.shown.mentions() == mentions[1:]
        assert await first.timing.unsettled() == [here.id]
        assert await second.timing.unsettled() == [there.id]


async def test_a_lobby_is_looked_at_after_a_crash_however_old_it_is(url: str, now: Now) -> None:
    async with process(url, now, ALL, clean_end=False) as tables:
        opened = await tables.opening.create(
            guild_id=EVEN, channel_id=CHANNEL, host=ANN, game="heaps", interaction_id=1
        )
        await tables.registry.placed(opened.table.id, CHANNEL, 900)
        now.pass_by(minutes=20)
        await tables.timing.alive()
        await tables.join(opened.table.id, BOB, 2)
    async with process(url, now, ALL) as tables:
        assert await tables.timing.unsettled() == [opened.table.id]


async def test_whoever_ends_a_game_the_other_process_goes_on_from_there(url: str, now: Now) -> None:
    """When a member asks that their data be deleted, they resign all their running games, in the
    servers of all shards. It doesn't matter which process gets the request. In this test, the game
    has two players, so it ends. The process that serves the game's shard notices that the game is
    over."""
    async with process(url, now, FIRST) as first, process(url, now, SECOND) as second:
        there = await dealt_in(second, ODD)
        await privacy(first).forget(ANN.id)
        assert (await first.get(there.id)).phase is Phase.OVER
        now.pass_by(seconds=HEARTBEAT.total_seconds() * 3)
        assert await second.run_due(there.id) is None
