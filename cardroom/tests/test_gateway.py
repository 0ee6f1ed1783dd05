"""Tests of the gateway: sessions and how they are resumed, shards and intents."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from cardroom.gateway.server import ROUND_TRIP
from cardroom.people import Opening
from cardroom.permissions import Permission
from cardroom.room import Plan, Room
from cardroom.visitor import Visitor, visiting
from guests import Bot, Guest, running

ALL = (1 << 25) - 1


class Wire:
    """A connection to the gateway that uses no library."""

    def __init__(self, socket: Any, *, packed: bool = False) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj() if packed else None

    async def next(self) -> dict[str, Any]:
        """Return the next payload. Raises ConnectionError with the close code when the connection
        has been closed."""
        frame = await self.socket.receive(timeout=5)
        if frame.data is None or isinstance(frame.data, int):
            raise ConnectionError(self.socket.close_code)
        text = self._inflate.decompress(frame.data) if self._inflate else frame.data
        return dict(json.loads(text))

    async def event(self, name: str) -> dict[str, Any]:
        """Return the next event with the name `name`. Other payloads before it are skipped."""
        while True:
            payload = await self.next()
            if payload["t"] == name:
                return payload

    async def identify(self, token: str, intents: int = ALL, shard: Any = None) -> dict[str, Any]:
        """Begin a session, and return the event that confirms it."""
        await self.send(2, {"token": token, "intents": intents, "shard": shard, "properties": {}})
        return await self.event("READY")

    async def send(self, operation: int, data: Any) -> None:
        await self.socket.send_json({"op": operation, "d": data})


async def wire(bot: Bot, **query: str) -> Wire:
    socket = await bot.session.ws_connect(bot.room.gateway_url, params=query)
    made = Wire(socket, packed="compress" in query)
    assert (await made.next())["op"] == 10
    return made


async def test_what_was_missed_is_told_when_the_session_is_resumed(bot: Bot) -> None:
    first = await wire(bot)
    ready = (await first.identify(bot.room.plan.bot_token))["d"]
    seen = (await first.event("GUILD_CREATE"))["s"]
    await first.socket.close(code=4000)
    for content in ("one", "two"):
        await bot.done("POST", bot.messages, {"content": content})

    second = await wire(bot)
    resumes = {"token": bot.room.plan.bot_token, "session_id": ready["session_id"], "seq": seen}
    await second.send(6, resumes)
    missed = [await second.next() for _ in range(3)]
    assert [each["s"] for each in missed] == [seen + 1, seen + 2, seen + 3]
    assert [each["d"].get("content") for each in missed] == ["one", "two", None]
    assert missed[-1]["t"] == "RESUMED"
    await second.send(1, None)
    assert (await second.next())["op"] == 11

    third = await wire(bot)
    await third.send(6, {**resumes, "session_id": "unknown"})
    assert (await third.next())["op"] == 9
    assert (await third.identify(bot.room.plan.bot_token))["t"] == "READY", "it may begin anew"


async def test_a_heartbeat_is_acknowledged_after_a_round_trip(bot: Bot) -> None:
    """The gateway answers a heartbeat only after a short delay. Without the delay, discord.py would
    warn that its heartbeat is blocked."""
    line = await wire(bot)
    await line.identify(bot.room.plan.bot_token)
    await line.event("GUILD_CREATE")
    clock = asyncio.get_running_loop().time
    begun = clock()
    await line.send(1, None)
    assert (await line.next())["op"] == 11
    assert clock() - begun >= ROUND_TRIP


async def test_a_session_that_was_left_for_good_is_over(bot: Bot) -> None:
    first = await wire(bot)
    ready = (await first.identify(bot.room.plan.bot_token))["d"]
    await first.socket.close(code=1000)
    second = await wire(bot)
    resumes = {"token": bot.room.plan.bot_token, "session_id": ready["session_id"], "seq": 1}
    await second.send(6, resumes)
    assert (await second.next())["op"] == 9


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"op": 2, "d": {"token": "another", "intents": 0}}, 4004),
        ({"op": 2, "d": {"token": "card.room.token", "intents": 0, "shard": [2, 2]}}, 4010),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 77}, 4001),
        ({"no": "operation"}, 4002),
    ],
)
async def test_what_closes_a_connection(bot: Bot, payload: dict[str, Any], code: int) -> None:
    opened = await wire(bot)
    await opened.socket.send_json(payload)
    with pytest.raises(ConnectionError) as caught:
        await opened.event("READY")
    assert caught.value.args == (code,)


async def test_packed_payloads(bot: Bot) -> None:
    packed = await wire(bot, compress="zlib-stream")
    ready = (await packed.identify(bot.room.plan.bot_token))["d"]
    assert ready["user"]["bot"]
    await bot.done("POST", bot.messages, {"content": "ü" * 1000})
    assert (await packed.event("MESSAGE_CREATE"))["d"]["content"] == "ü" * 1000


async def test_each_shard_hears_of_its_own_guilds(bot: Bot) -> None:
    room = bot.room
    guilds = [room.people.guild["id"]]
    while len({shard(guild) for guild in guilds}) < 2:
        guild = room.people.add_guild(Opening(guild="Another"))
        room.people.bring(room.world.bot["id"], guild["id"], 0)
        guilds.append(guild["id"])
    for number in (0, 1):
        opened = await wire(bot)
        ready = (await opened.identify(room.plan.bot_token, shard=[number, 2]))["d"]
        told = {each["id"] for each in ready["guilds"]}
        assert told == {guild for guild in guilds if shard(guild) == number}


def shard(guild_id: str) -> int:
    return (int(guild_id) >> 22) % 2


async def test_others_messages_have_no_content_without_the_intent_for_it(
    bot: Bot, nora: Visitor
) -> None:
    without, with_it = await wire(bot), await wire(bot)
    await without.identify(bot.room.plan.bot_token, intents=1 << 9)
    await with_it.identify(bot.room.plan.bot_token, intents=1 << 9 | 1 << 15)
    await nora.say("hello")
    assert (await without.event("MESSAGE_CREATE"))["d"]["content"] == ""
    assert (await with_it.event("MESSAGE_CREATE"))["d"]["content"] == "hello"
    bot_id = bot.room.world.bot["id"]
    await nora.say(f"hello <@{bot_id}>")
    assert (await without.event("MESSAGE_CREATE"))["d"]["content"] != ""


async def test_a_bot_hears_of_no_message_that_one_member_alone_sees(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()

    @guest.tree.command()
    async def hush(press: discord.Interaction[Any]) -> None:
        """Answer with a message that only this member sees."""
        await press.response.send_message("psst", ephemeral=True)

    async with running(guest, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        await nora.slash("hush")
        await nora.say("aloud")
        async with asyncio.timeout(5):
            await guest.wait_for("message")
        assert guest.heard.count("message") == 1


async def test_a_library_comes_back_after_a_cut(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()
    async with running(guest, room, monkeypatch):
        await room.gateway.cut()
        await room.gateway.resumed(timeout=15)
        await nora.until(lambda: nora.online)
        room.gateway.forgets = True
        await room.gateway.cut()
        await room.gateway.identified(timeout=15)


async def test_a_new_bot_joins_and_hears_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        Room(Plan(opening=Opening(joined=False), joins_after=0.3)) as room,
        visiting(room.page_url, "Nora") as nora,
    ):
        guest = Guest()
        async with running(guest, room, monkeypatch):
            async with asyncio.timeout(10):
                guild = guest.guilds[0] if guest.guilds else await guest.wait_for("guild_join")
            assert guild.system_channel is not None
            await guild.system_channel.send("hello")
            await nora.until(lambda: nora.find("hello"))
        again = Guest()
        async with running(again, room, monkeypatch):
            assert again.guilds, "it is a member from now on"
            assert "guild_join" not in again.heard


async def test_channels_roles_and_threads_are_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest()
    async with running(guest, room, monkeypatch):
        guild, place = room.people.guild["id"], guest.channel
        made = room.places.create_channel(guild, {"name": "side"})
        thread = await place.create_thread(name="t", type=discord.ChannelType.public_thread)
        await thread.send("in it")
        await thread.edit(archived=True)
        room.places.allow(room.world.channels[made["id"]], guild, 0, 0, 1 << 11)
        room.places.delete_channel(room.world.channels[str(thread.id)])
        room.places.delete_channel(room.world.channels[made["id"]])
        async with asyncio.timeout(5):
            await guest.wait_for("guild_channel_delete")
    told = [
        "guild_channel_create",
        "thread_create",
        "thread_update",
        "guild_channel_update",
        "raw_thread_delete",
        "guild_channel_delete",
    ]
    heard = [each for each in guest.heard if each in told]
    assert heard == told


async def test_a_guild_that_removes_the_bot(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest()
    async with running(guest, room, monkeypatch):
        room.people.remove(room.world.bot["id"], room.people.guild["id"])
        async with asyncio.timeout(5):
            await guest.wait_for("guild_remove")
        assert not list(guest.guilds)


async def test_a_bot_hears_nothing_of_channels_that_it_may_not_see(bot: Bot, nora: Visitor) -> None:
    line = await wire(bot)
    await line.identify(bot.room.plan.bot_token)
    await line.event("GUILD_CREATE")
    world, places = bot.room.world, bot.room.places
    (guild,) = world.guilds.all()
    hidden = places.create_channel(guild["id"], {"name": "staff"})
    places.allow(hidden, world.bot["id"], 1, 0, int(Permission.VIEW_CHANNEL))
    assert (await line.event("CHANNEL_UPDATE"))["d"]["id"] == hidden["id"]
    await nora.say("for the staff alone", channel=hidden["id"])
    await nora.say("for all")
    assert (await line.event("MESSAGE_CREATE"))["d"]["content"] == "for all"


async def test_sessions_begin_one_after_another_where_limits_are_real(bot: Bot) -> None:
    bot.room.limits.real = True
    shards = [await wire(bot) for _ in range(2)]
    await shards[0].identify(bot.room.plan.bot_token, shard=[0, 2])
    told = {"token": bot.room.plan.bot_token, "intents": ALL, "shard": [1, 2], "properties": {}}
    await shards[1].send(2, told)
    assert (await shards[1].next())["op"] == 9
    limit = (await bot.done("GET", "/gateway/bot"))["session_start_limit"]
    assert limit["remaining"] == limit["total"] - 1
    assert 86_390_000 < limit["reset_after"] <= 86_400_000


async def test_a_connection_that_talks_too_much_is_closed_where_limits_are_real(bot: Bot) -> None:
    bot.room.limits.real = True
    line = await wire(bot)
    await line.identify(bot.room.plan.bot_token)
    for _ in range(120):
        await line.send(1, None)
    with pytest.raises(ConnectionError):
        await line.event("what never comes")
    assert line.socket.close_code == 4008


async def test_a_thread_in_which_nothing_happens_falls_asleep() -> None:
    later = 0.0
    plan = Plan(clock=lambda: time.time() + later, rounds_every=0.01)
    async with Room(plan) as room, aiohttp.ClientSession() as session:
        session.headers["Authorization"] = f"Bot {plan.bot_token}"
        bot = Bot(session, room)
        line = await wire(bot)
        await line.identify(plan.bot_token)
        body = {"name": "a table", "type": 11, "auto_archive_duration": 60}
        thread = await bot.done("POST", f"{bot.channel}/threads", body)
        later = 3590.0
        await bot.done("POST", f"/channels/{thread['id']}/messages", {"content": "still here"})
        later = 7180.0
        room.places.archive_idle()
        assert not room.world.channels[thread["id"]]["thread_metadata"]["archived"]
        later = 7300.0
        changed = (await line.event("THREAD_UPDATE"))["d"]
        assert changed["id"] == thread["id"]
        assert changed["thread_metadata"]["archived"]


@pytest.mark.parametrize("data", [None, [], "x", {"token": None}, {"token": "x" * 9, "shard": 1}])
@pytest.mark.parametrize("operation", [2, 6])
async def test_a_beginning_that_says_nothing_is_refused_in_a_line(
    bot: Bot, operation: int, data: Any, caplog: pytest.LogCaptureFixture
) -> None:
    line = await wire(bot)
    await line.send(operation, data)
    with pytest.raises(ConnectionError, match=r"400[24]"):
        await line.next()
    assert not [each for each in caplog.records if each.exc_info]
