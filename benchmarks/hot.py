"""Measure how many moves a second are made at 2,000 tables in turn, depending on how many of the
tables are kept in memory. Also measures how much memory a table takes.

`python -m benchmarks hot [TABLES]`: games of Durak for four on a real database file, without
Discord. For a move at a table that isn't in memory, the table is read and its game replayed."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.core.model import Person, Phase
from bot.db import unhurried
from bot.tables.capacity import LEAST, usual_live_tables
from bot.tables.live import read
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.subjects import tables_of

TABLES: Final = 2_000
NAMES: Final = ("Nora", "Pavel", "Aiko", "Bert")
MEMBERS: Final = tuple(Person(1001 + seat, name) for seat, name in enumerate(NAMES))
BEFORE: Final = 10
"""Moves at each table before those that are measured."""
ROUNDS: Final = 2
"""The number of moves that are made at each table during the measurement, if its game lasts so
long."""
TOGETHER: Final = 8
"""Moves under way at the same time."""
FEW: Final = 1_000
"""A limit on the tables in memory that is lower than the number of tables. The tables move in turn,
and each table has left memory before its next move."""
SIZED: Final = 50
"""The number of tables from which the memory of one table is computed."""
MIDDLE: Final = {"durak": (4, 70), "dritzak": (3, 40), "tredici": (4, 24)}
"""For each game, the number of seats and the number of moves after which the memory of a table is
measured."""


def main(arguments: Sequence[str]) -> int:
    """Print the report; returns 0."""
    count = int(arguments[0]) if arguments else TABLES
    with unhurried(), tempfile.TemporaryDirectory(dir=".") as folder:
        asyncio.run(_report(Path(folder), count))
        for game, (seats, moves) in MIDDLE.items():
            asyncio.run(_size(Path(folder), game, seats, moves))
    return 0


async def _report(folder: Path, count: int) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'hot.db'}")
    try:
        ids = await _begun(store, count)
        print(f"{count:,} tables in turn, {TOGETHER} moves at a time (load {load()})")
        spent: dict[str, float] = {}
        for name, live in (("all in memory", 10 * count), ("the least default", LEAST)) * 2:
            each = await _measured(store, ids, name, live)
            spent[name] = min(each, spent.get(name, each))
        await _measured(store, ids, f"{FEW:,} in memory", FEW)
        ratio = spent["all in memory"] / spent["the least default"]
        print(f"  this machine's own default: {usual_live_tables():,}")
        print(f"  by CPU time, that default does {ratio:.0%} of what it does with all in memory")
    finally:
        await store.close()


async def _measured(store: Store, ids: Sequence[str], name: str, live: int) -> float:
    """Make moves at all tables with at most `live` of them in memory, and print the number of moves
    a second in a line that begins with `name`. Returns the CPU seconds of one move."""
    tables = tables_of(store, _now, live_tables=live)
    rng = random.Random(1)
    await _moved(tables, ids, rng)
    dropped = tables.registry.evicted
    cpu, began = time.process_time(), time.perf_counter()
    moves = sum([await _moved(tables, ids, rng) for _ in range(ROUNDS)])
    took, spent = time.perf_counter() - began, (time.process_time() - cpu) / moves
    print(
        f"  {name:18} ({live:6,}) {moves / took:6,.0f} moves a second, {spent * 1000:5.2f} ms of "
        f"CPU time each, {tables.registry.evicted - dropped:6,} dropped, load {load()}"
    )
    return spent


def load() -> str:
    """Return the load of the machine as text: the average number of processes that are ready to
    run. Where the system isn't Linux, returns "unknown"."""
    return Path("/proc/loadavg").read_text().split()[0] if sys.platform == "linux" else "unknown"


def _now() -> datetime:
    return datetime.now(UTC)


async def _begun(store: Store, count: int) -> list[str]:
    """Start `count` games at tables of their own, and make some moves in each. Returns the tables'
    ids."""
    tables = tables_of(store, _now, live_tables=10 * count)
    rng, ids = random.Random(1), []
    for first in range(0, count, TOGETHER):
        numbers = range(first, min(first + TOGETHER, count))
        ids += await asyncio.gather(*(_dealt(tables, "durak", 4, number) for number in numbers))
    for _ in range(BEFORE):
        await _moved(tables, ids, rng)
    return ids


async def _dealt(tables: Tables, game: str, seats: int, number: int) -> str:
    table = (
        await tables.opening.create(
            guild_id=(1 + number) << 22,
            channel_id=number + 1,
            host=MEMBERS[0],
            game=game,
            interaction_id=10 * number + 1,
        )
    ).table
    for seat in range(1, seats):
        await tables.join(table.id, MEMBERS[seat], 10 * number + 1 + seat)
    await tables.start(table.id, MEMBERS[0].id)
    return table.id


async def _moved(tables: Tables, ids: Sequence[str], rng: random.Random) -> int:
    """Make a move at each table, some of them at the same time. Tables whose game is over are left
    out. Returns the number of moves."""
    room = asyncio.Semaphore(TOGETHER)

    async def move(table_id: str) -> bool:
        async with room:
            return await _move(tables, table_id, rng)

    return sum(await asyncio.gather(*(move(table_id) for table_id in ids)))


async def _move(tables: Tables, table_id: str, rng: random.Random) -> bool:
    """Make a move at a table, for any seat whose turn it is. Returns False if the game is over."""
    table = await tables.get(table_id)
    if table.phase is not Phase.PLAYING or table.live is None:
        return False
    seat = min(table.live.waiting_on)
    move = rng.choice(table.live.legal_moves(seat))
    await tables.move(table_id, MEMBERS[seat].id, move, table.version)
    return True


async def _size(folder: Path, game: str, seats: int, moves: int) -> None:
    """Print the memory that a table of a game takes after `moves` moves, and the cost of reading
    it."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder / game}.db")
    try:
        tables = tables_of(store, _now)
        rng = random.Random(1)
        table_id = await _dealt(tables, game, seats, 1)
        made = sum([await _move(tables, table_id, rng) for _ in range(moves)])
        began = time.process_time()
        for _ in range(SIZED):
            await read(store, table_id)
        spent = time.process_time() - began
        gc.collect()
        tracemalloc.start()
        kept = [await read(store, table_id) for _ in range(SIZED)]
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] / len(kept)
        tracemalloc.stop()
        print(
            f"  {game:8} {seats} seats, {made} moves: {size / 1024:5.1f} KiB in memory, "
            f"{spent / SIZED * 1000:5.2f} ms of CPU time to read"
        )
    finally:
        await store.close()
