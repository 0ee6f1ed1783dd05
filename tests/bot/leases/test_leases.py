"""Tests of leases of shards on a real PostgreSQL. The tests check which process serves which shard,
and what happens when a process loses its connection."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

from bot.core.shards import Shards
from bot.db import locks
from bot.db.locks import Locks
from bot.leases import service as leasing
from bot.leases.errors import LeasesLost
from bot.leases.service import Leases
from bot.tables.store.tables import Store
from tests.postgresql import Cluster, disconnect_leases
from tests.silent_line import SilentLine

PATIENT = 30.0


@pytest.fixture
async def url(postgresql: Cluster) -> str:
    """Migrate an empty database, and return its address."""
    address = postgresql.new_database()
    await (await Store.open(address)).close()
    return address


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all times of the leases about a tenth as long as usual."""
    monkeypatch.setitem(locks.SETTINGS, "idle_session_timeout", "2s")
    for module, name, seconds in (
        (locks, "HELD_FOR", 1.4),
        (locks, "ANSWERS_WITHIN", 0.6),
        (leasing, "KEPT_EVERY", 0.3),
        (leasing, "LOOKED_EVERY", 0.1),
        (leasing, "MODEST", 0.1),
        (leasing, "IDENTIFIED_EVERY", 0.5),
        (leasing, "AFTER_OTHERS", 0.5),
        (leasing, "AGAIN_AFTER", 0.02),
    ):
        monkeypatch.setattr(module, name, seconds)


@asynccontextmanager
async def processes(
    url: str, count: int, fixed: Shards | None = None
) -> AsyncIterator[list[Leases]]:
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(count):
            each = await Leases.open(url, fixed)
            stack.push_async_callback(each.close)
            made.append(each)
        yield made


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENT):
        while True:
            if true():
                return
            await asyncio.sleep(0.02)


async def test_processes_agree_on_the_number_of_shards_and_share_them(url: str) -> None:
    async with processes(url, 3) as all_of_them:
        await asyncio.gather(*(each.begin(4 - n, 1) for n, each in enumerate(all_of_them)))
        counts = {each.count for each in all_of_them}
        assert len(counts) == 1
        asking = [asyncio.ensure_future(_lease_all(each)) for each in all_of_them]
        (count,) = counts
        await until(lambda: sum(len(each.held) for each in all_of_them) == count)
        await asyncio.sleep(0.5)
        numbers = sorted(number for each in all_of_them for number in each.held)
        assert numbers == list(range(count)), "each shard is one process's"
        # What one gives back, another takes.
        first = next(each for each in all_of_them if each.held)
        given = set(first.held)
        await first.close()
        others = [each for each in all_of_them if each is not first]
        await until(lambda: given <= set().union(*(each.held for each in others)))
        for each in asking:
            each.cancel()


async def _lease_all(leases: Leases) -> None:
    while True:
        await leases.one_more()


async def test_a_short_interruption_changes_nothing_for_the_others(url: str) -> None:
    async with processes(url, 2) as (owner, other):
        for each in (owner, other):
            await each.begin(1, 1)
        assert await owner.one_more() == 0
        waiting = asyncio.ensure_future(other.one_more())
        regained = asyncio.Event()
        owner.regained.append(regained.set)
        await disconnect_leases(url)
        async with asyncio.timeout(PATIENT):
            await regained.wait()
        assert owner.hold()
        await asyncio.sleep(1)
        assert not waiting.done()
        assert (owner.held, other.held) == ({0}, set())
        waiting.cancel()


async def test_an_interruption_before_it_listens_is_no_end(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database server ends the new session after the connection was made and before LISTEN. In
    this case the driver (asyncpg) raises an error of its own, which SQLAlchemy doesn't translate.
    The process must connect again and keep its shard."""
    async with processes(url, 1) as (owner,):
        await owner.begin(1, 1)
        assert await owner.one_more() == 0
        driver = import_module("asyncpg").Connection
        usual, cut = driver.add_listener, asyncio.Event()

        async def add_listener(raw: Any, *arguments: Any) -> None:
            if not cut.is_set():
                cut.set()
                await disconnect_leases(url)
            await usual(raw, *arguments)

        monkeypatch.setattr(driver, "add_listener", add_listener)
        regained = asyncio.Event()
        owner.regained.append(regained.set)
        await disconnect_leases(url)
        async with asyncio.timeout(PATIENT):
            await regained.wait()
        assert cut.is_set()
        assert owner.hold()
        assert owner.held == {0}


async def test_an_error_that_nobody_expects_makes_the_process_start_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(url, 1) as (owner,):
        await owner.begin(1, 1)

        async def fails(_locks: Locks) -> int:
            raise ValueError

        monkeypatch.setattr(Locks, "shard_count", fails)
        async with asyncio.timeout(PATIENT):
            await owner.lost.wait()


async def test_a_short_silence_changes_nothing_though_the_server_knows_of_no_end(
    url: str,
) -> None:
    async with SilentLine(url) as line, processes(line.through, 1) as (owner,):
        await owner.begin(1, 1)
        await owner.one_more()
        regained = asyncio.Event()
        owner.regained.append(regained.set)
        line.passing.clear()
        async with asyncio.timeout(PATIENT):
            await line.unheard.wait()
            line.passing.set()
            await regained.wait()
        assert not owner.lost.is_set()
        assert owner.held == {0}


async def test_whoever_is_cut_off_stops_before_another_can_begin(url: str) -> None:
    async with SilentLine(url) as line, processes(line.through, 1) as (owner,):
        await owner.begin(1, 1)
        await owner.one_more()
        async with processes(url, 1) as (other,):
            await other.begin(1, 1)
            taking = asyncio.ensure_future(_when_leased(other))
            line.passing.clear()
            served = await _last_served(owner)
            async with asyncio.timeout(PATIENT):
                assert served < await taking, "the server had given the shard away before"
            line.passing.set()
            with pytest.raises(LeasesLost):
                await asyncio.wait_for(owner.held_again(), PATIENT)
            assert owner.lost.is_set()
            assert not owner.hold()


async def _last_served(leases: Leases) -> float:
    """Wait until the process of `leases` isn't allowed to serve its shard any more. Return the time
    of the last check at which serving was still allowed, in seconds of the monotonic clock."""
    served = 0.0
    async with asyncio.timeout(PATIENT):
        while True:
            looked = time.monotonic()
            if not leases.hold():
                return served
            served = looked
            await asyncio.sleep(0.02)


async def _when_leased(leases: Leases) -> float:
    """Lease one more shard. Return the time just after the lease, in seconds of the monotonic
    clock."""
    await leases.one_more()
    return time.monotonic()


async def test_sessions_begin_one_after_another(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[int, float]] = []
    note = Locks.identified

    async def identified(self: Locks, bucket: int) -> None:
        begun.append((bucket, time.monotonic()))
        await note(self, bucket)

    monkeypatch.setattr(Locks, "identified", identified)
    async with processes(url, 3) as all_of_them:
        for each in all_of_them:
            await each.begin(4, 2)
        async with asyncio.timeout(PATIENT):
            await asyncio.gather(
                *(each.may_identify(shard) for each in all_of_them for shard in range(2))
            )
    for remainder in (0, 1):
        times = [at for each, at in begun if each == remainder]
        assert len(times) == 3
        assert all(later - earlier > 0.49 for earlier, later in pairwise(times))


async def test_more_shards_are_leased_when_nobody_serves_by_fewer(url: str) -> None:
    async with processes(url, 2) as (first, second):
        for each in (first, second):
            await each.begin(2, 1)
            await each.one_more()
        async with processes(url, 1) as (anew,):
            beginning = asyncio.ensure_future(anew.begin(2, 1, above=2))
            await until(lambda: first.lost.is_set() and second.lost.is_set())
            assert not beginning.done(), "two are serving by the old number"
            await first.close()
            await second.close()
            async with asyncio.timeout(PATIENT):
                await beginning
                assert anew.count == 3
                assert [await anew.one_more() for _ in range(3)] == [0, 1, 2]


async def test_the_commands_are_told_by_one_and_then_by_the_next(url: str) -> None:
    async with processes(url, 2) as (first, second):
        for each in (first, second):
            await each.begin(1, 1)
        await first.may_tell_commands()
        telling = asyncio.ensure_future(second.may_tell_commands())
        await asyncio.sleep(0.3)
        assert not telling.done()
        await first.close()
        async with asyncio.timeout(PATIENT):
            await telling


async def test_fixed_shards_wait_for_whoever_has_them(url: str) -> None:
    fixed = Shards(4, (1, 3))
    async with processes(url, 2, fixed) as (first, second):
        for each in (first, second):
            await each.begin(9, 1)
        assert [await first.one_more() for _ in range(2)] == [1, 3]
        assert first.count == 4
        taking = asyncio.ensure_future(second.one_more())
        await asyncio.sleep(0.3)
        assert not taking.done()
        await first.close()
        async with asyncio.timeout(PATIENT):
            # Whichever of them the server has seen let go when it is asked.
            assert await taking in {1, 3}


async def test_who_serves_a_shard_is_known_by_name_until_it_is_killed(url: str) -> None:
    async with AsyncExitStack() as stack:
        first, second, third = [await Leases.open(url, name=name) for name in ("a", "b", "")]
        for each in (first, second, third):
            stack.push_async_callback(each.close)
            await each.begin(3, 1)
        assert await first.one_more() == 0
        assert await second.one_more() == 1
        assert [await first.holder(shard) for shard in range(3)] == ["", "b", ""]
        assert [await third.holder(shard) for shard in range(3)] == ["a", "b", ""]
        assert await third.one_more() == 2
        await second.close()
        async with asyncio.timeout(PATIENT):
            assert await first.one_more() == 1
        await asyncio.sleep(2 * leasing.LOOKED_EVERY)
        assert await third.holder(1) == "a"
