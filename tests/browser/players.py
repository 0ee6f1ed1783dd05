"""Helpers that play a game in the browser, knowing only what the page shows."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from playwright.async_api import TimeoutError as TooLate
from playwright.async_api import expect

from tests.browser.chromium import PATIENCE, Window

MOVES: Final = '#log .ephemeral [data-custom-id^="h:"]:not([data-custom-id*=":@"], .success)'
"""What can be pressed in an open hand to make a move. Left out are the buttons for pages and for
going back, and cards that are chosen already."""

PUT_AWAY: Final = re.compile("Dismiss message|Убрать сообщение")
SOON: Final = 3000
"""The most milliseconds that one action on the page may take, such as a click on a button."""
WAIT: Final = """([moves, over]) => {
    const first = document.querySelector(`${moves}:not(:disabled):not([aria-busy])`);
    if (document.querySelector('#log').textContent.includes(over)) return 'over';
    return first ? 'move' : null;
}"""


async def open_table(host: Window, game: str, *others: Window, bots: int = 0) -> None:
    """Open a table, let `others` and `bots` bot players sit down, and start the game. Opens the
    hands of all members."""
    await host.slash(f"/play {game}")
    await expect(host.button("Start")).to_be_visible()
    for _ in range(bots):
        await host.button("Add bot").click()
        await expect(host.latest).to_contain_text(await add_bot(host))
    for other in others:
        await other.button("Join").click()
        await expect(host.latest).to_contain_text(other.name)
    await host.button("Start").click()  # which opens the host's own hand
    for window in (host, *others):
        if window is not host:
            await window.button("My hand").click()
        hand = window.page.locator("#log .ephemeral").last
        await expect(hand.get_by_role("img").first).to_be_visible()


async def add_bot(host: Window) -> str:
    """Seat a bot player of the usual level: the first one that the private message offers.
    Dismisses this message, and returns the bot player's name."""
    question = host.page.locator("#log .ephemeral").last
    first = question.locator(".success:not(:disabled)").first
    name = str(await first.inner_text()).strip()
    await first.click()
    await expect(question.get_by_role("button", name=name)).to_be_disabled()
    await question.get_by_role("button", name=PUT_AWAY).click()
    return name


async def one_move(window: Window) -> bool:
    """Press the first move that the member's open hand offers. Returns False if the button was
    already gone."""
    element = window.page.locator(f"{MOVES}:not(:disabled):not([aria-busy])").first
    try:
        is_list = await element.get_attribute("data-component", timeout=SOON) == "select"
        await element.click(timeout=SOON)
        if is_list:
            await _pick(window)
    except TooLate:
        # Somebody else's move came between: the hand offers something else by now.
        await window.page.keyboard.press("Escape")
        return False
    return True


async def _pick(window: Window) -> None:
    """Pick the first line of an open list. If the list requires more lines, picks the next lines
    too."""
    options = window.page.get_by_role("option")
    await options.first.click(timeout=SOON)
    done = window.page.locator(".foot").get_by_role("button")
    for line in range(1, await options.count()):
        if not await done.count():
            return
        if await done.is_enabled(timeout=SOON):
            await done.click(timeout=SOON)
            return
        await options.nth(line).click(timeout=SOON)


async def play(*windows: Window, over: str) -> int:
    """Play until every window shows the text `over`, and return the number of presses."""
    counts = await asyncio.gather(*(_until_over(window, over) for window in windows))
    return sum(counts)


async def _until_over(window: Window, over: str) -> int:
    presses = 0
    while True:
        found = await window.page.wait_for_function(WAIT, arg=[MOVES, over], timeout=4 * PATIENCE)
        if await found.json_value() == "over":
            return presses
        presses += await one_move(window)
