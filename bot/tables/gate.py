"""A gate through which many go at once, unless somebody has it for themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """Open at first. Whoever closes it waits until all who are inside are through."""

    def __init__(self) -> None:
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._inside = 0

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        """A context for one of many. It must not be entered again inside."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """A context in which nobody else is inside. Nobody else may close it meanwhile."""
        self._open.clear()
        try:
            await self._empty.wait()
            yield
        finally:
            self._open.set()
