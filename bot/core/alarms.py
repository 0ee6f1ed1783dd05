"""Alarms start due work at the exact time, for example the next round of a tournament. A subject
also checks for due work now and then, so an alarm that fails loses nothing."""

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
"""Seconds for which `close` waits for running work."""


class Alarms(Generic[Key]):
    """Alarms for objects of one kind (tournaments, say). Each object is identified by a key, and
    has at most one alarm.

    When an alarm goes off, `do` is awaited with the key. If `do` fails, the failure is logged, and
    the next regular check of the subject tries again. `what` names the kind of object in the log.
    Alarms exist only in memory, so they must be set again by `note` after a start."""

    def __init__(
        self, what: str, now: Callable[[], datetime], do: Callable[[Key], Awaitable[object]]
    ) -> None:
        self._what = what
        self._now = now
        self._do = do
        self._set: dict[Key, tuple[datetime, asyncio.TimerHandle]] = {}
        self.background: Final = Background()

    def note(self, key: Key, due_at: datetime | None) -> None:
        """Set or move the alarm for the object with this key to the time `due_at` (aware UTC). With
        None, remove it."""
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
        """Start the due work for the object with this key now, in the background. The alarm of the
        object stays set."""
        self.background.start(self._done(key))

    async def done(self, key: Key, work: Awaitable[Result]) -> Result | None:
        """Await `work`, which is done for the object with this key, and return the result of
        `work`. If it raises a TableError or a GameError, log that error and return None."""
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
        """Remove all alarms, and wait for running work. Work that still runs after `CLOSES_IN`
        seconds is cancelled."""
        for _, alarm in self._set.values():
            alarm.cancel()
        self._set.clear()
        await self.background.finish(CLOSES_IN)

    def _rang(self, key: Key) -> None:
        del self._set[key]
        self.do_now(key)

    async def _done(self, key: Key) -> None:
        await self.done(key, self._do(key))
