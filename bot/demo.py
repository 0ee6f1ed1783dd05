"""The local Discord: the real bot in a simulated server that a browser shows. Needs no token and no
network.

The simulated server is made anew at every start, with the same ids; the tables come from the
database and are posted again, so that a game goes on after a restart.
"""

from __future__ import annotations

import asyncio
import os
import socket
from datetime import UTC, datetime
from typing import Final

import discord
import simcord
from simcord.preview import Preview

import cogs
from bot.client import ShijoBot
from bot.config import ConfigError, Settings
from bot.model import Update
from bot.store import Store

HERE: Final = "127.0.0.1"
SERVER: Final = "The Card Room"
CHANNEL: Final = "card-table"
MEMBERS: Final = ("Nora", "Pavel", "Aiko")
BOT_NAME: Final = "Shijo"

FOLLOW: Final = 0.2
"""Seconds between two looks whether the page has to be shown anew."""
TICK: Final = 10.0
"""Seconds between two ticks of the simulated clock. Longer than the simulator waits for timers when
the bot connects (5 s), and so long that a press seldom has to wait for one."""
SHORTEST_PAUSE: Final = 1.0
"""Seconds that a bot player waits here at least, so that a press is answered before the bot
player's move."""
SETTLED: Final = 0.9
"""Seconds within which a press is answered; a timer further off than that is not waited for."""

WELCOME: Final = (
    "**Welcome to the card room.** Type `/play`, pick a game, and press *Join* and "
    "*Start* as each of the members."
)

HELLO: Final = """\
Shijo is dealing in a local Discord, in your browser:

    {url}

Type /play there to open a table; switch between {members} at the top. Ctrl-C stops it, and `make \
run` goes on with it.
To play on Discord itself, put a bot's token into config.toml (docs/hosting.md: how to get one in \
five minutes).
"""


class _Idle(discord.Client):
    """Holds the simulated Discord while its server is set up, before the real bot connects."""


class LocalBot(ShijoBot):
    """The bot with a clock that ticks: the simulated time only moves when one of the bot's timers
    goes off."""

    changes = 0
    """How often a table has changed since the start."""

    async def setup_hook(self) -> None:
        """Starts as on Discord, then ticks."""
        await super().setup_hook()
        self.tables.listen(self._note)
        self._tick()

    async def on_ready(self) -> None:
        """Says nothing: the page's address is all that matters here."""

    def _note(self, _: Update) -> None:
        self.changes += 1

    def _tick(self) -> None:
        asyncio.get_running_loop().call_later(TICK, self._tick)


async def run(settings: Settings) -> None:
    """Serves the local Discord until cancelled.

    Raises ConfigError when the port is taken, and what opening the store raises.
    """
    settings = _for_here(settings)
    _refuse_taken(settings.demo.port)
    bot = LocalBot(settings, await Store.open(settings.database.url))
    try:
        async with simcord.run(
            _Idle(intents=discord.Intents.none()), settle_timeout=SETTLED, check_errors=False
        ) as env:
            guild = env.create_guild(SERVER)
            channel = guild.create_text_channel(
                CHANNEL, topic="Durak, Dritzak and Tredici. /play opens a table."
            )
            members = [
                guild.add_member(env.create_user(name.lower(), global_name=name))
                for name in MEMBERS
            ]
            await env.advance_time((datetime.now(UTC) - env.now()).total_seconds())
            await env.restart_bot(bot)
            if bot.user is not None:
                await bot.user.edit(username=BOT_NAME)
            await bot.get_partial_messageable(channel.id).send(WELCOME)
            for table in await bot.tables.open_in(channel.id):
                await bot.tables.message_gone(table.id)
                await cogs.post_again(bot, table.id)
            await env.settle()
            preview = env.preview(
                channel, viewers=members, layout="channel", port=settings.demo.port
            )
            await _serve(bot, preview)
    finally:
        await bot.close()


def _for_here(settings: Settings) -> Settings:
    """The settings with what the local Discord needs: one shard, no proxies, and bot players that
    don't hurry."""
    discord_settings = settings.discord.model_copy(
        update={
            "api_url": "",
            "gateway_url": "",
            "shard_count": 1,
            "shards": None,
            "sync_commands": True,
        }
    )
    pause = max(settings.tables.bot_pause, SHORTEST_PAUSE)
    tables = settings.tables.model_copy(update={"bot_pause": pause})
    return settings.model_copy(update={"discord": discord_settings, "tables": tables})


def _refuse_taken(port: int) -> None:
    """Says so before anything is opened when the page can't be served on that port."""
    try:
        socket.create_server((HERE, port)).close()
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise ConfigError(
            f"demo.port: {port} can't be used ({why}); another Shijo may be running, or choose "
            f"another port"
        ) from None


async def _serve(bot: LocalBot, preview: Preview) -> None:
    async with preview:
        print(HELLO.format(url=preview.url, members=", ".join(MEMBERS)), flush=True)  # noqa: T201
        await _follow(bot, preview)


async def _follow(bot: LocalBot, preview: Preview) -> None:
    """Shows the page anew after whatever happened without a press in it: a bot player's move, a
    clock."""
    shown = bot.changes
    while True:
        await asyncio.sleep(FOLLOW)
        changes = bot.changes
        if changes == shown:
            continue
        try:
            await preview.refresh()
        except simcord.SetupError:
            # A press in the page is being answered just now, and shows the page anew by itself.
            continue
        shown = changes
