"""Streaks. A streak is a run of days on which a member did something every day, such as a daily
puzzle."""

from __future__ import annotations

from collections.abc import Sequence


def streaks(days: Sequence[int], today: int) -> tuple[int, int]:
    """Return two lengths in days: of the present streak, and of the longest streak. `days` are the
    numbers of the days on which the member did it, in ascending order, and `today` is today's
    number. A streak is still the present one if its last day was yesterday. The present streak is 0
    when there is none."""
    longest = run = 0
    before = None
    for day in days:
        run = run + 1 if before is not None and day == before + 1 else 1
        longest = max(longest, run)
        before = day
    lasts = before is not None and before >= today - 1
    return (run if lasts else 0), longest
