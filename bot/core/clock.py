"""A clock that is not disturbed when the machine's clock is changed, and limits on how often a
member may do something.

The limits use a clock that nobody can set. If they used the machine's clock, members would have to
wait too long after somebody had set it back. Existing libraries don't fit: `limits` and
`aiolimiter` use a clock of their own, and discord.py's `CooldownMapping` searches all keys at each
call. So only the storage of the keys comes from a library (`cachetools`)."""

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
"""If the machine's clock is set by at least this much, deadlines are moved. Smaller differences are
ignored."""
SECONDS: Final = timedelta(seconds=5)
"""The span over which a limit of presses a second is averaged. A short burst of presses is
therefore allowed."""
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MOST_KNOWN: Final = 10_000
"""The most members whose uses are remembered. Members who were inactive longest are forgotten
first."""


def even_time() -> float:
    """Return the seconds of a clock that nobody can set (`time.monotonic`). Only differences
    between two values have a meaning."""
    return time.monotonic()


class Clock:
    """A clock that doesn't jump. Calling it returns the time (aware UTC): the machine's time at the
    start plus the seconds that have passed since the start.

    `wall` reads the machine's clock (aware UTC), which can be set at any moment. `even` reads the
    seconds of a clock that nobody can set. If the machine's clock was set or the machine has slept,
    `step` is the time by which the machine's clock is ahead of this clock. The caller then moves
    all deadlines by `step`, and passes `step` to `follow`."""

    def __init__(self, wall: Callable[[], datetime], even: Callable[[], float] = even_time) -> None:
        self._wall = wall
        self._even = even
        self._zero = wall() - timedelta(seconds=even())

    def __call__(self) -> datetime:
        """Return the time (aware UTC)."""
        return self._zero + timedelta(seconds=self._even())

    @property
    def step(self) -> timedelta:
        """The time by which the machine's clock is ahead of this clock. It is negative if the
        machine's clock is behind, and zero if the difference is less than `NOTICED`."""
        step = self._wall() - self()
        return step if abs(step) >= NOTICED else timedelta()

    def follow(self, step: timedelta) -> None:
        """Move this clock forward by `step`, or back if `step` is negative."""
        self._zero += step


class LimitReached(TableError):
    """The base class of errors for a member who has reached the limit for an action. `kind` is the
    action's name in the metrics. The parameter `again` is the time from which the action is
    possible again (aware UTC)."""

    kind = "other"


class TooManyPresses(LimitReached):
    """Raised when a member has pressed buttons or given commands faster than the limit for one
    member allows."""

    kind = "presses"
    template = marked("Not so fast! The limit is {most} button presses in five seconds.")


class TooManyLobbies(LimitReached):
    """Raised when a member has opened so many tables within an hour that the limit for one member
    is reached."""

    kind = "lobbies"
    template = marked("You've reached the hourly limit for new tables ({most}).")


class TooManyAnalyses(LimitReached):
    """Raised when a member has asked for so many analyses within a day that the limit for one
    member is reached."""

    kind = "analyses"
    template = marked("You've reached the daily limit for analyses ({most}).")


class TooManyPuzzles(LimitReached):
    """Raised when a member has answered so many puzzles today that the limit for one member is
    reached."""

    kind = "puzzles"
    template = marked("You've reached the daily limit for puzzles ({most}).")


class Allowance:
    """A limit on how often each member can do something. One such action is called a use. Each
    member has at most `most` uses within any span of the length `within` (`most` 0: no limit).

    When a use would exceed the limit, the exception class `refusal` is raised. Spans are measured
    with `even`, which returns the seconds of a clock that nobody can set. The methods take the
    present time `now` (aware UTC) only to say at what time the next use is possible."""

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
