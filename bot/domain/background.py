"""Work in the background: begun by something that can't wait for it, and kept until it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Background:
    """Tasks under way. The event loop alone holds a task so loosely that it may vanish before it
    ends."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins some work. What it fails with is logged by its kind alone: the message could hold
        a card."""
        task = asyncio.get_running_loop().create_task(
            work, name=getattr(work, "__qualname__", None)
        )
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def finish(self) -> None:
        """Waits until nothing is under way any more, what is begun meanwhile included."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def cancel(self) -> None:
        """Stops everything that is under way."""
        for task in self._tasks:
            task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("%s failed: %s", task.get_name(), type(error).__name__)
