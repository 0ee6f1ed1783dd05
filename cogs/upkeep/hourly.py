"""Work that is looked for after each full hour."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import discord

HOUR: Final = timedelta(hours=1)


class Hourly:
    """Calls `work` so long `after` each full hour (UTC), from `start` until `stop`."""

    def __init__(self, after: timedelta, work: Callable[[], None]) -> None:
        self._after = after
        self._work = work
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Wait for the next full hour."""
        now = discord.utils.utcnow()
        hour = (now - self._after).replace(minute=0, second=0, microsecond=0) + HOUR
        wait = (hour + self._after - now).total_seconds()
        self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def stop(self) -> None:
        """Wait no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        self._work()
        self.start()
