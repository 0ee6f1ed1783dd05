from __future__ import annotations

import asyncio
import importlib.util
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cardroom.people import Opening
from cardroom.room import Plan, Room
from tests.shijo_process import shijo_process

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from tests.browser.chromium import Windows
    from tests.browser.puppet import Lounge

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
TABLES = tuple(f"table-{number}" for number in range(20))


def lacking() -> str:
    """Return the reason why these tests can't run here, or an empty text if they can run."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright isn't installed (make browser)"
    return "" if any(map(shutil.which, NAMES)) else "there is no Chromium"


class Unseen(pytest.Module):
    """A module whose tests can't run here. They are skipped."""

    def collect(self) -> Iterator[pytest.Item]:
        pytest.skip(f"needs a browser: {lacking()}", allow_module_level=True)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Replace the test modules by skipped modules if the browser or its library is missing. Without
    that, importing them would raise ImportError."""
    if module_path.parent != Path(__file__).parent or not lacking():
        return None
    unseen: pytest.Module = Unseen.from_parent(parent, path=module_path)
    return unseen


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    from tests.browser.chromium import launched

    async with launched() as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lounge() -> AsyncIterator[Lounge]:
    """Open a card room with a puppet, a bot that does what the test tells it to do."""
    from tests.browser.puppet import lounge

    async with lounge() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def windows(browser: Browser, lounge: Lounge) -> AsyncIterator[Windows]:
    """Yield windows of the lounge. Any error in their consoles fails the test."""
    async with _watched(browser, lounge.room) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Room]:
    """Open a card room, and run Shijo in it as a separate process. Yield the room."""
    opening = Opening(bot="Shijo", channels=tuple((name, "") for name in TABLES))
    async with Room(Plan(opening=opening)) as room:
        folder = tmp_path_factory.mktemp("shijo")
        async with shijo_process(folder, room, SHIJO_LOG__LEVEL="warning"):
            await _until_commands(room)
            yield room


async def _until_commands(room: Room) -> None:
    """Wait until the bot has registered its commands."""
    if len(room.world.commands):
        return
    told = asyncio.Event()
    room.world.listeners.append(
        lambda event: told.set() if event.name == "APPLICATION_COMMANDS" else None
    )
    async with asyncio.timeout(60):
        await told.wait()


@pytest_asyncio.fixture(loop_scope="session")
async def tables(browser: Browser, house: Room) -> AsyncIterator[Windows]:
    """Yield windows of the card room in which Shijo runs. Any error in their consoles fails the
    test."""
    async with _watched(browser, house) as opened:
        yield opened


@pytest.fixture
def place(house: Room, request: pytest.FixtureRequest) -> str:
    """Return the id of a channel in which nobody plays yet."""
    taken: set[str] = request.config.stash.setdefault(PLACES, set())
    free = next(
        str(each["id"])
        for each in house.world.channels.all()
        if each["type"] == 0 and each["id"] not in taken
    )
    taken.add(free)
    return free


PLACES = pytest.StashKey[set[str]]()


@asynccontextmanager
async def _watched(browser: Browser, room: Room) -> AsyncIterator[Windows]:
    from tests.browser.chromium import Windows

    opened = Windows(browser, room)
    try:
        yield opened
        for window in opened.open:
            assert not window.errors, f"{window.name}'s console: {window.errors}"
    finally:
        await opened.close()
