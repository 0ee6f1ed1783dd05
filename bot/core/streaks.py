"""Streaks: on how many days in a row a member did something, such as a daily puzzle."""

from __future__ import annotations

from collections.abc import Sequence


def streaks(days: Sequence[int], today: int) -> tuple[int, int]:
    """Return the length of the present streak and of the longest one, in days. `days` are the
    numbers of the days on which something was done, in ascending order, and `today` is today's
    number. The present streak may also end yesterday."""
    longest = run = 0
    before = None
    for day in days:
        run = run + 1 if before is not None and day == before + 1 else 1
        longest = max(longest, run)
        before = day
    lasts = before is not None and before >= today - 1
    return (run if lasts else 0), longest
