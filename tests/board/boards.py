"""Runs a bot with a board and without Discord, for tests. Tables are on a real SQLite file, and
pages use real sockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
from discord.utils import utcnow
from pydantic import SecretStr
from sqlalchemy import event

from board.server import BoardServer
from bot.config import (
    DatabaseSettings,
    DiscordSettings,
    LimitSettings,
    PlayerSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from bot.core.clock import Clock
from bot.core.model import Person, Speed, Table
from cardroom.room import Room
from cogs.discord.client import ShijoBot
from cogs.doors.upkeep import Boards
from cogs.serving import made
from cogs.table.upkeep import TableUpkeep
from tests.fresh_database import put_fresh_database
from tests.present import present

ADA, BERTA, CLEO = Person(1001, "Ada"), Person(1002, "Berta"), Person(1003, "Cleo")
GUILD, CHANNEL = 10, 20
OWN = "https://cards.example"
PATIENCE = 20.0

Frame = Mapping[str, Any]


class Page:
    """A client that does what the page of a board does in the browser. It receives frames from the
    server through a socket, and sends requests. `state` is the last frame with a table's state."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self.state: Frame = {}

    async def next(self) -> Frame:
        """Receive the next frame that the server sends, and return it. If the frame is a table's
        state, also keep it in `state`."""
        async with asyncio.timeout(PATIENCE):
            frame: Frame = json.loads(await self.socket.receive_str())
        self.frames.append(frame)
        if frame["is"] == "state":
            self.state = frame
        return frame

    async def until(self, wanted: Callable[[Frame], bool]) -> Frame:
        """Receive frames until `wanted` accepts one, and return the accepted frame."""
        while not wanted(frame := await self.next()):
            pass
        return frame

    async def at(self, version: int) -> Frame:
        """Return the table's state at `version` or later. If the page hasn't received such a state
        yet, wait for it."""
        if self.state and self.state["version"] >= version:
            return self.state
        return await self.until(lambda each: each["is"] == "state" and each["version"] >= version)

    async def ask(self, number: int = 1, **request: Any) -> Frame:
        """Send a request with the id `number`, and return the frame that answers it."""
        await self.socket.send_str(json.dumps({"id": number, **request}))
        return await self.until(lambda each: each.get("id") == number)


class House:
    """A bot and the server of its boards, with an HTTP client for the requests of pages."""

    def __init__(self, bot: ShijoBot, server: BoardServer, http: aiohttp.ClientSession) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.doors = bot.service.doors
        self.server = server
        self.http = http
        self.url = f"http://127.0.0.1:{server.number}"
        self._presses = itertools.count(501)

    async def dealt(
        self,
        game: str = "durak",
        *people: Person,
        place: tuple[int, int] = (GUILD, CHANNEL),
        **options: Any,
    ) -> Table:
        """Return a new table of `game`, just after the first deal. `people` sit at the table (by
        default Ada and Berta). `place` is the table's (server id, channel id), and `options` are
        the options of the game."""
        people = people or (ADA, BERTA)
        opened = await self.tables.opening.create(
            guild_id=place[0],
            channel_id=place[1],
            host=people[0],
            game=game,
            interaction_id=next(self._presses),
            options=options,
        )
        for who in people[1:]:
            await self.tables.join(opened.table.id, who, next(self._presses))
        return (await self.tables.start(opened.table.id, people[0].id)).table

    async def get(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        sent = {"Host": "cards.example", **headers}
        return await self.http.get(f"{self.url}{path}", headers=sent)

    async def enter(self, link: str, **headers: str) -> aiohttp.ClientResponse:
        """Send a private link to the board's server as the page does, and return the response.
        `headers` are added to the headers of the request. A header with the same name is
        replaced."""
        return await self.http.post(
            f"{self.url}/enter",
            json={"link": link},
            headers={"Host": "cards.example", "Origin": OWN, **headers},
        )

    async def door(self, table: Table, member_id: int, language: str = "en-GB") -> tuple[str, str]:
        """Open a new session of `member_id` at the board of `table`. Return the path of the board
        and the session's cookie."""
        answer = await self.enter(await self.doors.link(table, member_id, language))
        assert answer.status == 200, await answer.text()
        return "/" + (await answer.json())["at"], answer.cookies["door"].value

    @contextmanager
    def fault(self, table: str) -> Iterator[None]:
        """Inside the block, let each SQL statement fail whose text contains `table`, such as the
        name of a database table."""
        engine = self.bot.service.store.engine.sync_engine

        def broken(_cursor: object, statement: str, _parameters: object, _context: object) -> None:
            if table in statement:
                raise sqlite3.OperationalError("disk I/O error")

        event.listen(engine, "do_execute", broken)
        try:
            yield
        finally:
            event.remove(engine, "do_execute", broken)

    @asynccontextmanager
    async def socket(
        self, path: str, cookie: str, **headers: str
    ) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        sent = {"Host": "cards.example", "Origin": OWN, "Cookie": f"door={cookie}", **headers}
        async with self.http.ws_connect(f"{self.url}{path}socket", headers=sent) as socket:
            yield socket

    @asynccontextmanager
    async def page(
        self, table: Table, member_id: int, language: str = "en-GB"
    ) -> AsyncIterator[Page]:
        """Open a board of `table` as `member_id` in the browser. Yield the board's page as soon as
        the page has received the first state."""
        async with self.socket(*await self.door(table, member_id, language)) as socket:
            page = Page(socket)
            await page.until(lambda frame: frame["is"] == "state")
            yield page


@asynccontextmanager
async def house(
    folder: Path, *, web: WebSettings | None = None, room: Room | None = None, **limits: Any
) -> AsyncIterator[House]:
    """Start a bot and the server of its boards, and yield both as a House. The bot uses the
    database in `folder`, and creates the database if the folder has none. `web` are the settings of
    the boards' server. `room` is the simulated Discord to which the server sends its requests.
    `limits` are further fields of `LimitSettings`."""
    database = folder / "shijo.db"
    if not database.exists():
        put_fresh_database(database)
    settings = Settings(
        discord=DiscordSettings(
            shard_count=1, card_emoji=False, token=SecretStr(room.plan.bot_token if room else "")
        ),
        database=DatabaseSettings(url=f"sqlite+aiosqlite:///{database}"),
        tables=TableSettings(bot_pause=0, speed=Speed.NONE),
        players=PlayerSettings(processes=0, level="casual"),
        limits=LimitSettings(**{"presses_a_second": 0, "lobbies_an_hour": 0, **limits}),
        web=web or WebSettings(public_url=OWN, port=0),
    )
    bot = await made(settings, Clock(utcnow))
    if room is not None:
        bot._connection.application_id = int(room.world.bot["id"])
    try:
        messages, boards = TableUpkeep(bot), Boards(bot)
        messages.sync.queue.closed = True  # there is no Discord that shows them
        await bot.add_cog(messages)
        await bot.add_cog(boards)
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield House(bot, present(boards.server), http)
    finally:
        for name in tuple(bot.cogs):
            await bot.remove_cog(name)
        await bot.service.close()
