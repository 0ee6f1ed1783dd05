"""Runs the bot's process on Discord: opens the service (database, tables and timer), the client and
the cogs, and closes them at the end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import sys
from collections.abc import Coroutine
from importlib import import_module
from typing import Final, Protocol

import aiohttp
import discord

from bot.config import MetricsSettings, Settings, unknown_variables
from bot.core.clock import Clock
from bot.core.errors import CannotConnect, CannotStart, Refusal
from bot.leases.errors import LeasesLost
from bot.service import Service
from cogs import setup
from cogs.discord.client import ShijoBot, use_proxies
from cogs.watch import logs
from cogs.watch.health import Health
from cogs.watch.supervisor import Supervisor
from cogs.words.load import left_out

log = logging.getLogger(__name__)

SHARDING_REQUIRED: Final = 4011
"""Discord's close code for a session with too few shards."""
AGAIN_AFTER: Final = 2.0
"""Seconds until the bot tries again to use a database that can't be used."""


def serve(settings: Settings) -> None:
    """Run the bot on Discord until Ctrl-C, SIGTERM, or the owner's order (`/owner drain`). Raises
    Refusal when the database or Discord can't be used."""
    try:
        logs.begin(settings.log, sys.stderr)
    except CannotStart as error:
        raise Refusal(str(error)) from None
    for what, reason in left_out():
        log.warning("The %s can't be used: %s", what, reason)
    for variable in unknown_variables():
        log.warning(
            "environment: %s is not a setting; config.example.toml lists them all", variable
        )
    try:
        asyncio.run(_until_stopped(run(settings)))
    except (CannotStart, CannotConnect) as error:
        raise Refusal(str(error)) from None


async def run(settings: Settings) -> None:
    """Run the bot on Discord until this is cancelled, or until the owner ends the process (`/owner
    drain`).

    Raises CannotStart when the database can't be used. Raises CannotConnect when Discord can't be
    reached or refuses the bot. The error's text says what to do."""
    use_proxies(settings.discord.api_url, settings.discord.gateway_url)
    bot = await made(settings)
    while (begun_anew := await _served(bot)) is not None:
        bot = await _made_anew(settings)
        bot.too_few = begun_anew


async def _served(bot: ShijoBot) -> int | None:
    """Run a bot to its end, and close it. Return None if the process is to end.

    Return a number if the process is to start a new bot. The number is 0 when other processes took
    over the bot's shards. If Discord demands more shards, the number is the count of shards that
    Discord refused as too small. Raises CannotStart if a part of the process can't start, and
    CannotConnect if Discord can't be reached or refuses the bot."""
    leases = bot.service.leases
    watch = Watch(bot)
    settings = bot.settings
    bot.heard_of_shard.append(LongLived().came)
    try:
        await watch.start()
        await bot.start(settings.discord.token.get_secret_value())
    except discord.LoginFailure:
        raise CannotConnect(
            "Discord refuses the token; copy it anew from the developer portal into [discord] "
            "token of config.toml"
        ) from None
    except LeasesLost:
        return 0
    except discord.ConnectionClosed as error:
        if error.code == SHARDING_REQUIRED and leases is not None:
            log.warning("Discord lets nobody in by %d shards any more", leases.count)
            return leases.count
        raise CannotConnect(
            f"Discord closed the connection for good ({error.code}: {error.reason})"
        ) from None
    except (discord.GatewayNotFound, discord.DiscordServerError) as error:
        raise CannotConnect(f"Discord can't be reached: {error}") from None
    except discord.HTTPException as error:
        raise CannotConnect(f"Discord refuses what this bot asks: {error}") from None
    except (aiohttp.ClientError, OSError) as error:
        raise CannotConnect(f"Discord can't be reached: {error}") from None
    finally:
        watch.stop()
        await bot.close()
        await watch.close()
    return 0 if leases is not None and leases.lost.is_set() else None


async def _made_anew(settings: Settings) -> ShijoBot:
    """Make the next bot, and try again until the database can be used."""
    while True:
        try:
            return await made(settings)
        except CannotStart as error:
            log.warning("%s", error)
            await asyncio.sleep(AGAIN_AFTER)


class Watch:
    """Starts and stops what watches a bot: the health checks, the metrics, and the messages to the
    supervisor (systemd)."""

    def __init__(self, bot: ShijoBot) -> None:
        self._health = Health(bot)
        self._supervisor = Supervisor(bot)
        self._port = _port(bot.settings.metrics, self._health)

    async def start(self) -> None:
        """Start the health checks and the watchdog, and open the port of the metrics. Raises
        CannotStart when the port can't be opened."""
        self._health.start()
        self._supervisor.start()
        if self._port is not None:
            await self._port.open()

    def stop(self) -> None:
        """Tell the supervisor that the bot stops."""
        self._supervisor.stop()

    async def close(self) -> None:
        """Stop the health checks, and close the port of the metrics."""
        self._health.close()
        if self._port is not None:
            await self._port.close()


class Port(Protocol):
    """A port that can be opened and closed."""

    async def open(self) -> None:
        """Open the port. Raises CannotStart when that fails."""

    async def close(self) -> None:
        """Close the port."""


def _port(settings: MetricsSettings, health: Health) -> Port | None:
    if not settings.port:
        return None
    # What it takes is imported only where somebody wants it: it is memory and time at each start.
    port: Port = import_module("cogs.watch.server").MetricsPort(settings, health)
    return port


async def made(settings: Settings, clock: Clock | None = None) -> ShijoBot:
    """Open the database and return a bot that uses it, still without its cogs. `clock` tells the
    bot the time (None: this machine's clock). The caller closes the bot. Raises CannotStart if the
    database can't be used."""
    service = await Service.open(settings, clock or Clock(discord.utils.utcnow))
    return ShijoBot(settings, service, setup)


async def _until_stopped(running: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(running)
    with contextlib.suppress(
        NotImplementedError
    ):  # Windows has no signal handlers on its loop; Ctrl-C works there
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


YOUNG: Final = 10_000
"""New objects between two garbage collections. Python's own number is 700, or 2,000 from Python
3.13 on. A frame of a board is some hundred objects, which are all freed without a collection."""
RARELY: Final = 50
"""The number of collections of younger objects between two collections of all objects. Python's own
number is 10."""


class LongLived:
    """Excludes long-lived objects (the program, and the servers with their channels and roles) from
    later garbage collections. There are up to millions of these objects, and a collection that
    scans them stops the event loop for a second.

    The class also makes collections of all other objects rarer. Each such collection stops the
    event loop for 0.07 milliseconds for each open board, and opening many boards at the same time
    would cause several collections."""

    def __init__(self) -> None:
        self._shards: set[int] = set()
        gc.set_threshold(YOUNG, gc.get_threshold()[1], RARELY)

    def came(self, shard: int) -> None:
        """Called when the servers of a shard have arrived. Exclude all objects that exist now, also
        the objects of these servers, from later garbage collections. If the shard's servers had
        arrived before, their older objects are garbage now. In this case, first run a collection of
        all objects, also of those that were excluded."""
        if shard in self._shards:
            gc.unfreeze()
            gc.collect()
        self._shards.add(shard)
        gc.freeze()
