"""Test how few presses are needed, counted by a script in the page. From the welcome message to
one's cards, two presses are needed. A card needs one press, and so does the next game after the end
of a game. `pytest -s` also prints how many seconds each step took."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.async_api import expect

from cardroom.people import Opening
from cardroom.room import Plan, Room
from tests.browser.chromium import PHONE, Window, Windows
from tests.browser.players import MOVES, play
from tests.shijo_process import shijo_process

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")

HAND: Final = '#log .ephemeral img[alt^="Your hand"]'
COUNTS: Final = """(hand) => {
    window.presses = [];
    document.addEventListener('click', (event) => {
        if (event.target.closest('#log [data-custom-id]')) presses.push(performance.now());
    }, true);
    document.addEventListener('load', (event) => {
        if (event.target.matches?.(hand)) window.shown = performance.now();
    }, true);
}"""
CARD: Final = f"button:is({MOVES}):not([data-component='select']):not(:disabled)"


async def presses(window: Window, what: str) -> int:
    """Return the number of presses since the last call. Also prints `what` (a name for this step),
    this number, and the seconds from the first of these presses until the picture of a hand was
    loaded last."""
    pressed = await window.run("() => { const all = presses; presses = []; return all; }")
    shown = await window.run("() => shown")
    print(f"{what}: {len(pressed)} presses, {(shown - pressed[0]) / 1000:.2f} s")
    return len(pressed)


async def test_own_cards_a_card_and_a_rematch_take_few_presses(
    browser: Browser, tmp_path: Path
) -> None:
    plan = Plan(opening=Opening(joined=False), joins_after=1.5)
    quick = {"SHIJO_TABLES__BOT_PAUSE": "0", "SHIJO_LOG__LEVEL": "warning"}
    async with Room(plan) as room, shijo_process(tmp_path, room, **quick):
        opened = Windows(browser, room)
        nora = await opened.window("Nora", viewport=PHONE)
        await expect(nora.button("Play Durak")).to_be_visible()
        await nora.run(COUNTS, HAND)
        await nora.button("Play Durak").click()
        await nora.button("Start").click()
        await expect(nora.page.locator(HAND)).to_be_visible()
        assert await presses(nora, "from the welcome to one's own cards") == 2

        card = nora.page.locator(CARD).first
        await expect(card).to_be_visible()
        before = str(await nora.page.locator(HAND).get_attribute("alt"))
        await card.click()
        await expect(nora.page.locator(HAND)).not_to_have_attribute("alt", before)
        assert await presses(nora, "a card") == 1

        await play(nora, over="Replay")
        again = nora.page.locator("#log .ephemeral").get_by_role("button", name="Again").last
        await expect(again).to_be_visible()
        await nora.run("() => { presses = []; }")
        await again.click()
        await expect(nora.page.locator(HAND)).to_be_visible()
        assert await presses(nora, "from the end to the next cards") == 1
        await opened.close()
