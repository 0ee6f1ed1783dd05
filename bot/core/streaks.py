"""Streaks. A streak is a run of days on which a member did something every day, such as a daily
puzzle."""

from __future__ import annotations

from collections.abc import Sequence


def streaks(days: Sequence[int], today: int) -> tuple[int, int]:
    """Return the lengths in days of a member's present streak and longest streak. A streak is a run
    of days on each of which the member did something, such as a daily puzzle. `days` are the
    numbers of all days on which they did it, in ascending order, and `today` is today's number. The
    last day of the present streak is today or yesterday. If there is no present streak, its length
    is 0."""
    longest = run = 0
    before = None
    for day in days:
        run = run + 1 if before is not None and day == before + 1 else 1
        longest = max(longest, run)
        before = day
    lasts = before is not None and before >= today - 1
    return (run if lasts else 0), longest
