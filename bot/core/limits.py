"""How often a member may do something: a number of times within a span of time.

Counted by a clock that nobody sets: by the machine's own, which may be set back, members would be
locked out. Libraries for this take the time from a clock of their own (`limits`, `aiolimiter`), or
look through all keys at each question (discord.py's `CooldownMapping`); what keeps many keys here
is `cachetools`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.core.clock import even_time
from bot.core.errors import TableError
from games.sentences import marked

SECONDS: Final = timedelta(seconds=5)
"""The span over which presses a second are counted, so that a short burst is allowed."""
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MOST_KNOWN: Final = 10_000
"""How many members' times are kept; those who did nothing for longest are forgotten first."""


class LimitReached(TableError):
    """The member has done something as often as one member may. `kind` names it in the metrics;
    `again` in the params is when it may be done again (aware UTC)."""

    kind = "other"


class TooManyPresses(LimitReached):
    """Presses and commands come faster than a member may make them."""

    kind = "presses"
    template = marked("Not so fast! The limit is {most} presses in five seconds.")


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
    """How often each member did something within the last `within`, `most` times at most (0: any
    number). The refusal is the error that is raised beyond that, `even` the seconds by which it is
    counted; `now` (aware UTC) only serves to say when it may be done again."""

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
        """Raises the refusal when the member may not do it now."""
        again = self.again(member_id, now)
        if again is not None:
            raise self._refusal(most=self._most, again=again)

    def use(self, member_id: int, now: datetime) -> None:
        """Note that the member does it now. Raises the refusal when they may not; that is not
        counted."""
        self.check(member_id, now)
        self.note(member_id)

    def note(self, member_id: int) -> None:
        """Note that the member does it now."""
        if self._most:
            times = self._times.get(member_id)
            if times is None:
                times = self._times[member_id] = deque(maxlen=self._most)
            times.append(self._even())

    def again(self, member_id: int, now: datetime) -> datetime | None:
        """When the member may do it again; None: now."""
        times = self._times.get(member_id)
        if times is None or len(times) < self._most:
            return None
        left = times[0] + self._within - self._even()
        return now + timedelta(seconds=left) if left > 0 else None
