"""Tests of the Activity in Chromium. The button *Open the table* opens the Activity in a frame of
the card room's page, and the member allows it. A move made there appears in the table's message."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cardroom.instances import Step
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from tests.present import present
from tests.shijo_process import PATIENT, shijo_process

if TYPE_CHECKING:
    from playwright.async_api import Browser, FrameLocator, Route

    from tests.browser.chromium import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

SECRET = "the client's own secret"
BOARD = "#activity iframe"


def inside(window: Window) -> FrameLocator:
    """Return the Activity in a window of the card room."""
    return window.page.frame_locator(BOARD).frame_locator("iframe")


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Open a card room with an Activity, run Shijo in it, and yield the room."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://localhost:{port}"
    web = {
        "SHIJO_WEB__PUBLIC_URL": address,
        "SHIJO_WEB__PORT": str(port),
        "SHIJO_WEB__ACTIVITY": "true",
        "SHIJO_WEB__CLIENT_SECRET": SECRET,
        "SHIJO_TABLES__SPEED": "none",
    }
    portal = Portal(activities=True, target=address, client_secret=SECRET)
    async with (
        Room(Plan(patience=PATIENT, portal=portal)) as opened,
        shijo_process(tmp_path, opened, **web),
    ):
        yield opened


async def test_the_table_opens_inside_the_room_and_a_move_there_is_in_the_message(
    browser: Browser, room: Room
) -> None:
    from playwright.async_api import expect

    from tests.browser.chromium import Windows
    from tests.browser.players import open_table

    windows = Windows(browser, room)
    channel = next(str(each["id"]) for each in room.world.channels.all() if each["type"] == 0)
    nora, aiko = [await windows.window(name, channel=channel) for name in ("Nora", "Aiko")]
    await open_table(nora, "durak", aiko)
    table = aiko.messages.first.locator("img").first
    attacks = re.compile(r"To move: (\w+)\.").search(str(await table.get_attribute("alt")))
    mover, other = (nora, aiko) if present(attacks)[1] == "Nora" else (aiko, nora)
    board = inside(mover)

    # Whoever declines is told what that means, and let in nowhere.
    await mover.button("Open the table").click()
    await mover.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(board.locator(".notice")).to_contain_text("told me your name")
    await mover.page.get_by_role("button", name="Leave the Activity").click()
    # So is who isn't there by Discord's word.
    room.instances.refuses.add(Step.INSTANCE)
    await mover.button("Open the table").click()
    await mover.page.get_by_role("button", name="Authorize").click()
    await expect(board.locator(".notice")).to_contain_text("left this Activity")
    await mover.page.get_by_role("button", name="Leave the Activity").click()
    room.instances.refuses.clear()

    # What answers in the bot's place for a moment is no word of Discord's.
    failed: set[str] = set()

    async def once(route: Route) -> None:
        if route.request.method in failed:
            await route.continue_()
        else:
            failed.add(route.request.method)
            await route.fulfill(status=403, body="403: Forbidden")

    await mover.page.route("**/.proxy/activity", once)
    await mover.button("Open the table").click()
    await board.locator(".spot.playable").first.click()
    assert failed == {"GET", "POST"}
    await expect(table).to_have_attribute("alt", re.compile(f"{mover.name}: 5 cards"))
    await expect(board.locator(".spot.hand")).to_have_count(5)

    # The other one starts it from the room's own button, and has their own seat at that table.
    await other.page.get_by_role("button", name="Start the Activity").click()
    await other.page.get_by_role("button", name="Authorize").click()
    board = inside(other)
    await expect(board.locator(".spot.hand")).to_have_count(6)
    assert await board.locator(".card:not(.in-hand) .face .index").count() > 0
    # Another table of theirs takes its place in the Activity that is open.
    await open_table(other, "durak", bots=1)
    await expect(other.page.locator('#log img[alt^="Your hand"]')).to_have_count(2)
    await other.button("Open the table").click()
    await expect(board.locator("#seats")).not_to_contain_text(mover.name)
    await board.locator(".spot.hand").first.wait_for()
    await other.page.get_by_role("button", name="Leave the Activity").click()
    await expect(other.page.locator(BOARD)).to_have_count(0)
    for window in (mover, other):
        assert [each for each in window.errors if "403" not in each] == [], window.name
        for cookie in await window.page.context.cookies():
            assert (cookie["sameSite"], cookie["secure"], cookie["httpOnly"]) == (
                "None",
                True,
                True,
            )
    await windows.close()
