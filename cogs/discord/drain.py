"""Lets the presses and commands that are being answered finish, before a process that ends closes
its connection to Discord."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Final

log = logging.getLogger(__name__)

PATIENT: Final = 5.0
"""The most seconds to wait for answers that are being made. Discord takes the first answer to a
press within 3 seconds, and later answers are quick."""

ANSWERS: Final = re.compile(r"CommandTree-invoker|discord\.py: on_interaction")
"""The names of the tasks in which discord.py runs commands and suggestions, and presses."""


async def answered(at_most: float = PATIENT) -> None:
    """Wait for the presses and commands that are being answered, but no longer than `at_most`
    seconds. Cancel those that aren't finished then."""
    tasks = {task for task in asyncio.all_tasks() if ANSWERS.fullmatch(task.get_name())}
    if not tasks:
        return
    log.info("Stopping; %d presses and commands are answered before that.", len(tasks))
    _, late = await asyncio.wait(tasks, timeout=at_most)
    if not late:
        return
    log.warning("%d of them could not be answered within %d seconds.", len(late), at_most)
    for task in late:
        task.cancel()
    await asyncio.wait(late, timeout=1)
