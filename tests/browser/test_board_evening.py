"""An evening of four: two at boards in Chromium, one in the message, and one who watches. Each came
by the button and a private link."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from cardroom.room import Plan, Room
from cardroom.visitor import Seen, Visitor, visiting
from tests.browser.chromium import PATIENCE, PHONE
from tests.journeys.hands import Hands, dealt
from tests.shijo_process import PATIENT, shijo_process

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

OFFERED = ".spot.aim, .spot.playable:not(.picked), #bar .move"
"""What can be pressed to go on with a move."""

GOES_ON = """() => {
    const first = (...all) => all.map((each) => document.querySelector(each)).find(Boolean);
    const answers = [".spot.aim", "#bar .move"];
    const card = ".spot.playable";
    first(...(document.querySelector(".spot.picked") ? answers : [card, ...answers]))?.click();
}"""
"""Presses a card and then where it goes: another card first would change the choice for ever."""


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room with Shijo in it, whose tables can be opened in a browser."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    web = {"SHIJO_WEB__PUBLIC_URL": f"http://localhost:{port}", "SHIJO_WEB__PORT": str(port)}
    async with (
        Room(Plan(patience=PATIENT)) as opened,
        shijo_process(tmp_path, opened, SHIJO_TABLES__SPEED="none", **web),
    ):
        yield opened


async def pressed(who: Visitor, shown: Seen, custom_id: str) -> Seen:
    """What a button answers that has such a custom id, whatever it is called."""
    seen = Seen(who, shown.id)
    part = next(each for each in seen.parts if re.match(custom_id, each.get("custom_id", "")))
    return (await who.press(seen, part, [])).seen


async def link(who: Visitor, shown: Seen) -> str:
    """The private link that a member is given."""
    answer = await pressed(who, shown, "B:")
    return next(str(part["url"]) for part in answer.parts if part.get("url"))


async def board(browser: Browser, address: str, **window: Any) -> Page:
    context = await browser.new_context(**window)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(address)
    await page.locator("#seats").get_by_text("Pavel", exact=True).wait_for()
    assert "#" not in page.url, "the link is left behind"
    return page


async def at_board(page: Page) -> None:
    """Presses what is offered until the game is over."""
    again = page.locator("#bar .move", has_text="Again")
    offered = page.locator(OFFERED)
    while True:
        await offered.first.wait_for()
        if await again.count():
            return
        # The table may have moved on since: the next look shows what is offered then.
        await page.evaluate(GOES_ON)
        await page.wait_for_timeout(30)


async def in_message(hands: Hands) -> None:
    """Does what the hand in the room offers, until the table says how it ended."""
    while "Again" not in hands.table.labels:
        move = asyncio.ensure_future(hands.next())
        over = asyncio.ensure_future(
            next(iter(hands.open)).until(lambda: "Again" in hands.table.labels)
        )
        await asyncio.wait({move, over}, return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if not move.done():
            move.cancel()
            return
        _, press = move.result()
        await press


async def test_an_evening_at_boards_and_in_the_message(browser: Browser, room: Room) -> None:
    async with (
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
        visiting(room.page_url, "Aiko") as aiko,
        visiting(room.page_url, "Lena") as lena,
    ):
        await nora.until(lambda: nora.commands)
        hands = await dealt(nora, pavel, aiko)
        more = await pressed(lena, hands.table, "t:.*:more")
        pages = [
            await board(browser, await link(nora, hands.open[nora])),
            await board(browser, await link(aiko, hands.open[aiko]), viewport=PHONE),
            await board(browser, await link(lena, more)),
        ]
        async with asyncio.timeout(4 * PATIENCE / 1000):
            await asyncio.gather(
                at_board(pages[0]),
                at_board(pages[1]),
                in_message(Hands(hands.table, {pavel: hands.open[pavel]})),
            )
        for page in pages:
            shown = await page.locator("#live").inner_text()
            assert shown, "how it ended is read aloud"
            await page.context.close()
        await nora.until(lambda: "Again" in hands.table.labels)
