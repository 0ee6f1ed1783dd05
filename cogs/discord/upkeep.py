"""Cogs that do something as time passes."""

from __future__ import annotations

from bot.core.background import Background
from bot.tables.hooks import Duties
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog


class UpkeepCog(ShijoCog):
    """A cog with `duties`, which hold while it is loaded; its work in the `background` ends with
    it."""

    duties: Duties

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.background = Background()

    async def cog_load(self) -> None:
        """Take up the duties."""
        self.bot.timer.duties.append(self.duties)

    async def cog_unload(self) -> None:
        """Lay down the duties, and cancel running work."""
        self.bot.timer.duties.remove(self.duties)
        self.background.cancel()
