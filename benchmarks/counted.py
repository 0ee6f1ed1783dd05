"""Run the bot, and count the queries to its database and the time that `on_ready` takes: `python -m
benchmarks.counted run`. An environment variable names the file for the results."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

from bot.__main__ import main
from bot.config import Settings
from cogs import serving
from cogs.discord.client import ShijoBot

FILE: Final = "COUNTS"
"""The environment variable that names the file for the results."""
EVERY: Final = 0.05
"""Seconds from one look at the tasks to the next."""
READY: Final = "discord.py: on_ready"
"""The name that discord.py gives to the tasks of listeners to `ready`."""


class Counts:
    """The measurements of one process. They are the number of database queries, the duration and
    CPU time of the listeners to the event `ready`, and the CPU time of the longest garbage
    collection after these listeners have ended. All times are in seconds."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.noted: dict[str, float] = {"queries": 0, "collection": 0.0}
        self._collecting = 0.0
        self._ready: tuple[float, float] | None = None
        self._is_over = False

    def query(self, *_: Any) -> None:
        """Count one query. SQLAlchemy calls this before each query."""
        self.noted["queries"] += 1

    def collection(self, phase: str, _: Any) -> None:
        """Measure a garbage collection. Python calls this when a collection begins (`phase` is
        `start`) and when it ends."""
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            took = time.thread_time() - self._collecting
            self.noted["collection"] = max(self.noted["collection"], took)

    def ready(self) -> None:
        """Note the time; called just before the bot receives the event `ready`."""
        self._ready = time.perf_counter(), time.process_time()
        self.noted |= {"before_ready": self.noted["queries"], "cpu_before_ready": self._ready[1]}

    async def watch(self) -> None:
        """Check again and again whether the tasks of `on_ready` have ended, and write the results
        to the file each time."""
        while True:
            busy = any(task.get_name() == READY for task in asyncio.all_tasks())
            if self._ready is not None and not busy and not self._is_over:
                self._is_over = True
                began, cpu = self._ready
                self.noted |= {
                    "ready": time.perf_counter() - began,
                    "ready_cpu": time.process_time() - cpu,
                    "ready_queries": self.noted["queries"] - self.noted["before_ready"],
                    "collection": 0.0,
                }
            self.noted["cpu"] = time.process_time()
            draft = self._file.with_suffix(".draft")
            draft.write_text(json.dumps(self.noted))
            draft.replace(self._file)
            await asyncio.sleep(EVERY)


def counted(counts: Counts) -> None:
    """Replace functions of the bot in this process, so that the bot's work is counted in `counts`.
    Must be called before the bot is run."""
    run = serving.run

    async def watched(settings: Settings) -> None:
        watching = asyncio.create_task(counts.watch())
        try:
            await run(settings)
        finally:
            watching.cancel()

    dispatch = ShijoBot.dispatch

    def told(bot: ShijoBot, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if event_name == "ready":
            counts.ready()
        dispatch(bot, event_name, *args, **kwargs)

    setattr(ShijoBot, "dispatch", told)  # noqa: B010 - mypy: a method
    serving.run = watched
    event.listen(Engine, "before_cursor_execute", counts.query)
    gc.callbacks.append(counts.collection)


if __name__ == "__main__":
    counted(Counts(Path(os.environ[FILE])))
    sys.exit(main())
