"""Tests of the private links to a board, and of the sessions that they open. A link can be used
only once, and only for a short time. A session works in one browser until the session is ended."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import aiohttp
import pytest

from board import hub as hubs
from board import visitors
from bot.doors.model import MOST_DOORS
from bot.doors.service import Doors
from tests.beyond import BEYOND
from tests.board.boards import ADA, BERTA, GUILD, OWN, PATIENCE, House


async def refused(answer: aiohttp.ClientResponse) -> str:
    assert answer.status == 403
    assert "Set-Cookie" not in answer.headers
    why: str = (await answer.json())["why"]
    return why


@pytest.mark.parametrize("many", [20, pytest.param(334, marks=BEYOND)])
async def test_links_are_refused_late_replaced_and_guessed_and_opened_once(
    home: House, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "A_MINUTE", 5000)
    table = await home.dealt()
    late = Doors(home.bot.service.store, lambda: home.bot.service.now() - timedelta(minutes=6))
    for number in range(many):
        member_id = 5000 + number  # whoever may see the table may look at it
        used, older = [await home.doors.link(table, member_id, "en") for _ in range(2)]
        newest = await home.doors.link(table, member_id, "en")
        was = await late.link(table, member_id + many, "en")
        assert [(await home.enter(each)).status for each in (used, older, was, "guessed")] == [
            403
        ] * 4
        if number % 10 == 0:
            first, second = await asyncio.gather(home.enter(newest), home.enter(newest))
            assert {first.status, second.status} == {200, 403}, "once, even at the same moment"
            assert "works once" not in await refused(first if first.status == 403 else second)


@pytest.mark.parametrize(
    ("body", "kind"), [('{"link":"\\ud800"}', "json"), ("{}", "json; charset=none-such")]
)
async def test_what_can_be_no_link_is_refused(home: House, body: str, kind: str) -> None:
    headers = {"Host": "cards.example", "Origin": OWN, "Content-Type": f"application/{kind}"}
    await refused(await home.http.post(f"{home.url}/enter", data=body, headers=headers))
    reader, writer = await asyncio.open_connection("127.0.0.1", home.server.number)
    writer.write(b"GET /t/any/alive HTTP/1.1\r\nHost: cards.example\r\nCookie: door=\xff\r\n\r\n")
    assert b" 403 " in await reader.readline()
    writer.close()


async def test_a_session_is_for_its_own_door_in_its_own_browser(home: House) -> None:
    table = await home.dealt()
    answer = await home.enter(await home.doors.link(table, ADA.id, "en"))
    cookie = answer.headers["Set-Cookie"]
    path, secret = "/" + (await answer.json())["at"], answer.cookies["door"].value
    parts = {"HttpOnly", "Secure", "Partitioned", "SameSite=Strict", "Max-Age=604800"}
    assert {*parts, f"Path={path}"} == set(cookie.split("; ")[1:])
    berta, _ = await home.door(table, BERTA.id)
    for where, what in ((berta, secret), (path, ""), (path, "x" * 43), (path, "x" * 5000)):
        assert (await home.get(f"{where}alive", Cookie=f"door={what}")).status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as error:
            async with home.socket(where, what):
                pass
        assert error.value.status == 403
    assert (await home.get(f"{path}alive", Cookie=f"door={secret}")).status == 204


async def test_a_database_that_fails_ends_no_session(home: House) -> None:
    table = await home.dealt()
    path, secret = await home.door(table, ADA.id)
    link = await home.doors.link(table, BERTA.id, "en")
    with home.fault("doors"):
        for answer in (
            await home.get(f"{path}alive", Cookie=f"door={secret}"),
            await home.enter(link),
        ):
            assert answer.status == 503, "a page takes 403 for good"
            assert "try again in a moment" in (await answer.json())["why"]
    assert (await home.get(f"{path}alive", Cookie=f"door={secret}")).status == 204
    assert (await home.enter(link)).status == 200


async def test_a_session_ends_at_once_where_its_member_wants_it(home: House) -> None:
    table = await home.dealt()
    path, secret = await home.door(table, ADA.id)
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        assert await home.doors.close_all(ADA.id) == 2
        said = await ada.until(lambda frame: frame["is"] == "bye")
        assert said["again"] is None
        assert said["why"]
        assert (await berta.ask(do="rules"))["paragraphs"], "the others stay"
    answer = await home.get(f"{path}alive", Cookie=f"door={secret}")
    assert "Open the table" in await refused(answer)


async def test_who_is_forgotten_or_has_left_the_server_is_shown_nothing_more(
    home: House,
) -> None:
    table = await home.dealt()
    hub = home.server._hub
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        await home.bot.service.privacy.member(BERTA.id)
        await hub.look()  # as it does each minute
        assert (await berta.until(lambda frame: frame["is"] == "bye"))["again"] is None
        assert (await ada.ask(do="rules"))["paragraphs"], "her server may come yet"
        home.bot.let_in.add(0)
        hub._members.forget()  # as after an hour
        await hub.look()
        # There is no server here that Ada could be in.
        assert (await ada.until(lambda frame: frame["is"] == "bye"))["again"] is None
    assert not await home.doors.close_all(ADA.id, GUILD)


async def test_a_fault_in_one_look_at_doors_ends_none_to_come(
    home: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hubs, "LOOKED_AFTER", 0.01)
    table = await home.dealt()
    failed = asyncio.Event()

    async def fails(_: set[str]) -> list[str]:
        failed.set()
        raise LookupError

    async with home.page(table, ADA.id) as ada:
        with monkeypatch.context() as broken:
            broken.setattr(home.doors, "ended", fails)
            async with asyncio.timeout(PATIENCE):
                await failed.wait()
        assert "not looked after: LookupError" in caplog.text
        await home.bot.service.privacy.member(ADA.id)
        await ada.until(lambda frame: frame["is"] == "bye")


async def test_a_member_has_some_sessions_and_their_file_names_them(home: House) -> None:
    table = await home.dealt()
    for _ in range(MOST_DOORS + 3):
        last = await home.door(table, ADA.id)
    assert (await home.get(f"{last[0]}alive", Cookie=f"door={last[1]}")).status == 204
    export = await home.bot.service.export.of(ADA.id)
    assert export.count('"table_id"') >= MOST_DOORS
    assert last[0].split("/")[2] in export
    assert last[1] not in export
    assert await home.doors.close_all(ADA.id) == MOST_DOORS
