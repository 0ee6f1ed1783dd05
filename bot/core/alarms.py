"""Alarms: each one starts a piece of work at its time, without waiting for the hourly check."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, Generic, TypeVar

from bot.core.background import Background
from bot.core.errors import TableError
from games.errors import GameError

log = logging.getLogger(__name__)

Key = TypeVar("Key")
Result = TypeVar("Result")

CLOSES_IN: Final = 1.0
"""Seconds for which `close` waits for work that is under way."""


class Alarms(Generic[Key]):
    """An alarm for each thing that has work due at some time. At that time, `do` is called with the
    thing's key. When the work fails, this is logged, and it is tried again at the next hourly
    check. `what` is the name for this kind of thing in the log. Alarms are only in memory; after a
    start, `note` sets them again."""

    def __init__(
        self, what: str, now: Callable[[], datetime], do: Callable[[Key], Awaitable[object]]
    ) -> None:
        self._what = what
        self._now = now
        self._do = do
        self._set: dict[Key, tuple[datetime, asyncio.TimerHandle]] = {}
        self.background: Final = Background()

    def note(self, key: Key, due_at: datetime | None) -> None:
        """Set or move the alarm of the thing with this key to `due_at`; with None, remove it."""
        old = self._set.pop(key, None)
        if old is not None:
            old[1].cancel()
        if due_at is not None:
            wait = max((due_at - self._now()).total_seconds(), 0)
            alarm = asyncio.get_running_loop().call_later(wait, self._rang, key)
            self._set[key] = due_at, alarm

    def clock_was_set(self) -> None:
        """Set all alarms again, because the machine's clock was changed."""
        for key, (due_at, _) in tuple(self._set.items()):
            self.note(key, due_at)

    def do_now(self, key: Key) -> None:
        """Start the work that is due for the thing with this key, in the background; its alarm
        stays set."""
        self.background.start(self._done(key))

    async def done(self, key: Key, work: Awaitable[Result]) -> Result | None:
        """Awaits `work` on the thing with this key, and returns its result. None when the work
        failed: that is logged, and the work on other things goes on."""
        try:
            return await work
        except TableError as error:
            log.warning("%s %s waits: %s", self._what, key, type(error).__name__)
        except GameError as error:
            # Its game can't be replayed any more. The message could hold a card.
            kind = type(error).__name__
            log.error("%s %s waits: %s", self._what, key, kind, extra={"error": error})
        return None

    async def close(self) -> None:
        """Remove all alarms, and wait some seconds for running work."""
        for _, alarm in self._set.values():
            alarm.cancel()
        self._set.clear()
        await self.background.finish(CLOSES_IN)

    def _rang(self, key: Key) -> None:
        del self._set[key]
        self.do_now(key)

    async def _done(self, key: Key) -> None:
        await self.done(key, self._do(key))
