"""Tests of the board's page in a real browser, with all games. They cover its layout, keyboard,
dragging, animations and connection."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import games
from games.core import Move
from tests.browser.board_table import Table, served
from tests.games.plugins import EXAMPLES, installed

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = ((360, 640), (768, 1024), (740, 360), (1280, 800), (2560, 1440), (3840, 2160))
FAR: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("durak", 2, 3, {}),
    ("durak", 6, 40, {}),
    ("dritzak", 6, 30, {}),
    ("tredici", 4, 50, {}),
    ("tredici", 6, 30, {"teams": 3}),
    ("eights", 3, 9, {}),
    ("hearts", 4, 0, {}),
    ("cheat", 5, 60, {}),
)
"""Games, their seats, how far they were played, and their options."""

OUTSIDE = """() => {
  const cloth = document.querySelector('#cloth').getBoundingClientRect();
  const out = [...document.querySelectorAll('.card, .plate, .status, .move')].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const low = each.closest('#cloth') ? cloth.bottom : innerHeight;
    return left < -4 || right > innerWidth + 4 || top < 0 || bottom > low + 4;
  });
  const wide = document.documentElement.scrollWidth > innerWidth;
  return [...out.map((each) => each.className + ' ' + each.textContent), ...(wide ? ['page'] : [])];
}"""
"""A script that returns the cards, plates, buttons and status lines that aren't completely visible
on the screen. If the page is wider than the screen, the list also has `page`."""

CUT = """() => [...document.querySelectorAll('.who small, .status, #top p')].filter((each) =>
  each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
  .map((each) => each.textContent)"""
"""A script that returns those texts of roles, of the status and of facts that are cut off because
they have too little room."""

COVERING = """() => {
  const words = document.querySelector('.mine .words').getBoundingClientRect();
  return [...document.querySelectorAll('.box.badge')].some((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < words.right && right > words.left && top < words.bottom && bottom > words.top;
  });
}"""
"""A script that returns whether the words above the reader's own hand overlap one of the reader's
own heaps (piles of cards)."""

DRAWN = """() => new Promise((drawn) => {
  let frames = 4;
  const next = () => (frames-- ? requestAnimationFrame(next) : drawn());
  next();
})"""
"""A script that waits until the page has drawn a few more frames."""

COVERED = """() => [...document.querySelectorAll('.spot.hand')].filter((spot) => {
  const { left, top, width, height } = spot.getBoundingClientRect();
  const found = document.elementFromPoint(left + width * 0.14, top + height * 0.15);
  return found?.closest('.spot') !== spot;
}).map((spot) => spot.textContent)"""
"""The cards in the hand that are covered where their index (rank and suit in the corner) is, so
that a press there doesn't reach them."""


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the games of the example packages."""
    with (
        installed(EXAMPLES / "cheat", tmp_path_factory.mktemp("cheat")),
        installed(EXAMPLES / "eights", tmp_path_factory.mktemp("eights")),
        installed(EXAMPLES / "hearts", tmp_path_factory.mktemp("hearts")),
    ):
        yield


def table_of(game: str, seats: int, moves: int = 0, /, **options: Any) -> Table:
    kind = games.load(game)
    table = Table(kind.new(kind.options(**options), seats=seats, seed=bytes([moves + seats]) * 32))
    table.advance(moves)
    list(table.others())
    return table


@asynccontextmanager
async def opened(
    browser: Browser, table: Table, size: tuple[int, int] = (400, 800), **options: Any
) -> AsyncIterator[Page]:
    """Open the board of `table` in a page of the given size, and yield the page. Errors in its
    console fail the test."""
    errors: list[str] = []
    async with served(table) as address:
        page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, **options)
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        await page.goto(address)
        await page.wait_for_selector(".status", state="attached")
        try:
            yield page
            assert not errors
        finally:
            await page.close()


async def until_asked(page: Page, table: Table, number: int = 1) -> None:
    """Wait until the page has sent `number` requests in all, and shows the last line of the table's
    log."""
    async with asyncio.timeout(20):
        while len(table.asked) < number:
            await page.wait_for_timeout(20)
    await page.wait_for_function("(line) => document.querySelector('.last')?.textContent === line",
                                 arg=table.log[-1])  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "moves", "options"), FAR)
async def test_all_is_on_the_screen_at_every_size(
    browser: Browser, game: str, seats: int, moves: int, options: dict[str, Any]
) -> None:
    table = table_of(game, seats, moves, **options)
    held = len(table.game.view(0).hand)
    async with opened(browser, table, SIZES[0], reduced_motion="reduce") as page:
        for wide, high in SIZES:
            await page.set_viewport_size({"width": wide, "height": high})
            await page.evaluate(DRAWN)
            assert await page.locator(".spot.hand").count() == held
            assert await page.evaluate(OUTSIDE) == [], (wide, high)
            assert await page.evaluate(COVERED) == [], (wide, high)
            assert await page.evaluate(CUT) == [], (wide, high)


async def test_a_long_line_above_my_hand_leaves_my_heap_in_sight(browser: Browser) -> None:
    table = table_of("hearts", 4, 49)
    table.log.append(
        "Nora plays J♥; Otto takes the trick: 5 points. Deal 3 is over: Ada 7, Nora 55"
    )
    async with opened(browser, table) as page:
        assert await page.locator(".box.badge").count() == 1
        assert not await page.evaluate(COVERING)


@pytest.mark.parametrize("by_keys", [True, False])
async def test_three_cards_are_gathered_and_passed(browser: Browser, by_keys: bool) -> None:
    table = table_of("hearts", 4)
    hand = table.game.view(0).hand
    async with opened(browser, table, has_touch=True, reduced_motion="reduce") as page:
        for place in (0, 3, 6):
            if by_keys:
                await page.keyboard.press(f"{place + 1}")
            else:
                await page.locator(".spot.hand").nth(place).tap(position={"x": 10, "y": 20})
            assert not table.asked
        await page.wait_for_selector("#bar .move.usual")
        if by_keys:
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press("Enter")
        else:
            await page.locator("#bar .move.usual").tap()
        await until_asked(page, table)
        assert table.asked[0]["move"] == Move.make("pass", [hand[0], hand[3], hand[6]])


async def test_a_whole_game_by_the_keyboard_alone(browser: Browser) -> None:
    table = table_of("durak", 2)
    async with opened(browser, table, reduced_motion="reduce") as page:
        for number in range(1, 60):
            if table.game.outcome is not None:
                break
            while len(table.asked) < number:
                await page.keyboard.press("ArrowRight")
                if await page.evaluate("document.activeElement.matches('#bar *, .spot.playable')"):
                    await page.keyboard.press("Enter")
                await page.wait_for_timeout(100)
                if len(table.asked) < number:  # the card may go to more than one place
                    await page.keyboard.press("ArrowDown")
                    await page.keyboard.press("Enter")
                    await page.wait_for_timeout(100)
            await until_asked(page, table, number)
        assert table.game.outcome is not None
        await page.wait_for_selector(".notice h2")
        assert await page.text_content("#live")


FOCUS = """() => {
  const found = document.activeElement;
  return found === document.body ? "nowhere" : found.closest("#bar") ? "bar"
    : found.textContent.trim();
}"""
"""A script that returns what has the focus: the text of a card or a place, `bar` for anything in
the bar, or `nowhere`."""


async def test_the_focus_goes_along_the_hand_and_stays_while_others_play(browser: Browser) -> None:
    table = beating()
    async with opened(browser, table, reduced_motion="reduce") as page:
        await page.wait_for_selector(".spot.playable")
        hand = await page.locator(".spot.hand").all_text_contents()
        playable = (await page.locator(".spot.playable").first.text_content() or "").strip()
        held = [each.strip() for each in hand]
        at = held.index(playable)
        assert await page.evaluate(FOCUS) == "nowhere"
        for key, expected in (
            ("ArrowRight", playable),
            ("ArrowRight", held[(at + 1) % len(held)]),
            ("ArrowLeft", playable),
            ("End", held[-1]),
            ("ArrowRight", held[0]),
            ("ArrowDown", "bar"),
            ("ArrowUp", playable),
        ):
            await page.keyboard.press(key)
            assert await page.evaluate(FOCUS) == expected, key
        for number in range(3):  # what comes meanwhile draws everything anew
            table.version += 1
            await table.tell({**table.frame(), "status": f"Thought {number}."})
            await page.wait_for_selector(f".status:has-text('Thought {number}.')")
            assert await page.evaluate(FOCUS) == playable
        # It goes along with its card, where that has another place in the hand now.
        table.version += 1
        frame = {**table.frame(), "status": "Sorted."}
        for zone in frame["view"]["zones"]:
            zone["cards"] = zone["cards"][::-1] if zone["hand"] else zone["cards"]
        await table.tell(frame)
        await page.wait_for_selector(".status:has-text('Sorted.')")
        after = [each.strip() for each in await page.locator(".spot.hand").all_text_contents()]
        assert after == held[::-1]
        assert after.index(playable) != at
        assert await page.evaluate(FOCUS) == playable


async def test_a_card_is_dragged_to_where_it_lights_up(browser: Browser) -> None:
    table = beating()
    async with opened(browser, table) as page:
        move = next(move for move in table.game.view(0).moves if move.verb == "beat")
        onto, card = move.cards
        await page.wait_for_timeout(400)
        spot = await page.locator(f".spot.hand:has-text('{words(card)}')").bounding_box()
        assert spot is not None
        await page.mouse.move(spot["x"] + 12, spot["y"] + 20)
        await page.mouse.down()
        await page.mouse.move(spot["x"] + 12, spot["y"] - 60, steps=4)
        aim = await page.locator(f".spot.aim:has-text('{words(onto)}')").bounding_box()
        assert aim is not None
        await page.mouse.move(aim["x"] + 20, aim["y"] + 20, steps=4)
        await page.mouse.up()
        await until_asked(page, table)
        assert table.asked[0]["move"] == str(move)


async def test_a_refused_move_comes_back_with_its_sentence(browser: Browser) -> None:
    table = beating()
    async with opened(browser, table) as page:
        await page.evaluate("document.querySelector('.spot.playable').focus()")
        table.game.play(0, "take")  # behind the page's back
        await page.keyboard.press("Enter")
        if await page.locator("#bar .move.usual").count():
            await page.locator("#bar .move").first.click()
        await page.wait_for_selector("#toast:not(:empty)")


async def test_cards_travel_and_stand_still_where_motion_is_unwanted(browser: Browser) -> None:
    for motion, travels in (("no-preference", True), ("reduce", False)):
        table = beating()
        async with opened(browser, table, reduced_motion=motion) as page:
            await page.wait_for_timeout(400)
            await page.evaluate("""() => { window.seen = [];
                document.querySelector('#stage').addEventListener('transitionrun',
                    (event) => window.seen.push(event.propertyName)); }""")
            await page.get_by_role("button", name="Take", exact=True).click()
            await until_asked(page, table)
            await page.wait_for_timeout(100)
            assert ("transform" in await page.evaluate("window.seen")) is travels


async def test_states_that_come_at_once_end_where_the_game_stands(browser: Browser) -> None:
    table = table_of("durak", 4, 1)
    async with opened(browser, table) as page:
        for _ in range(40):
            await table.tell(next_state(table))
        last = table.log[-1]
        await page.wait_for_function(
            "(line) => document.querySelector('.last').textContent === line", arg=last
        )
        await page.wait_for_function("() => !document.querySelector('.card.gone')")
        hand = table.game.view(0).hand
        assert await page.locator(".spot.hand").count() == len(hand)
        assert await page.locator(".card.in-hand").count() == len(hand)
        log = await page.locator("#live").text_content()
        assert last in str(log)


async def test_the_page_comes_back_when_the_connection_is_lost(browser: Browser) -> None:
    table = table_of("durak", 3, 4)
    async with opened(browser, table) as page:
        state = next_state(table)  # nobody tells the page
        await table.sockets[0].close()
        await page.wait_for_function(
            "(status) => document.querySelector('.last').textContent === status", arg=table.log[-1]
        )
        assert len(table.sockets) == 2
        await table.tell({"is": "bye", "why": "Signed out.", "where": "", "again": None})
        await table.sockets[1].close()
        await page.get_by_text("Signed out.").wait_for()
        assert state["version"] == table.version


async def test_a_page_is_there_again_within_a_second(browser: Browser) -> None:
    table = table_of("durak", 3, 4)
    async with opened(browser, table) as page:
        await page.clock.install()
        await page.clock.pause_at(time.time() + 60)
        for lost in range(3):
            next_state(table)  # nobody tells the page
            await table.sockets[-1].close()
            await page.wait_for_selector("body.lost")
            await page.clock.run_for(1000)
            await page.wait_for_function(
                "(line) => document.querySelector('.last').textContent === line", arg=table.log[-1]
            )
            assert len(table.sockets) == lost + 2


async def test_several_cards_are_gathered(browser: Browser) -> None:
    table = table_of("dritzak", 3)
    async with opened(browser, table) as page:
        for _ in range(3):
            await page.locator(".spot.playable:not(.picked)").first.click()
        await page.locator("#bar .move.usual").click()
        await until_asked(page, table)
        assert len(table.asked[0]["move"].split()) == 4


async def test_an_emote_is_shown_and_the_keyboard_takes_cards_back(browser: Browser) -> None:
    table = table_of("dritzak", 3)
    async with opened(browser, table) as page:
        await page.keyboard.press("2")
        assert await page.locator(".spot.picked").count() == 1
        await page.keyboard.press("Escape")
        assert await page.locator(".spot.picked").count() == 0
        await page.get_by_role("button", name="Show a sign").click()
        await page.get_by_role("button", name="claps").click()
        await page.locator(".me .emote").wait_for()


async def test_a_number_is_asked_for_in_place(browser: Browser) -> None:
    table = Bidding(table_of("durak", 2).game)
    async with opened(browser, table) as page:
        assert await page.locator(".box.badge .figure").text_content() == "90"
        await page.get_by_role("button", name="200").click()
        await page.get_by_role("slider", name="Number").press("ArrowLeft")
        await page.get_by_role("button", name="Bid").click()
        await page.wait_for_selector("#toast:not(:empty)")  # no move of this game
        assert [each["move"] for each in table.asked] == ["bid 190"]


async def test_a_number_that_was_chosen_is_no_hindrance_to_the_next_one(browser: Browser) -> None:
    table = Bidding(table_of("durak", 2).game)
    async with opened(browser, table) as page:
        await page.get_by_role("slider", name="Number").press("ArrowLeft")
        assert await page.locator("#bar output").text_content() == "90"
        for low, high, offered, chosen in (
            (10, 50, [10, 30, 50], "30"),
            (20, 40, [20, 30, 40], "30"),
            (20, 20, [20], "20"),
        ):
            table.version += 1
            bid = {"verb": "bid", "low": low, "high": high, "step": 10, "offered": offered}
            status = f"From {low} to {high}."
            frame = {**table.frame(), "amounts": [bid], "status": status}
            await _shown(page, table, frame, status)
            assert await page.get_by_role("slider", name="Number").input_value() == chosen
            assert await page.locator("#bar output").text_content() == chosen


async def test_a_replay_is_stepped_through_by_keys_and_runs_by_itself(browser: Browser) -> None:
    table = beating()
    async with opened(browser, table) as page:
        await _shown(page, table, table.replayed(3), "Step 3.")
        for key, step in (("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 0), ("End", 9)):
            await page.keyboard.press(key)
            await page.get_by_text(f"Step {step}.", exact=True).first.wait_for()
        await page.get_by_role("slider", name="Step").fill("7")
        await page.get_by_text("Step 7.", exact=True).first.wait_for()
        await page.get_by_role("button", name="Run").click()
        await page.get_by_text("Step 9.", exact=True).first.wait_for()
        assert [each["step"] for each in table.asked] == [4, 3, 0, 9, 7, 8, 9]
        assert await page.get_by_role("button", name="Run").is_disabled()
        # A line that is cut brings it back to where it was.
        await table.sockets[-1].close()
        await until_asked(page, table, 8)
        assert table.asked[-1]["step"] == 9


async def test_who_watches_guesses_and_who_plays_takes_back(browser: Browser) -> None:
    table = table_of("durak", 3, 4)
    async with opened(browser, table) as page:
        table.me = None
        await _watched(page, table)
        assert await page.locator("meter").count() == 3
        await page.get_by_label("Who comes last?").select_option(label="Berta comes last")
        await until_asked(page, table, 1)
        assert (table.asked[0]["do"], table.asked[0]["seat"], table.asked[0]["game"]) == (
            "guess", 1, 1,
        )  # fmt: skip
        table.me = 0
        for number, waits in ((1, True), (2, False)):
            offer = {"label": f"Take back {number}", "waits": waits}
            await _shown(page, table, {**table.frame(), "takes_back": offer}, f"Take back {number}")
            button = page.get_by_role("button", name=f"Take back {number}")
            assert await button.is_disabled() is waits
        await button.click()
        await until_asked(page, table, 2)
        assert (table.asked[1]["do"], table.asked[1]["version"]) == ("take_back", table.version)
        asking = {**table.frame(), "can": ["hint"], "status": "Ask."}
        await _shown(page, table, asking, "Ask.")
        await page.get_by_role("button", name="Hint").click()
        await until_asked(page, table, 3)
        await table.tell({"is": "hint", "line": "Throw it all."})
        await page.locator("#bar").get_by_text("Throw it all.").wait_for()
        assert await page.get_by_role("status").text_content() == "Throw it all."
        table.version += 1
        await _shown(page, table, {**asking, "version": table.version, "status": "On."}, "On.")
        assert not await page.get_by_text("Throw it all.").count()


async def test_axe_finds_nothing_in_any_state(browser: Browser) -> None:
    axe = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
    for colours in ("dark", "light"):
        table = beating()
        async with opened(browser, table, color_scheme=colours, bypass_csp=True) as page:
            await page.evaluate(axe)
            for state, go_there in STATES.items():
                await go_there(page, table)
                found = await page.evaluate("axe.run()")
                wrong = [(each["id"], each["nodes"]) for each in found["violations"]]
                assert (state, wrong) == (state, [])


async def _shown(page: Page, table: Table, frame: Any, wanted: str) -> None:
    await table.tell(frame)
    await page.get_by_text(wanted, exact=True).first.wait_for(state="attached")


async def _in_the_log(page: Page, _: Table) -> None:
    await page.get_by_role("button", name="Log").click()


async def _refused(page: Page, table: Table) -> None:
    await page.keyboard.press("Escape")
    table.game.play(0, "take")  # behind the page's back
    await page.get_by_role("button", name="Take", exact=True).click()
    await page.wait_for_selector("#toast:not(:empty)")


async def _in_a_lobby(page: Page, table: Table) -> None:
    lobby: dict[str, Any] = {
        "view": None,
        "moves": [],
        "verbs": {},
        "facts": [],
        "status": "Wait here.",
    }
    await _shown(page, table, {**table.frame(), **lobby, "phase": "lobby"}, "Wait here.")


async def _in_a_replay(page: Page, table: Table) -> None:
    await _shown(page, table, table.replayed(3), "Step 3.")


async def _watched(page: Page, table: Table) -> None:
    names = ("Ada", "Berta", "Cleo")
    beside = {
        "me": None,
        "moves": [],
        "guess": {
            "line": "",
            "ask": "Who comes last?",
            "answers": [f"{name} comes last" for name in names],
        },
        "chances": [{"part": 420, "label": f"42% · {name}"} for name in names],
    }
    await _shown(page, table, {**table.frame(), **beside}, "42% · Cleo")


async def _in_a_result(page: Page, table: Table) -> None:
    table.advance(1000)
    await _shown(page, table, table.frame(), "It took 41 moves.")


async def _lost(page: Page, table: Table) -> None:
    await table.tell({"is": "bye", "why": "Restarting.", "where": "", "again": 30})
    await table.sockets[-1].close()
    await page.get_by_text("Restarting.").wait_for()


async def _ended(page: Page, table: Table) -> None:
    await page.reload()
    await page.wait_for_selector(".status", state="attached")
    await page.evaluate((Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8"))
    await table.tell({"is": "bye", "why": "Signed out.", "where": "", "again": None})
    await table.sockets[-1].close()
    await page.get_by_text("Signed out.").wait_for()


async def _in_play(_page: Page, _table: Table) -> None:
    """Do nothing. The table and its page stay as they were opened."""


STATES = {
    "play": _in_play,
    "log": _in_the_log,
    "refused": _refused,
    "lobby": _in_a_lobby,
    "replay": _in_a_replay,
    "watched": _watched,
    "result": _in_a_result,
    "lost": _lost,
    "ended": _ended,
}


class Bidding(Table):
    """A table at which the page's seat can only bid a number, from 10 to 200 in steps of 10. Seat 0
    has a stack of 90 chips. The game itself knows no bids, so it refuses each bid."""

    def frame(self, *news: Any) -> dict[str, Any]:
        bid = {"verb": "bid", "low": 10, "high": 200, "step": 10, "offered": [10, 100, 200]}
        words = {"name": "Bid", "ask": "Bid…", "mark": "💰", "weight": "usual", "question": ""}
        state = super().frame(*news)
        zone = {**state["view"]["zones"][0], "name": "chips", "title": "Chips", "owner": 0}
        zone |= {"layout": "number", "cards": [], "hand": False, "number": 90}
        state["view"]["zones"].append(zone)
        return state | {"moves": [], "amounts": [bid], "verbs": {"bid": words}}


def next_state(table: Table) -> dict[str, Any]:
    """Make a random move of a seat that may move, and return the state after it."""
    seat = min(table.game.waiting_on)
    return table.play(seat, table.chance.choice(table.game.legal_moves(seat)))


def beating() -> Table:
    """Return a table of Durak at which seat 0 can beat a card."""
    for moves in range(1, 60):
        table = table_of("durak", 3, moves)
        if any(move.verb == "beat" for move in table.game.view(0).moves):
            return table
    raise AssertionError


def words(card: str) -> str:
    from tests.browser.board_table import HELLO

    return str(HELLO["cards"][card][1])
