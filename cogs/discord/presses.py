"""The single entry for presses: it finds the cog that answers, and answers when there is none.

discord.py would find a handler too, but it leaves an unknown press unanswered, and one whose
message has changed since. Presses of one member wait for each other, so that a member who presses a
lot has one press answered at a time; the door limits how many they may make
(cogs.discord.admission).
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from discord.ext import commands

from bot.core.errors import TableError
from cogs.discord.client import PRESSES, ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.errors import OlderShijo, answering, context
from cogs.discord.input import is_text
from cogs.discord.interactions import Interaction

log = logging.getLogger(__name__)

Answer = Callable[[Interaction, re.Match[str]], Coroutine[Any, Any, None]]

ENOUGH: Final = 1.0
"""Seconds after which a slow press lets the member's next one begin."""
TOO_LATE: Final = 2.5
"""Seconds of waiting after which a press is dropped: Discord takes no answer after 3, and tells the
member that it failed."""


class Presses(ShijoCog):
    """Hands every press to the cog that answers it, by the custom id alone, so it works after a
    restart too."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.turns = Turns()
        """The order in which presses are answered."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A button was pressed, a line picked, or a modal sent."""
        if interaction.type not in PRESSES or not await self.bot.door.lets_in(interaction):
            return
        async with self.turns.turn(interaction.user.id) as in_time:
            if in_time and not self.bot.lateness.is_too_old(interaction):
                await self._answer(interaction)
            else:
                log.info("%s waited too long for others of its member", context(interaction))

    async def _answer(self, interaction: Interaction) -> None:
        data: Any = interaction.data or {}
        found = self.found_by(data.get("custom_id"))
        if found is None:
            await tell_of_refusal(interaction, OlderShijo())
            return
        answer, match = found
        async with answering(interaction):
            await answer(interaction, match)

    def found_by(self, custom_id: object) -> tuple[Answer, re.Match[str]] | None:
        """What answers this custom id, and the id's fields; None for an id that no present version
        makes."""
        if not isinstance(custom_id, str) or not is_text(custom_id):
            return None
        for cog in self.bot.cogs.values():
            if isinstance(cog, ShijoCog):
                for component, name in cog.answers.items():
                    match = component.match(custom_id)
                    if match is not None:
                        return getattr(cog, name), match
        return None


async def tell_of_refusal(interaction: Interaction, refusal: TableError) -> None:
    """Tell the member who pressed why nothing was done."""
    async with answering(interaction):
        raise refusal


class Turns:
    """The running presses, and the presses that wait for their turn."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """By member with a running press: the waiting ones, the oldest first."""
        self._answering = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @asynccontextmanager
    async def turn(self, member_id: int) -> AsyncIterator[bool]:
        """A context around the answer to a press. It yields whether there is still time; a press
        that waited too long must be left alone."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        await self._come(member_id)
        over = loop.call_later(ENOUGH, self._next, member_id)
        self._answering += 1
        self._quiet.clear()
        try:
            yield loop.time() - came < TOO_LATE
        finally:
            self._answering -= 1
            if not self._answering:
                self._quiet.set()
            if not over.cancelled() and loop.time() < over.when():
                over.cancel()
                self._next(member_id)

    async def quiet(self, at_most: float) -> None:
        """Wait until no press is running, `at_most` seconds. Background work uses this to give way
        to presses."""
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self._quiet.wait()

    async def _come(self, member_id: int) -> None:
        if member_id not in self._waiting:
            self._waiting[member_id] = deque()
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting[member_id].append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._next(member_id)
            raise

    def _next(self, member_id: int) -> None:
        waiting = self._waiting[member_id]
        while waiting:
            following = waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        del self._waiting[member_id]
