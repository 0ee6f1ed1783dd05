"""Vacations of members. While a member is on vacation, the clocks of their seats in games by
correspondence stand still."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.core.errors import TableError
from bot.preferences.model import Vacation
from games.sentences import marked

A_YEAR: Final = timedelta(days=14)
"""The vacation of a member in a calendar year (UTC), counted in the year in which it begins."""


class NoVacationLeft(TableError):
    """Raised when a member wants more vacation days than are left in this year, or less than one
    day."""

    template = marked("You don't have that many vacation days left this year.")


class OnVacation(TableError):
    """Raised when a member wants to begin a vacation but is on vacation already."""

    template = marked("You're already on vacation.")


def left(taken: Vacation, now: datetime) -> timedelta:
    """Return how much vacation a member still has in the calendar year (UTC) of `now`. `taken` is
    the vacation as it is stored."""
    return A_YEAR - (taken.taken if taken.year == now.year else timedelta())


def is_away(taken: Vacation, now: datetime) -> bool:
    """Return whether a member is on vacation at `now`. `taken` is the vacation as it is stored."""
    return taken.until is not None and taken.until > now


def begun(taken: Vacation, days: int, now: datetime) -> Vacation:
    """Return the member's vacation after a vacation of `days` days begins at `now`. `taken` is the
    vacation as it was stored before. Raises OnVacation if the member is on vacation already. Raises
    NoVacationLeft if fewer days are left in this year, or `days` is not positive."""
    if is_away(taken, now):
        raise OnVacation
    wanted = timedelta(days=days)
    if not timedelta() < wanted <= left(taken, now):
        raise NoVacationLeft
    used = A_YEAR - left(taken, now) + wanted
    return Vacation(since=now, until=now + wanted, year=now.year, taken=used)


def ended(taken: Vacation, now: datetime) -> Vacation:
    """Return the member's vacation after it was ended at `now`. Days that weren't used can be taken
    later in the same year. `taken` is the vacation as it was stored before."""
    rest = timedelta() if taken.until is None else max(taken.until - now, timedelta())
    return Vacation(year=taken.year, taken=max(taken.taken - rest, timedelta()))
