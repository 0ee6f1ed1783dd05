"""Runs the bot, and notes meanwhile how many questions its database was asked, and how long
`on_ready` took: `python -m benchmarks.counted run`, with the file for it in the environment."""

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

FILE: Final = "COUNTS"
"""The environment's variable with the file that is written."""
EVERY: Final = 0.05
"""Seconds from one look at the tasks to the next."""
READY: Final = "discord.py: on_ready"
"""The name that discord.py gives to the tasks of listeners to `ready`."""


class Counts:
    """Counts of one process: questions to the database, seconds and CPU seconds from the event
    `ready` to the end of all that listens to it, and of the longest collection of garbage since."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.noted: dict[str, float] = {"queries": 0, "collection": 0.0}
        self._began = 0.0

    def query(self, *_: Any) -> None:
        """A question is asked."""
        self.noted["queries"] += 1

    def collection(self, phase: str, _: Any) -> None:
        """A collection of garbage begins or ends."""
        if phase == "start":
            self._began = time.perf_counter()
        else:
            took = time.perf_counter() - self._began
            self.noted["collection"] = max(self.noted["collection"], took)

    async def watch(self) -> None:
        """Look for the tasks of `on_ready`, and write the file after each look."""
        before: dict[str, float] | None = None
        while True:
            busy = any(task.get_name() == READY for task in asyncio.all_tasks())
            now = {
                "time": time.perf_counter(),
                "cpu": time.process_time(),
                "queries": self.noted["queries"],
            }
            if busy and before is None:
                before = now
                self.noted["before_ready"] = now["queries"]
                self.noted["cpu_before_ready"] = now["cpu"]
            if before is not None and not busy and "ready" not in self.noted:
                self.noted["ready"] = now["time"] - before["time"]
                self.noted["ready_cpu"] = now["cpu"] - before["cpu"]
                self.noted["ready_queries"] = now["queries"] - before["queries"]
                self.noted["collection"] = 0.0
            self.noted["cpu"] = now["cpu"]
            draft = self._file.with_suffix(".draft")
            draft.write_text(json.dumps(self.noted))
            draft.replace(self._file)
            await asyncio.sleep(EVERY)


def counted(counts: Counts) -> None:
    """Let the process be watched while it serves."""
    run = serving.run

    async def watched(settings: Settings) -> None:
        watching = asyncio.create_task(counts.watch())
        try:
            await run(settings)
        finally:
            watching.cancel()

    serving.run = watched
    event.listen(Engine, "before_cursor_execute", counts.query)
    gc.callbacks.append(counts.collection)


if __name__ == "__main__":
    counted(Counts(Path(os.environ[FILE])))
    sys.exit(main())
