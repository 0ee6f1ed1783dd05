"""Messages that are deleted some time after they were sent.

One task waits for the next of them. After a restart they stay until their readers close Discord,
like other ephemeral messages.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.core.background import Background
from cogs.discord.connection import PASSING

log = logging.getLogger(__name__)

READ_AFTER: Final = timedelta(seconds=15)
"""How long a message stays that is meant to be read once."""

Delete = Callable[[], Awaitable[None]]
"""Makes the request that deletes a message."""


class Vanishing:
    """The messages to delete, the oldest first."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[datetime, Delete]] = deque()
        self._background = Background()
        self._watching = False

    def later(self, delete: Delete) -> None:
        """Delete a message after `READ_AFTER`."""
        self._waiting.append((discord.utils.utcnow() + READ_AFTER, delete))
        if not self._watching:
            self._watching = True
            self._background.start(self._watch())

    def close(self) -> None:
        """Stop: no further message is deleted."""
        self._background.cancel()

    async def _watch(self) -> None:
        try:
            while self._waiting:
                due, delete = self._waiting[0]
                left = (due - discord.utils.utcnow()).total_seconds()
                if left > 0:
                    await asyncio.sleep(left)
                self._waiting.popleft()
                self._background.start(_try(delete))
        finally:
            self._watching = False


async def _try(delete: Delete) -> None:
    """Delete a message; it is no fault if its reader has dismissed it already."""
    try:
        await delete()
    except (discord.HTTPException, *PASSING) as error:
        log.info("a refusal stays: %s", type(error).__name__)
