"""Tests of whole games at the board, played only by what a screen reader can read aloud: the page's
accessibility tree and its live regions. Everything is pressed by its role and name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from bot.config import WebSettings
from bot.core.model import Phase, Table
from cogs.words.cards import described
from tests.beyond import BEYOND
from tests.board.boards import ADA, BERTA, CLEO, House, house
from tests.browser.test_board_doors import free_port
from tests.present import present

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

LISTENS: Final = """() => {
    window.heard = [];
    for (const live of document.querySelectorAll('[role=status], [role=alert]'))
        new MutationObserver(() => { if (live.textContent) window.heard.push(live.textContent); })
            .observe(live, { childList: true, subtree: true, characterData: true });
}"""
"""JavaScript that records what a screen reader announces without being asked. Whenever a live
region of the page (a status or an alert) changes, its text is added to `window.heard`."""
PLAYABLE: Final = "playable"
PATIENCE: Final = 400
"""The number of times that a test looks for a change before it gives up. It waits 25 milliseconds
between two looks."""


class Control(NamedTuple):
    """A button as a screen reader reads it. `name` is its name, `states` are its states (such as
    "pressed"), and `region` is the part of the page around it."""

    name: str
    states: str
    region: str

    @property
    def is_on(self) -> bool:
        return "pressed" in self.states and "pressed=mixed" not in self.states


def controls(tree: str) -> Iterator[Control]:
    """Yield the buttons of an accessibility tree that can be pressed now."""
    above: list[tuple[int, str]] = []
    for line in tree.splitlines():
        depth = len(line) - len(line.lstrip())
        while above and above[-1][0] >= depth:
            above.pop()
        found = re.match(r'\s*- (\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]+\])*)', line)
        if found is None:
            continue
        role, name, states = found[1], found[2] or "", found[3]
        if role == "button" and "disabled" not in states:
            region = " ".join(each for _, each in above)
            yield Control(name.replace('\\"', '"'), states, region)
        above.append((depth, f"{role} {name}"))


class Listener:
    """A member who plays at `page` by what a screen reader reads aloud. Moves are chosen with
    `rng`."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page = page
        self.rng = rng

    async def tree(self) -> str:
        """Return the page's accessibility tree as text."""
        read: str = await self.page.locator("body").aria_snapshot()
        return read

    async def heard(self) -> list[str]:
        """Return all texts that the page's live regions have announced so far."""
        said: list[str] = await self.page.evaluate("window.heard")
        return said

    async def acts(self) -> bool:
        """Press a random control that belongs to a move, and wait until the page changes. Returns
        False if there is no such control."""
        before = await self.tree()
        found = list(controls(before))
        bar = [each for each in found if "contentinfo" in each.region and each.name != "Cancel"]
        cards = [each for each in found if each.name.endswith(PLAYABLE) and not each.is_on]
        chosen = any(each.is_on for each in found if "contentinfo" not in each.region)
        offered = (bar or cards) if chosen else [*bar, *cards]
        if not offered:
            await self.page.wait_for_timeout(25)
            return False
        wanted = self.rng.choice(offered)
        named = self.page.get_by_role("button", name=wanted.name, exact=True)
        # None, where the page has gone on meanwhile; a locator would wait for one that is gone.
        if buttons := await named.element_handles():
            await self.rng.choice(buttons).dispatch_event("click")
        await self.until(lambda tree: tree != before)
        return True

    async def until(self, wanted: Any) -> str:
        """Wait until `wanted` accepts the accessibility tree, and return the tree. Fails if that
        takes too long."""
        for _ in range(PATIENCE):
            tree = await self.tree()
            if wanted(tree):
                return tree
            await self.page.wait_for_timeout(25)
        raise AssertionError(f"this doesn't change:\n{tree}")


def told_of(table: Table, member_id: int) -> set[str]:
    """Return the texts that the board of `member_id` must have for a screen reader. These are all
    cards that the member sees, each seat with cards in front of it, and the number of cards of each
    player who isn't out."""
    view = present(table.view(table.seat_of(member_id)))
    called = ["You" if seat == view.seat else each.name for seat, each in enumerate(table.seats)]
    cards = {card for zone in view.zones for card in (*zone.cards, *zone.covers)} - {None}
    held = {f"{called[seat.seat]}: {seat.cards} card" for seat in view.seats if not seat.out}
    owned = {zone.owner for zone in view.zones if zone.cards and not zone.is_hand} - {None}
    beside = {f'"{called[present(owner)]}, ' for owner in owned}
    return held | beside | {described(present(card)) for card in cards}


async def reads_all(home: House, table_id: str, listener: Listener) -> None:
    """Wait until a screen reader can read all texts that `told_of` demands of Ada's board.
    `listener` gives what a screen reader finds on the page. Raise AssertionError if that takes too
    long."""
    for _ in range(PATIENCE):
        wanted, tree = told_of(await home.tables.get(table_id), ADA.id), await listener.tree()
        if all(each in tree for each in wanted):
            return
        await listener.page.wait_for_timeout(25)
    raise AssertionError(
        f"{[each for each in wanted if each not in tree]} can't be read in\n{tree}"
    )


async def others_move(home: House, table: Table, rng: random.Random) -> Table:
    """Make random moves of the other seats until the game waits for Ada or is over. Returns the
    table."""
    table = await home.tables.get(table.id)
    while table.phase is Phase.PLAYING:
        waiting = present(table.live).waiting_on - {table.seat_of(ADA.id)}
        if not waiting or table.seat_of(ADA.id) in present(table.live).waiting_on:
            break
        seat = min(waiting)
        move = rng.choice(present(table.view(seat)).moves)
        table = (await home.tables.move(table.id, present(table.seats[seat].member_id), move)).table
    return table


@pytest.mark.parametrize(
    "game", ["durak", pytest.param("dritzak", marks=BEYOND), pytest.param("tredici", marks=BEYOND)]
)
async def test_a_whole_game_by_what_is_told_alone(browser: Any, tmp_path: Path, game: str) -> None:
    port, rng = free_port(), random.Random(4)
    web = WebSettings(public_url=f"http://127.0.0.1:{port}", port=port)
    async with house(tmp_path, web=web) as home:
        people = (ADA, BERTA) if game == "durak" else (ADA, BERTA, CLEO)
        table = await home.dealt(game, *people)
        page = await browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(20_000)
        await page.goto(f"{web.public_url}/#{await home.doors.link(table, ADA.id, 'en-GB')}")
        await page.get_by_role("group", name="Your hand").get_by_role("button").first.wait_for()
        await page.evaluate(LISTENS)
        listener = Listener(page, rng)
        acted = 0
        while (table := await others_move(home, table, rng)).phase is Phase.PLAYING:
            await reads_all(home, table.id, listener)
            acted += await listener.acts()
        await listener.until(lambda tree: 'button "Again"' in tree)
        await page.get_by_role("button", name="Moves so far").click()
        told = await page.get_by_role("dialog").get_by_role("listitem").all_text_contents()
        heard = " ".join(await listener.heard())
        assert told
        assert acted
        assert [line for line in told if line not in heard] == []
        await page.close()
