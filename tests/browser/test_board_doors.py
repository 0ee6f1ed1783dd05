"""Tests of two members at boards of one table in Chromium. The boards are served by the bot
itself."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.config import WebSettings
from tests.board.boards import ADA, BERTA, house
from tests.board.test_page import FIRST_LOAD
from tests.present import present

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Request, Route

pytestmark = pytest.mark.asyncio(loop_scope="session")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def fetched_by(page: Page) -> list[Request]:
    """Return a list that grows: each request that the page finishes from now on is added to it."""
    fetched: list[Request] = []

    def finished(request: Request) -> None:
        fetched.append(request)

    page.on("requestfinished", finished)
    return fetched


async def test_two_members_play_at_boards_by_links_of_their_own(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    web = WebSettings(public_url=f"http://127.0.0.1:{port}", port=port)
    async with house(tmp_path, web=web) as home:
        table = await home.dealt("durak")
        pages = {}
        for member, language in ((ADA, "en-GB"), (BERTA, "en-GB")):
            page = await browser.new_page(viewport={"width": 400, "height": 800})
            page.set_default_timeout(20_000)
            fetched = fetched_by(page)
            link = await home.doors.link(table, member.id, language)
            await page.goto(f"{web.public_url}/#{link}")
            await page.locator(".spot.hand").first.wait_for()
            assert "#" not in page.url, "the link is left behind"
            sizes = [await each.sizes() for each in fetched]
            assert sum(each["responseBodySize"] for each in sizes) < FIRST_LOAD / 2
            assert not any("embedded-app-sdk" in each.url for each in fetched), "that's for Discord"
            pages[member.id] = page
        view = present(table.view(None))
        first = present(table.seats[view.waiting_on[0]].member_id)
        mover = pages.pop(first)
        (other,) = pages.values()
        # Before their turn, a member may choose what they'll do, and take it back.
        await other.locator("#bar select").select_option(label="Pick up")
        await other.get_by_role("button", name="Undo").click()
        await other.locator("#bar select").wait_for()
        cards = await mover.locator(".spot.hand").count()
        await mover.locator(".spot.playable").first.click()
        await other.locator(".last").wait_for()
        assert await mover.locator(".spot.hand").count() == cards - 1
        assert (await home.tables.get(table.id)).version > table.version
        assert await other.locator(".card:not(.in-hand) .face .index").count() > 0
        # The link was for one use: whoever opens it again is told so.
        await other.goto("about:blank")
        await other.goto(f"{web.public_url}/#{link}")
        await other.locator(".notice").wait_for()
        for page in (mover, other):
            await page.close()


async def test_a_link_is_tried_again_while_only_a_proxy_answers(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    web = WebSettings(public_url=f"http://127.0.0.1:{port}", port=port)
    async with house(tmp_path, web=web) as home:
        table = await home.dealt("durak")
        page = await browser.new_page()
        page.set_default_timeout(20_000)

        async def alone(route: Route) -> None:
            await route.fulfill(status=502, body="<html>502 Bad Gateway</html>")

        await page.route("**/enter", alone)
        await page.clock.install()
        await page.goto(f"{web.public_url}/#{await home.doors.link(table, ADA.id, 'en')}")
        async with asyncio.timeout(20):
            while not await page.locator(".notice").is_visible():
                await page.clock.run_for(1_000)
        assert await page.locator(".notice").inner_text() == (
            "That took too long to reach me, so nothing happened. Please try again."
        )
        await page.unroute("**/enter")
        await page.route("**/enter", alone, times=2)
        await page.reload()
        await page.locator(".spot.hand").first.wait_for()
        await page.close()


async def test_a_page_whose_session_has_ended_stays_where_it_is(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the session ends while the page is not connected, the page learns that from the server's
    address `alive`. From then on, the page opens no more sockets. It also opens none after the time
    that the page gives a server for its greeting (10 seconds)."""
    port = free_port()
    web = WebSettings(public_url=f"http://127.0.0.1:{port}", port=port)
    async with house(tmp_path, web=web) as home:
        table = await home.dealt("durak")
        page = await browser.new_page()
        page.set_default_timeout(20_000)
        sockets: list[str] = []
        page.on("websocket", lambda opened: sockets.append(opened.url))
        await page.clock.install()
        await page.goto(f"{web.public_url}/#{await home.doors.link(table, ADA.id, 'en')}")
        await page.locator(".spot.hand").first.wait_for()
        monkeypatch.setattr(home.doors, "shut", [])
        await home.doors.close_all(ADA.id)
        (connection,) = home.server._hub._all()
        connection._cut()
        await page.locator(".notice").wait_for()
        opened = len(sockets)
        for _ in range(3):
            await page.clock.run_for(11_000)
            await asyncio.sleep(0.2)
        assert await page.locator(".notice").is_visible()
        assert len(sockets) == opened
        await page.close()


async def test_a_page_to_which_nobody_answers_comes_again_by_itself(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server stops answering without closing the connection, the page notices that and opens
    a new connection."""
    port = free_port()
    web = WebSettings(public_url=f"http://127.0.0.1:{port}", port=port)
    async with house(tmp_path, web=web) as home:
        table = await home.dealt("durak")
        page = await browser.new_page()
        page.set_default_timeout(20_000)
        sockets: list[str] = []
        page.on("websocket", lambda opened: sockets.append(opened.url))
        await page.clock.install()
        await page.goto(f"{web.public_url}/#{await home.doors.link(table, ADA.id, 'en')}")
        await page.locator(".spot.hand").first.wait_for()
        asked = asyncio.Event()

        async def stands_still(*_: object) -> None:
            asked.set()
            await asyncio.Event().wait()

        with monkeypatch.context() as still:
            still.setattr(home.server._hub, "do", stands_still)
            await page.clock.fast_forward(31_000)
            async with asyncio.timeout(20):
                await asked.wait()
        async with page.expect_websocket():
            await page.clock.fast_forward(11_000)
            await page.clock.fast_forward(1_000)
        assert len(sockets) == 2
        await page.close()
