"""A bot that does what a test tells it to do. With this bot, tests show the page any message and
give any answer to a press."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from yarl import URL

from cardroom.people import Opening
from cardroom.room import Plan, Room
from tests.browser.commands import Localised, add_commands

Interaction = discord.Interaction[Any]
Answer = Callable[[Interaction], Awaitable[Any]]
CHANNELS = 100
"""The number of channels in the card room. Each test uses a channel of its own. One worker process
might run nearly all tests, so there are more channels than all tests need."""


class Puppet(discord.Client):
    """A bot that adds each press of a member to `pressed`. `answers` has the answers to presses, by
    the custom id of the pressed component. If `answers` has none for a press, the bot doesn't
    answer."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        self.pressed: list[Interaction] = []
        self.answers: dict[str, Answer] = {}
        self.is_ready_now = asyncio.Event()
        self.happened = asyncio.Event()

    async def on_ready(self) -> None:
        self.is_ready_now.set()

    async def on_interaction(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        name = str(data.get("custom_id", ""))
        if not name:
            return
        self.pressed.append(interaction)
        self.happened.set()
        if name in self.answers:
            await self.answers[name](interaction)

    @property
    def custom_id(self) -> str:
        """The custom id of the last press."""
        data: dict[str, Any] = dict(self.pressed[-1].data or {})
        return str(data.get("custom_id", ""))

    def values_of(self, number: int = -1) -> list[str]:
        """Return the values that were picked in press number `number`, counted from 0; -1 is the
        last press."""
        data: dict[str, Any] = dict(self.pressed[number].data or {})
        return list(data.get("values", []))


class Lounge:
    """A card room with a puppet in it. Each test uses a channel of its own."""

    def __init__(self, room: Room, puppet: Puppet) -> None:
        self.room = room
        self.puppet = puppet
        self._names = iter(range(CHANNELS))

    def channel(self) -> discord.TextChannel:
        """Return a channel without messages."""
        name = f"test-{next(self._names)}"
        return next(each for each in self.puppet.guilds[0].text_channels if each.name == name)

    async def until(self, true: Callable[[], Any]) -> Any:
        """Call `true` now and after each press, until it returns a true value, and return this
        value. Raises TimeoutError after 20 seconds."""
        async with asyncio.timeout(20):
            while not (result := true()):
                self.puppet.happened.clear()
                await self.puppet.happened.wait()
        return result


def said(*items: ui.Item[Any], colour: int = 0x2E7D4F) -> ui.LayoutView:
    """Return a message with these items in a container."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=colour))
    view.stop()
    return view


def buttons(*labels: str) -> ui.ActionRow[Any]:
    """Return a row of buttons whose custom ids are their labels."""
    return ui.ActionRow(*(ui.Button(label=label, custom_id=label) for label in labels))


@asynccontextmanager
async def lounge() -> AsyncIterator[Lounge]:
    """Open a card room, connect a puppet to it, and yield both as a Lounge."""
    opening = Opening(
        bot="Puppet", channels=tuple((f"test-{number}", "") for number in range(CHANNELS))
    )
    async with Room(Plan(opening=opening)) as room:
        discord.http.Route.BASE = room.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(room.gateway_url)
        puppet = Puppet()
        add_commands(puppet.tree)
        running = asyncio.create_task(puppet.start(room.plan.bot_token))
        try:
            async with asyncio.timeout(30):
                await puppet.is_ready_now.wait()
            await puppet.tree.set_translator(Localised())
            await puppet.tree.sync()
            yield Lounge(room, puppet)
        finally:
            await puppet.close()
            await asyncio.gather(running, return_exceptions=True)
