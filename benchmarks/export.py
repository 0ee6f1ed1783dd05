"""Measure how long it takes to export all data about a member.

`python -m benchmarks export [GAMES]`: some games of Durak are played in a server of 20 members.
Their rows are copied until there are GAMES games. Each member has played in a fifth of the games. A
tenth of the games are stored as separate rows, as in an older database. The database is SQLite."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ColumnElement, insert, literal, select

from benchmarks.growth import Clock, played
from bot.db import schema, unhurried
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from cogs.preferences.member_command import file_of
from tests.bot.subjects import export, records, tables_of

GAMES: Final = 100_000
PLAYED: Final = 50
UNPACKED: Final = PLAYED // 10
"""The number of games whose moves are still separate rows."""
MEMBER: Final = 1 << 60
"""The id of the server's first member."""
WITHIN: Final = 10.0
LOOKED_EVERY: Final = 0.01


def main(arguments: Sequence[str]) -> int:
    """Print the report; returns 0 if the file was ready in time, else 1."""
    games = int(arguments[0]) if arguments else GAMES
    with tempfile.TemporaryDirectory(dir=".") as folder:
        return asyncio.run(_report(games, Path(folder)))


async def _report(games: int, folder: Path) -> int:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'bench.db'}")
    try:
        with unhurried():
            tables = tables_of(store, Clock(), rules=TableRules())
            await _played(tables, range(PLAYED - UNPACKED))
            await records(tables).tidy()
            await _played(tables, range(PLAYED - UNPACKED, PLAYED))
            there = PLAYED
            while there < games:
                await _copy(store, there)
                there *= 2
        late = asyncio.create_task(_latest())
        began, spent = time.perf_counter(), time.process_time()
        text = await export(tables).of(MEMBER)
        gathered = time.perf_counter() - began
        name, content = await asyncio.to_thread(file_of, text)
        took, spent = time.perf_counter() - began, time.process_time() - spent
        late.cancel()
        delay = await late
    finally:
        await store.close()
    size = (folder / "bench.db").stat().st_size
    told = json.loads(text)
    moves = sum(len(game["moves"]) for game in told["moves"])
    print(
        f"{len(told['results']):,} of {there:,} games ({size / 1e6:,.0f} MB), {moves:,} moves of "
        f"the member's own\n"
        f"  gathered {gathered:6.1f} s, {len(text.encode()) / 1e6:.1f} MB\n"
        f"  in all   {took:6.1f} s ({spent:.1f} s of a core), with {name} of "
        f"{len(content) / 1e6:.1f} MB\n"
        f"  the event loop was late by {delay * 1000:.0f} ms at most"
    )
    return 0 if took <= WITHIN else 1


async def _played(tables: Tables, numbers: Iterable[int]) -> None:
    await asyncio.gather(*(played(tables, number, servers=1) for number in numbers))


async def _latest() -> float:
    """Measure the delays of the event loop until this task is cancelled. Returns the longest delay
    in seconds."""
    loop = asyncio.get_running_loop()
    latest = 0.0
    try:
        while True:
            before = loop.time()
            await asyncio.sleep(LOOKED_EVERY)
            latest = max(latest, loop.time() - before - LOOKED_EVERY)
    except asyncio.CancelledError:
        return latest


async def _copy(store: Store, there: int) -> None:
    """Double the data: copy all games in the database, with their tables, seats, results and moves.
    `there` is the number of games before the copying. This number is added to each copied id,
    because the copies need new ids."""
    for table, key in (
        (schema.tables, "id"),
        (schema.seats, "table_id"),
        (schema.games, "table_id"),
        (schema.results, "table_id"),
        (schema.moves, "table_id"),
    ):
        changed: dict[str, ColumnElement[Any]] = {key: table.c[key] + literal(f"/{there}")}
        if table is schema.tables:
            changed["opened_by"] = table.c.opened_by + literal(there)
        if table is schema.results:
            changed["seq"] = table.c.seq + literal(there)
        columns = [changed.get(column.name, column) for column in table.columns]
        names = [column.name for column in table.columns]
        async with store.engine.begin() as connection:
            await connection.execute(insert(table).from_select(names, select(*columns)))
