"""Test in Chromium that two pages find their table again when the process that serves the table is
killed and another process takes over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.board.proxy import Proxy
from tests.board.test_takeover import of_process
from tests.browser.chromium import PATIENCE
from tests.browser.test_board_evening import GOES_ON, link
from tests.fleet import evening, moves_of, replays
from tests.postgresql import Cluster

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def played(pages: list[Page], database: str) -> None:
    """Press what the pages offer until at least two more moves are stored in the database."""
    wanted = len(await moves_of(database)) + 2
    async with asyncio.timeout(4 * PATIENCE / 1000):
        while len(await moves_of(database)) < wanted:
            for page in pages:
                await page.evaluate(GOES_ON)
            await pages[0].wait_for_timeout(300)


async def test_a_page_finds_its_table_again_when_its_process_is_killed(
    browser: Browser, postgresql: Cluster
) -> None:
    async with (
        Proxy("ab") as proxy,
        evening(postgresql, processes=2, own=lambda number: of_process(proxy, number)) as made,
    ):
        pages = []
        for who, hand in made.hands.open.items():
            page = await browser.new_page(viewport={"width": 400, "height": 800})
            page.set_default_timeout(PATIENCE)
            await page.goto(await link(who, hand))
            await page.locator(".spot.hand").first.wait_for()
            pages.append(page)
        before = await moves_of(made.database)
        await played(pages, made.database)
        made.owner.process.kill()
        await played(pages, made.database)
        after = await moves_of(made.database)
        assert after[: len(before)] == before
        assert len(after) > len(before) + 1
        await replays(made.database)
        for page in pages:
            await page.close()
