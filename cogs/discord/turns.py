"""The order of presses: those of one member queue behind one another.

So whoever presses many times has one press answered at a time, like everybody; how many they may
make is for the door to say (cogs.discord.admission).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

ENOUGH: Final = 1.0
"""Seconds after which a slow press lets the member's next one begin."""
TOO_LATE: Final = 2.5
"""Seconds of waiting after which a press is dropped: Discord takes no answer after 3, and tells the
member that it failed."""


class Turns:
    """The running presses, and those that wait for their turn."""

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
        """Wait until no press is running, `seconds` at most. Work that nobody waits for gives way
        to presses like this."""
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
