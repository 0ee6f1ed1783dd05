"""Tells whether the process works: its event loop, its database, and its connection to Discord."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import Final

from bot.core.background import Background
from cogs.discord.client import ShijoBot

LOOKED_EVERY: Final = 1.0
"""Seconds between two measurements of the event loop's delay."""
LAG: Final = 2.0
"""Seconds of delay from which the event loop counts as broken."""
SHORT: Final = 0.9
"""After each measurement, the longest delay is multiplied by this, so that a delay is forgotten
within a minute."""


@dataclass(frozen=True)
class ProcessState:
    """The state of the process. `lag` is the event loop's delay in seconds, `database` whether the
    database answers, `heartbeat` whether every shard gets answers from Discord, and `ready` whether
    the bot accepts presses. `boards` is false only if the settings want tables in a browser and the
    board's server isn't running."""

    lag: float
    database: bool
    heartbeat: bool
    ready: bool
    boards: bool = True

    @property
    def is_healthy(self) -> bool:
        """Return whether the event loop, the database and the connection to Discord work."""
        return self.lag < LAG and self.database and self.heartbeat

    @property
    def is_ready(self) -> bool:
        """Return whether presses of members are answered now."""
        return self.is_healthy and self.ready and self.boards


class Health:
    """Watches a bot. `lag` is about the longest delay of the event loop in the last minute, in
    seconds."""

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot
        self.lag = 0.0
        self._background = Background()

    def start(self) -> None:
        """Start watching."""
        self._background.start(self._look())

    def close(self) -> None:
        """Stop watching."""
        self._background.cancel()

    async def state(self) -> ProcessState:
        """Return the present state of the process. The database is asked too. A database that
        doesn't answer within 2 seconds counts as broken."""
        bot = self.bot
        return ProcessState(
            lag=self.lag,
            database=await bot.service.is_well(),
            heartbeat=all(
                not shard.is_closed() and math.isfinite(shard.latency)
                for shard in bot.shards.values()
            ),
            ready=(bot.is_ready() or bot.stands_by) and not bot.draining,
            boards=bot.service.doors.counts.served or not bot.has_board,
        )

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(LOOKED_EVERY)
            self.lag = max(self.lag * SHORT, loop.time() - before - LOOKED_EVERY)
