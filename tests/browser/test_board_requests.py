"""Tests of the board's page in Chromium while the server refuses or delays an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.board_table import Table, served
from tests.browser.test_board import beating, opened, words

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

pytestmark = pytest.mark.asyncio(loop_scope="session")

AWAY = "() => [...document.querySelectorAll('.card')].some((card) => card.style.translate)"
"""A script that returns whether a card is where it was dragged to."""


class Unwilling(Table):
    """A table that refuses every step of a replay, and doesn't answer requests for rules."""

    def answers(self, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if asked["do"] == "step":
            self.asked.append(asked)
            yield {"is": "refused", "id": asked["id"], "why": "Easy!"}
        elif asked["do"] == "rules":
            self.asked.append(asked)
        else:
            yield from super().answers(asked)


async def test_a_replay_whose_step_is_refused_stands_still(browser: Browser) -> None:
    table = Unwilling(beating().game)
    async with opened(browser, table) as page:
        await table.tell(table.replayed(3))
        await page.get_by_role("button", name="Run").click()
        await page.get_by_role("button", name="Pause").wait_for()
        await page.locator("#toast").get_by_text("Easy!").wait_for()
        await page.get_by_role("button", name="Run").wait_for()
        assert [each["step"] for each in table.asked] == [4]


async def test_a_replay_goes_on_after_another_request(browser: Browser) -> None:
    table = Unwilling(beating().game)
    async with opened(browser, table) as page:
        await table.tell(table.replayed(3))
        await page.get_by_role("button", name="Rules").click()
        await page.get_by_role("button", name="Run").click()
        await page.wait_for_timeout(1500)
        assert [each["do"] for each in table.asked] == ["rules"]
        await table.tell({"is": "text", "id": 1, "title": "Rules", "paragraphs": ["One."]})
        await page.locator("#toast").get_by_text("Easy!").wait_for(state="attached")
        assert table.asked[1]["step"] == 4


async def test_a_card_that_is_dropped_before_an_answer_goes_back(browser: Browser) -> None:
    table = Unwilling(beating().game)
    async with opened(browser, table, reduced_motion="reduce") as page:
        await page.get_by_role("button", name="Rules").click()
        onto, card = next(move for move in table.game.view(0).moves if move.verb == "beat").cards
        spot = await page.locator(f".spot.hand:has-text('{words(card)}')").bounding_box()
        assert spot is not None
        await page.mouse.move(spot["x"] + 12, spot["y"] + 20)
        await page.mouse.down()
        await page.mouse.move(spot["x"] + 12, spot["y"] - 60, steps=4)
        aim = await page.locator(f".spot.aim:has-text('{words(onto)}')").bounding_box()
        assert aim is not None
        await page.mouse.move(aim["x"] + 20, aim["y"] + 20, steps=4)
        await page.mouse.up()
        assert not await page.evaluate(AWAY)
        assert await page.locator(".spot.picked").count() == 1, "it's still picked"
        assert [each["do"] for each in table.asked] == ["rules"]


async def test_a_replay_that_runs_is_none_at_the_table_launched_next(browser: Browser) -> None:
    table = beating()

    async def activity(route: Route) -> None:
        arrived = "export const arrived = async () => new URL('/t/door/', location.origin);"
        await route.fulfill(body=arrived, content_type="text/javascript")

    async with served(table) as address:
        page = await browser.new_page()
        page.set_default_timeout(20_000)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.route("**/page/activity.js", activity)
        await page.clock.install()
        await page.goto(address.removesuffix("t/door/") + "?frame_id=1")
        await page.wait_for_selector(".status", state="attached")
        await table.tell(table.replayed(3))
        await page.get_by_role("button", name="Run").click()
        await page.get_by_role("button", name="Pause").wait_for()
        await table.tell({"is": "launched"})
        await page.locator(".spot.hand").first.wait_for()
        assert len(table.sockets) == 2
        asked = len(table.asked)
        await table.sockets[-1].send_json(table.replayed(5))
        await page.get_by_role("button", name="Run").wait_for()
        await page.clock.run_for(3_000)
        assert len(table.asked) == asked
        assert not errors
        await page.close()
