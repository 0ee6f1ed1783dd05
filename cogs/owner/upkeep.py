"""Shows the owner's notice at the tables of this process, and enforces the owner's blocks there."""

from __future__ import annotations

import asyncio
import logging

from discord.ext import commands

from bot.core.background import Background
from bot.core.errors import TableError
from bot.owner.model import Ordered
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.errors import logged
from cogs.table.upkeep import TableUpkeep

log = logging.getLogger(__name__)


class OrdersUpkeep(ShijoCog):
    """A cog that enforces the owner's blocks after a start, and shows the owner's notice at all
    open tables. The tables' messages are edited one after the other, and members' presses are
    answered first."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._orders = bot.service.orders
        self._background = Background()
        self._timer: asyncio.TimerHandle | None = None
        self._showing = asyncio.Lock()
        self._shows = 0
        """The number of times that the bot has begun to show the notice at all tables. A run that
        goes from table to table stops when this number changes, because a newer run has begun."""
        self._orders.changed.append(self._changed)

    async def cog_unload(self) -> None:
        """Cancel running work."""
        if self._timer is not None:
            self._timer.cancel()
        self._background.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """After a start: enforce the blocks that the owner ordered before, and show the notice at
        all open tables."""
        try:
            await self._orders.carry_out()
        except TableError as error:
            logged(error, "the owner's blocks")
        if self._orders.all.bulletin is not None:
            self._plan_the_end()
            await self._show_all()

    def _changed(self, before: Ordered, after: Ordered) -> None:
        if before.bulletin != after.bulletin and self.bot.is_ready():
            self._plan_the_end()
            self._background.start(self._show_all())

    def _plan_the_end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        bulletin = self._orders.all.bulletin
        if bulletin is not None and bulletin.until is not None:
            left = (bulletin.until - self.bot.service.now()).total_seconds()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(left, 0), self._ring)

    def _ring(self) -> None:
        self._background.start(self._end())

    async def _end(self) -> None:
        try:
            await self._orders.drop_old()
        except TableError as error:
            logged(error, "the end of the owner's notice")

    async def _show_all(self) -> None:
        self._shows += 1
        mine = self._shows
        async with self._showing:
            try:
                for table_id in await self._orders.open_tables():
                    if mine != self._shows:
                        return
                    await self._show(table_id)
            except TableError as error:
                logged(error, "the owner's notice")

    async def _show(self, table_id: str) -> None:
        try:
            await self.bot.cog(TableUpkeep).show_anew(table_id)
        except TableError as error:
            log.debug("table %s does not show the notice: %s", table_id, type(error).__name__)
