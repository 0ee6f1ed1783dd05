"""Base classes of cogs that do regular work, such as work that is due every hour."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any, ClassVar, Final

import discord
from discord.ext import commands

from bot.core.background import Background
from bot.tables.hooks import Duties
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog

HOUR: Final = timedelta(hours=1)


class UpkeepCog(ShijoCog):
    """A cog with `duties` (regular work). The duties are active while the cog is loaded. The cog's
    `background` tasks are cancelled when the cog is unloaded."""

    duties: Duties

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.background = Background()
        self._begun: dict[str, asyncio.Task[None]] = {}

    async def cog_load(self) -> None:
        """Start the duties."""
        self.bot.timer.duties.append(self.duties)

    async def cog_unload(self) -> None:
        """Stop the duties, and cancel running work."""
        self.bot.timer.duties.remove(self.duties)
        self.background.cancel()

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start `work` in the background. Do nothing if the same work was started earlier and still
        runs."""
        last = self._begun.get(work.__qualname__)
        if last is None or last.done():
            self._begun[work.__qualname__] = self.background.start(work())


class HourlyCog(UpkeepCog):
    """A cog that does its due work at the time `after` past each full hour, and each time the bot
    has begun a new session with Discord, also at its start."""

    after: ClassVar[timedelta]

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._timer: asyncio.TimerHandle | None = None
        self.duties = Duties(clock_was_set=self._wait)

    async def cog_load(self) -> None:
        """Start the hourly check."""
        self._wait()
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Stop the hourly check, and cancel running work."""
        if self._timer is not None:
            self._timer.cancel()
        await super().cog_unload()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Do what became due while the bot was down."""
        await self.do_due()

    def _wait(self) -> None:
        """Set the timer for the time `after` past the next full hour (UTC). The machine's clock
        says what the time is now."""
        if self._timer is not None:
            self._timer.cancel()
        now = discord.utils.utcnow()
        hour = (now - self.after).replace(minute=0, second=0, microsecond=0) + HOUR
        wait = (hour + self.after - now).total_seconds()
        self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self.look()
        self._wait()

    def look(self) -> None:
        """Start the due work in the background. This method is called after each full hour."""
        self.background.start(self.do_due())

    # Only the type checker asks for it: a cog's metaclass, discord.py's own, is no ABCMeta.
    @abstractmethod
    async def do_due(self) -> None:
        """Do the work that is due in the servers of this process. Each subclass defines it."""
