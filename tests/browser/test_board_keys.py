"""Tests of the keyboard in the bar of the board's page. The bar has buttons to choose moves in
advance, and buttons that can't be pressed while they wait for other members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.board_table import Table
from tests.browser.test_board import opened, table_of

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLANS = {"Pick up": ["take"], "Throw in 9": ["throw 9S"], "Stop": ["done"]}
LATER = "⏩ Later…"
FOCUS = "() => document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"
"""The name of what has the focus."""


class Waiting(Table):
    """A table at which it is not the reader's turn. The reader can choose a move in advance, ask to
    take back the last move, and ask for a hint."""

    chosen = ""
    waits = False

    def frame(self, *news: Any) -> dict[str, Any]:
        line = f"You'll play {self.chosen}." if self.chosen else ""
        offered = [] if self.chosen else [
            {"moves": moves, "label": label} for label, moves in PLANS.items()
        ]  # fmt: skip
        return super().frame(*news) | {
            "moves": [],
            "can": ["hint"],
            "ahead": {"offered": offered, "chosen": bool(self.chosen), "line": line},
            "takes_back": {
                "label": "Waiting for the others" if self.waits else "Take back",
                "waits": self.waits,
            },
        }

    def answers(self, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from super().answers(asked)
        if asked["do"] == "ahead":
            labels = {tuple(moves): label for label, moves in PLANS.items()}
            self.chosen = labels.get(tuple(asked["moves"]), "")
        self.waits = self.waits or asked["do"] == "take_back"
        yield self.frame()

    @property
    def plans(self) -> list[list[str]]:
        """The moves that the page has asked to make in advance, for each of its requests."""
        return [each["moves"] for each in self.asked if each["do"] == "ahead"]


def waiting() -> Waiting:
    return Waiting(table_of("durak", 3, 4).game)


async def pressed(page: Page, *keys: str) -> str:
    """Press these keys. Returns the name of the element that has the focus then."""
    for key in keys:
        await page.keyboard.press(key)
    name: str = await page.evaluate(FOCUS)
    return name


async def focused(found: Locator) -> None:
    from playwright.async_api import expect

    await expect(found).to_be_focused()


async def redrawn(page: Page, table: Waiting) -> None:
    """Let the page draw everything anew, as after a move of another seat."""
    table.version += 1
    await table.tell({**table.frame(), "status": f"State {table.version}."})
    await page.wait_for_selector(f".status:has-text('State {table.version}.')")


async def test_a_move_in_advance_is_put_and_taken_back_by_keys(browser: Browser) -> None:
    from playwright.async_api import expect

    table = waiting()
    async with opened(browser, table, reduced_motion="reduce") as page:
        later, undo = page.get_by_label(LATER), page.get_by_role("button", name="Undo")
        shut, opens = page.locator("select:not(:open)"), page.locator("select:open")
        # Whoever only goes by chooses nothing.
        assert await pressed(page, "ArrowDown") == LATER
        assert await pressed(page, "ArrowRight", "ArrowLeft", "ArrowDown", "t", "PageDown") == LATER
        assert await pressed(page, "ArrowUp") != LATER
        assert await pressed(page, "ArrowDown") == LATER
        await page.keyboard.press("Enter")
        await opens.wait_for()
        await page.keyboard.press("Escape")
        await shut.wait_for()
        assert table.asked == []
        for number, opening in enumerate(("Enter", " ")):
            await page.keyboard.press(opening)
            await opens.wait_for()
            await pressed(page, "ArrowDown", "ArrowDown", "Enter")
            await focused(undo)
            assert table.plans[2 * number :] == [["throw 9S"]], "the second of three"
            await expect(undo).to_have_accessible_description("You'll play Throw in 9.")
            await expect(page.get_by_role("status")).to_contain_text("You'll play Throw in 9.")
            await redrawn(page, table)
            await focused(undo)
            await page.keyboard.press("Enter")
            await focused(later)
            assert table.plans[2 * number :] == [["throw 9S"], []]
            await redrawn(page, table)
            await focused(later)


async def test_a_button_that_waits_keeps_the_focus_and_is_passed_by_others(
    browser: Browser,
) -> None:
    from playwright.async_api import expect

    table = waiting()
    async with opened(browser, table, reduced_motion="reduce") as page:
        assert await pressed(page, "ArrowDown", "ArrowRight") == "↩️ Take back"
        await page.keyboard.press("Enter")
        waits = page.get_by_role("button", name="Waiting for the others", disabled=True)
        await focused(waits)
        await expect(page.get_by_role("status")).to_contain_text("Waiting for the others.")
        await redrawn(page, table)
        await focused(waits)
        await pressed(page, "Enter", " ")
        assert await pressed(page, "ArrowRight") == "🎓 Hint"
        assert await pressed(page, "ArrowRight") == LATER
        assert await pressed(page, "ArrowRight") == "🎓 Hint"
        assert await pressed(page, "ArrowLeft") == LATER
        assert [each["do"] for each in table.asked] == ["take_back"], "and it is pressed but once"
