"""Tests of the card room's safety: who can reach its page and files, and what requests it
refuses."""

from __future__ import annotations

import asyncio
import socket

import aiohttp
import pytest
from yarl import URL

from cardroom.room import Plan, Room
from guests import Bot


async def status(room: Room, path: str, **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{room.port}{path}", headers=headers) as response,
    ):
        return response.status


async def test_only_who_knows_the_address_sees_the_page(room: Room) -> None:
    page = f"/{room.page_token}/"
    assert await status(room, page) == 200
    assert await status(room, "/another/") == 404
    assert await status(room, "/") == 404
    assert await status(room, f"{page}socket?as=1") == 404
    assert await status(room, "/another/files/1/a.png") == 404


async def test_two_rooms_have_different_addresses() -> None:
    async with Room() as one, Room() as other:
        assert one.page_token != other.page_token
        assert len(one.page_token) >= 16


async def test_by_another_name_or_from_another_site_nothing_is_served(room: Room) -> None:
    page, here = f"/{room.page_token}/", f"127.0.0.1:{room.port}"
    assert await status(room, page, Host="evil.example") == 421
    assert await status(room, page, Host=f"evil.example:{room.port}") == 421
    assert await status(room, page, Origin="http://evil.example") == 403
    assert await status(room, page, Origin="null") == 403
    assert await status(room, page, Host=f"localhost:{room.port}") == 200
    assert await status(room, page, Origin=f"http://{here}") == 200
    assert await status(room, "/api/v10/users/@me", Host="evil.example") == 421
    assert await status(room, f"{page}socket", Origin="http://evil.example") == 403


async def test_the_page_may_load_nothing_from_elsewhere(room: Room) -> None:
    async with aiohttp.ClientSession() as session, session.get(room.page_url) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(
    "file",
    [
        "../room.py",
        "%2e%2e/room.py",
        "..%2froom.py",
        "../../pyproject.toml",
        "nothing.js",
        "a%00b.js",
    ],
)
async def test_the_pages_folder_is_not_left(room: Room, file: str) -> None:
    reader_path = f"/{room.page_token}/page/{file}"
    with socket.create_connection(("127.0.0.1", room.port)) as raw:
        # aiohttp's client would resolve the dots before it asks.
        raw.sendall(
            f"GET {reader_path} HTTP/1.1\r\nHost: 127.0.0.1:{room.port}\r\n"
            f"Connection: close\r\n\r\n".encode()
        )
        raw.settimeout(5)
        answer = await asyncio.to_thread(raw.recv, 100)
    assert b" 404 " in answer.splitlines()[0]


async def test_it_listens_on_this_machine_alone(room: Room) -> None:
    assert room._runner is not None
    assert {address[0] for address in room._runner.addresses} == {"127.0.0.1"}


async def test_what_a_browser_would_run_is_only_downloaded(bot: Bot) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.html"}]}
    made = await bot.done(
        "POST", bot.messages, body, files={"a.html": b"<script>alert(1)</script>"}
    )
    async with bot.session.get(made["attachments"][0]["url"]) as response:
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert response.headers["Content-Disposition"].startswith("attachment")


async def test_a_window_sends_no_more_than_a_page_would() -> None:
    async with Room(Plan()) as room, aiohttp.ClientSession() as session:
        url = room.page_url.replace("http", "ws") + "socket"
        async with session.ws_connect(url) as window:
            await window.send_str("x" * 100_000)
            while not window.closed:
                frame = await window.receive(timeout=5)
                if frame.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}:
                    break
            assert window.close_code == 1009


async def test_a_page_that_talks_nonsense_is_told_so(room: Room) -> None:
    async with aiohttp.ClientSession() as session:
        url = room.page_url.replace("http", "ws") + "socket"
        async with session.ws_connect(url) as window:
            assert (await window.receive_json())["type"] == "ready"
            channel = next(each["id"] for each in room.world.channels.all())
            open_ = f'"type": "history", "channel_id": "{channel}"'
            for text in (
                *("{", "[]", '{"type": "dance"}', '{"type": "open"}'),
                *(f'{{{open_}, "before": {number}}}' for number in ("1e400", "9" * 30)),
                f'{{"type": "read", "channel_id": "{channel}", "message_id": "{"9" * 30}"}}',
            ):
                await window.send_str(text)
                assert (await window.receive_json(timeout=5))["type"] == "error", text


async def test_a_file_of_an_ephemeral_message_opens_only_where_its_address_was_told(
    bot: Bot,
) -> None:
    room = bot.room
    body = {"content": "x", "attachments": [{"id": 0, "filename": "hand.png"}]}
    made = await bot.done("POST", bot.messages, body, files={"hand.png": b"cards"})
    (file,) = made["attachments"]
    address = URL(file["url"])
    guessed = [
        address.with_query(None),
        address.with_query(hm="0" * 64),
        URL(room.page_url) / "emojis" / f"{file['id']}.png",
    ]
    async with bot.session.get(address) as response:
        assert await response.read() == b"cards"
    for each in guessed:
        async with bot.session.get(each) as response:
            assert response.status == 404, each


async def test_ids_beyond_all_numbers_are_refused_in_a_line(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    for huge in ("9" * 30, "9" * 400):
        assert await bot.code("GET", f"{bot.messages}/{huge}") == 10008
        async with bot.session.get(f"{bot.room.page_url}files/{huge}/a.png") as response:
            assert response.status == 404
    assert await bot.code("GET", f"{bot.messages}?before={'9' * 30}")
    assert not [each for each in caplog.records if each.exc_info]
