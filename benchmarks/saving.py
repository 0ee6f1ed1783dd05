"""Measure how many moves a second the session manager stores with SQLite, if each move is stored
before it is answered."""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.core.model import Person, Phase, Table
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from tests.bot.subjects import tables_of

MOVES = 3_000
TABLES = 50
PRESSES = itertools.count(1)
RULES = TableRules(bot_pause=timedelta(seconds=1), lobby_idle=timedelta(hours=1))


def report() -> None:
    """Print how many moves a second are stored: one after the other at one table, and at many
    tables at the same time."""
    one = asyncio.run(_measure(1, MOVES))
    many = asyncio.run(_measure(TABLES, MOVES))
    print("Durable moves through the session manager (SQLite on disk, WAL, synchronous FULL)")
    print(f"  one table, one move after the other   {one:8,.0f} moves/s")
    print(f"  {TABLES} tables at once                     {many:8,.0f} moves/s")


async def _measure(tables_at_once: int, moves: int) -> float:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        try:
            tables = tables_of(store, lambda: datetime.now(UTC), rules=RULES)
            share = moves // tables_at_once
            evenings = [_evening(tables, seed, share) for seed in range(tables_at_once)]
            spent = await asyncio.gather(*evenings)
        finally:
            await store.close()
    began, ended = min(first for first, _ in spent), max(last for _, last in spent)
    return share * tables_at_once / (ended - began)


async def _evening(tables: Tables, seed: int, moves: int) -> tuple[float, float]:
    """Make `moves` moves at one table, in one game after the other. Returns the time before the
    first move and the time after the answer to the last one."""
    rng = random.Random(seed)
    table = await _dealt(tables, seed)
    began = time.perf_counter()
    for _ in range(moves):
        if table.phase is not Phase.PLAYING:
            table = await _dealt(tables, seed)
        game = table.live
        assert game is not None
        seat = min(game.waiting_on)
        member = table.seats[seat].member_id
        assert member is not None
        table = (
            await tables.move(table.id, member, rng.choice(game.legal_moves(seat)), table.version)
        ).table
    return began, time.perf_counter()


async def _dealt(tables: Tables, seed: int) -> Table:
    host, guest = Person(2 * seed + 1, "Host"), Person(2 * seed + 2, "Guest")
    update = await tables.opening.create(
        guild_id=1, channel_id=seed, host=host, game="durak", interaction_id=next(PRESSES)
    )
    await tables.join(update.table.id, guest, 2)
    return (await tables.start(update.table.id, host.id)).table
