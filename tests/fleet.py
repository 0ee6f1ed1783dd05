"""Run several processes of the bot, which share a database, beside one card room."""

from __future__ import annotations

import asyncio
import re
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select

from bot.core.shards import shard_of
from bot.db import schema
from bot.tables.manager import TableRules
from bot.tables.store.tables import Store
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from cardroom.snowflakes import Clock
from cardroom.visitor import Visitor, visiting
from tests.bot.subjects import tables_of
from tests.cut_line import CutLine
from tests.journeys.hands import CHANGED, Hands, dealt
from tests.postgresql import Cluster
from tests.shijo_process import PATIENT, Process, connected
from tests.silent_line import SilentLine

TAKEN_OVER_WITHIN = 60.0

SERVES = re.compile(r"serves shard (\d+) of (\d+) now")


@dataclass
class Member:
    """One process of the bot. `said` has the lines of its log."""

    process: Process
    said: list[str] = field(default_factory=list)
    _reader: asyncio.Task[None] | None = None

    def listen(self) -> None:
        self._reader = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.said.append(line.decode(errors="replace").rstrip())

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    @property
    def leased(self) -> set[tuple[int, int]]:
        """Return the shards that the process serves according to its log. Each is (number of the
        shard, count of all shards). If the process has logged that it begins anew, only later lines
        count."""
        since = [n for n, line in enumerate(self.said) if "begins anew" in line]
        found = map(SERVES.search, self.said[since[-1] if since else 0 :])
        return {(int(each[1]), int(each[2])) for each in found if each}

    async def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.is_running:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGCONT)
                self.process.send_signal(how)
        async with asyncio.timeout(30):
            await self.process.wait()
            assert self._reader is not None
            await self._reader


@dataclass
class Fleet:
    """Several bot processes that share a database and a card room. `members` are all processes that
    were started."""

    folder: Path
    room: Room
    database: str
    members: list[Member] = field(default_factory=list)

    async def start(
        self, *, database: str | None = None, program: str | None = None, **environment: str
    ) -> Member:
        """Start one more process, and return without waiting for it. `database` replaces the
        address of the database. `program` is another module that runs the bot. `environment` are
        further environment variables."""
        process = await connected(
            self.folder,
            self.room,
            program,
            **{"SHIJO_DATABASE__URL": database or self.database, **environment},
        )
        member = Member(process)
        member.listen()
        self.members.append(member)
        return member

    async def until_served(self, shards: int, within: float = 90) -> None:
        """Wait until each of the `shards` shards has a session. Raise TimeoutError after `within`
        seconds."""
        every = [(number, shards) for number in range(shards)]
        async with asyncio.timeout(within):
            while sorted(set(self.room.gateway.served)) != every:
                self.must_run()
                await asyncio.sleep(0.1)

    def must_run(self) -> None:
        """Fail if a process has exited by itself, and show its log."""
        for member in self.members:
            code = member.process.returncode
            assert code in (None, -signal.SIGKILL), "\n".join(member.said)

    def owner(self, shard: int, count: int) -> Member:
        """Return the running process that serves shard number `shard` of `count` shards, according
        to the processes' logs."""
        (found,) = [
            each for each in self.members if each.is_running and (shard, count) in each.leased
        ]
        return found


@asynccontextmanager
async def fleet(folder: Path, room: Room, database: str) -> AsyncIterator[Fleet]:
    """Yield a Fleet that can start processes. When the block ends, all processes of the fleet are
    ended."""
    started = Fleet(folder, room, database)
    try:
        yield started
    finally:
        await asyncio.gather(*(member.end() for member in started.members), return_exceptions=True)


async def ready(nora: Visitor, started: Fleet) -> None:
    """Wait until the process that serves the first server (guild) logs that it is connected to this
    server. Raise TimeoutError after 60 seconds."""
    guild = started.room.people.guild
    async with asyncio.timeout(60):
        while not any(f"in: {guild['name']}" in each for m in started.members for each in m.said):
            started.must_run()
            await asyncio.sleep(0.1)


@dataclass
class Evening:
    """A running game of two members, and several bot processes. `lines` has the connections of each
    process to Discord and to the database, which a test can cut. The keys of `lines` are the
    numbers of the processes."""

    room: Room
    fleet: Fleet
    lines: dict[int, tuple[CutLine, SilentLine]]
    hands: Hands
    database: str

    @property
    def owner(self) -> Member:
        """Return the process that serves the game."""
        count = max(each[1] for each in self.room.gateway.served)
        return self.fleet.owner(self.shard(count), count)

    def shard(self, count: int) -> int:
        """Return the number of the game's shard if there are `count` shards."""
        return shard_of(int(self.room.people.guild["id"]), count)

    def lines_of(self, member: Member) -> tuple[CutLine, SilentLine]:
        """Return the connections of `member` to Discord and to the database."""
        return self.lines[self.fleet.members.index(member)]


@asynccontextmanager
async def evening(
    cluster: Cluster,
    processes: int = 3,
    shards: int = 2,
    own: Callable[[int], Mapping[str, str]] = lambda _: {},
    portal: Portal | None = None,
    clock: Clock = time.time,
) -> AsyncIterator[Evening]:
    """Start `processes` processes of the bot, which share `shards` shards. Let two members begin a
    game and make three moves. Then yield the Evening. `own` takes the number of a process, and
    returns additional environment variables for the process. `portal` has the bot's settings in
    Discord's developer portal. The ids of servers are made from the time of `clock`, and a server's
    shard follows from its id."""
    plan = Plan(
        patience=PATIENT, shards=shards, limits=True, portal=portal or Portal(), clock=clock
    )
    async with AsyncExitStack() as stack:
        room = await stack.enter_async_context(Room(plan))
        database = cluster.new_database()
        started = await stack.enter_async_context(fleet(Path(tempfile.mkdtemp()), room, database))
        lines = {}
        for number in range(processes):
            cut = await stack.enter_async_context(CutLine(room.api_url))
            silent = await stack.enter_async_context(SilentLine(database))
            lines[number] = (cut, silent)
            await started.start(
                database=silent.through, SHIJO_DISCORD__API_URL=cut.api_url, **own(number)
            )
        await started.until_served(shards, within=180)
        nora, pavel = [
            await stack.enter_async_context(visiting(room.page_url, name))
            for name in ("Nora", "Pavel")
        ]
        await nora.until(lambda: nora.online and nora.commands, patience=60)
        await ready(nora, started)
        hands = await dealt(nora, pavel)
        made = Evening(room, started, lines, hands, database)
        for _ in range(3):
            await hands.move()
        yield made


async def pressed_until_done(hands: Hands, within: float) -> float:
    """Press buttons in the hands until a press changes a hand. Other presses are answered with a
    refusal. Return the seconds that this took. Raise TimeoutError after `within` seconds."""
    began = time.monotonic()
    async with asyncio.timeout(within):
        while True:
            try:
                async with asyncio.timeout(PATIENT):
                    who, press = await hands.next()
                done = await press
            except TimeoutError:
                continue
            if done.status == "done" and done.message_id == hands.open[who].id:
                return time.monotonic() - began
            if done.text != CHANGED:
                await asyncio.sleep(0.5)


async def until_taken_over(made: Evening, owner: Member) -> None:
    """Wait until a process other than `owner` serves the game's shard. Raise TimeoutError after
    `TAKEN_OVER_WITHIN` seconds."""
    async with asyncio.timeout(TAKEN_OVER_WITHIN):
        while True:
            if taken_over(made, owner):
                return
            await asyncio.sleep(0.1)


def taken_over(made: Evening, owner: Member) -> bool:
    """Return whether a process other than `owner` has logged that it serves the game's shard."""
    count = made.room.gateway.served[0][1] if made.room.gateway.served else 0
    mine = made.shard(count) if count else -1
    return any((mine, count) in each.leased for each in made.fleet.members if each is not owner)


async def moves_of(database: str) -> list[tuple[int, str]]:
    """Return the moves of the database's only game as (seat, move), in their order. Fail if the
    numbers of the moves have a gap."""
    store = await Store.open(database)
    try:
        moves = schema.moves.c
        found = await store.rows(select(moves.seq, moves.seat, moves.move).order_by(moves.seq))
        assert [row.seq for row in found] == list(range(len(found)))
        return [(row.seat, row.move) for row in found]
    finally:
        await store.close()


async def replays(database: str) -> None:
    """Check that a new session manager can read and replay all tables."""
    store = await Store.open(database)
    try:
        tables = tables_of(store, lambda: datetime.now(UTC), rules=TableRules())
        found = await store.rows(select(schema.tables.c.id))
        assert found
        for row in found:
            table = await tables.get(row.id)
            assert not table.reason, table.reason
    finally:
        await store.close()
