"""Measure how long a member waits for the answer to a press while bot players think, and while none
do. Bot players have 100 seats, and each of them moves every 5 seconds. The bot is a separate
process with worker processes, real sockets and a real database file.

The figures are meaningful only on a machine with one processor each for the bot, a worker and the
room. The ratio compares the presses with the same presses on the same machine without bot
players."""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import statistics
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.crowd import HAND, PATIENT, dealt, filled, p99, strangers, waits
from bot.core.model import Person
from bot.tables.manager import Tables
from cardroom.people import Opening
from cardroom.people import Person as People
from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from games.players import LEVELS
from tests.shijo_process import shijo_process

SEATS: Final = 100
"""The number of bot players whose load on the bot is measured."""
PAUSE: Final = 5.0
"""The seconds between two moves of a bot player. Two bot players share a table and move in turn, so
the table makes only one move in this time. For this reason the benchmark opens one table for each
of the `SEATS` bot players."""
CHANNELS: Final = 10
OPENING: Final = Opening(
    channels=tuple((f"card-table-{number}", "") for number in range(CHANNELS)),
    people=(People("Nora"), People("Aiko")),
)
SETTLED: Final = 10.0
"""Seconds after the start before anything is measured."""
WARMING: Final = 20
"""Presses that are not measured, before all others."""
PRESSES: Final = 600
"""The number of presses that are measured without bot players, and again with them. This number is
large enough for a 99th percentile."""
BETWEEN: Final = 0.05
"""Seconds between two presses."""
AIM: Final = 1.5
"""The greatest allowed ratio of p99 with bot players to p99 without them."""


class Measured(NamedTuple):
    """The waits of all presses in seconds, from the shortest to the longest, and the number of
    moves a second that bot players made in this time."""

    waits: list[float]
    moves: float


def report() -> None:
    """Prints how long presses wait with and without bot players, and how busy the machine was."""
    load = [os.getloadavg()[0]]
    alone = asyncio.run(_measured(0))
    load.append(os.getloadavg()[0])
    beside = asyncio.run(_measured(SEATS))
    load.append(os.getloadavg()[0])
    print(f"A member's hand, while {SEATS} bot players of all levels move every {PAUSE:.0f} s")
    for name, of in (("without", alone), ("with them", beside)):
        median, slowest = statistics.median(of.waits) * 1000, p99(of.waits) * 1000
        moved = f"{of.moves:.1f} moves a second"
        print(f"  {name:10} p50 {median:6.1f} ms, p99 {slowest:6.1f} ms; {moved}")
    during = ", ".join(f"{each:.1f}" for each in load)
    print(f"  the machine's load before, between and after: {during}; {os.cpu_count()} processors")
    ratio = p99(beside.waits) / p99(alone.waits)
    print(f"  ratio of p99 {ratio:.2f}; {AIM} at most: {'kept' if ratio <= AIM else 'missed'}")


async def _measured(seats: int) -> Measured:
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path.cwd() / name
        file = folder / "opponents.db"
        settings = {
            "SHIJO_DATABASE__URL": f"sqlite+aiosqlite:///{file}",
            "SHIJO_TABLES__MOST_TABLES": "0",
            "SHIJO_TABLES__BOT_PAUSE": str(PAUSE),
            "SHIJO_PLAYERS__PROCESSES": str(max((os.cpu_count() or 1) - 1, 1)),  # as by default
            "SHIJO_LOG__LEVEL": "warning",
        }
        async with (
            Room(Plan(opening=OPENING, patience=PATIENT)) as room,
            visiting(room.page_url, "Nora") as nora,
        ):
            await nora.until(lambda: nora.channels)
            pairs = [strangers(number) for number in range(seats)]
            channels = list(nora.channels.values())
            address = settings["SHIJO_DATABASE__URL"]
            await filled(address, room, channels, pairs, _two_bot_players)
            async with shijo_process(folder, room, **settings):
                table = await dealt(nora, "durak")
                await asyncio.sleep(SETTLED)
                await waits(lambda: nora.click(table, label=HAND), WARMING, BETWEEN)
                # The room must not hold presses up itself while it looks for garbage.
                gc.collect()
                gc.freeze()
                began, before = asyncio.get_running_loop().time(), moves_in(file)
                waited = await waits(lambda: nora.click(table, label=HAND), PRESSES, BETWEEN)
                took = asyncio.get_running_loop().time() - began
                return Measured(waited, (moves_in(file) - before) / took)


async def _two_bot_players(
    tables: Tables, table_id: str, host: Person, _guest: Person, press: int
) -> None:
    """Start a game between two bot players of neighbouring levels. The host starts the game and
    resigns, and the bot players play on."""
    for number in (press, press + 1):
        await tables.invite_bot(table_id, host.id, LEVELS[number % len(LEVELS)])
    await tables.start(table_id, host.id, press)
    await tables.resign(table_id, host.id)


def moves_in(file: Path) -> int:
    """Count the moves of running games in a database file."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM moves").fetchone()[0])
