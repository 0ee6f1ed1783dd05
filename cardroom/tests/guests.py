"""Bots for the tests: one made with discord.py in the same process, and one that sends requests of
any form."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cardroom.room import Room


class Guest(discord.Client):
    """A discord.py bot with a command tree, to which tests add commands. `heard` are the names of
    the events that it received."""

    def __init__(self, **options: Any) -> None:
        intents = options.pop("intents", discord.Intents.default())
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.heard.append(event)
        super().dispatch(event, *args, **kwargs)

    @property
    def guild(self) -> discord.Guild:
        (guild,) = self.guilds
        return guild

    @property
    def channel(self) -> discord.TextChannel:
        return self.guild.text_channels[0]


@asynccontextmanager
async def running(guest: Guest, room: Room, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Return a context manager that connects the bot `guest` to the card room. Inside the context
    the bot is ready, and its commands are registered."""
    monkeypatch.setattr(Route, "BASE", room.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(room.gateway_url))
    async with guest:
        await guest.login(room.plan.bot_token)
        if guest.tree.get_commands() or guest.tree.get_commands(type=discord.AppCommandType.user):
            await guest.tree.sync()
        connection = asyncio.create_task(guest.connect())
        try:
            async with asyncio.timeout(20):
                await guest.wait_until_ready()
            yield
        finally:
            await guest.close()
            with contextlib.suppress(asyncio.CancelledError):
                connection.cancel()
                await connection


@dataclass
class Bot:
    """A bot that uses the API without a library, so that it can send what no library would send."""

    session: aiohttp.ClientSession
    room: Room

    async def ask(
        self, method: str, path: str, body: Any = None, *, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Send a request. Returns the status and the answer. `files` has the contents of files by
        name, in the order in which the body lists the attachments."""
        sent: dict[str, Any] = {"json": body} if body is not None else {}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{number}]", content, filename=name)
            sent = {"data": form}
        async with self.session.request(method, self.room.api_url + path, **sent) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def done(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Send a request that must not be refused; returns the answer."""
        status, told = await self.ask(method, path, body, **more)
        assert status in {200, 201, 204}, told
        return told

    async def code(self, method: str, path: str, body: Any = None, **more: Any) -> int:
        """Send a request that must be refused; returns Discord's code for the refusal."""
        status, told = await self.ask(method, path, body, **more)
        assert status >= 400, told
        assert told["message"]
        return int(told["code"])

    async def problems(self, method: str, path: str, body: Any, **more: Any) -> dict[str, str]:
        """Send a request with a faulty body. Returns Discord's names for the faults. Each key is
        the path of a wrong value in the body."""
        status, told = await self.ask(method, path, body, **more)
        assert (status, told["code"]) == (400, 50035), told
        return flat(told["errors"])

    @property
    def channel(self) -> str:
        """The path of the first channel."""
        return f"/channels/{next(iter(self.room.world.channels.all()))['id']}"

    @property
    def messages(self) -> str:
        """The path of the first channel's messages."""
        return f"{self.channel}/messages"


def flat(errors: dict[str, Any], path: str = "") -> dict[str, str]:
    """Flatten the tree of errors in an answer to a dictionary. Each key is the path of a wrong
    value, and the value is the name of the error."""
    found = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = value[0]["code"]
        else:
            found |= flat(value, f"{path}.{key}" if path else key)
    return found
