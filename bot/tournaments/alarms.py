"""The alarms by which tournaments start, and arenas end, by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from bot.tournaments.model import Tournament


class Alarms:
    """One alarm for each tournament in which something is due at some time: `ring` is called with
    its id.

    They are in memory alone; `note` sets them again after a start.
    """

    def __init__(self, now: Callable[[], datetime], ring: Callable[[str], None]) -> None:
        self._now = now
        self._ring = ring
        self._set: dict[str, tuple[Tournament, asyncio.TimerHandle]] = {}

    def note(self, tournament: Tournament) -> None:
        """Set, move or remove the alarm of a tournament."""
        old = self._set.pop(tournament.id, None)
        if old is not None:
            old[1].cancel()
        due_at = tournament.due_at
        if due_at is not None:
            wait = max((due_at - self._now()).total_seconds(), 0)
            alarm = asyncio.get_running_loop().call_later(wait, self._rang, tournament.id)
            self._set[tournament.id] = tournament, alarm

    def clock_was_set(self) -> None:
        """Set all alarms again, by what the clock says now."""
        for tournament, _ in tuple(self._set.values()):
            self.note(tournament)

    def close(self) -> None:
        """Remove all alarms."""
        for _, alarm in self._set.values():
            alarm.cancel()
        self._set.clear()

    def _rang(self, tournament_id: str) -> None:
        self._set.pop(tournament_id, None)
        self._ring(tournament_id)
