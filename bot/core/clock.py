"""The clock of this process, which runs evenly even when the machine's clock is changed, and limits
on how often a member may do something within a span of time.

Limits use this clock too: if they used the machine's clock and it were set back, members would be
locked out. Libraries for limits use a clock of their own (`limits`, `aiolimiter`), or search all
keys at each call (discord.py's `CooldownMapping`); `cachetools` stores the keys here."""

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
    """Seconds on a clock that nobody can set. Its starting point means nothing."""
    return time.monotonic()


class Clock:
    """The machine's clock as it was at the start, plus the time since, measured evenly. `wall`
    reads the machine's clock (aware UTC), which may be set at any moment; `even` reads seconds on a
    clock that can't be set. Calling the object gives the time (aware UTC). When the machine's clock
    is set, or the machine has slept, this clock and the machine's differ by `step`, until the
    caller that keeps the deadlines has moved them and calls `follow`."""

    def __init__(self, wall: Callable[[], datetime], even: Callable[[], float] = even_time) -> None:
        self._wall = wall
        self._even = even
        self._zero = wall() - timedelta(seconds=even())

    def __call__(self) -> datetime:
        """The time (aware UTC)."""
        return self._zero + timedelta(seconds=self._even())

    @property
    def step(self) -> timedelta:
        """How far the machine's clock was set forward (below 0: back) since the last `follow`; zero
        when the difference is below `NOTICED`."""
        step = self._wall() - self()
        return step if abs(step) >= NOTICED else timedelta()

    def follow(self, step: timedelta) -> None:
        """Move this clock forward by `step` (back, if it is below 0)."""
        self._zero += step


class LimitReached(TableError):
    """The member has reached the limit for this action. `kind` names the action in the metrics;
    `again` in the params is when it is possible again (aware UTC)."""

    kind = "other"


class TooManyPresses(LimitReached):
    """Presses and commands come faster than a member may make them."""

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
    """Limits each member to `most` uses within the last `within` seconds (0: no limit). Beyond the
    limit, `refusal` is raised. `even` measures the time in seconds and never jumps. `now` (aware
    UTC) is only needed to say when the next use is possible."""

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
        """Raises the refusal when the member has reached the limit."""
        again = self.again(member_id, now)
        if again is not None:
            raise self._refusal(most=self._most, again=again)

    def use(self, member_id: int, now: datetime) -> None:
        """Count one use by the member now. Raises the refusal, and counts nothing, when the limit
        is reached."""
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
        """When the member may do this again after the limit was reached; None when they may do it
        now."""
        times = self._times.get(member_id)
        if times is None or len(times) < self._most:
            return None
        left = times[0] + self._within - self._even()
        return now + timedelta(seconds=left) if left > 0 else None
