"""Shows things such as messages again after they have changed. Each thing is named by a key. For
each thing only one task runs at a time, and this task always shows the newest state."""

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
    """Calls `show` with the key of a thing (such as a message) after the thing has changed. For
    each key, only one task at a time calls `show`. A change during a call leads to one more call.
    After a call that failed, `show` isn't called again until the next change.

    After each call there is a pause of `rest` seconds, in which `show` isn't called with the same
    key. A change during the pause is shown when the pause is over. `what` is how the log calls
    these things."""

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
        """Call `show` with the key `key` as soon as possible. Usually the call begins at once. If a
        call with the same key is running, the new call begins after the running call and the pause
        of `rest` seconds that follows. If only this pause is left, the new call begins at the end
        of the pause."""
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
