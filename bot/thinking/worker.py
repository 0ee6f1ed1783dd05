"""What runs in a worker process."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from multiprocessing import connection, parent_process
from typing import Final

from bot.thinking.task import Answer, Task, think

LONGEST: Final = 30.0
"""Seconds after which a thought hangs, and its process ends itself; those of our own players take
half a second at most."""
NICENESS: Final = 10
"""How much more patient a worker is than the bot: who presses never waits for who thinks."""


def begin() -> None:
    """Makes a process a worker: it ends with its parent, and Ctrl-C in a terminal is not for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def answer(task: Task) -> Answer:
    """Thinks, but not for ever."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return think(task)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_with_parent() -> None:
    """A parent that was killed can't end its workers, and a worker would wait for its next task for
    ever."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
