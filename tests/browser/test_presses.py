"""How few presses it takes, counted by a script in the page: two from the welcome to one's cards,
one for a card, one from the end of a game to the next."""

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

COUNTS: Final = """() => {
    window.presses = 0;
    document.addEventListener('click', (event) => {
        window.presses += event.target.closest('#log [data-custom-id]') !== null;
    }, true);
}"""
HAND: Final = '#log .ephemeral img[alt^="Your hand"]'
CARD: Final = f"button:is({MOVES}):not([data-component='select']):not(:disabled)"


async def presses(window: Window) -> int:
    """How many there were since the last look."""
    found = await window.run("() => { const all = presses; presses = 0; return all; }")
    return int(found)


async def test_own_cards_a_card_and_a_rematch_take_few_presses(
    browser: Browser, tmp_path: Path
) -> None:
    plan = Plan(opening=Opening(joined=False), joins_after=1.5)
    quick = {"SHIJO_TABLES__BOT_PAUSE": "0", "SHIJO_LOG__LEVEL": "warning"}
    async with Room(plan) as room, shijo_process(tmp_path, room, **quick):
        opened = Windows(browser, room)
        nora = await opened.window("Nora", viewport=PHONE)
        await expect(nora.button("Play Durak")).to_be_visible()
        await nora.run(COUNTS)
        await nora.button("Play Durak").click()
        await nora.button("Start").click()
        await expect(nora.page.locator(HAND)).to_be_visible()
        assert await presses(nora) == 2, "from the welcome to one's own cards"

        card = nora.page.locator(CARD).first
        await expect(card).to_be_visible()
        before = str(await nora.page.locator(HAND).get_attribute("alt"))
        await card.click()
        await expect(nora.page.locator(HAND)).not_to_have_attribute("alt", before)
        assert await presses(nora) == 1, "for a card"

        await play(nora, over="Replay")
        again = nora.page.locator("#log .ephemeral").get_by_role("button", name="Again").last
        await expect(again).to_be_visible()
        await presses(nora)
        await again.click()
        await expect(nora.page.locator(HAND)).to_be_visible()
        assert await presses(nora) == 1, "from the end to the next cards"
        await opened.close()
