"""Tests of the board's sounds, of the colours of suits, of a bot player's remark at the end, and of
how the reader's own cards are read aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import board_table
from tests.browser.board_table import NAMES
from tests.browser.test_board import DRAWN, next_state, opened, table_of

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")

LISTENING = """() => {
  const start = AudioScheduledSourceNode.prototype.start;
  window.heard = 0;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    window.heard += 1;
    return start.apply(this, at);
  };
}"""
"""Counts the sounds that begin."""

SUIT_COLOURS = """() => [...new Set(['S', 'H', 'D', 'C'].map((suit) => {
  const drawn = document.body.appendChild(document.createElement('span'));
  drawn.className = `suit-${suit}`;
  return getComputedStyle(drawn).color;
}))]"""
"""The colours in which the page draws suits."""


async def test_sound_is_off_until_somebody_asks_for_it(browser: Browser) -> None:
    table = table_of("durak", 3, 4)
    async with opened(browser, table) as page:
        await page.evaluate(LISTENING)

        async def heard() -> int:
            """Make some moves at the table, and return the number of sounds that the page has
            started so far."""
            for _ in range(8):
                await table.tell(next_state(table))
            await page.wait_for_function(
                "(line) => document.querySelector('.last').textContent === line", arg=table.log[-1]
            )
            await page.evaluate(DRAWN)
            return int(await page.evaluate("window.heard"))

        assert await heard() == 0
        await page.get_by_role("button", name="Turn sound on").click()
        tried = int(await page.evaluate("window.heard"))
        assert tried > 0, "the press itself is answered by a sound"
        playing = await heard()
        assert playing > tried
        await page.get_by_role("button", name="Turn sound off").click()
        assert await heard() == playing


@pytest.mark.parametrize("light", ["light", "dark"])
async def test_suits_have_four_colours_or_two(
    browser: Browser, light: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for deck, colours in (("four", 4), ("two", 2)):
        monkeypatch.setattr(board_table, "HELLO", {**board_table.HELLO, "deck": deck})
        async with opened(browser, table_of("durak", 2, 0), color_scheme=light) as page:
            assert len(await page.evaluate(SUIT_COLOURS)) == colours


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_last_words_leave_the_hands_that_are_opened(browser: Browser, motion: Any) -> None:
    table = table_of("durak", 3, 4)
    async with opened(browser, table, reduced_motion=motion) as page:
        last = {**table.frame(), "says": [{"seat": 1, "line": "Well played!"}]}
        said = page.get_by_text("Well played!")
        for phase, stays in (("playing", True), ("over", False)):
            await table.tell({**last, "phase": phase})
            await page.evaluate(DRAWN)
            assert await said.is_visible()
            await said.evaluate("(said) => said.getAnimations().forEach((each) => each.finish())")
            assert await said.is_visible() is stays


async def test_my_own_cards_are_read_as_mine(browser: Browser) -> None:
    async with opened(browser, table_of("dritzak", 3)) as page:
        read = await page.locator("ul.unseen li").all_text_contents()
        assert [each for each in read if each.startswith("You, ")] == [
            "You, face up: 0",
            "You, face down: 3",
        ]
        assert not any(NAMES[0] in each for each in read)
