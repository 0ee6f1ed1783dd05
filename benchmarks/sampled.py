"""Run the bot, and record which parts of the program take CPU time: `python -m benchmarks.sampled
run`. The environment variable SAMPLES names the file for the results.

A timer sends a signal each time the process has used a few milliseconds of CPU time. At each
signal, every thread's clock tells exactly how much CPU time the thread has used since the previous
signal. This time is counted for the part of the program that the thread is executing."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Final

from bot.__main__ import main

FILE: Final = "SAMPLES"
"""The environment variable that names the file that `Sampler` writes."""
EVERY: Final = 0.004
"""Seconds of CPU time from one sample to the next."""
WRITTEN: Final = 0.25
"""Seconds after which the file is written anew."""

OTHER: Final = "the event loop"
PARTS: Final = (
    # Nothing else is done in threads of the pool; one that is idle by now has drawn just before.
    ("drawing", ("bot.pictures", "PIL", "concurrent.futures.thread")),
    ("rules", ("games",)),
    ("store", ("bot.db", "sqlalchemy", "aiosqlite", "sqlite3")),
    ("tables", ("bot",)),
    ("views and words", ("cogs.table", "cogs.edits", "cogs.words", "gettext")),
    ("answering and upkeep", ("cogs",)),
    (
        "receiving",
        ("discord.gateway", "discord.state", "aiohttp.client_ws", "aiohttp._websocket"),
    ),
    ("sending", ("discord.http", "discord.webhook", "discord.interactions", "aiohttp")),
    ("discord.py besides", ("discord",)),
)
"""The parts of the program, each with the names of its modules. A frame of the call stack belongs
to the first part in this list that has the frame's module, or a package that contains the
module."""
CALLED_FOR: Final = (
    *("discord.ui", "discord.components", "discord.enums", "discord.utils"),
    "cogs.serving",
    "bot.__main__",
)
"""Modules whose time counts for the function that called them. `cogs.serving` and `bot.__main__`
are listed because everything in the event loop is called from them."""


def part_of(frame: FrameType | None) -> str:
    """Return the part of the program (see `PARTS`) to which a frame of the call stack belongs. If
    the frame's module belongs to no part or is in `CALLED_FOR`, the frame that called it is tried,
    and so on. If no frame belongs to a part, returns `OTHER`."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith(CALLED_FOR):
            for part, modules in PARTS:
                if any(module == one or module.startswith(f"{one}.") for one in modules):
                    return part
        frame = frame.f_back
    return OTHER


class Sampler:
    """Measures the CPU seconds of each part of the program, and writes them to a file as JSON until
    the process ends."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._seen: dict[int, float] = {}
        self._written = 0.0

    def start(self) -> None:
        """Start sampling. Must be called by the main thread."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _sample(self, _signal: int, interrupted: FrameType | None) -> None:
        frames = sys._current_frames()
        if interrupted is not None:
            # In the place of the sampler's own frame.
            frames[threading.get_ident()] = interrupted
        for thread in threading.enumerate():
            if thread.ident is None or not thread.is_alive():
                continue
            try:
                spent = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
            except OSError:  # it has just ended
                continue
            since = spent - self._seen.get(thread.ident, 0.0)
            self._seen[thread.ident] = spent
            if since > 0:
                self.spent[part_of(frames.get(thread.ident))] += since
        now = time.monotonic()
        if now - self._written > WRITTEN:
            self._written = now
            draft = self.file.with_suffix(".draft")
            draft.write_text(json.dumps(self.spent | {"all": time.process_time()}))
            draft.replace(self.file)


if __name__ == "__main__":
    Sampler(Path(os.environ[FILE])).start()
    sys.exit(main())
