"""Test of a game in Chromium, in which each of four members plays in a different way. The first
member uses the Activity. The second uses a private link in another browser, and the third uses one
in a second tab. The fourth plays by the message alone."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from cardroom.instances import Step
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from cardroom.visitor import Seen, Visitor
from tests.browser.chromium import PATIENCE, PHONE, Window, Windows
from tests.browser.players import open_table, play
from tests.shijo_process import PATIENT, shijo_process

if TYPE_CHECKING:
    from playwright.async_api import Browser, Frame, Locator, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

OFFERED = ".spot.aim, .spot.playable:not(.picked), #bar .move"
"""What can be pressed to go on with a move."""

GOES_ON = """() => {
    const first = (...all) => all.map((each) => document.querySelector(each)).find(Boolean);
    const card = ".spot.playable:not(.picked)";
    first(...(document.querySelector(".spot.picked")
        ? [".spot.aim", "#bar .move:not(:last-child)", card]
        : [card, ".spot.aim", "#bar .move"]))?.click();
}"""
"""A script that presses one thing on the board that leads to a move.

If a card is picked, the script presses the place where the card can go. If there is no place, the
script presses a button of the bar, except the last button, which gives the card back. If there is
no such button either, the script picks another card.

If no card is picked, the script picks one. If no card can be picked, the script presses another
thing that the board offers."""


SECRET = "the client's own secret"
FRAME = "#activity iframe"
OPENS = '#log .ephemeral [data-custom-id^="B:"]'
"""The button of an open hand that opens the table. It is found without its label, because two of
the four members read Russian."""


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Yield a card room with Shijo in it. Tables can be opened in a browser and as an Activity."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://localhost:{port}"
    web = {
        "SHIJO_WEB__PUBLIC_URL": address,
        "SHIJO_WEB__PORT": str(port),
        "SHIJO_WEB__ACTIVITY": "true",
        "SHIJO_WEB__CLIENT_SECRET": SECRET,
    }
    portal = Portal(activities=True, target=address, client_secret=SECRET)
    async with (
        Room(Plan(patience=PATIENT, portal=portal)) as opened,
        shijo_process(tmp_path, opened, SHIJO_TABLES__SPEED="none", **web),
    ):
        yield opened


async def pressed(who: Visitor, shown: Seen, custom_id: str) -> Seen:
    """Press the button whose custom id matches the regular expression `custom_id`, and return the
    message that answers."""
    seen = Seen(who, shown.id)
    part = next(each for each in seen.parts if re.match(custom_id, each.get("custom_id", "")))
    return (await who.press(seen, part, [])).seen


async def link(who: Visitor, shown: Seen) -> str:
    """Press the button for a private link in the message `shown`, and return the link."""
    answer = await pressed(who, shown, "B:")
    return next(str(part["url"]) for part in answer.parts if part.get("url"))


async def by_link(window: Window, browser: Browser, **options: Any) -> Page:
    """Open the board by the member's private link in a browser of its own, and return the page."""
    address = str(await (await offered_link(window)).get_attribute("href"))
    context = await browser.new_context(**options)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(address)
    return page


async def in_a_tab(window: Window) -> Page:
    """Open the board by the member's private link in a tab beside the card room, and return the
    page."""
    link_there = await offered_link(window)
    async with window.page.context.expect_page() as opened:
        await link_there.click()
    page = await opened.value
    page.set_default_timeout(PATIENCE)
    return page


async def offered_link(window: Window) -> Locator:
    """Open the table, and return the private link that the card room then shows to the member."""
    await window.page.locator(OPENS).click()
    return window.page.locator("#log .ephemeral a.link-button")


async def in_the_room(window: Window) -> Frame:
    """Open the board as an Activity in the card room's page, and return its frame."""
    await window.page.locator(OPENS).click()
    await window.page.get_by_role("button", name="Authorize").click()
    inside = window.page.frame_locator(FRAME).frame_locator("iframe")
    await inside.locator(".spot.hand").first.wait_for()
    return next(each for each in window.page.frames if "frame_id" in each.url and each.parent_frame
                and each.parent_frame.parent_frame)  # fmt: skip


async def at_board(page: Page | Frame) -> str:
    """Press what the board offers until the game is over. Returns what the page then announces to
    screen readers."""
    over = page.locator("#headline")
    while True:
        await page.locator(f"{OFFERED}, #headline").first.wait_for(timeout=4 * PATIENCE)
        if await over.count():
            heard: str = await page.locator("#live").inner_text()
            return heard
        # The table may have moved on since: the next look shows what is offered then.
        await page.evaluate(GOES_ON)
        await page.wait_for_timeout(30)


async def test_an_evening_of_four_who_came_by_four_doors(browser: Browser, room: Room) -> None:
    windows = Windows(browser, room)
    channel = next(str(each["id"]) for each in room.world.channels.all() if each["type"] == 0)
    names = ("Nora", "Pavel", "Aiko", "Lena")
    nora, pavel, aiko, lena = [await windows.window(name, channel=channel) for name in names]
    await open_table(nora, "durak", pavel, aiko, lena)
    # On some devices Discord launches no Activity: there it's the link.
    room.instances.refuses.add(Step.LAUNCH)
    alone = await by_link(aiko, browser, viewport=PHONE)
    tab = await in_a_tab(lena)
    room.instances.refuses.clear()
    boards: list[Page | Frame] = [await in_the_room(nora), alone, tab]
    for board, name in zip(boards, ("Nora", "Aiko", "Lena"), strict=True):
        await board.locator(".spot.hand").first.wait_for()
        others = await board.locator("#seats .who b").all_inner_texts()
        assert sorted(others) == sorted({*names} - {name}), "each has their own seat"
        assert "#" not in board.url, "the link is left behind"
    async with asyncio.timeout(8 * PATIENCE / 1000):
        told, _ = await asyncio.gather(
            asyncio.gather(*map(at_board, boards)), play(pavel, over="Again")
        )
    assert all(told), "how it ended is read aloud"
    assert len({each.url for each in boards}) == len(boards), "each by a door of their own"
    await nora.button("Again").wait_for()
    await alone.context.close()
    await windows.close()
