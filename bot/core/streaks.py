"""How many days in a row a member did something."""

from __future__ import annotations

from collections.abc import Sequence


def streaks(days: Sequence[int], today: int) -> tuple[int, int]:
    """The length of the present streak (days in a row up to today or yesterday) and of the longest
    one. `days` are in ascending order."""
    longest = run = 0
    before = None
    for day in days:
        run = run + 1 if before is not None and day == before + 1 else 1
        longest = max(longest, run)
        before = day
    lasts = before is not None and before >= today - 1
    return (run if lasts else 0), longest
