"""Tests that a room keeps its state after a restart, and after its process was killed."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from cardroom.messages import MOST_ASIDE, Draft
from cardroom.people import Opening
from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from guests import Guest, running

ROOT = Path(__file__).parents[1]
Press = discord.Interaction[Any]


class Counting(ui.View):
    """A view with a button that counts its presses."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Count", custom_id="count")
    async def count(self, press: Press, _: Any) -> None:
        assert press.message is not None
        await press.response.edit_message(content=str(int(press.message.content or "0") + 1))


async def test_after_a_restart_everything_lies_where_it_lay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(file=tmp_path / "room.db", patience=10)
    tokens = []

    def bot() -> Guest:
        guest = Guest()
        guest.add_view(Counting())

        @guest.tree.command()
        async def hush(press: Press) -> None:
            """Answer with an ephemeral message whose button counts its presses."""
            tokens.append(press.token)
            await press.response.send_message("0", view=Counting(), ephemeral=True)

        return guest

    async with Room(plan) as room, visiting(room.page_url, "Nora") as nora:
        address = room.page_url.rpartition(":")[2]
        guest = bot()
        async with running(guest, room, monkeypatch):
            await guest.channel.send("0", view=Counting())
            shown = await nora.until(lambda: nora.find("Count"))
            await nora.click(shown, label="Count")
            await nora.say("a word")
            await nora.send("add_member", name="Otto", locale="ru")
            await nora.until(lambda: len(nora.users) == 6)
            whispered = (await nora.slash("hush")).seen
            thread = await guest.channel.create_thread(
                name="aside", type=discord.ChannelType.public_thread
            )
            await thread.send("in the thread")
            await nora.until(lambda: nora.find("in the thread"))
            before = (dict(nora.messages), nora.users, nora.commands, set(nora.channels))

    async with Room(plan) as room, visiting(room.page_url, "Nora") as nora:
        await nora.open()
        await nora.open(str(thread.id))
        await nora.until(lambda: len(nora.messages) >= len(before[0]))
        assert room.page_url.endswith(address.partition("/")[2])
        assert content(nora.messages) == content(before[0])
        assert (nora.users, nora.commands) == before[1:3]
        assert set(nora.channels) >= {str(thread.id)}
        guest = bot()
        async with running(guest, room, monkeypatch):
            await nora.until(lambda: nora.online)
            for old in (shown, whispered):
                again = type(old)(nora, old.id)
                done = await nora.click(again, label="Count")
                assert done.status == "done", "old buttons work"
            assert [nora.messages[each.id]["content"] for each in (shown, whispered)] == ["2", "1"]
            webhook = discord.Webhook.partial(guest.application_id or 0, tokens[0], client=guest)
            await webhook.edit_message(int(whispered.id), content="by the old token")
            await nora.until(lambda: nora.find("by the old token"))
        async with visiting(room.page_url, "Otto") as otto:
            await otto.open()
            await otto.until(lambda: otto.find("a word"))
            assert otto.find("by the old token") is None


def content(messages: dict[str, Any]) -> dict[str, Any]:
    """Return the content and the components of each message, by the message's id. Other fields are
    left out, because the addresses of files contain a room's port."""
    return {key: (each["content"], each["components"]) for key, each in messages.items()}


async def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    acknowledged: list[str] = []
    for _ in range(3):
        process, url = await started(file)
        enough = asyncio.Event()
        posting = asyncio.create_task(post(url, acknowledged, enough))
        async with asyncio.timeout(20):
            await enough.wait()
        process.send_signal(signal.SIGKILL)
        await process.wait()
        with pytest.raises(aiohttp.ClientError):
            await posting
    with_kill = Room(Plan(file=file))
    kept = {each["content"] for each in with_kill.store.messages(channel(with_kill), "0", 10_000)}
    assert kept >= set(acknowledged)
    assert len(kept) <= len(acknowledged) + 3, "at most the one that was under way"
    with_kill.store.close()


def channel(room: Room) -> str:
    return str(next(iter(room.world.channels.all()))["id"])


async def started(file: Path) -> tuple[asyncio.subprocess.Process, str]:
    """Start a room as a separate process. Returns the process and the address of its REST API."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardroom", "--port", "0", "--file", str(file)),
        env={**os.environ, "PYTHONPATH": str(ROOT), "CARDROOM_BOT_TOKEN": "secret"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(60):
        async for line in process.stdout:
            word, _, url = line.decode().partition(" ")
            if word == "api":
                return process, url.strip()
    raise AssertionError("the room has said nothing")


async def post(url: str, acknowledged: list[str], enough: asyncio.Event) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": "Bot secret"}) as session:
        place = await place_of(session, url)
        for number in itertools.count(1):
            content = os.urandom(4).hex()
            asked = session.post(f"{url}/channels/{place}/messages", json={"content": content})
            async with asked as response:
                assert response.status == 200
                await response.read()
                acknowledged.append(content)
            if number == 20:
                enough.set()


async def place_of(session: aiohttp.ClientSession, url: str) -> str:
    """Wait until the bot has connected to the card room at `url` and joined its guild. Returns the
    id of the guild's first channel."""
    gateway = url.replace("http", "ws").replace("/api/v10", "/gateway/")
    async with session.ws_connect(gateway) as socket:
        await socket.send_json({"op": 2, "d": {"token": "secret", "intents": 1}})
        told: dict[str, Any] = {"t": None}
        while told["t"] != "GUILD_CREATE":
            told = json.loads((await socket.receive()).data)
        return str(told["d"]["channels"][0]["id"])


async def test_a_file_that_can_not_be_used(tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes(b"this is no database, and long enough to say so" * 50)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardroom", "--port", "0", "--file", str(tmp_path / "room.db")),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert len(said.decode().splitlines()) == 1
    assert "room.db" in said.decode()


async def test_old_whispers_are_not_kept_for_ever(tmp_path: Path) -> None:
    room = Room(Plan(file=tmp_path / "room.db", opening=Opening()))
    nora, place = room.people.first, channel(room)
    for number in range(MOST_ASIDE + 5):
        body = {"content": str(number)}
        room.messages.create(Draft(place, room.world.bot["id"], body, reader=nora))
    kept = [each["content"] for each in room.store.messages(place, nora, 1000)]
    assert kept == [str(number) for number in range(5, MOST_ASIDE + 5)]
    room.store.close()
