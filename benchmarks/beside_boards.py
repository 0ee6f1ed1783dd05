"""Measure how long presses on Discord take while 2,000 boards are open.

The bot is a separate process, connected to the card room. Games of three players are played by
presses, alternately with and without the boards."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from discord.utils import utcnow

from benchmarks.board import WATCHING, Door, pages_of
from bot.db.database import Database
from bot.doors.model import SESSION_LASTS, Sight
from bot.doors.service import Doors
from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from tests.board.boards import OWN
from tests.board.proxy import free_port
from tests.journeys.hands import Hands, dealt
from tests.shijo_process import PATIENT, Process, shijo_process

TURNS: Final = 3
PRESSES: Final = 60
NAMES: Final = ("Nora", "Pavel", "Aiko")
TICK: Final = 1000 / os.sysconf("SC_CLK_TCK")
Measured = tuple[float, float, float]
"""The measurements of presses, in milliseconds: the median and the 99th percentile until the
answer, and the bot's CPU time of a press."""


def report() -> None:
    """Print how long presses take with and without open boards, and the ratio of the two."""
    alone, beside = asyncio.run(_measured())
    print(f"Presses on Discord beside {WATCHING} open boards ({TURNS} turns of {PRESSES} each)")
    for what, name in enumerate(("p50", "p99", "CPU")):
        was, now = (statistics.median(each[what] for each in turns) for turns in (alone, beside))
        print(f"  {name}: {was:.2f} ms without, {now:.2f} ms beside them, × {now / was:.2f}")


async def _measured() -> tuple[list[Measured], list[Measured]]:
    port = free_port()
    web = {
        "SHIJO_WEB__PUBLIC_URL": OWN,
        "SHIJO_WEB__PORT": str(port),
        "SHIJO_WEB__BEHIND_PROXY": "true",
    }
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=os.getcwd())))
        room = await stack.enter_async_context(Room(Plan(patience=PATIENT)))
        process = await stack.enter_async_context(
            shijo_process(folder, room, SHIJO_TABLES__SPEED="none", **web)
        )
        people = [await stack.enter_async_context(visiting(room.page_url, name)) for name in NAMES]
        watched = await dealt(*people)
        guild_id = int(room.people.guild["id"])
        alone, beside = list[Measured](), list[Measured]()
        await _pressed(await dealt(*people), process)  # what is read for the first time
        for _ in range(TURNS):
            alone.append(await _pressed(await dealt(*people), process))
            # They are no members of the room's server, so the bot shuts some of their doors each
            # minute: doors of an earlier turn may be shut.
            doors = await _doors(folder, watched, guild_id)
            async with pages_of(f"http://127.0.0.1:{port}", [doors], "0"):
                beside.append(await _pressed(await dealt(*people), process))
        return alone, beside


async def _doors(folder: Path, hands: Hands, guild_id: int) -> list[Door]:
    """Open sessions at the board for members who only watch the table of the running game. The
    sessions are written directly into the database, without the bot. Returns the path of each page
    and its secret."""
    found = (str(part.get("custom_id", "")) for hand in hands.open.values() for part in hand.parts)
    table_id = next(each.split(":")[1] for each in found if each.startswith("B:"))
    store = await Database.open(f"sqlite:///{folder}/data/shijo.db")
    try:
        doors = Doors(store, utcnow)
        made = []
        for number in range(WATCHING):
            where = Sight(table_id), guild_id, 10**6 + number, "en", SESSION_LASTS
            opened = await doors.enter_at_once(*where)
            made.append((f"/t/{opened.door.id}/", opened.secret))
        return made
    finally:
        await store.close()


async def _pressed(hands: Hands, process: Process) -> Measured:
    """Press buttons and measure. Returns the median and the 99th percentile of the milliseconds
    until the bot's answer, and the bot's CPU milliseconds for each press."""
    waits, before = list[float](), _used(process)
    while len(waits) < PRESSES and (called := await hands.next_or_end()) is not None:
        _, press = called
        sent = time.perf_counter()
        done = await press
        if done.status == "done":
            waits.append(1000 * (time.perf_counter() - sent))
    spent = (_used(process) - before) / len(waits)
    waits.sort()
    return statistics.median(waits), waits[int(len(waits) * 0.99)], spent


def _used(process: Process) -> float:
    """Return the milliseconds of CPU time that a process has used."""
    told = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return TICK * (int(told[11]) + int(told[12]))
