"""The timer, which wakes at the next deadline of any table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from bot.core.background import Background
from bot.core.clock import Clock
from bot.core.errors import NotSaved
from bot.tables.hooks import Duties
from bot.tables.manager import Tables

log = logging.getLogger(__name__)

HEARTBEAT: Final = timedelta(minutes=1)
"""The time between two heartbeats, with which the bot stores that it is up. After a crash,
deadlines are postponed by the time since the bot's last sign of life. This time can be up to a
minute longer than the real downtime."""

ENDS_WITHIN: Final = 3.0
"""When the timer stops, the most seconds that it waits for running tasks. After that, the tasks are
cancelled."""

AT_ONCE: Final = 4
"""The most tables at which due work is done at the same time. After a restart, work might be due at
a thousand tables. Without this limit, members' presses would wait too long."""


class Timer:
    """Does what is due at tables at the right time.

    It holds one timer of the event loop, which starts a short task for each table. If a task fails,
    the error is logged with the table's id, and the table is tried again later."""

    def __init__(self, tables: Tables, now: Clock, duties: Iterable[Duties] = ()) -> None:
        self._tables = tables
        self._now = now
        self._timer: asyncio.TimerHandle | None = None
        self._armed_for: datetime | None = None
        self._next_beat: datetime | None = None
        self._background = Background()
        self._going = False
        self.duties = [*duties]
        """The tasks of subjects that are due as time passes."""
        self._running = asyncio.Semaphore(AT_ONCE)

    async def start(self) -> None:
        """Postpone the deadlines by the time for which no process served the tables, then start the
        timer. Raises NotSaved when the database fails."""
        downtime = await self._tables.timing.postpone()
        if downtime > HEARTBEAT:
            log.info("Deadlines were postponed by %s, the downtime", downtime)
        self._going = True
        self._next_beat = self._now() + HEARTBEAT
        self._tables.timing.deadlines.changed = self._arm
        self._tables.thoughts.wake = self._wake
        self._arm()

    async def stop(self) -> None:
        """Stop, wait for running tasks, and store that the bot served until now. Tasks that run for
        more than some seconds are cancelled. Safe to call twice."""
        if not self._going:
            return
        self._going = False
        for each in self.duties:
            if each.stops is not None:
                each.stops()
        self._tables.timing.deadlines.changed = _nothing
        if self._timer is not None:
            self._timer.cancel()
        await self._background.finish(ENDS_WITHIN)
        await self._beat()

    def database_is_back(self) -> None:
        """Go on after the database did not answer for some time. Deadlines are postponed by this
        time."""
        if self._going:
            self._background.start(self._go_on())

    async def _go_on(self) -> None:
        if not self._tables.served.hold():
            return
        with suppress(NotSaved):
            await self._tables.timing.postpone()

    def _arm(self) -> None:
        """Set the event loop's timer to the next deadline of any table, or to the next heartbeat
        (once a minute) if that comes first."""
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
            # While its task runs, the table must not wake the timer again.
            self._tables.timing.retry_later(table_id)
            self._background.start(self._run_due(table_id))
        self._arm()

    def _wake(self, table_id: str) -> None:
        """Do what is due at a table now. The table waited for a bot player, which has chosen its
        move."""
        if self._going:
            self._background.start(self._run_due(table_id))

    async def _run_due(self, table_id: str) -> None:
        if not self._tables.served.hold():
            return  # its deadlines are read again when it is served again
        try:
            async with self._running:
                await self._tables.run_due(table_id)
        except NotSaved:
            # The store has logged the reason; a line for each table would bury it.
            log.debug("What is due could not be saved at table %s", table_id)
        # One timer serves all tables: a fault at one must not stop the others. The error's message
        # is not logged: it could hold a card.
        except Exception as error:  # noqa: BLE001
            log.error(
                "What is due could not be done at table %s: %s",
                table_id,
                type(error).__name__,
                extra={"error": error},
            )

    async def _beat(self) -> None:
        if not self._tables.served.hold():
            return
        try:
            await self._follow_clock()
            await self._tables.timing.alive()
            if self._going:
                for each in self.duties:
                    if each.with_each_beat is not None:
                        await self._do(each.with_each_beat)
        except NotSaved:
            log.debug("The heartbeat could not be written")

    async def _do(self, duty: Callable[[], Awaitable[None]]) -> None:
        try:
            await duty()
        except NotSaved:
            log.debug("What is due with the heartbeat could not be saved")
        # A fault in one duty must not starve those after it. As above, no message is logged.
        except Exception as error:  # noqa: BLE001
            log.error(
                "What is due with the heartbeat could not be done: %s",
                type(error).__name__,
                extra={"error": error},
            )

    async def _follow_clock(self) -> None:
        """Move all deadlines by the time by which the machine's clock has jumped, because somebody
        set it or the machine was asleep."""
        step = self._now.step
        if not step:
            return
        await self._tables.timing.follow(self._now, step)
        log.warning(
            "The machine's clock was set %s by %s; all deadlines are as far away as before",
            "forward" if step > timedelta() else "back",
            timedelta(seconds=round(abs(step).total_seconds())),
        )
        if self._going:
            self._next_beat = self._now() + HEARTBEAT
            self._arm()
        for each in self.duties:
            if each.clock_was_set is not None:
                each.clock_was_set()


def _nothing() -> None:
    """Do nothing. Deadlines call this while the timer is stopped."""
