"""Measurements of the board in Chromium. The measurements are started by hand with `python -m
tests.browser.figures`.

For the first load of the page, the program measures the number of bytes, the time until something
is painted, and the time until the hand can be pressed. All three are measured twice, the second
time while an endless loop keeps one processor core busy. For a move with two hands of 25 cards, the
program measures the time until the last card has arrived, and the number of frames in this time."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bot.config import WebSettings
from bot.core.model import Table as BotTable
from games.cards import CARDS
from tests.board.boards import ADA, House, house
from tests.browser.board_table import Table, served
from tests.browser.chromium import launched
from tests.browser.test_board import table_of
from tests.browser.test_board_doors import free_port

if TYPE_CHECKING:
    from playwright.async_api import Browser, Request

HAND: Final = 25
MOVES: Final = 30
LOADS: Final = 5

PAINTED: Final = """new PerformanceObserver((list) => {
    for (const each of list.getEntries())
        console.debug(`painted ${performance.timeOrigin} ${each.startTime}`);
}).observe({type: 'paint', buffered: true})"""

WATCH: Final = """() => {
    window.frames_ = []; window.moved_ = [];
    const places = () => [...document.querySelectorAll('#stage .card')]
        .map((card) => getComputedStyle(card).transform).join();
    let before = places(), last = performance.now(), began = 0, latest = 0;
    const look = (now) => {
        const here = places();
        if (here !== before) {
            if (!began) began = last; else window.frames_.push(now - last);
            latest = now;
        } else if (began && now - latest > 60) {
            window.moved_.push(latest - began);
            began = 0;
        }
        before = here; last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
"""A script that measures the movements of cards on the board. The script stores the times between
frames while cards move (`frames_`), and the time of each movement from its first frame to its last
(`moved_`)."""


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Run `loops` busy loops inside the block, each in a process of its own."""
    each = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for loop in each:
            loop.kill()
            loop.wait()


async def load(
    browser: Browser, home: House, table: BotTable, url: str
) -> tuple[int, float, float]:
    """Open a private link to the board. Returns the number of bytes that the page loads, the
    milliseconds until something is painted, and the milliseconds until the hand can be pressed."""
    link = await home.doors.link(table, ADA.id, "en")
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    await page.add_init_script(PAINTED)
    requests: list[Request] = []
    painted: list[list[float]] = []

    def finished(request: Request) -> None:
        requests.append(request)

    page.on("requestfinished", finished)
    page.on("console", lambda line: painted.append([float(each) for each in line.text.split()[1:]]))
    began = time.perf_counter()
    await page.goto(f"{url}/#{link}")
    await page.locator(".spot.hand").first.wait_for()
    playable = time.perf_counter() - began
    while not painted:
        await page.wait_for_timeout(20)
    sizes = [await each.sizes() for each in requests]
    fetched = sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)
    await context.close()
    return fetched, min(painted)[1], 1000 * playable


async def loads(browser: Browser) -> None:
    """Measure the first load of the board's page, and print the number of bytes and the times. The
    load is measured without and with a busy loop beside the browser."""
    port = free_port()
    web = WebSettings(public_url=f"http://127.0.0.1:{port}", port=port)
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), web=web) as home:
            table = await home.dealt("durak")
            for loops in (0, 1):
                with busy(loops):
                    told = [await load(browser, home, table, web.public_url) for _ in range(LOADS)]
                paints = sorted(paint for _, paint, _ in told)
                playable = statistics.median(each for _, _, each in told)
                print(
                    f"first load beside {loops} busy loops: {told[0][0]:,} bytes, first paint "
                    f"{statistics.median(paints):.0f} ms, at worst {paints[-1]:.0f} ms; "
                    f"the hand can be pressed after {playable:.0f} ms"
                )


def large(table: Table, step: int) -> dict[str, Any]:
    """Return a state in which the reader and the other seat each have 25 cards, or 24 if `step` is
    odd."""
    frame = table.frame()
    hand = list(CARDS)[: HAND - step % 2]
    for zone in frame["view"]["zones"]:
        if zone["hand"]:
            zone["cards"] = hand if zone["owner"] == 0 else [None] * (HAND - step % 2)
        elif zone["layout"] == "pairs":
            zone["cards"], zone["covers"] = list(CARDS)[HAND - 1 : HAND + step % 2], [None]
            zone["cards"] = zone["cards"][1:] if not step % 2 else zone["cards"][:1]
            zone["covers"] = [None] * len(zone["cards"])
    return frame | {"version": table.version + step, "moves": [], "verbs": {}}


async def motion(browser: Browser) -> None:
    """Print how long cards move when both hands have 25 cards. Also print the number of frames
    (redrawings of the page) in which a card moved, and the times between them."""
    table = table_of("durak", 2, 2)
    async with served(table) as address:
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        await page.goto(address)
        await page.wait_for_selector(".status", state="attached")
        await table.tell(large(table, 0))
        await page.wait_for_timeout(1500)
        await page.evaluate(WATCH)
        for step in range(1, MOVES + 1):
            await table.tell(large(table, step))
            await page.wait_for_timeout(700)
        frames = sorted(await page.evaluate("window.frames_"))
        moved = sorted(await page.evaluate("window.moved_"))
        print(
            f"hands of {HAND}: {len(frames)} frames of {len(moved)} moves, median "
            f"{statistics.median(frames):.1f} ms, 95th {frames[int(len(frames) * 0.95)]:.1f} ms; "
            f"cards travel for {statistics.median(moved):.0f} ms, at most {moved[-1]:.0f} ms"
        )
        await page.close()


async def main() -> None:
    """Measure the movements of cards and the first load of the board's page in a browser, and print
    the results."""
    async with launched() as browser:
        await motion(browser)
        await loads(browser)


if __name__ == "__main__":
    asyncio.run(main())
