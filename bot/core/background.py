"""Tasks that run in the background, and the id of the press that caused a piece of work.

A press is a member's click or command, named in the log by the id of its interaction. This id is
kept in a context variable, so that later commits and message edits can be traced back to the
press."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

log = logging.getLogger(__name__)

_press: ContextVar[str] = ContextVar("press", default="")


class Background:
    """A set of running tasks. It holds a reference to each task until the task ends. The event loop
    itself has only weak references, so a task without another reference could vanish."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that runs `work`, and return the task. If the task fails, only the kind of
        the error is logged, because the error's message could name a card."""
        task = asyncio.get_running_loop().create_task(
            work, name=getattr(work, "__qualname__", None)
        )
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self, at_most: float | None = None) -> None:
        """Wait until no task runs, including tasks that start meanwhile. Tasks that still run after
        `at_most` seconds are cancelled. If `at_most` is None, there is no limit."""
        loop = asyncio.get_running_loop()
        end = None if at_most is None else loop.time() + at_most
        while self._tasks:
            left = None if end is None else max(end - loop.time(), 0)
            done, _ = await asyncio.wait(self._tasks, timeout=left)
            if not done:
                self.cancel()
                return

    def cancel(self) -> None:
        """Cancel all running tasks."""
        for task in self._tasks:
            task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error(
                "%s failed: %s", task.get_name(), type(error).__name__, extra={"error": error}
            )


def press_id() -> str:
    """Return the id of the press (a member's click or command) that caused the present work, or ""
    when there was none."""
    return _press.get()


@contextmanager
def following(press: str) -> Iterator[None]:
    """Return a context for work that was caused by a press with the id `press`. Inside it,
    `press_id` returns this id."""
    before = _press.set(press)
    try:
        yield
    finally:
        _press.reset(before)
