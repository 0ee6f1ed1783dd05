"""The code that runs in a worker process, where bot players choose their moves."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from multiprocessing import connection, parent_process
from typing import Final

from bot.thinking.progress import Numbers, report_to
from bot.thinking.task import Answer, Task, advise, think
from games.players.finding import Finding

LONGEST: Final = 30.0
"""Seconds after which a thought counts as hung and its process exits. Our own players need half a
second at most."""
NICENESS: Final = 10
"""The number by which a worker process's niceness is higher than the bot's. The operating system
therefore serves the bot first, and members don't wait while bot players choose their moves."""


def begin(niceness: int, progress: Numbers) -> None:
    """Set up a worker process. It ends together with its parent and ignores Ctrl-C in a terminal.
    Its niceness is raised by `niceness`, so that it leaves the processor to the bot. It reports
    long jobs to `progress`."""
    report_to(progress)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def answer(task: Task) -> Answer:
    """Return the bot player's answer to a task. The worker process ends itself if that takes more
    than `LONGEST` seconds."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return think(task)
    finally:
        faulthandler.cancel_dump_traceback_later()


def advice(task: Task) -> Finding | None:
    """Return what the adviser says about a task. The worker process ends itself if that takes more
    than `LONGEST` seconds."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return advise(task)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_with_parent() -> None:
    """End this process when its parent ends. A parent that is killed can't stop its workers, which
    would then wait for tasks for ever."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
