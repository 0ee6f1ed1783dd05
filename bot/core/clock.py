"""A clock that is not disturbed when the machine's clock is changed, and limits on how often a
member may do something.

Limits measure time by this clock too. With the machine's clock, members would be locked out after
it was set back. Existing libraries don't fit: `limits` and `aiolimiter` use a clock of their own,
and discord.py's `CooldownMapping` searches all keys at each call. So only the storage of the keys
comes from a library (`cachetools`)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.core.errors import TableError
from games.sentences import marked

NOTICED: Final = timedelta(seconds=2)
"""The least step of the machine's clock that is followed; smaller steps only keep the clock
right."""
SECONDS: Final = timedelta(seconds=5)
"""The span over which presses a second are counted, so that a short burst is allowed."""
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MOST_KNOWN: Final = 10_000
"""The most members whose times are kept; members who were inactive longest are forgotten first."""


def even_time() -> float:
    """Return the seconds of a clock that nobody can set (`time.monotonic`). Only differences
    between two values have a meaning."""
    return time.monotonic()


class Clock:
    """A clock that doesn't jump: calling it returns the time (aware UTC), computed from the
    machine's clock at the start and the seconds that have passed since.

    `wall` reads the machine's clock (aware UTC), which may be set at any moment. `even` reads
    seconds that nobody can set. After the machine's clock was set, or the machine has slept, `step`
    says how far the machine's clock is ahead of this one. The caller then moves all deadlines by
    that, and calls `follow`."""

    def __init__(self, wall: Callable[[], datetime], even: Callable[[], float] = even_time) -> None:
        self._wall = wall
        self._even = even
        self._zero = wall() - timedelta(seconds=even())

    def __call__(self) -> datetime:
        """Return the time (aware UTC)."""
        return self._zero + timedelta(seconds=self._even())

    @property
    def step(self) -> timedelta:
        """By how much the machine's clock is ahead of this one (negative: behind). Zero when the
        difference is less than `NOTICED`."""
        step = self._wall() - self()
        return step if abs(step) >= NOTICED else timedelta()

    def follow(self, step: timedelta) -> None:
        """Move this clock forward by `step` (back, if it is below 0)."""
        self._zero += step


class LimitReached(TableError):
    """The member has reached the limit for an action. `kind` is the action's name in the metrics.
    The parameter `again` is the time from which the action is possible again (aware UTC)."""

    kind = "other"


class TooManyPresses(LimitReached):
    """The member presses buttons and gives commands faster than one member may."""

    kind = "presses"
    template = marked("Not so fast! The limit is {most} button presses in five seconds.")


class TooManyLobbies(LimitReached):
    """The member has opened as many tables within an hour as one member may."""

    kind = "lobbies"
    template = marked("You've reached the hourly limit for new tables ({most}).")


class TooManyAnalyses(LimitReached):
    """The member has asked for as many analyses within a day as one member may."""

    kind = "analyses"
    template = marked("You've reached the daily limit for analyses ({most}).")


class TooManyPuzzles(LimitReached):
    """The member has answered as many puzzles today as one member may."""

    kind = "puzzles"
    template = marked("You've reached the daily limit for puzzles ({most}).")


class Allowance:
    """A limit of `most` uses by each member within any span of `within` (`most` 0: no limit).

    When it is exceeded, the exception class `refusal` is raised. `even` reads the seconds by which
    uses are measured. The methods take the time `now` (aware UTC) only to compute when the next use
    is possible."""

    def __init__(
        self,
        most: int,
        within: timedelta,
        refusal: type[LimitReached],
        even: Callable[[], float] = even_time,
    ) -> None:
        self._most = most
        self._within = within.total_seconds()
        self._refusal = refusal
        self._even = even
        self._times: LRUCache[int, deque[float]] = LRUCache(MOST_KNOWN)

    def check(self, member_id: int, now: datetime) -> None:
        """Raise the error `refusal` when the member has reached the limit. Nothing is counted."""
        again = self.again(member_id, now)
        if again is not None:
            raise self._refusal(most=self._most, again=again)

    def use(self, member_id: int, now: datetime) -> None:
        """Count one use by the member. When the limit is already reached, raise the error `refusal`
        instead."""
        self.check(member_id, now)
        self.note(member_id)

    def note(self, member_id: int) -> None:
        """Count one use by the member now, without checking the limit."""
        if self._most:
            times = self._times.get(member_id)
            if times is None:
                times = self._times[member_id] = deque(maxlen=self._most)
            times.append(self._even())

    def again(self, member_id: int, now: datetime) -> datetime | None:
        """Return the time (aware UTC) at which the member may do this again, or None when they may
        do it now."""
        times = self._times.get(member_id)
        if times is None or len(times) < self._most:
            return None
        left = times[0] + self._within - self._even()
        return now + timedelta(seconds=left) if left > 0 else None
