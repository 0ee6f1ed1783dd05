"""Presses buttons in a member's game against a bot player, and measures how long the presses take.
Shijo runs as a separate process beside the card room, which takes the place of Discord."""

from __future__ import annotations

import asyncio
import itertools
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp
from sqlalchemy import select

from benchmarks.ceiling import two_bot_players
from benchmarks.crowd import HAND, dealt, filled, strangers
from bot.db import schema
from bot.tables.store.tables import Store
from cardroom.room import Plan, Room
from cardroom.visitor import Done, Visitor, visiting
from tests.fleet import Member, fleet, ready
from tests.journeys.hands import Hands, is_move
from tests.shijo_process import PATIENT

LOOKED_EVERY: Final = 0.25
"""Seconds between two questions to `/readyz`."""
BOT_PAUSE: Final = "1.5"
"""Seconds that a bot player waits before its move, as text. This is also the bot's default."""
MINUTE: Final = 60
NOT_READY: Final = 503


@dataclass
class Readiness:
    """The answers that a process has given to `/readyz` at a port: the time of each answer, and
    whether it says that the process is ready."""

    port: int
    said: list[tuple[float, bool]] = field(default_factory=list)

    async def watch(self) -> None:
        """Ask `/readyz` again and again until the task is cancelled."""
        async with aiohttp.ClientSession() as session:
            while True:
                try:
                    async with session.get(f"http://127.0.0.1:{self.port}/readyz") as answer:
                        self.said.append((time.monotonic(), answer.status != NOT_READY))
                except aiohttp.ClientError:
                    self.said.append((time.monotonic(), False))
                await asyncio.sleep(LOOKED_EVERY)

    async def until(self, since: float, *, is_ready: bool) -> float:
        """Wait for the first answer after the time `since` that says ready. With `is_ready` False,
        wait for an answer that says not ready. Returns the seconds from `since` to the answer.
        Raises TimeoutError after a minute."""
        async with asyncio.timeout(60):
            while True:
                for at, said in self.said:
                    if at > since and said is is_ready:
                        return at - since
                await asyncio.sleep(LOOKED_EVERY)


@dataclass
class Evening:
    """A game of the member Nora against a bot player. Shijo runs it in a separate process."""

    process: Member
    nora: Visitor
    hands: Hands
    database: str
    readiness: Readiness

    async def pressed(self, number: int) -> tuple[float, Done]:
        """Make one press, or use a command once. The remainder of `number` divided by 3 says which:
        a button of the open hand (0), the button *My hand* of the table (1), or the command `/hand`
        (2). Returns the seconds to the answer, and the answer."""
        match number % 3:
            case 0:
                _, press = await self.hands.next()
                return await timed(press)
            case 1:
                took, done = await timed(self.nora.click(self.hands.table, label=HAND))
                if done.message_id is not None and any(map(is_move, done.seen.parts)):
                    self.hands.open[self.nora] = done.seen
                return took, done
            case _:
                return await timed(self.nora.slash("hand"))

    def is_done(self, done: Done) -> bool:
        """Return whether a press has changed the hand. `done` is the answer to the press. If the
        hand has not changed, this answer only says why the hand stayed the same."""
        return done.status == "done" and done.message_id == self.hands.open[self.nora].id

    async def until_done(self) -> tuple[float, int]:
        """Press what the hand offers until a press has changed the hand. Returns the seconds and
        the number of presses."""
        began = time.monotonic()
        async with asyncio.timeout(MINUTE):
            for presses in itertools.count(1):
                _, press = await self.hands.next()
                if self.is_done(await press):
                    return time.monotonic() - began, presses
        raise AssertionError

    @property
    def table_id(self) -> str:
        """The id of Nora's table."""
        button = next(each for each in self.hands.table.parts if each.get("label") == HAND)
        return str(button["custom_id"]).split(":")[1]

    async def moves(self) -> list[str]:
        """Return Nora's moves that the database has. Raises AssertionError if a number is missing
        among the moves at her table."""
        store = await Store.open(self.database)
        moves = schema.moves.c
        question = select(moves.seq, moves.seat, moves.move).where(moves.table_id == self.table_id)
        try:
            found = await store.rows(question.order_by(moves.seq))
        finally:
            await store.close()
        assert [row.seq for row in found] == list(range(len(found)))
        return [row.move for row in found if row.seat == 0]


async def timed(press: Awaitable[Done]) -> tuple[float, Done]:
    """Wait for the answer to a press. Returns the seconds until the answer, and the answer."""
    began = time.monotonic()
    done = await press
    return time.monotonic() - began, done


@asynccontextmanager
async def evening(database: str, through: str, bot_tables: int = 0) -> AsyncIterator[Evening]:
    """Return a context in which a bot process serves a game of the member Nora against a bot
    player, and Nora is to move. `database` is the address of the database. `through` is the address
    by which the process reaches this database, for example through a proxy. `bot_tables` is the
    number of further tables, at which only bot players play."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        readiness = Readiness(found.getsockname()[1])
    async with (
        Room(Plan(patience=PATIENT)) as room,
        visiting(room.page_url, "Nora") as nora,
        fleet(Path(tempfile.mkdtemp()), room, database) as started,
    ):
        if bot_tables:
            await nora.until(lambda: nora.channels)
            pairs = [strangers(number) for number in range(bot_tables)]
            await filled(database, room, list(nora.channels.values()), pairs, two_bot_players)
        process = await started.start(
            database=through,
            SHIJO_METRICS__PORT=str(readiness.port),
            SHIJO_TABLES__BOT_PAUSE=BOT_PAUSE,
        )
        await started.until_served(1)
        await nora.until(lambda: nora.online and nora.commands, patience=MINUTE)
        await ready(nora, started)
        table = await dealt(nora, "durak")
        hand = (await nora.click(table, label=HAND)).seen
        made = Evening(process, nora, Hands(table, {nora: hand}), database, readiness)
        await made.hands.move()
        await nora.until(lambda: any(map(is_move, hand.parts)))
        watching = asyncio.create_task(readiness.watch())
        try:
            yield made
        finally:
            watching.cancel()
