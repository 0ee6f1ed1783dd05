"""The pool of worker processes."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from bot.thinking import worker
from bot.thinking.task import Answer, Task

log = logging.getLogger(__name__)


def usual_processes() -> int:
    """The number of workers for this machine: one less than its cores, at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class Workers:
    """A fixed number of worker processes. They start at the first task, and again after one
    died."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, task: Task) -> Answer | None:
        """The player's answer; None when the process died. A task that is cancelled before its turn
        is never run."""
        pool = self._pool
        if pool is None:
            pool = self._pool = ProcessPoolExecutor(
                self.processes, multiprocessing.get_context("spawn"), worker.begin
            )
        try:
            return await asyncio.wrap_future(pool.submit(worker.answer, task))
        except BrokenProcessPool:
            if self._pool is pool:
                log.error("A process in which bot players think has died; others take over")
                self._pool = None
                pool.shutdown(wait=False)
            return None

    def close(self) -> None:
        """Kill the processes, also during a thought. Safe to call twice."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.kill()
