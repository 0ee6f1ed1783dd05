"""Tests of whole games from packages. The games are played on a phone to their end, by the messages
and at the board."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cardroom.room import Plan, Room
from tests import WHOLE_GAMES
from tests.beyond import the_first
from tests.browser.chromium import PHONE, Windows
from tests.browser.players import open_table, play
from tests.browser.test_board_evening import at_board, by_link
from tests.games.plugins import EXAMPLES, write_metadata
from tests.shijo_process import PATIENT, ROOT, shijo_process

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")

TITLES = {"eights": "Crazy Eights", "hearts": "Hearts", "cheat": "Cheat"}
BOTS = {"eights": 0, "hearts": 2, "cheat": 1}


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Open a card room and run Shijo in it, and yield the room. The packages' games are installed,
    and boards can be opened in the browser."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = tmp_path / "site"
    site.mkdir()
    for name in WHOLE_GAMES:
        write_metadata(EXAMPLES / name, site)
    paths = [ROOT, site, *(EXAMPLES / name for name in WHOLE_GAMES)]
    environment = {
        "PYTHONPATH": ":".join(map(str, paths)),
        "SHIJO_TABLES__SPEED": "none",
        "SHIJO_WEB__PUBLIC_URL": f"http://localhost:{port}",
        "SHIJO_WEB__PORT": str(port),
    }
    async with (
        Room(Plan(patience=PATIENT)) as opened,
        shijo_process(tmp_path, opened, **environment),
    ):
        yield opened


@pytest.mark.parametrize("name", the_first(1, ["eights", "hearts", "cheat"]))
async def test_a_whole_game_on_a_phone(browser: Browser, room: Room, name: str) -> None:
    windows = Windows(browser, room)
    channel = next(str(each["id"]) for each in room.world.channels.all() if each["type"] == 0)
    nora = await windows.window("Nora", channel=channel, viewport=PHONE)
    aiko = await windows.window("Aiko", channel=channel, viewport=PHONE)
    await open_table(nora, TITLES[name], aiko, bots=BOTS[name])
    board = await by_link(aiko, browser, viewport=PHONE)
    await board.locator(".spot.hand").first.wait_for()
    heard, presses = await asyncio.gather(at_board(board), play(nora, over="Again"))
    assert heard, "how it ended is read aloud"
    assert presses > 3
    for page in (nora.page, board):
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no wider"
    await board.context.close()
    await windows.close()
