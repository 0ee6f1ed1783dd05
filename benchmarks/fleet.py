"""Check that several processes can share the shards of one PostgreSQL. The card room takes the
place of Discord.

`python -m benchmarks fleet together [RUNS]`: five processes start at the same moment with four
shards and an empty database; one `/play` must open exactly one lobby. `… fleet kill | stop | cut`:
in the middle of a game, the process that serves the game is killed, or is paused for a while, or
its database stops answering. `… fleet more`: Discord asks for eight shards instead of four during a
game."""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import select

from bot.db import schema
from bot.tables.store.tables import Store
from cardroom.room import Plan, Room
from cardroom.visitor import Visitor, visiting
from tests.fleet import (
    TAKEN_OVER_WITHIN,
    Evening,
    Fleet,
    Member,
    evening,
    fleet,
    moves_of,
    pressed_until_done,
    ready,
    replays,
    until_taken_over,
)
from tests.postgresql import Cluster
from tests.shijo_process import PATIENT

SHARDS: Final = 4
PROCESSES: Final = 5
MORE_WITHIN: Final = 90.0
LISTENED: Final = 20.0
"""Seconds for which a process is watched after it was paused and continued. In this time the
process must answer no press."""
PRESSES: Final = 4
"""The number of presses that are made during `LISTENED`. A process that was paused must answer none
of them."""


def main(arguments: Sequence[str]) -> int:
    """Run the check whose name is given, or all checks if no name is given. Returns 0. Raises
    AssertionError when a check fails."""
    what, *more = arguments or ("all",)
    if what in ("together", "all"):
        asyncio.run(_together(int(more[0]) if more else 20))
    for name, strike in (("kill", _kill), ("stop", _stop), ("cut", _cut)):
        if what in (name, "all"):
            asyncio.run(_struck(name, strike))
    if what in ("more", "all"):
        asyncio.run(_more())
    return 0


# Started together


async def _together(runs: int) -> None:
    took = []
    with Cluster() as cluster:
        for run in range(runs):
            folder = Path(tempfile.mkdtemp())
            plan = Plan(patience=PATIENT, shards=SHARDS, limits=True)
            async with Room(plan) as room, fleet(folder, room, cluster.new_database()) as started:
                began = time.monotonic()
                await asyncio.gather(*(started.start() for _ in range(PROCESSES)))
                await started.until_served(SHARDS, within=180)
                took.append(time.monotonic() - began)
                async with visiting(room.page_url, "Nora") as nora:
                    lobbies = await one_play(nora, started)
                started.must_run()
                assert not room.gateway.refused, room.gateway.refused
                assert lobbies == 1, lobbies
                shares = sorted(len(each.leased) for each in started.members)
            print(f"  run {run + 1:2}: all {SHARDS} served after {took[-1]:4.1f} s, {shares} each")
    print(
        f"{PROCESSES} processes, {SHARDS} shards, an empty database, {runs} times: none exited, no "
        f"IDENTIFY was refused, one lobby each; served after {max(took):.1f} s at most"
    )


async def one_play(nora: Visitor, started: Fleet) -> int:
    """Let Nora use `/play` once. Returns the number of tables that the database has then."""
    await nora.until(lambda: nora.online and nora.commands, patience=60)
    await ready(nora, started)
    assert (await nora.slash("play", game="durak")).status == "done"
    store = await Store.open(started.database)
    try:
        return len(await store.rows(select(schema.tables.c.id)))
    finally:
        await store.close()


# A game whose owner is struck


Strike = Callable[[Evening, Member], Awaitable[None]]


async def _struck(name: str, strike: Strike) -> None:
    with Cluster() as cluster:
        await _struck_at(cluster, name, strike)


async def _struck_at(cluster: Cluster, name: str, strike: Strike) -> None:
    async with evening(cluster) as made:
        before = await moves_of(made.database)
        owner = made.owner
        began = time.monotonic()
        await strike(made, owner)
        await until_taken_over(made, owner)
        taken = time.monotonic() - began
        await pressed_until_done(made.hands, TAKEN_OVER_WITHIN)
        took = time.monotonic() - began
        assert took < TAKEN_OVER_WITHIN, took
        pushed = await downtime_of(made.database)
        assert pushed <= timedelta(seconds=took + 60), pushed
        if name == "stop":
            await _goes_on(made, owner)
        if name == "cut":
            made.lines_of(owner)[1].passing.set()
        for _ in range(4):
            await pressed_until_done(made.hands, 30)
        if owner.is_running:
            await _serves_again(made, owner)
        after = await moves_of(made.database)
        assert after[: len(before)] == before
        await replays(made.database)
        for member in made.fleet.members:
            assert "Traceback" not in "\n".join(member.said), member.said
    print(
        f"{name}: another process had its shard after {taken:.1f} s, a press was answered after "
        f"{took:.1f} s; clocks were pushed by {pushed.total_seconds():.0f} s; {len(after)} moves, "
        "none lost or doubled"
    )


async def _kill(_: Evening, owner: Member) -> None:
    owner.process.send_signal(signal.SIGKILL)


async def _stop(_: Evening, owner: Member) -> None:
    owner.process.send_signal(signal.SIGSTOP)


async def _cut(made: Evening, owner: Member) -> None:
    made.lines_of(owner)[1].passing.clear()


async def _goes_on(made: Evening, owner: Member) -> None:
    """Let the paused process `owner` continue, after another process has taken over its game. Check
    that `owner` answers none of the following presses, and that it logs that it begins anew."""
    line = made.lines_of(owner)[0]
    answered = sum(line.answers.values())
    owner.process.send_signal(signal.SIGCONT)
    for _ in range(PRESSES):
        await pressed_until_done(made.hands, 30)
        await asyncio.sleep(LISTENED / PRESSES)
    assert sum(line.answers.values()) == answered, line.answers
    assert any("begins anew" in each for each in owner.said), owner.said
    print("  after SIGCONT, the old owner answered nothing, and began anew")


async def _serves_again(made: Evening, owner: Member) -> None:
    """Let the process `owner` serve again: kill all other processes. Checks that `owner` then
    answers a press in time."""
    for other in made.fleet.members:
        if other is not owner:
            other.process.send_signal(signal.SIGKILL)
    began = time.monotonic()
    await pressed_until_done(made.hands, TAKEN_OVER_WITHIN)
    print(
        "  when all others were killed, the old owner answered a press after "
        f"{time.monotonic() - began:.1f} s"
    )


# More shards


async def _more() -> None:
    with Cluster() as cluster:
        await _more_at(cluster)


async def _more_at(cluster: Cluster) -> None:
    async with evening(cluster, shards=SHARDS) as made:
        before = await moves_of(made.database)
        began = time.monotonic()
        await made.room.gateway.require(2 * SHARDS)
        pressed = asyncio.create_task(pressed_until_done(made.hands, MORE_WITHIN))
        await made.fleet.until_served(2 * SHARDS, within=MORE_WITHIN)
        took = time.monotonic() - began
        await pressed
        answered = time.monotonic() - began
        assert not made.room.gateway.refused, made.room.gateway.refused
        assert (await moves_of(made.database))[: len(before)] == before
        await replays(made.database)
    print(
        f"more: {SHARDS} shards became {2 * SHARDS}, all served after {took:.1f} s, a press in "
        f"the game answered by {answered:.1f} s; no IDENTIFY refused"
    )


# What is on the disk


async def downtime_of(database: str) -> timedelta:
    """Return the time for which the clocks of the only table stood still."""
    store = await Store.open(database)
    try:
        (row,) = await store.rows(select(schema.tables.c.downtime))
        return timedelta(milliseconds=row.downtime)
    finally:
        await store.close()
