"""Discord's ids (snowflakes): numbers that contain the time at which they were made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

EPOCH: Final = 1_420_070_400_000
"""Milliseconds between 1970 and the first moment of 2015, from which Discord counts."""

Clock = Callable[[], float]
"""Gives the seconds since 1970."""


class Snowflakes:
    """Makes new ids from the time. Each id is greater than the previous id, even if the clock is
    set back."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def after(self, number: int) -> None:
        """Make only ids above `number` from now on."""
        self._last = max(self._last, number)

    def next(self) -> str:
        """Return a new id. It is a text, as ids are in Discord's objects."""
        now = (int(self._clock() * 1000) - EPOCH) << 22
        self._last = max(self._last + 1, now)
        return str(self._last)


def moment(snowflake: str | int) -> float:
    """Return the time at which an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH) / 1000
