"""Tests in which the server of the boards is killed again and again while two members play. No
acknowledged move is lost or doubled, and the boards show the right state when they connect
again."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import aiohttp
import pytest

from tests.beyond import BEYOND
from tests.board.boards import ADA, BERTA, OWN, Page, house
from tests.present import present

Door = tuple[str, str]
MOST_REFUSED = 10
LONGEST = 0.15
"""The longest time in seconds before a process is killed, counted from when both boards are
open."""


async def killed(
    folder: Path, port: int, after: float, evening: Evening, http: aiohttp.ClientSession
) -> None:
    """Run a board server in a process of its own, let `evening` play on it, and kill the process
    `after` seconds after both members' pages have their first state."""
    command = (sys.executable, "-m", "tests.board.served", str(folder), str(port))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert await present(process.stdout).readline() == b"open\n"
    evening.opened.clear()
    playing = asyncio.create_task(evening.play(http))
    opened = asyncio.create_task(evening.opened.wait())
    await asyncio.wait({playing, opened}, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(after)
    process.kill()
    await process.wait()
    with suppress(aiohttp.ClientError, ConnectionError, TypeError):  # the line is cut
        await playing


class Evening:
    """Two members who play one game at boards in the browser. The class checks that acknowledged
    moves survive when the server is killed."""

    def __init__(self, port: int, doors: dict[int, Door]) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.doors = doors
        self.opened = asyncio.Event()
        self.version = 0
        """The newest version of the table that a page has been told."""
        self.moves = self.refused = 0
        self.asked = 0
        """The largest number by which the unanswered requests can have raised the table's version.
        A move raises the version by 1, and a request for the next game raises it by up to 2."""

    async def play(self, http: aiohttp.ClientSession) -> None:
        """Connect both members' pages and make moves until the connection is cut."""
        async with AsyncExitStack() as stack:
            pages = []
            for path, secret in self.doors.values():
                sent = {"Host": "cards.example", "Origin": OWN, "Cookie": f"door={secret}"}
                connecting = http.ws_connect(f"{self.url}{path}socket", headers=sent)
                pages.append(Page(await stack.enter_async_context(connecting)))
            states = [await page.until(lambda frame: frame["is"] == "state") for page in pages]
            assert len({state["version"] for state in states}) == 1
            self.found(states[0]["version"])
            self.opened.set()
            while True:
                await self.one(pages)

    def found(self, version: int) -> None:
        """Check `version`, the table's version after pages have connected again. No acknowledged
        move is lost. Besides acknowledged moves, the table has at most the moves of unanswered
        requests."""
        if self.version:
            assert self.version <= version <= self.version + self.asked
        self.version, self.asked = version, 0

    async def one(self, pages: list[Page]) -> None:
        states = [await page.at(self.version) for page in pages]
        number = self.moves + 1
        for page, state in zip(pages, states, strict=True):
            if state["phase"] == "playing" and state["moves"]:
                move = state["moves"][0]["move"]
                request = {"do": "move", "move": move, "version": state["version"]}
                self.asked += 1
            elif "again" in state["can"]:
                request = {"do": "again", "luck": number}
                self.asked += 2  # the last to ask is dealt to
            else:
                continue
            answer = await page.ask(number, **request)
            if answer["is"] == "refused" and self.refused < MOST_REFUSED:
                self.refused += 1  # by a disk that was too busy; it may be there all the same
                return
            assert answer["is"] == "done", answer
            assert self.version < answer["version"] <= self.version + self.asked, "once"
            self.version, self.asked, self.moves = answer["version"], 0, number
            return


@BEYOND
@pytest.mark.parametrize("kills", [8])
async def test_kills_lose_and_double_nothing(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    async with house(tmp_path) as home:
        table = await home.dealt()
        doors = {each.id: await home.door(table, each.id) for each in (ADA, BERTA)}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    evening = Evening(port, doors)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        for _ in range(kills):
            await killed(tmp_path, port, rng.uniform(0, LONGEST), evening, http)
    async with house(tmp_path) as home:
        evening.found((await home.tables.get(table.id)).version)
    print(f"{evening.moves} moves, {kills} kills")
    assert evening.moves > kills
