"""Shows things in their present state: one task at a time for each thing, and never an outdated
state."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import discord

from bot.core.background import Background
from bot.core.errors import TableError
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged

log = logging.getLogger(__name__)

Key = TypeVar("Key")


class Latest(Generic[Key]):
    """Shows things with `show`, one task at a time for each thing; changes in the meantime are
    shown by the next task. `what` is the name for such a thing in the log. After a failure, the
    thing is shown again at the next request. After a thing was shown, it is left alone for `rest`
    seconds; changes in this time are shown after it."""

    def __init__(
        self,
        background: Background,
        what: str,
        show: Callable[[Key], Awaitable[None]],
        rest: float = 0.0,
    ) -> None:
        self._background = background
        self._what = what
        self._do = show
        self._wanted: set[Key] = set()
        self._busy: set[Key] = set()
        self._rest = rest
        self._resting: dict[Key, asyncio.TimerHandle] = {}

    def want(self, key: Key) -> None:
        """Show the present state of a thing as soon as possible."""
        self._wanted.add(key)
        if key not in self._busy and key not in self._resting:
            self._busy.add(key)
            self._background.start(self._show(key))

    async def _show(self, key: Key) -> None:
        try:
            while key in self._wanted and key not in self._resting:
                self._wanted.discard(key)
                await self._try(key)
                if self._rest:
                    loop = asyncio.get_running_loop()
                    self._resting[key] = loop.call_later(self._rest, self._rested, key)
        finally:
            self._busy.discard(key)

    def close(self) -> None:
        """Cancel the delayed updates."""
        for timer in self._resting.values():
            timer.cancel()

    def _rested(self, key: Key) -> None:
        del self._resting[key]
        if key in self._wanted:
            self.want(key)

    async def _try(self, key: Key) -> None:
        try:
            await self._do(key)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.warning("%s %s is shown later: %s", self._what, key, type(error).__name__)
        # A failure at one must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"showing {self._what} {key}")
