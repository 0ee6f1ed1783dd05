"""Measure a process in 10,000 servers: its memory, the cost of its start, and how long presses wait
while members of other servers write messages.

`python -m benchmarks servers [SERVERS [MESSAGES]]`: SERVERS invented servers with 30 channels, 25
roles and their own settings, and MESSAGES messages a second in these servers. The bot is a separate
process. The card room takes the place of Discord, and announces the invented servers to the bot."""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import insert

from benchmarks.counted import FILE
from benchmarks.crowd import HAND, PAUSE, PRESSES, Press, dealt, p99
from benchmarks.crowded import CHANNELS, ROLES, Crowd
from benchmarks.hot import load
from bot.db import schema
from bot.db.writer import Statement
from bot.tables.store.tables import Store
from cardroom import payloads
from cardroom.gateway.session import Session
from cardroom.room import Plan, Room
from cardroom.visitor import Done, visiting
from tests.shijo_process import shijo_process

SERVERS: Final = 10_000
MESSAGES: Final = 2_000
"""Messages a second."""
MOST_MEMORY: Final = 600.0
"""MiB that the process may have."""
SLOWEST: Final = 0.05
"""Seconds in which 99 of 100 presses are to be answered."""
TOGETHER: Final = 50
"""The number of servers that are announced to the bot before the card room waits until they are
sent."""
SAID: Final = 5_000
"""The number of different messages that are invented. After the last of these messages, the first
one is sent again."""
TICK: Final = 0.01
"""Seconds from one lot of messages to the next."""
PATIENT: Final = 300.0
SETTLED: Final = 5.0
"""Seconds after the start before anything is measured."""


def main(arguments: Sequence[str]) -> int:
    """Print the report; returns 0."""
    servers = int(arguments[0]) if arguments else SERVERS
    messages = int(arguments[1]) if arguments[1:] else MESSAGES
    asyncio.run(_report(servers, messages))
    return 0


async def _report(servers: int, messages: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        address, counts = f"sqlite+aiosqlite:///{folder}/servers.db", folder / "counts.json"
        settings = {
            "SHIJO_DATABASE__URL": address,
            "SHIJO_LOG__LEVEL": "warning",
            FILE: str(counts),
        }
        async with Room(Plan(patience=PATIENT)) as room:
            crowd = Crowd(payloads.user(room.world.bot), servers)
            await _settings_of(address, crowd)
            room.gateway.elsewhere = crowd.ids
            told = asyncio.create_task(_tell(room, crowd))
            async with (
                shijo_process(folder, room, "benchmarks.counted", **settings) as process,
                visiting(room.page_url, "Nora") as nora,
            ):
                await told
                noted = await _ready(counts)
                memory = _memory(process.pid)
                _print_start(servers, noted, memory)
                table = await dealt(nora, "durak")

                async def press() -> Done:
                    return await nora.click(table, label=HAND)

                alone = await _waits(press, process.pid)
                before = _read(counts)
                async with _flood(await _session(room), crowd, messages) as flood:
                    crowded = await _waits(press, process.pid)
                after = _read(counts)
                _print_presses(alone, crowded, flood)
                cpu = (after["cpu"] - before["cpu"]) / flood.took
                print(
                    f"  the bot took {cpu:.0%} of a core then, all in, and "
                    f"{_memory(process.pid)['VmRSS']:.0f} MiB; the longest collection of garbage "
                    f"took {after['collection'] * 1000:.0f} ms of CPU time; load {load()}"
                )


def _print_start(servers: int, noted: dict[str, float], memory: dict[str, float]) -> None:
    kept = "kept" if memory["VmRSS"] <= MOST_MEMORY else "missed"
    print(
        f"{servers:,} servers of {CHANNELS} channels and {ROLES} roles\n"
        f"  questions to the database: {noted['before_ready']:.0f} before on_ready, "
        f"{noted['ready_queries']:.0f} in it\n"
        f"  on_ready took {noted['ready']:.2f} s, {noted['ready_cpu']:.2f} s of CPU time; all "
        f"before it {noted['cpu_before_ready']:.1f} s of CPU time\n"
        f"  memory: {memory['VmRSS']:.0f} MiB, {memory['VmHWM']:.0f} at most; {kept}: "
        f"{MOST_MEMORY:.0f} at most"
    )


def _print_presses(alone: _Waits, crowded: _Waits, flood: _Flood) -> None:
    print(f"Presses, and {flood.rate:,.0f} messages a second in other servers")
    for case, waits in (("without them", alone), ("with them", crowded)):
        print(f"  {case:12} {_figures(waits.whole)}; the machine's other work left out, ", end="")
        print(_figures(waits.own))
    slowest = p99(crowded.own)
    kept = "kept" if slowest <= SLOWEST else "missed"
    print(f"  p99 without other work is to be {SLOWEST * 1000:.0f} ms at most: {kept}")


def _figures(waits: list[float]) -> str:
    return f"p50 {statistics.median(waits) * 1000:6.1f} ms, p99 {p99(waits) * 1000:6.1f} ms"


class _Waits(NamedTuple):
    """How long the answers to presses took, in seconds, from the shortest to the longest. `whole`
    has the whole times. `own` has the same times without the time in which the bot's thread was
    ready to run but had no processor."""

    whole: list[float]
    own: list[float]


async def _waits(press: Press, pid: int) -> _Waits:
    whole, own = [], []
    for _ in range(PRESSES):
        began, starved = time.perf_counter(), _starved(pid)
        await press()
        wait = time.perf_counter() - began
        whole.append(wait)
        own.append(wait - (_starved(pid) - starved))
        await asyncio.sleep(PAUSE)
    return _Waits(sorted(whole), sorted(own))


def _starved(pid: int) -> float:
    """Return the seconds for which the first thread of a process has been ready to run without a
    processor, as Linux counts them."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


async def _tell(room: Room, crowd: Crowd) -> None:
    """Announce all servers to the bot as soon as the bot has connected."""
    session = await _session(room)
    for number, server in enumerate(crowd.servers()):
        session.dispatch("GUILD_CREATE", server)
        if number % TOGETHER == 0 and session.connection is not None:
            await session.connection.sent()


async def _session(room: Room) -> Session:
    """Return the bot's session. Waits until there is one."""
    while not room.gateway.sessions:  # noqa: ASYNC110 - of what else the gateway does, this is seldom
        await asyncio.sleep(TICK)
    return room.gateway.sessions[0]


async def _settings_of(address: str, crowd: Crowd) -> None:
    """Store settings for each of the servers in the database."""
    store = await Store.open(address)
    rows = [{"guild_id": int(each), "settings": '{"language":"en"}'} for each in crowd.ids]
    await store.write([Statement(insert(schema.servers), rows)])
    await store.close()


async def _ready(counts: Path) -> dict[str, float]:
    """Wait until the bot has finished its start, and return the counts in the file `counts`."""
    async with asyncio.timeout(PATIENT):
        while True:
            await asyncio.sleep(SETTLED)
            noted = _read(counts)
            if "ready" in noted:
                return noted


def _read(counts: Path) -> dict[str, float]:
    noted: dict[str, float] = json.loads(counts.read_text())
    return noted


def _memory(pid: int) -> dict[str, float]:
    """Return the memory of a process in MiB: `VmRSS` is its memory now, and `VmHWM` the most so
    far."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return {name: int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")}


class _Flood:
    """What a flood of messages has sent so far: the number of messages, and the seconds that this
    took."""

    def __init__(self) -> None:
        self.sent = 0
        self.took = 0.0

    @property
    def rate(self) -> float:
        """The number of messages a second that were sent."""
        return self.sent / self.took


@asynccontextmanager
async def _flood(session: Session, crowd: Crowd, rate: int) -> AsyncIterator[_Flood]:
    """Return a context in which `rate` messages a second reach the bot."""
    said = [crowd.message() for _ in range(SAID)]  # made before: the room is to do little itself
    flood, began = _Flood(), time.perf_counter()

    async def send() -> None:
        while True:
            await asyncio.sleep(TICK)
            due = int((time.perf_counter() - began) * rate)
            for number in range(flood.sent, due):
                session.dispatch("MESSAGE_CREATE", said[number % SAID])
            flood.sent = due
            if session.connection is not None:
                await session.connection.sent()

    sending = asyncio.create_task(send())
    try:
        yield flood
    finally:
        flood.took = time.perf_counter() - began
        sending.cancel()
