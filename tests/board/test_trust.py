"""Test that requests which don't come from the board's own page, or make no sense, have no
effect."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from board import connection, visitors
from board.visitors import Visitors
from tests.board.boards import ADA, BERTA, OWN, PATIENCE, House, Page, house

FORGED = [
    "",
    "gibberish",
    "[]",
    "7",
    '{"do":"win"}',
    '{"do":[]}',
    '{"do":{}}',
    '{"do":"move","id":-1}',
    '{"do":"move","id":1.5,"move":"take"}',
    '{"do":"move","id":true,"move":"take"}',
    '{"do":"move","id":1,"move":["take"]}',
    '{"do":"move","id":1,"version":"1","move":"take"}',
    '{"do":"move","id":1,"move":"' + "a" * 300 + '"}',
    '{"do":"again","id":1,"luck":99999999999999999999}',
    "[" * 2000,
]
"""Frames that the board's own page never sends."""


@pytest.mark.parametrize("frame", FORGED, ids=range(len(FORGED)))
async def test_a_senseless_frame_changes_nothing_and_is_one_line_in_the_log(
    home: House, frame: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await home.dealt()
    async with home.page(table, ADA.id) as ada:
        for _ in range(connection.MOST_WRONG):
            await ada.socket.send_str(frame)
        said = await ada.until(lambda each: each["is"] == "bye")
        assert said["again"] is None
    assert await home.tables.get(table.id) == table
    lines = [record for record in caplog.records if record.name.startswith("board")]
    assert len(lines) == 1
    assert not frame or frame not in lines[0].getMessage()


async def test_a_frame_that_is_too_large_or_no_text_ends_the_board(home: House) -> None:
    table = await home.dealt()
    for spoil in (lambda page: page.socket.send_str("x" * 5000), _bytes):
        async with home.page(table, ADA.id) as ada:
            await spoil(ada)
            async with asyncio.timeout(PATIENCE):
                while (await ada.socket.receive()).type is not aiohttp.WSMsgType.CLOSED:
                    pass
    assert await home.tables.get(table.id) == table


def _bytes(page: Page) -> Awaitable[None]:
    return page.socket.send_bytes(b'{"do":"back","id":1}')


async def test_nobody_plays_for_another_or_from_an_older_table(home: House) -> None:
    table = await home.dealt()
    async with (
        home.page(table, ADA.id) as ada,
        home.page(table, BERTA.id) as berta,
        home.page(table, 4711) as watcher,
    ):
        mover, other = (ada, berta) if ada.state["moves"] else (berta, ada)
        move, version = mover.state["moves"][0]["move"], mover.state["version"]
        for forger in (other, watcher):
            said = await forger.ask(do="move", move=move, version=version)
            assert said["is"] == "refused"
            assert said["why"]
        assert await home.tables.get(table.id) == table
        await mover.ask(do="move", move=move, version=version)
        again = await mover.ask(2, do="move", move=move, version=version)
        assert again["is"] == "refused", "the same move a second time"
    assert (await home.tables.get(table.id)).version == version + 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": OWN.replace("https", "http")}, 403),
    ],
)
async def test_another_page_reaches_nothing(
    home: House, headers: dict[str, str], status: int
) -> None:
    table = await home.dealt()
    link = await home.doors.link(table, ADA.id, "en")
    assert (await home.enter(link, **headers)).status == status
    path, secret = await home.door(table, BERTA.id)
    with pytest.raises(aiohttp.WSServerHandshakeError) as error:
        async with home.socket(path, secret, **headers):
            pass
    assert error.value.status == status


async def test_the_page_is_let_load_nothing_from_elsewhere_and_be_framed_by_nobody(
    home: House,
) -> None:
    for path in ("/", "/page/app.js", "/page/../server.py", "/page/none.js", "/t/x/"):
        answer = await home.get(path)
        policy = answer.headers["Content-Security-Policy"]
        for wanted in ("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"):
            assert wanted in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
        assert (answer.status == 200) == (path in {"/", "/page/app.js", "/t/x/"})
    first = await home.get("/")
    again = await home.get("/", **{"If-None-Match": first.headers["ETag"]})
    assert again.status == 304


async def test_a_member_plays_at_the_pace_of_presses(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with house(tmp_path_factory.mktemp("paced"), presses_a_second=1) as home:
        table = await home.dealt()
        async with home.page(table, ADA.id) as ada:
            answers = [await ada.ask(number, do="rules") for number in range(1, 8)]
    assert [each["is"] for each in answers] == ["text"] * 5 + ["refused"] * 2


async def test_a_page_that_does_not_read_is_dropped_and_the_others_play_on(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SLOW", 0.1)
    table = await home.dealt()
    async with home.page(table, BERTA.id) as berta, home.page(table, ADA.id) as ada:
        slow = next(each for each in home.server._hub._all() if each.door.member_id == ADA.id)

        async def never(*_: object) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(slow._socket, "send_frame", never)
        slow.show(await home.tables.get(table.id))
        async with asyncio.timeout(PATIENCE):
            assert (await ada.socket.receive()).type is not aiohttp.WSMsgType.TEXT
        assert (await berta.ask(do="rules"))["is"] == "text"
    assert home.doors.counts.dropped == 1


async def test_a_page_that_asks_without_end_is_dropped_and_the_others_play_on(home: House) -> None:
    table = await home.dealt()
    async with home.page(table, BERTA.id) as berta, home.page(table, ADA.id) as ada:
        with suppress(ConnectionError):
            for _ in range(20 * connection.MOST_WAITING):
                await ada.socket.send_str('{"do":"here","id":1}')
        async with asyncio.timeout(PATIENCE):
            while (await ada.socket.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
        assert (await berta.ask(do="here"))["is"] == "done"
    assert home.doors.counts.dropped == 1


async def test_one_address_has_its_share(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "A_MINUTE", 3)
    assert [(await home.get("/")).status for _ in range(4)] == [200] * 3 + [429]
    counted = Visitors(behind_proxy=True, even=lambda: 0.0)
    # By an IPv6 address, whoever has one has millions of them. What stands before it is forged.
    told = [{"X-Forwarded-For": f"1.2.3.{number}, 2001:db8::{number}"} for number in range(4)]
    came = [counted.may_come(make_mocked_request("GET", "/", headers=each)) for each in told]
    assert came == [True] * 3 + [False]
    # So is a line of its own before the proxy's.
    heads = CIMultiDict([("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "192.0.2.9")])
    assert counted.address(make_mocked_request("GET", "/", headers=heads)) == "192.0.2.9"
    # A server that listens on IPv6 sees IPv4 addresses so: each is somebody's own.
    told = [{"X-Forwarded-For": f"::ffff:192.0.2.{number}"} for number in (1, 1, 1, 1, 2)]
    came = [counted.may_come(make_mocked_request("GET", "/", headers=each)) for each in told]
    assert came == [True] * 3 + [False, True]
