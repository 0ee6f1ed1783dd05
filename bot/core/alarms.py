"""Alarms by which something is done at its time, without waiting for the next hour."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Generic, TypeVar

Key = TypeVar("Key")


class Alarms(Generic[Key]):
    """One alarm for each thing about which something is due at some time: `ring` is called with
    its key.

    They are in memory alone; `note` sets them again after a start.
    """

    def __init__(self, now: Callable[[], datetime], ring: Callable[[Key], None]) -> None:
        self._now = now
        self._ring = ring
        self._set: dict[Key, tuple[datetime, asyncio.TimerHandle]] = {}

    def note(self, key: Key, due_at: datetime | None) -> None:
        """Set or move the alarm of a thing; None removes it."""
        old = self._set.pop(key, None)
        if old is not None:
            old[1].cancel()
        if due_at is not None:
            wait = max((due_at - self._now()).total_seconds(), 0)
            alarm = asyncio.get_running_loop().call_later(wait, self._rang, key)
            self._set[key] = due_at, alarm

    def clock_was_set(self) -> None:
        """Set all alarms again, by what the clock says now."""
        for key, (due_at, _) in tuple(self._set.items()):
            self.note(key, due_at)

    def close(self) -> None:
        """Remove all alarms."""
        for _, alarm in self._set.values():
            alarm.cancel()
        self._set.clear()

    def _rang(self, key: Key) -> None:
        del self._set[key]
        self._ring(key)
