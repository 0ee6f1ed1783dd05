"""The clock of this process: it runs evenly even when the machine's clock is changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

NOTICED: Final = timedelta(seconds=2)
"""The least step of the machine's clock that is followed; less is how clocks are kept right all the
time."""


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
        """Move this clock on by `step`, or back if it is below 0."""
        self._zero += step
