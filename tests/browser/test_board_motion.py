"""Tests of how cards move at the board. The browser's animations are paused and set to chosen
moments, so the tests don't depend on the speed of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.browser.board_table import Table, served
from tests.browser.test_board import next_state, table_of

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHORTEST, LONGEST = 120, 300
"""Limits for the movement of a card, in milliseconds. The movement lasts at least `SHORTEST`. It
ends at most `LONGEST` after the move, with any delay at its beginning."""
NEAR = 3
"""A number of pixels. A card that has moved by less counts as not moved."""

HELD: Final = """() => new MutationObserver(() => document.getAnimations()
    .filter((each) => each.transitionProperty === 'transform' && each.playState === 'running')
    .forEach((each) => each.pause())
).observe(document.getElementById('stage'), {subtree: true, attributes: true, childList: true})"""
"""A script that pauses each movement on the board as soon as the movement begins, before the page
is drawn."""

TRAVELS: Final = """() => document.getAnimations()
    .filter((each) => each.transitionProperty === 'transform')
    .filter((each) => each.effect.target.classList.contains('card'))
    .map((each) => each.effect.getComputedTiming())
    .map(({delay, duration, endTime}) => ({delay, duration, endTime}))"""

AT: Final = """(moment) => document.getAnimations()
    .filter((each) => each.playState === 'paused')
    .forEach((each) => { each.currentTime = moment; })"""

PLACES: Final = """() => [...document.querySelectorAll('#stage .card:not(.gone)')].map((card) => {
    card.id ||= crypto.randomUUID();
    const {e, f} = new DOMMatrix(getComputedStyle(card).transform);
    return [card.id, e, f];
})"""

Place = tuple[float, float]


async def held(browser: Browser, table: Table, address: str) -> Page:
    """Open the board of a table in a page whose animations are paused, and return the page."""
    page = await browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(20_000)
    await page.goto(address)
    await page.wait_for_selector(".status", state="attached")
    await page.wait_for_function("() => !document.getAnimations().length")
    await page.evaluate(HELD)
    return page


async def moved(page: Page, table: Table) -> list[dict[str, float]]:
    """Make moves of the game until one of them starts movements of cards on the board, and return
    these movements. Each has its `delay`, `duration` and `endTime` in milliseconds. Raises
    AssertionError if 20 moves start none."""
    for _ in range(20):
        await told(page, table)
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        travels: list[dict[str, float]] = await page.evaluate(TRAVELS)
        if travels:
            return travels
    raise AssertionError


async def told(page: Page, table: Table) -> None:
    """Send one more move to the page, and wait until the page shows it."""
    state: dict[str, Any] = next_state(table)
    await table.tell(state)
    await page.wait_for_function(
        "(line) => document.querySelector('#live').textContent.includes(line)", arg=table.log[-1]
    )


async def places(page: Page) -> dict[str, Place]:
    """Return the position of each card at this moment: x and y in pixels. The keys are ids that the
    script `PLACES` gives to the cards."""
    return {name: (x, y) for name, x, y in await page.evaluate(PLACES)}


@pytest.mark.parametrize("game", ["durak", "dritzak", "tredici"])
async def test_after_a_move_all_cards_are_at_their_place_in_300_milliseconds(
    browser: Browser, game: str
) -> None:
    table = table_of(game, 4, 2)
    async with served(table) as address:
        page = await held(browser, table, address)
        for _ in range(3):
            for travel in await moved(page, table):
                assert travel["duration"] >= SHORTEST
                assert travel["endTime"] <= LONGEST
            await page.evaluate(AT, LONGEST)
            there = await places(page)
            await page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
            assert await places(page) == there
        await page.close()


async def test_a_card_under_way_turns_to_its_next_place_from_where_it_is(browser: Browser) -> None:
    """When the next move comes while a card still moves, the card goes on from where it is and
    doesn't jump."""
    table = table_of("durak", 4, 2)
    async with served(table) as address:
        page = await held(browser, table, address)
        for _ in range(12):
            await moved(page, table)
            await page.evaluate(AT, LONGEST / 3)
            before = await places(page)
            await told(page, table)
            after = await places(page)
            for name in before.keys() & after.keys():
                (x, y), (to_x, to_y) = before[name], after[name]
                assert abs(to_x - x) + abs(to_y - y) < NEAR, name
        await page.close()
