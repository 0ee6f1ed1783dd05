"""Measure how much disk space finished games take, and how long it takes to pack them.

`python -m benchmarks growth [GAMES]` plays random games of Durak for four members, of about 160
moves each. Each game is at a table of its own, because games take the most space in this way. The
database is SQLite."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import func, select, text

from bot.core.model import Person, Phase
from bot.db import schema, unhurried
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from tests.bot.subjects import records, tables_of

SAMPLE: Final = 1_000
TOGETHER: Final = 50
"""Games that are played at the same time."""
NAMES: Final = ("Some Member", "Another One", "Third", "A Longer Name Than Most")
SERVERS: Final = 10
MEMBERS: Final = 20
"""The number of members of each server who play."""
SCALED: Final = 100_000


def main(arguments: Sequence[str]) -> int:
    """Print the report; returns 0."""
    sample = int(arguments[0]) if arguments else SAMPLE
    with unhurried():
        asyncio.run(_report(sample))
    return 0


class Clock:
    """A clock that moves on by some seconds for each move of a game, as when people play."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)
        self._rng = random.Random(1)

    def __call__(self) -> datetime:
        """Move the clock on by a random time, and return the time of the next move."""
        self.moment += timedelta(milliseconds=self._rng.randint(0, 30_000 // TOGETHER))
        return self.moment


async def _report(sample: int) -> None:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        try:
            tables = tables_of(store, Clock(), rules=TableRules())
            await _half(tables, 0, sample)
            await records(tables).tidy()
            before = await _size(store)
            moves = await _half(tables, sample, sample)
            unpacked = await _size(store)
            began = time.perf_counter()
            await records(tables).tidy()
            took = time.perf_counter() - began
            packed = await _size(store)
            left = (await store.rows(select(func.count()).select_from(schema.moves)))[0][0]
        finally:
            await store.close()
    print(f"{sample:,} finished games of {moves / sample:.0f} moves, each at a table of its own")
    print("  (as many were there before, and so were the members and their standings)")
    for name, size in (("as rows", unpacked - before), ("packed", packed - before)):
        scaled = size / sample * SCALED / 1e6
        print(f"  {name:8} {size / sample:8,.0f} bytes a game, {scaled:6,.0f} MB for {SCALED:,}")
    print(f"  packing  {took / sample * 1000:8.2f} ms a game, rests included; {left} rows left")


async def _half(tables: Tables, first: int, count: int) -> int:
    """Play `count` games with random moves, which is half of all games of the measurement. The
    number of the first game is `first`. Return the number of moves in all these games."""
    moves = 0
    for start in range(first, first + count, TOGETHER):
        together = range(start, min(start + TOGETHER, first + count))
        moves += sum(await asyncio.gather(*(played(tables, game) for game in together)))
    return moves


async def played(tables: Tables, number: int, servers: int = SERVERS) -> int:
    """Play game number `number`, in one of `servers` servers. Returns the number of its moves."""
    rng = random.Random(number)
    server = number % servers
    ids = rng.sample(range(MEMBERS), 4)
    people = [Person((1 << 60) + server * MEMBERS + who, NAMES[who % 4]) for who in ids]
    update = await tables.opening.create(
        guild_id=(1 + server) << 22,
        channel_id=(1 << 60) + number,
        host=people[0],
        game="durak",
        interaction_id=(1 << 60) + number,
    )
    table = update.table
    for seat, guest in enumerate(people[1:], 1):
        await tables.join(table.id, guest, (1 << 60) + number * 4 + seat)
    await tables.registry.placed(table.id, (1 << 60) + number, (1 << 60) + number)
    table = (await tables.start(table.id, people[0].id)).table
    moves = 0
    while table.phase is Phase.PLAYING and table.live is not None:
        moves += 1
        seat = min(table.live.waiting_on)
        move = rng.choice(table.live.legal_moves(seat))
        table = (await tables.move(table.id, people[seat].id, move, table.version)).table
    return moves


async def _size(store: Store) -> int:
    """Return the number of bytes in all pages in use, which is the size that the file has after
    compacting."""
    async with store.reading() as connection:
        pages, free, size = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        ]
    return int((pages - free) * size)
