"""The pool of worker processes, in which bot players choose their moves."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeVar

from bot.thinking import progress, worker
from bot.thinking.task import Answer, Task

Given = TypeVar("Given")
Made = TypeVar("Made")

log = logging.getLogger(__name__)


def usual_processes() -> int:
    """Return the number of workers for this machine. It is one less than the number of processor
    cores, but at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class Workers:
    """A pool of worker processes, `processes` in number. They start at the first task, and again if
    one of them died.

    Their niceness is higher than the bot's by `niceness`, so that they leave the processor to the
    bot."""

    def __init__(self, processes: int, niceness: int = worker.NICENESS) -> None:
        self.processes = processes
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0
        self._progress = progress.shared()

    async def ask(self, task: Task) -> Answer | None:
        """Return the bot player's answer to a task, or None when the worker process died."""
        return await self.run(worker.answer, task)

    async def run(self, function: Callable[[Given], Made], given: Given) -> Made | None:
        """Call `function` with the argument `given` in a worker process, and return what it
        returns. `function` must be at the top level of a module. Returns None when the process
        died. A call that is cancelled before it has begun is never run."""
        pool = self._pool
        if pool is None:
            pool = self._pool = ProcessPoolExecutor(
                self.processes,
                multiprocessing.get_context("spawn"),
                worker.begin,
                (self._niceness, self._progress),
            )
        self._asked += 1
        try:
            return await asyncio.wrap_future(pool.submit(function, given))
        except BrokenProcessPool:
            if self._pool is pool:
                log.error("A worker process has died; others take over")
                self._pool = None
                pool.shutdown(wait=False)
            return None
        finally:
            self._asked -= 1

    def progress_of(self, job: int) -> tuple[int, int] | None:
        """Return how much of a long job is done and how much there is to do, as the worker
        processes reported it last. `job` is the job's number. Returns None if the last report was
        about another job, or if there is no report yet."""
        return progress.of(job, self._progress)

    @property
    def waiting(self) -> int:
        """The number of tasks that wait, because all processes are busy."""
        return max(0, self._asked - self.processes)

    @property
    def cpu_seconds(self) -> float:
        """The processor time in seconds that the running worker processes have used so far. The
        worker processes of other pools in this process are included. The result is 0 where the
        operating system doesn't report the time (only Linux does)."""
        return sum(_cpu_seconds(process.pid) for process in multiprocessing.active_children())

    def rest(self) -> None:
        """Let the processes end when they have nothing to do, which frees their memory. They start
        again at the next task."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)

    def close(self) -> None:
        """Kill the worker processes, even while they work. This also kills the worker processes of
        other pools in this process. If this pool has not been started, or was closed, nothing is
        done."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.kill()


def _cpu_seconds(number: int | None) -> float:
    try:
        fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:  # no Linux, or the process has ended meanwhile
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
