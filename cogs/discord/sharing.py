"""Starts the shards of a bot that shares them with other processes. A process starts a shard when
it has leased the shard. A lease is the right of one process to serve a shard, held as a lock in the
database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final, Protocol

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.config import Settings
from bot.core.background import Background
from bot.core.errors import NotSaved
from bot.core.shards import Shards
from bot.leases.errors import LeasesLost
from bot.leases.service import Leases
from bot.tables.manager import Tables
from bot.tables.timer import Timer
from cogs.discord.card_emoji import CardEmoji
from cogs.discord.last_words import are_last_words

log = logging.getLogger(__name__)

LET_IN_WITHIN: Final = 120.0
"""The most seconds to wait, after a shard was connected, until Discord has told which servers the
shard has."""
AGAIN_AFTER: Final = 10.0
"""Seconds before something that failed is tried again."""
TOLD_AFTER: Final = 2.0
"""Seconds that a press waits for the leases. Discord waits 3 seconds for an answer. If another
process serves the shard, that process has answered the press before."""
AT_ONCE: Final = frozenset({"interaction", "message"})
"""The events that are always passed on at once, even while it isn't known whether this process
still holds its shards. Presses wait in `cogs.discord.admission` instead. New messages come by the
thousands, and the bot only counts them."""
MOST_WAITING: Final = 10_000
"""The most events that are kept while it isn't known whether this process still holds its shards.
If more events come, the process gives up its leases and starts again. Events in `AT_ONCE` are never
kept."""


class ServedElsewhere(aiohttp.ClientConnectionError):
    """Raised instead of sending a request to Discord, when this process has lost the leases of its
    shards. Another process might already serve the servers of these shards."""


class SharedBot(Protocol):
    """The methods and attributes of the bot that this module needs. ShijoBot explains them."""

    http: discord.http.HTTPClient
    shard_count: int
    too_few: int
    settings: Settings
    tables: Tables
    timer: Timer
    card_emoji: CardEmoji
    heard_of_shard: list[Callable[[int], None]]
    _connection: Any

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on to the cogs."""

    async def launch_shard(self, gateway: yarl.URL, shard_id: int) -> None:
        """Connect a shard."""

    async def tell_commands(self) -> None:
        """Register the commands with Discord."""

    def close_soon(self) -> None:
        """Close the bot."""


class Sharing:
    """Starts the shards that this process has leased, and holds back Discord's events while the
    process doesn't know whether it still has its leases. Takes the bot and the leases."""

    def __init__(self, bot: SharedBot, leases: Leases) -> None:
        self._bot = bot
        self._leases = leases
        self.stands_by = False
        """Whether this process has begun to lease shards. True while the process waits for its
        first shard, and also when it has shards."""
        self._background = Background()
        self._waiting: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        """Events that arrived while it was not known whether this process still holds its
        shards."""
        leases.regained.append(self._tell_again)

    async def begin(self) -> None:
        """Agree with the other processes on the number of shards, and begin to lease shards. Raises
        LeasesLost if the connection that holds the leases is lost, NotSaved if the database fails,
        and discord.GatewayNotFound if Discord doesn't tell how many shards it recommends."""
        bot = self._bot
        recommended, _, limits = await bot.http.get_bot_gateway()
        await self._leases.begin(recommended, limits["max_concurrency"], above=bot.too_few)
        bot.shard_count = self._leases.count
        bot.tables.served.shards = Shards(self._leases.count, ())
        self.stands_by = True
        self._background.start(self._let_in_all())
        self._background.start(self._leave())
        if bot.settings.discord.sync_commands:
            self._background.start(self._tell_commands())

    def stop(self) -> None:
        """Stop starting shards."""
        self._background.cancel()

    def may_tell(self, event: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Return whether an event may be passed on to the cogs now. Presses, commands and new
        messages are always passed on. All other events are passed on only while it is certain that
        this process holds the leases of its shards. Otherwise keep the event for later and return
        False. If the leases are lost, another process handles the event. If too many events are
        kept, give up the leases."""
        if event in AT_ONCE or self._leases.hold():
            return True
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append((event, args, kwargs))
        else:
            self._leases.give_up()
        return False

    async def serves(self) -> bool:
        """Return whether this process holds the leases of its shards. If this isn't known, wait
        `TOLD_AFTER` seconds for the answer, then return False. Raises LeasesLost if another process
        holds the leases."""
        if self._leases.hold():
            return True
        try:
            async with asyncio.timeout(TOLD_AFTER):
                await self._leases.held_again()
        except TimeoutError:
            return False
        return True

    async def before_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        _started: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Delay a request to Discord until it is certain that this process holds its shards. Raises
        ServedElsewhere if the process has lost them, because another process might hold them.
        Answers inside `last_words` aren't delayed."""
        if are_last_words() and not self._leases.lost.is_set():
            return
        try:
            await self._leases.held_again()
        except LeasesLost:
            raise ServedElsewhere from None

    def _tell_again(self) -> None:
        self._bot.timer.database_is_back()
        waiting, self._waiting = self._waiting, []
        for event, args, kwargs in waiting:
            self._bot.dispatch(event, *args, **kwargs)

    async def _let_in_all(self) -> None:
        try:
            while True:
                await self._let_in(await self._leases.one_more())
        except LeasesLost:
            log.debug("No more shards are leased")

    async def _let_in(self, number: int) -> None:
        """Begin to serve the shard with the number `number`. First move the deadlines in the
        shard's servers by the time in which no process served the shard. Then connect the shard,
        and wait until Discord has told which servers the shard has. Wait no longer than
        `LET_IN_WITHIN` seconds."""
        bot = self._bot
        shards = Shards(self._leases.count, (number,))
        while True:
            try:
                await bot.tables.timing.take_over(shards)
                break
            except NotSaved:
                await asyncio.sleep(AGAIN_AFTER)
        state = bot._connection  # discord.py itself knows only shards that are there at its start
        state.shard_count = shards.count
        # Ready is said when as many shards have come as are named here.
        state.shard_ids = [number]
        came = asyncio.get_running_loop().create_future()

        def ready(shard: int) -> None:
            if shard == number and not came.done():
                came.set_result(None)

        bot.heard_of_shard.append(ready)
        try:
            await bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, number)
            async with asyncio.timeout(LET_IN_WITHIN):
                await came
        except TimeoutError:
            log.warning("Shard %d has not heard of all its servers yet", number)
        finally:
            bot.heard_of_shard.remove(ready)

    async def _leave(self) -> None:
        """Wait until this process loses the leases of its shards, then close the bot."""
        await self._leases.lost.wait()
        self._bot.close_soon()

    async def _tell_commands(self) -> None:
        try:
            await self._leases.may_tell_commands()
            while True:
                try:
                    await self._bot.tell_commands()
                    break
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    log.warning("Discord did not take the commands: %s", type(error).__name__)
                    await asyncio.sleep(AGAIN_AFTER)
            if self._bot.settings.discord.card_emoji:
                self._bot.card_emoji.begin(make=True)
        except LeasesLost:
            log.debug("The commands are told by another process")
