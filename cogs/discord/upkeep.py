"""Cogs with regular work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from bot.core.background import Background
from bot.tables.hooks import Duties
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog


class UpkeepCog(ShijoCog):
    """A cog with `duties` (regular work), which are active while it is loaded. Its `background`
    tasks are cancelled when it is unloaded."""

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
        """Start work in the background, unless the previous run of it is still going on."""
        last = self._begun.get(work.__qualname__)
        if last is None or last.done():
            self._begun[work.__qualname__] = self.background.start(work())
