"""Run a bot that records how long each table's message was outdated. A message is outdated from the
first change that it doesn't show until Discord answers the edit that shows the change.
benchmarks.ceiling runs this module as a separate process."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from bot.__main__ import main
from bot.core.model import Table
from bot.tables import timer
from cogs.discord.budget import RequestBudget
from cogs.edits import message_sync
from cogs.edits.edit_queue import EditQueue, Send
from cogs.edits.messages import MessageState

FILE: Final = "SHOWN"
"""The environment variable that names the file. The file has a line for each edit: its moment, the
seconds for which the message was outdated, and whether the picture was left out."""


AT_ONCE: Final = 16
"""The number of tables that the timer serves at the same time. Here bot players move in place of
members, whose moves the timer doesn't limit. The bot's usual number would slow these moves down."""


class Noted(EditQueue):
    """A queue of edits that also writes a line for each edit into a file."""

    notes: TextIO

    def __init__(
        self, send: Send, budget: RequestBudget, pressed: Callable[[str, int], None]
    ) -> None:
        super().__init__(send, budget, pressed)
        self._since: dict[MessageState, float] = {}

    def want(self, message: MessageState, table: Table) -> None:
        """Store that a message must show a change, as EditQueue does. Also store the time from
        which on the message is outdated."""
        now, waited = time.time(), message.behind
        super().want(message, table)
        if message.panel is None and message.behind:
            self._since[message] = self._since.get(message, now) if waited else now

    async def _shows(self, message: MessageState, table: Table) -> bool:
        since = self._since.pop(message, None)
        shown = await super()._shows(message, table)
        if since is not None and shown:
            now = time.time()
            self.notes.write(f"{now} {now - since} {int(message.lacks_picture)}\n")
        elif since is not None:
            self._since[message] = since
        return shown


if __name__ == "__main__":
    with Path(os.environ[FILE]).open("w", buffering=1) as notes:
        Noted.notes = notes
        vars(message_sync)["EditQueue"] = Noted
        vars(timer)["AT_ONCE"] = AT_ONCE
        sys.exit(main())
