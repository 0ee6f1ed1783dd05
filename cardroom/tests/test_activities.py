"""Tests of Activities. An Activity is launched by a bot's answer or by the Entry Point command (the
application's command that launches it), and is shown in a frame of another origin. The application
learns by OAuth2 who a user is, and the Activity's instance names the users who are in it. Each step
can be refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord import app_commands

from cardroom.instances import Step
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from cardroom.visitor import Visitor
from guests import Bot, Guest, running

SECRET = "only the bot's"
ENTRY_POINT, BY_BOT = 4, 1


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with Room(Plan(patience=10, portal=Portal(True, client_secret=SECRET))) as opened:
        yield opened


def launcher() -> Guest:
    """Return a bot whose command launches its Activity. If that is refused, the command says so."""
    made = Guest()

    async def start(press: discord.Interaction[Any]) -> None:
        try:
            answer = await press.response.launch_activity()
        except discord.HTTPException:
            await press.response.send_message("not now")
        else:
            assert isinstance(answer.resource, discord.InteractionCallbackActivityInstance)

    made.tree.add_command(app_commands.Command(name="board", description="x", callback=start))
    return made


async def exchanged(bot: Bot, code: str | None, secret: str = SECRET) -> tuple[int, Any]:
    """Exchange an OAuth2 code, as an application with the client secret `secret` would. Returns the
    status and the answer."""
    asked = {
        "client_id": bot.room.world.bot["id"],
        "client_secret": secret,
        "grant_type": "authorization_code",
        "code": code or "",
    }
    async with aiohttp.ClientSession() as session:
        address = f"{bot.room.api_url}/oauth2/token"
        async with session.post(address, data=asked) as answer:
            return answer.status, await answer.json()


async def owner(room: Room, token: str) -> tuple[int, Any]:
    """Ask the card room which user an access token belongs to. Returns the status and the
    answer."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(f"{room.api_url}/users/@me") as answer,
    ):
        return answer.status, await answer.json()


async def test_a_launch_leads_to_who_is_there_and_each_step_can_be_refused(
    room: Room, nora: Visitor, pavel: Visitor, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application, refuses = room.world.bot["id"], room.instances.refuses
    guest = launcher()
    # discord.py can't say what it doesn't know: the Entry Point stays as Discord made it.
    monkeypatch.setattr(guest.tree, "sync", lambda: asyncio.sleep(0))
    body = {"name": "board", "description": "x"}
    await bot.ask("POST", f"/applications/{application}/commands", body)
    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands and nora.online)
        refuses.add(Step.LAUNCH)
        assert "not now" in (await nora.slash("board")).seen.text
        assert nora.activity is None
        assert await nora.authorize(application) is None, "she is in no Activity"
        refuses.clear()
        assert (await nora.slash("board")).status == "done"
        launched = await nora.until(lambda: nora.activity)
        assert (launched["channel_id"], launched["url"]) == (nora.channel, "")

    instance = f"/applications/{application}/activity-instances/{launched['id']}"
    status, told = await bot.ask("GET", instance)
    assert (status, told["users"]) == (200, [nora.me["id"]])
    assert told["location"]["kind"] == "gc"
    assert told["location"]["guild_id"] == room.people.guild["id"]
    refuses.add(Step.AUTHORIZE)
    assert await nora.authorize(application) is None
    refuses.clear()
    assert await nora.authorize("1") is None, "it is another application's page"
    assert await pavel.authorize(application) is None, "he isn't there"


async def test_a_code_says_once_who_is_there(room: Room, nora: Visitor, bot: Bot) -> None:
    application, refuses = room.world.bot["id"], room.instances.refuses
    await nora.launch()
    launched = await nora.until(lambda: nora.activity)
    instance = f"/applications/{application}/activity-instances/{launched['id']}"
    code = await nora.authorize(application)
    assert await exchanged(bot, code, "guessed") == (401, {**REFUSED, "error": "invalid_client"})
    assert await exchanged(bot, "guessed") == (400, REFUSED)
    status, token = await exchanged(bot, code)
    assert (status, token["scope"]) == (200, "identify")
    assert (await exchanged(bot, code))[0] == 400, "a code works once"
    status, who = await owner(room, token["access_token"])
    assert (status, who["id"], who["locale"]) == (200, nora.me["id"], "en-US")
    assert (await owner(room, "guessed"))[0] == 401
    assert (await bot.ask("GET", "/users/@me"))[1]["id"] == application, "the bot is who it was"

    refuses.update((Step.CODE, Step.MEMBER, Step.INSTANCE))
    assert (await exchanged(bot, await nora.authorize(application)))[0] == 400
    assert (await owner(room, token["access_token"]))[0] == 401
    assert (await bot.ask("GET", instance))[0] == 404


async def test_a_channels_members_share_an_instance_until_all_have_left(
    room: Room, nora: Visitor, pavel: Visitor, bot: Bot
) -> None:
    await nora.launch()
    launched = await nora.until(lambda: nora.activity)
    application = room.world.bot["id"]
    instance = f"/applications/{application}/activity-instances/{launched['id']}"
    await pavel.launch()
    joined = await pavel.until(lambda: pavel.activity)
    assert joined["id"] == launched["id"], "a channel has one"
    await nora.leave()
    await pavel.say("the room has heard both")
    await nora.until(lambda: nora.find("heard both"))
    assert (await bot.ask("GET", instance))[1]["users"] == [pavel.me["id"]]
    await pavel.leave()
    await pavel.say("and that too")
    await nora.until(lambda: nora.find("and that too"))
    assert (await bot.ask("GET", instance))[0] == 404


REFUSED = {"error": "invalid_grant", "error_description": "Not granted by the card room."}


async def test_the_entry_point_asks_the_bot_where_that_handles_it(
    room: Room, nora: Visitor, bot: Bot
) -> None:
    point = room.deeds.entry_point
    assert point is not None
    address = f"/applications/{room.world.bot['id']}/commands/{point['id']}"
    assert (await bot.ask("PATCH", address, {"handler": BY_BOT}))[0] == 200
    told: asyncio.Queue[Any] = asyncio.Queue()
    room.world.listeners.append(
        lambda event: told.put_nowait(event.data) if event.name == "INTERACTION_CREATE" else None
    )
    await nora.launch()
    asked = await told.get()
    assert asked["data"] == {"id": point["id"], "name": "launch", "type": ENTRY_POINT}
    assert nora.activity is None, "the bot hasn't answered yet"
    answer = f"/interactions/{asked['id']}/{asked['token']}/callback?with_response=true"
    status, done = await bot.ask("POST", answer, {"type": 12})
    launched = await nora.until(lambda: nora.activity)
    assert (status, done["resource"]["activity_instance"]["id"]) == (200, launched["id"])


async def test_without_activities_there_is_none_and_the_page_frames_nothing() -> None:
    async with Room(Plan(patience=10)) as other:
        assert other.deeds.entry_point is None
        assert "frame-src 'none'" in await policy_of(other.page_url)


async def policy_of(address: str, **headers: str) -> str:
    async with aiohttp.ClientSession(headers=headers) as session, session.get(address) as answer:
        return answer.headers["Content-Security-Policy"]


@asynccontextmanager
async def target(seen: list[web.Request]) -> AsyncIterator[str]:
    """Serve a page as an Activity's target, and yield its address. The requests that it receives
    are added to `seen`."""

    async def page(request: web.Request) -> web.StreamResponse:
        seen.append(request)
        policy = (
            "connect-src 'self' wss://ID.discordsays.com; frame-ancestors https://discord.com "
            "https://*.discord.com"
        )
        answer = web.Response(text="hello", headers={"Content-Security-Policy": policy})
        answer.headers.add("Set-Cookie", "one=1; Secure; SameSite=None; Partitioned")
        answer.headers.add("Set-Cookie", "two=2; Secure; SameSite=None; Partitioned")
        return answer

    async def socket(request: web.Request) -> web.StreamResponse:
        seen.append(request)
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        async for message in answer:
            await answer.send_str(message.data[::-1])
        return answer

    app = web.Application()
    app.add_routes([web.get("/socket", socket), web.get("/{path:.*}", page)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_the_page_is_passed_on_as_discord_does_and_framed_by_the_room_alone() -> None:
    seen: list[web.Request] = []
    async with (
        target(seen) as address,
        Room(Plan(portal=Portal(activities=True, target=address))) as room,
        aiohttp.ClientSession() as session,
    ):
        origin = room.embedded.origin
        assert f"frame-src {origin}" in await policy_of(room.page_url)
        told = {"Origin": origin, "Cookie": "one=1"}
        async with session.get(f"{origin}/.proxy/some/where?x=%20y", headers=told) as answer:
            assert await answer.text() == "hello"
            assert len(answer.headers.getall("Set-Cookie")) == 2
            framing = answer.headers["Content-Security-Policy"].partition("frame-ancestors ")[2]
        assert framing.split()[:2] == [
            f"http://{name}:{room.port}" for name in ("127.0.0.1", "localhost")
        ]
        assert "https://*.discord.com" in framing
        assert seen[-1].raw_path == "/some/where?x=%20y"
        assert seen[-1].headers["Origin"] == f"https://{room.world.bot['id']}.discordsays.com"
        assert seen[-1].headers["Host"] == address.removeprefix("http://")
        assert seen[-1].cookies == {"one": "1"}
        async with session.get(f"{origin}/", headers={"Origin": "http://evil.example"}):
            assert seen[-1].headers["Origin"] == "http://evil.example"
        async with session.get(f"{origin}/", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421
        async with session.ws_connect(f"{origin}/.proxy/socket", headers=told) as socket:
            await socket.send_str("abc")
            assert await socket.receive_str() == "cba"
        own = await policy_of(f"{origin}/.client/?instance_id=1")
        assert own.endswith(framing.partition(f" {origin}")[0])
        async with session.get(f"{origin}/.client/../room.py") as answer:
            assert answer.status in {200, 404}, "that is the application's path, or none"
        async with session.get(f"{origin}/.client/other.js") as answer:
            assert answer.status == 404
