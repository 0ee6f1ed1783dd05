"""Measure the bot at Discord's limit of 50 requests a second. Bot players make 100 moves a second
at 200 tables, each move needs an edit of its table's message, and the card room applies Discord's
limits. At the same time a member presses buttons. The bot is a separate process, with real sockets
and a real database file.

`python -m benchmarks ceiling [REQUESTS [MOVES [TABLES [SECONDS [PROCESSES]]]]]`. REQUESTS is the
setting `[discord] requests_a_second` (47). With 0 the bot doesn't limit itself, as behind a proxy.
MOVES are the moves a second that are wanted (100); a busy machine makes fewer. TABLES is the number
of tables (200), and SECONDS the duration (60). Several PROCESSES (1) share a PostgreSQL. Each of
them has one shard, and all have equally many tables. If `API_URL` is in the environment, the bot
reaches the room through a proxy at that address. The proxy must pass requests on to
`http://127.0.0.1:PORT`, and `ROOM_PORT` in the environment names this port.

The figures are meaningful only on a machine with one processor for the bot and one for the room."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import func, select

from benchmarks.behind import FILE
from benchmarks.crowd import HAND, PATIENT, dealt, filled, p99, strangers
from bot.core.model import Person
from bot.core.shards import shard_of
from bot.db import schema
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from cardroom.people import Opening
from cardroom.people import Person as People
from cardroom.rest.server import Request
from cardroom.room import Plan, Room
from cardroom.store import Json
from cardroom.visitor import Seen, Visitor, visiting
from tests.fleet import fleet
from tests.postgresql import Cluster

DEFAULTS: Final = [47, 100, 200, 60, 1]
"""The default values of the arguments: requests a second, moves a second, tables, seconds,
processes."""
SETTLED: Final = 15.0
"""Seconds of play before anything is measured."""
BETWEEN: Final = 0.1
"""Seconds between two presses."""
SLICE: Final = 10
"""Seconds for which refused requests are counted together."""
TOO_MANY: Final = 429
AIM: Final = 1.0
"""Seconds in which 99 of 100 presses are to be answered."""
BEHIND: Final = 5.0
"""The most seconds for which a table's message should be outdated."""


@dataclass
class Measured:
    """What was measured in `seconds` seconds: how long presses waited, the number of moves, the
    requests to the card room, how long the message was outdated at each edit, and how many edits
    left out the picture."""

    seconds: float
    began: float
    waits: list[float]
    moves: int
    requests: list[Request]
    behind: list[float]
    left_out: int
    cpu: float
    """CPU seconds of the bot's own processes."""
    room_cpu: float


def main(arguments: Sequence[str]) -> int:
    """Prints the measurements. Returns 0."""
    given = [int(each) for each in arguments]
    asked, wanted, tables, seconds, processes = given + DEFAULTS[len(given) :]
    busy = os.getloadavg()[0]
    seen = asyncio.run(_measured(asked, tables / wanted, tables, seconds, processes))
    if processes > 1:
        print(f"{processes} processes, which share a PostgreSQL and the tables")
    _print(seen, asked, tables)
    print(f"  the machine's load before: {busy:.1f} on {os.cpu_count()} processors")
    return 0


async def _measured(
    asked: int, pause: float, tables: int, seconds: int, processes: int
) -> Measured:
    """Run the bot in `processes` processes, press buttons for `seconds` seconds, and return the
    measurements. `tables` is the number of tables at which bot players play. `pause` is the seconds
    that a bot player waits before a move. `asked` is the value of the setting
    `requests_a_second`."""
    plan = Plan(
        port=int(os.environ.get("ROOM_PORT", "0")),
        opening=_opening(tables + 1),
        patience=PATIENT,
        shards=processes,
    )
    settings = {
        "SHIJO_DISCORD__REQUESTS_A_SECOND": str(asked),
        "SHIJO_TABLES__MOST_TABLES": "0",
        "SHIJO_TABLES__BOT_PAUSE": str(pause),
    }
    if proxy := os.environ.get("API_URL"):
        settings["SHIJO_DISCORD__API_URL"] = proxy
    with tempfile.TemporaryDirectory(dir=".") as name, ExitStack() as stack:
        folder = Path.cwd() / name
        database = f"sqlite+aiosqlite:///{folder}/ceiling.db"
        if processes > 1:
            database = stack.enter_context(Cluster()).new_database()
        async with (
            Room(plan) as room,
            visiting(room.page_url, "Nora") as nora,
            fleet(folder, room, database) as started,
        ):
            room.api.requests = deque()  # all of them, not the last ones
            pairs = [strangers(number) for number in range(tables)]
            await filled(database, room, _channels(room, processes), pairs, two_bot_players)
            room.api.limits.real = True
            for number in range(processes):
                settings[FILE] = str(folder / f"shown-{number}")
                await started.start(program="benchmarks.behind", **settings)
            await started.until_served(processes)
            table = await dealt(nora, "durak")
            await asyncio.sleep(SETTLED)
            pids = [each.process.pid for each in started.members]
            began, before = time.time(), await _moves(database)
            spent, room_spent = sum(map(_cpu, pids)), time.process_time()
            waits = await _pressed(nora, table, began + seconds)
            moves, took = await _moves(database) - before, time.time() - began
            spent, room_spent = sum(map(_cpu, pids)) - spent, time.process_time() - room_spent
            started.must_run()
        shown = [file.read_text().splitlines() for file in folder.glob("shown-*")]
    notes = [line.split() for lines in shown for line in lines]
    during = [note for note in notes if began <= float(note[0]) <= began + took]
    return Measured(
        took,
        began,
        sorted(waits),
        moves,
        [each for each in room.api.requests if began <= each.at <= began + took],
        sorted(float(note[1]) for note in during),
        sum(int(note[2]) for note in during),
        spent,
        room_spent,
    )


def _opening(channels: int) -> Opening:
    return Opening(
        channels=tuple((f"card-table-{number}", "") for number in range(channels)),
        people=(People("Nora"),),
    )


def _channels(room: Room, shards: int) -> list[Json]:
    """Return channels for the tables, in an order in which the servers take turns. There is one
    server for each shard; missing servers are created."""
    world, people, opening = room.world, room.people, room.plan.opening
    servers = {shard_of(int(people.guild["id"]), shards): people.guild["id"]}
    with world.change():
        while len(servers) < shards:
            made = people.add_guild(opening)["id"]
            if servers.setdefault(shard_of(int(made), shards), made) == made:
                people.bring(world.bot["id"], made, opening.permissions)
    ranks = [
        [each for each in world.channels.all() if each.get("guild_id") == server]
        for server in servers.values()
    ]
    return [channel for together in zip(*ranks, strict=False) for channel in together]


async def _moves(database: str) -> int:
    """Count the moves of running games in a database."""
    store = await Store.open(database)
    try:
        (row,) = await store.rows(select(func.count()).select_from(schema.moves))
        return int(row[0])
    finally:
        await store.close()


def _cpu(pid: int) -> float:
    """Return the CPU seconds that a process has used so far, as Linux counts them (`/proc`)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def two_bot_players(
    tables: Tables, table_id: str, host: Person, _guest: Person, press: int
) -> None:
    """Start a game of two of the weakest bot players at a table. The host starts the game with the
    interaction id `press`, and resigns at once. The weakest bot players think very little. So the
    measured speed depends on the limit on requests to Discord, and not on their thinking."""
    for _ in range(2):
        await tables.invite_bot(table_id, host.id, "beginner")
    await tables.start(table_id, host.id, press)
    await tables.resign(table_id, host.id)


async def _pressed(nora: Visitor, table: Seen, until: float) -> list[float]:
    """Press a button of the table again and again until the time `until`. Returns the seconds from
    each press to its answer. Raises RuntimeError if a press failed."""
    waits = []
    while time.time() < until:
        began = time.perf_counter()
        done = await nora.click(table, label=HAND)
        waits.append(time.perf_counter() - began)
        if done.status != "done":
            raise RuntimeError(f"a press failed: {done}")
        await asyncio.sleep(BETWEEN)
    return waits


def _print(seen: Measured, asked: int, tables: int) -> None:
    edits = len(seen.behind)
    counted = [each for each in seen.requests if _counts(each)]
    shares = seen.cpu / seen.seconds, seen.room_cpu / seen.seconds
    limited = Counter(
        int(each.at - seen.began) // SLICE for each in counted if each.status == TOO_MANY
    )
    slices = range(int(seen.seconds) // SLICE)
    slowest, latest = p99(seen.waits), seen.behind[-1]
    print(
        f"{tables} tables, {seen.moves / seen.seconds:.0f} moves a second for {seen.seconds:.0f} s,"
        f" requests_a_second = {asked}, against a room that allows 50"
    )
    print(
        f"  {edits / seen.seconds:.1f} edits a second, {seen.moves / max(edits, 1):.1f} moves each;"
        f" {seen.left_out / max(edits, 1):.0%} without their picture"
    )
    print(
        f"  requests that count: {len(counted) / seen.seconds:.1f} a second, "
        f"{_most_in_a_second(counted)} at most in any second"
    )
    print(f"  refused (429) in each {SLICE} s: {', '.join(str(limited[each]) for each in slices)}")
    print(
        f"  a table was behind for p50 {statistics.median(seen.behind):.2f} s, "
        f"p99 {p99(seen.behind):.2f} s, {latest:.2f} s at most; {BEHIND:.0f} s at most: "
        f"{'kept' if latest <= BEHIND else 'missed'}"
    )
    print(
        f"  {len(seen.waits)} presses: answer p50 {statistics.median(seen.waits) * 1000:.0f} ms, "
        f"p99 {slowest * 1000:.0f} ms; {AIM:.0f} s at most: "
        f"{'kept' if slowest <= AIM else 'missed'}"
    )
    print(f"  of a processor: {shares[0]:.0%} for the bot, {shares[1]:.0%} for the room")


def _counts(request: Request) -> bool:
    return not request.path.startswith(("/interactions/", "/webhooks/"))


def _most_in_a_second(requests: Sequence[Request]) -> int:
    """Return the largest number of requests that were answered within one second. Refused requests
    are counted, too."""
    within: deque[float] = deque()
    most = 0
    for at in sorted(each.at for each in requests):
        within.append(at)
        while within[0] <= at - 1:
            within.popleft()
        most = max(most, len(within))
    return most
