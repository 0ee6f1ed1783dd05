"""Whose press is answered when: those of one member queue behind one another, so that a member who
presses fifty times a second takes no more from the others than one who presses once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

ENOUGH: Final = 1.0
"""Seconds after which a press that takes long keeps the next one of its member waiting no more."""
TOO_LATE: Final = 2.5
"""Seconds of waiting after which a press is given up: Discord takes no answer after 3, and tells
the member that it failed."""

FEW: Final = 2
"""Presses that may wait for one of the same member as a matter of course: a double click, say."""
REST: Final = 3.0
"""How many times as long as the last press took the next one waits when more than a few are in the
queue: a member can take no more than a quarter of the bot's time."""


class Turns:
    """The presses that are being answered, and those that wait for their turn."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """By member, as long as one of their presses has the turn: the others, oldest first."""
        self._answering = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @asynccontextmanager
    async def turn(self, member_id: int) -> AsyncIterator[bool]:
        """Surrounds the answer to a press. Says whether there is still time for it: one that has
        waited too long is to be left alone."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        await self._come(member_id)
        begun = loop.time()
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
                self._leave(member_id, loop.time() - begun)

    async def quiet(self, at_most: float) -> None:
        """Waits until no press is being answered, so many seconds at most: what nobody waits for
        gives way to presses, but not for ever."""
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

    def _leave(self, member_id: int, took: float) -> None:
        if len(self._waiting[member_id]) > FEW:
            asyncio.get_running_loop().call_later(took * REST, self._next, member_id)
        else:
            self._next(member_id)

    def _next(self, member_id: int) -> None:
        waiting = self._waiting[member_id]
        while waiting:
            following = waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        del self._waiting[member_id]
