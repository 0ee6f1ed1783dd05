"""The clock: wakes when the next deadline comes, whichever table has it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.domain.background import Background
from bot.domain.errors import NotSaved
from bot.tables.manager import Tables

log = logging.getLogger(__name__)

HEARTBEAT: Final = timedelta(minutes=1)
"""How often the bot writes down that it is there. After a crash, deadlines are pushed on by this
much more at most."""

AT_ONCE: Final = 4
"""Tables whose time is pushed at the same time: after a restart a thousand may be due at once, and
each of them takes some milliseconds from those who press."""


class Clock:
    """Pushes the time at tables when something is due there.

    It is one timer of the event loop, and short tasks when that fires: nothing of it waits on
    anything else. What fails is logged with the table's id and tried again later.
    """

    def __init__(self, tables: Tables, now: Callable[[], datetime]) -> None:
        self._tables = tables
        self._now = now
        self._timer: asyncio.TimerHandle | None = None
        self._armed_for: datetime | None = None
        self._next_beat: datetime | None = None
        self._background = Background()
        self._going = False
        self._pushing = asyncio.Semaphore(AT_ONCE)

    async def start(self) -> None:
        """Pushes deadlines on by the time the bot was away, and starts. Raises NotSaved when the
        database fails."""
        away = await self._tables.timing.push_on()
        if away > HEARTBEAT:
            log.info("Deadlines were pushed on by %s, the time the bot was away", away)
        self._going = True
        self._next_beat = self._now() + HEARTBEAT
        self._tables.timing.deadlines.changed = self._arm
        self._arm()

    async def stop(self) -> None:
        """Stops, lets what is under way finish, and writes down that the bot was here until now.
        Safe to call twice."""
        if not self._going:
            return
        self._going = False
        self._tables.timing.deadlines.changed = _nothing
        if self._timer is not None:
            self._timer.cancel()
        await self._background.finish()
        await self._beat()

    def _arm(self) -> None:
        """Sets the timer for the next thing that is due."""
        if not self._going or self._next_beat is None:
            return
        first = self._tables.timing.deadlines.first()
        wake = self._next_beat if first is None else min(first, self._next_beat)
        if self._timer is not None:
            if wake == self._armed_for:
                return
            self._timer.cancel()
        delay = max((wake - self._now()).total_seconds(), 0)
        self._armed_for = wake
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._now()
        if self._next_beat is not None and self._next_beat <= now:
            self._next_beat = now + HEARTBEAT
            self._background.start(self._beat())
        for table_id in self._tables.timing.deadlines.due(now):
            # A table is due once: until its time is pushed, it must not wake the clock again.
            self._tables.timing.retry_later(table_id)
            self._background.start(self._push(table_id))
        self._arm()

    async def _push(self, table_id: str) -> None:
        try:
            async with self._pushing:
                await self._tables.push_time(table_id)
        # The clock serves every table: whatever is wrong with one, it goes on. The message could
        # hold a card.
        except Exception as error:  # noqa: BLE001
            log.error(
                "The time could not be pushed at table %s: %s", table_id, type(error).__name__
            )

    async def _beat(self) -> None:
        try:
            await self._tables.timing.alive()
            await self._tables.sweep()
        except NotSaved:
            log.warning("The heartbeat could not be written")


def _nothing() -> None:
    """Nobody wants to know."""
