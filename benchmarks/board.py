"""Measure how quickly a move appears on all boards of its table, and the CPU time that a move
takes. Also measures the memory that open boards take, and how much they slow moves down.

Run it with `python -m benchmarks board`. A separate process opens the pages. It runs this same
module (`python -m benchmarks.board`)."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import aiohttp
import chess

from bot.config import WebSettings
from bot.core.model import Person, Table
from cogs.serving import LongLived
from games.view import View
from tests.board.boards import CHANNEL, GUILD, OWN, House, house

TABLES: Final = 200
SEATS: Final = 4
A_SECOND: Final = 40
SECONDS: Final = 20
TURNS: Final = 3
"""The number of times that the moves are measured without other open boards. They are measured as
many times beside `WATCHING` open boards."""
WATCHING: Final = 2000
"""The number of open boards at which nobody plays. Their memory and their effect on moves are
measured."""
HEADERS: Final = {"Host": "cards.example", "Origin": OWN}

Door = tuple[str, str]


def report() -> None:
    """Print how long moves take, the CPU time of the server for a move, and the memory that a board
    takes."""
    print(f"Boards: {TABLES} tables of {SEATS}, {A_SECOND} moves a second (SQLite on disk)")
    asyncio.run(_report())


async def _report() -> None:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        # All pages come from this machine; a proxy would say from where.
        web = WebSettings(public_url=OWN, port=0, behind_proxy=True)
        async with house(Path(folder), web=web) as home:
            tables = [await _dealt(home, number) for number in range(TABLES)]
            LongLived().came(0)  # as the bot does once its servers have come
            # What is read for the first move at each table is in memory for all others.
            bare = [await _moved(home, tables) for _ in range(3)][-1]
            print(
                f"  a move without boards: {bare.cpu:.2f} ms of CPU time, p50 {bare.middle:.1f} ms"
            )
            await _played_at_boards(home, tables, bare)
            await _beside_open_ones(home, tables)


async def _played_at_boards(home: House, tables: Sequence[Table], bare: Pace) -> None:
    doors = [await _doors(home, table) for table in tables]
    async with pages_of(home.url, doors) as pages:
        began = time.process_time()
        print(f"  a move on its four boards: {await _told(pages)}")
        moves = home.doors.counts.requests["done"]
        used = (time.process_time() - began) / moves * 1000
    print(
        f"  CPU of the server: {used:.2f} ms a move, × {used / bare.cpu:.1f} of one without boards,"
        f" × {used / _of_chess():.0f} of a random move of python-chess"
    )


async def _beside_open_ones(home: House, tables: Sequence[Table]) -> None:
    """Measure the moves at `tables` several times, alternately without and with other boards open.
    Prints the comparison."""
    table = await _dealt(home, TABLES)
    watching = [await _door(home, table, 10**6 + number) for number in range(WATCHING)]
    alone, beside = list[Pace](), list[Pace]()
    for number in range(TURNS):
        alone.append(await _moved(home, tables))
        before = _resident()
        async with pages_of(home.url, [watching], "0"):
            grown = _resident() - before
            beside.append(await _moved(home, tables))
        if number == 0:
            print(f"  {WATCHING} open boards: {grown / 1024:.1f} MiB more")
    for what in ("middle", "slowest", "cpu"):
        was, now = (statistics.median(getattr(e, what) for e in each) for each in (alone, beside))
        print(f"  a move beside them: {what} {now:.2f} ms, × {now / was:.2f} of one without them")


def _of_chess() -> float:
    """Return the CPU time of a random move of python-chess in this run, in milliseconds."""
    rng, moves, began = random.Random(1), 0, time.process_time()
    while time.process_time() - began < 1:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return (time.process_time() - began) * 1000 / moves


class Pace(NamedTuple):
    """The times of moves that are made by calls of the bot's code and not on a board, in
    milliseconds. `middle` and `slowest` are the median and the 99th percentile of the time until a
    move is stored on the disk. `cpu` is the average CPU time of a move."""

    middle: float
    slowest: float
    cpu: float


async def _moved(home: House, tables: Sequence[Table]) -> Pace:
    """Make one move at each table whose game still runs, `A_SECOND` moves a second. Returns the
    times of the moves."""
    rng, waits, began = random.Random(1), list[float](), time.process_time()
    for number in range(len(tables)):
        table = await home.tables.get(tables[number].id)
        view = table.view(None)
        await asyncio.sleep(1 / A_SECOND)
        if view is None or not view.waiting_on:
            continue
        seat = view.waiting_on[0]
        move = rng.choice(_seen(table, seat).moves)
        sent = time.perf_counter()
        await home.tables.move(table.id, table.seats[seat].member_id or 0, move, table.version)
        waits.append(time.perf_counter() - sent)
    used = (time.process_time() - began) / len(waits)
    waits.sort()
    slowest = waits[int(len(waits) * 0.99)]
    return Pace(*(1000 * each for each in (statistics.median(waits), slowest, used)))


def _seen(table: Table, seat: int) -> View:
    view = table.view(seat)
    assert view is not None
    return view


def _resident() -> int:
    """Return the memory of this process in KiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(each for each in status.splitlines() if each.startswith("VmRSS:"))
    return int(line.split()[1])


async def _dealt(home: House, number: int) -> Table:
    people = [Person(10_000 + number * SEATS + seat, f"Nr {seat}") for seat in range(SEATS)]
    opened = await home.tables.opening.create(
        guild_id=GUILD + number,
        channel_id=CHANNEL + number,
        host=people[0],
        game="durak",
        interaction_id=10**6 + number,
    )
    for place, who in enumerate(people[1:]):
        await home.tables.join(opened.table.id, who, 10**7 + place)
    return (await home.tables.start(opened.table.id, people[0].id)).table


async def _doors(home: House, table: Table) -> list[Door]:
    return [await _door(home, table, seat.member_id or 0) for seat in table.seats]


async def _door(home: House, table: Table, member_id: int) -> Door:
    opened = await home.doors.open(await home.doors.link(table, member_id, "en"))
    return f"/t/{opened.door.id}/", opened.secret


@asynccontextmanager
async def pages_of(
    url: str, tables: Sequence[Sequence[Door]], seconds: str = str(SECONDS)
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Return a context in which the boards are open. They are opened by another process, and the
    context yields this process once all boards are open. `tables` has the board sessions of each
    table, and `seconds` is how long the process makes moves."""
    command = [sys.executable, "-m", "benchmarks.board", url, seconds]
    pages = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 24
    )
    assert pages.stdin is not None
    assert pages.stdout is not None
    pages.stdin.write(json.dumps(tables).encode() + b"\n")
    assert await pages.stdout.readline() == b"open\n"
    try:
        yield pages
    finally:
        pages.stdin.write_eof()
        await pages.wait()


async def _told(pages: asyncio.subprocess.Process) -> str:
    assert pages.stdin is not None
    assert pages.stdout is not None
    pages.stdin.write(b"play\n")
    return (await pages.stdout.readline()).decode().strip()


# ---------------------------------------------------------------------- the pages


class Board:
    """An open board. It has the newest state that it received, and wakes the tasks that wait for a
    version."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.opened = asyncio.Event()
        self.came = asyncio.Event()

    async def read(self) -> None:
        """Keep the newest state until the socket is closed."""
        async for message in self.socket:
            frame = json.loads(message.data)
            if frame["is"] == "state":
                self.state = frame
                self.opened.set()
                self.came.set()
            elif frame["is"] in {"refused", "bye"}:
                raise RuntimeError(frame["why"])

    async def at(self, version: int) -> None:
        """Wait until the board shows the version `version`, or a later one."""
        while self.state["version"] < version:
            self.came.clear()
            await self.came.wait()


async def _opened(url: str, tables: Sequence[Sequence[Door]], seconds: float) -> None:
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        http = await stack.enter_async_context(
            aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        )
        boards: list[list[Board]] = []
        reading: list[asyncio.Task[None]] = []
        for doors in tables:
            here = []
            for path, secret in doors:
                address = f"10.0.{len(reading) // 50}.1"
                sent = {**HEADERS, "Cookie": f"door={secret}", "X-Forwarded-For": address}
                connecting = http.ws_connect(f"{url}{path}socket", headers=sent)
                board = Board(await stack.enter_async_context(connecting))
                reading.append(asyncio.create_task(board.read()))
                await board.opened.wait()
                here.append(board)
            boards.append(here)
        print("open", flush=True)
        loop = asyncio.get_running_loop()
        if seconds:
            await loop.run_in_executor(None, sys.stdin.readline)
            print(_figures(await _played(boards, seconds)), flush=True)
        await loop.run_in_executor(None, sys.stdin.read)
        for task in reading:
            task.cancel()


async def _played(tables: Sequence[Sequence[Board]], seconds: float) -> list[float]:
    """Make moves at an even rate for `seconds` seconds, the next move always at another table.
    Returns, for each move, the seconds until all boards of its table showed it."""
    rng, waits = random.Random(1), list[float]()
    free, running = asyncio.Queue[Sequence[Board]](), set[asyncio.Task[None]]()
    for boards in tables:
        free.put_nowait(boards)
    loop = asyncio.get_running_loop()
    began = loop.time()

    async def one(boards: Sequence[Board]) -> None:
        mover = next((each for each in boards if each.state["moves"]), None)
        if mover is None:  # its game is over
            return
        version, move = mover.state["version"], rng.choice(mover.state["moves"])["move"]
        sent = time.perf_counter()
        request = {"do": "move", "id": 1, "move": move, "version": version}
        await mover.socket.send_str(json.dumps(request))
        for board in boards:
            await board.at(version + 1)
        waits.append(time.perf_counter() - sent)
        free.put_nowait(boards)

    for number in range(int(A_SECOND * seconds)):
        await asyncio.sleep(max(0.0, began + number / A_SECOND - loop.time()))
        task = asyncio.create_task(one(await free.get()))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return waits


def _figures(waits: list[float]) -> str:
    waits = sorted(waits)
    middle, slowest = statistics.median(waits), waits[int(len(waits) * 0.99)]
    return f"p50 {middle * 1000:.1f} ms, p99 {slowest * 1000:.1f} ms ({len(waits)} moves)"


if __name__ == "__main__":
    # Sockets are files.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(_opened(sys.argv[1], json.loads(sys.stdin.readline()), float(sys.argv[2])))
