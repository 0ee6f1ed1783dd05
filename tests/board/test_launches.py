"""Test the Activity with two processes. If a member opens the Activity at a table, the process that
serves this table shows it. If the page of the Activity is already open with a table of the other
process, the page is led to the new table's process."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

import aiohttp
import pytest

from cardroom.portal import Portal
from cardroom.visitor import Seen, Visitor
from tests.board.boards import Frame
from tests.board.proxy import Proxy
from tests.board.test_takeover import FOUND_AGAIN, Board, board_button, of_process, sent_away
from tests.fleet import evening
from tests.postgresql import Cluster
from tests.present import present


def odd() -> float:
    """Return the current time in seconds, changed to have an odd number of milliseconds. The id of
    a server contains the time at which it was made, and decides the server's shard. With two
    shards, a server made at an odd millisecond is on the second shard. Members' private tables are
    on the first shard."""
    return (int(time.time() * 500) * 2 + 1.5) / 1000


class Framed(Board):
    """A member's board in the Activity. When the board is told of a launch, it enters the Activity
    again, as app.js does."""

    def __init__(
        self, http: aiohttp.ClientSession, who: Visitor, application: str, proxy: Proxy
    ) -> None:
        super().__init__(http, proxy.url, "", f"https://{application}.discordsays.com")
        self.who = who
        self.application = application
        self.proxy = proxy

    @property
    def served_by(self) -> str:
        """Return the name of the process to which the proxy has passed the board's newest
        socket."""
        return next(name for name, path in self.proxy.sent[::-1] if path.endswith("socket"))

    async def enter(self, process: str = "") -> None:
        """Enter the Activity at the process with the name `process`, or at any process if the name
        is empty. Fail if the process doesn't let the member in at once."""
        address = urlsplit(self.proxy.url)
        port = self.proxy.ports[process] if process else address.port
        code = await self.who.authorize(self.application)
        body = {"code": code, "instance": present(self.who.activity)["id"]}
        headers = {"Origin": self.headers["Origin"], "Host": address.netloc}
        asked = self._http.post(f"http://127.0.0.1:{port}/activity", json=body, headers=headers)
        async with asked as entered:
            told = await entered.json()
            assert entered.status == HTTPStatus.OK, told
            self.headers["Cookie"] = entered.headers["Set-Cookie"].partition(";")[0]
            self.home = urljoin(f"{address.scheme}://{address.netloc}", f"{told['at']}socket")

    async def shows(self, *, with_bot: bool) -> None:
        """Wait until the board shows a table with a bot player. If `with_bot` is false, wait for a
        table without bot players. Raise TimeoutError after FOUND_AGAIN seconds."""
        async with asyncio.timeout(FOUND_AGAIN), self._changed:
            await self._changed.wait_for(
                lambda: self.state and any(seat["bot"] for seat in self.state["seats"]) is with_bot
            )

    async def _hear(self, frame: Frame, socket: aiohttp.ClientWebSocketResponse) -> None:
        if frame["is"] == "launched":
            await self.enter()
            await socket.close()
            return
        await super()._hear(frame, socket)


async def launch(who: Visitor, hand: Seen) -> str:
    """Press *Open the table* in a hand. Return the id of the Activity's instance."""
    done = await who.click(hand, custom_id=board_button(hand))
    assert done.status == "done", done
    return str((await who.until(lambda: who.activity))["id"])


@pytest.mark.beyond
async def test_a_launch_leads_an_open_page_to_a_table_of_another_process(
    postgresql: Cluster,
) -> None:
    """In one channel, a member opens the Activity at a table of the server, and then at their
    private table, which is on the shard of another process. Discord leaves the open page as it is.
    The page must then show the private table."""
    async with (
        Proxy("ab") as proxy,
        evening(
            postgresql,
            processes=2,
            own=lambda number: of_process(proxy, number),
            portal=Portal(activities=True, target=proxy.url),
            clock=odd,
        ) as made,
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
    ):
        number = made.fleet.members.index(made.owner)
        here, other = "ab"[number], "ba"[number]
        nora = next(iter(made.hands.open))
        together = made.hands.open[nora]
        instance = await launch(nora, together)
        board = Framed(http, nora, str(made.room.world.bot["id"]), proxy)
        await board.enter(other)
        told = await sent_away(http, board, proxy.ports[other])
        assert (told["is"], told["where"]) == ("bye", f"at/{here}/socket")
        async with asyncio.TaskGroup() as staying:
            task = staying.create_task(board.stay())
            await board.shows(with_bot=False)
            assert board.served_by == here

            lessons = (await nora.slash("learn", game="durak")).seen
            dealt = (await nora.click(lessons, label="Play against a beginner")).seen
            alone = (await nora.click(dealt, label="More…")).seen
            assert await launch(nora, alone) == instance, "Discord leaves the page as it is"
            await board.shows(with_bot=True)
            assert board.served_by == other
            assert await launch(nora, together) == instance
            await board.shows(with_bot=False)
            assert board.served_by == here, "it was the other one that had the page"

            made.owner.process.kill()
            board.state = {}
            await board.shows(with_bot=False)
            assert board.served_by == other
            await made.fleet.until_served(2)
            assert await launch(nora, alone) == instance
            await board.shows(with_bot=True)
            task.cancel()
