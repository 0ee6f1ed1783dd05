"""Test two processes that serve boards behind one address. One of the boards is in the Activity.
Each page finds the process that has its table. When that process is killed, the page finds the
process that takes over."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

import aiohttp

from cardroom.instances import Step
from cardroom.portal import CLIENT_SECRET, Portal
from cardroom.visitor import Seen, Visitor
from tests.board.boards import Frame
from tests.board.proxy import Proxy
from tests.fleet import Evening, evening, moves_of, replays
from tests.journeys.hands import Hands
from tests.postgresql import Cluster
from tests.present import present

PAUSES = (0.3, 1.0, 2.0, 5.0)
FOUND_AGAIN = 30.0
"""The seconds within which a page must find its table after a kill, on a busy machine."""


class Board:
    """A member's board as a client that connects again after a cut, as link.js of the real page
    does."""

    def __init__(self, http: aiohttp.ClientSession, page: str, cookie: str, own: str) -> None:
        self.home = urljoin(page, "socket").replace("http", "ws", 1)
        self.headers = {"Cookie": f"door={cookie}", "Origin": own}
        self.state: Frame = {}
        self._http = http
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._changed = asyncio.Condition()
        self._answers: list[Frame] = []

    async def stay(self) -> None:
        """Receive the table's frames until this asyncio task is cancelled. Connect again after each
        cut."""
        failures, address = 0, self.home
        while True:
            bye: Frame | None = None
            with suppress(aiohttp.ClientError):
                async with self._http.ws_connect(address, headers=self.headers) as socket:
                    async for message in socket:
                        frame = json.loads(message.data)
                        failures *= frame["is"] != "hello"
                        bye = frame if frame["is"] == "bye" else None
                        await self._hear(frame, socket)
            assert bye is None or bye["again"] is not None, bye
            pause = PAUSES[min(failures, 3)] if bye is None else bye["again"]
            address = urljoin(self.home, bye["where"]) if bye and bye["where"] else self.home
            failures += 1
            await asyncio.sleep(pause)

    async def _hear(self, frame: Frame, socket: aiohttp.ClientWebSocketResponse) -> None:
        async with self._changed:
            if frame["is"] == "state":
                self.state, self._socket = frame, socket
            elif "id" in frame:
                self._answers.append(frame)
            self._changed.notify_all()

    async def at(self, version: int) -> Frame:
        """Wait until the board shows `version` or a later one, and return the state it shows then.
        Raise TimeoutError after FOUND_AGAIN seconds."""
        async with asyncio.timeout(FOUND_AGAIN), self._changed:
            await self._changed.wait_for(lambda: self.state.get("version", 0) >= version)
        return self.state

    async def send(self) -> None:
        """Send a request for the first legal move in the current state. Don't wait for the
        answer."""
        move, version = self.state["moves"][0]["move"], self.state["version"]
        request = {"do": "move", "id": 1, "move": move, "version": version}
        await present(self._socket).send_str(json.dumps(request))

    async def play(self) -> None:
        """Make the first move in the current state, and check that it is acknowledged as the next
        version of the table."""
        version = self.state["version"]
        await self.send()
        async with asyncio.timeout(FOUND_AGAIN), self._changed:
            await self._changed.wait_for(lambda: self._answers)
        answer = self._answers.pop()
        assert (answer["is"], answer.get("version")) == ("done", version + 1), answer


async def mover(boards: list[Board], version: int) -> Board:
    """Wait until all `boards` show `version`, and return the first of them that has legal moves."""
    states = [await board.at(version) for board in boards]
    assert {state["version"] for state in states} == {version}
    return next(board for board, state in zip(boards, states, strict=True) if state["moves"])


async def opened(http: aiohttp.ClientSession, who: Visitor, hands: Hands, own: str) -> Board:
    """Return the board of member `who`. The member enters it by the link that the bot sends after a
    press on the button in their hand message. `own` is the address of the board server."""
    answer = (await who.click(hands.open[who], custom_id=board_button(hands.open[who]))).seen
    address = next(part["url"] for part in answer.parts if part.get("url"))
    assert address.startswith(own)
    entering = http.post(
        f"{own}/enter", json={"link": urlsplit(address).fragment}, headers={"Origin": own}
    )
    async with entering as entered:
        assert entered.status == 200, await entered.text()
        return Board(http, f"{own}/{(await entered.json())['at']}", secret_of(entered), own)


def secret_of(entered: aiohttp.ClientResponse) -> str:
    """Return the secret of the session that the response begins, from its cookie."""
    # Python's own parser refuses a cookie that is Partitioned.
    return entered.headers["Set-Cookie"].partition(";")[0].removeprefix("door=")


def board_button(hand: Seen) -> str:
    """Return the custom id of the button *Open the table* in a member's hand."""
    ids = (str(part.get("custom_id", "")) for part in hand.parts)
    return next(each for each in ids if each.startswith("B:"))


async def in_activity(http: aiohttp.ClientSession, who: Visitor, made: Evening, own: str) -> Board:
    """Let `who` open the Activity in the simulated Discord of `made`, and return their board in the
    Activity. Any process can get the request. The process lets the member in, or says when to ask
    again. `own` is the address of the board server."""
    application = str(made.room.world.bot["id"])
    await who.click(made.hands.open[who], custom_id=board_button(made.hands.open[who]))
    await who.until(lambda: who.activity)
    instance = present(who.activity)["id"]
    origin = {"Origin": f"https://{application}.discordsays.com"}
    async with asyncio.timeout(FOUND_AGAIN):
        while True:
            body = {"code": await who.authorize(application), "instance": instance}
            async with http.post(f"{own}/activity", json=body, headers=origin) as entered:
                told = await entered.json()
                if entered.status == 200:
                    page = f"{own}/{told['at']}"
                    return Board(http, page, secret_of(entered), origin["Origin"])
            assert told["again"], told
            await asyncio.sleep(told["again"])


def of_process(proxy: Proxy, number: int) -> dict[str, str]:
    """Return environment variables with the board settings of process `number` behind `proxy`."""
    name, port = list(proxy.ports.items())[number]
    return {
        "SHIJO_WEB__PUBLIC_URL": proxy.url,
        "SHIJO_WEB__PORT": str(port),
        "SHIJO_WEB__NAME": name,
        "SHIJO_WEB__BEHIND_PROXY": "true",
        "SHIJO_WEB__ACTIVITY": "true",
        "SHIJO_WEB__CLIENT_SECRET": CLIENT_SECRET,
    }


async def sent_away(http: aiohttp.ClientSession, board: Board, port: int) -> Frame:
    """Connect `board` to the process at `port`, which doesn't serve its table, and return the first
    frame of the answer."""
    at = urlsplit(board.home)
    headers = {**board.headers, "Host": at.netloc}
    address = f"ws://127.0.0.1:{port}{at.path}"
    async with http.ws_connect(address, headers=headers) as socket:
        told: Frame = json.loads(await socket.receive_str())
        return told


async def test_boards_find_their_table_again_when_its_process_is_killed(
    postgresql: Cluster,
) -> None:
    async with (
        Proxy("ab") as proxy,
        evening(
            postgresql,
            processes=2,
            own=lambda number: of_process(proxy, number),
            portal=Portal(activities=True, target=proxy.url),
        ) as made,
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
    ):
        number = made.fleet.members.index(made.owner)
        owner, other = "ab"[number], "ba"[number]
        nora, pavel = made.hands.open
        boards = [await in_activity(http, nora, made, proxy.url)]
        made.room.instances.refuses.add(Step.LAUNCH)
        boards.append(await opened(http, pavel, made.hands, proxy.url))
        async with asyncio.TaskGroup() as staying:
            tasks = [staying.create_task(board.stay()) for board in boards]
            version = max([(await board.at(1))["version"] for board in boards])
            before = await moves_of(made.database)
            dealt_at = version - len(before)
            await (await mover(boards, version)).play()
            told = await sent_away(http, boards[0], proxy.ports[other])
            assert (told["is"], told["where"]) == ("bye", f"at/{owner}/socket")
            sent = len(proxy.sent)
            await (await mover(boards, version + 1)).send()
            made.owner.process.kill()
            killed_at = time.monotonic()
            for board in boards:
                board.state = {}
            found = (await boards[0].at(version + 1))["version"]
            print(f"found again after {time.monotonic() - killed_at:.1f} s")
            assert found <= version + 2, "what was asked for last is there once, or not at all"
            for more in range(2):
                await (await mover(boards, found + more)).play()
            assert {name for name, _ in proxy.sent[sent:]} == {other}
            for task in tasks:
                task.cancel()
        after = await moves_of(made.database)
        assert after[: len(before)] == before
        assert len(after) == found + 2 - dealt_at, "nothing lost, nothing doubled"
        await replays(made.database)
