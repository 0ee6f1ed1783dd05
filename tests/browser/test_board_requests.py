"""Tests of the board's page in Chromium while the server refuses or delays an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.board_table import Table
from tests.browser.test_board import beating, opened

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
