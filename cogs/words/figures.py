"""Shares, numbers and dates in the form that each language writes.

The functions are for places where Discord shows no timestamps. In message text, Discord's own
timestamps (`<t:…:D>`) are in each reader's language and time zone."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from cogs.words import _, in_context, marked

# Translators: A month with its year: “November 2026”.
MONTHS: Final = (
    marked("January"),
    marked("February"),
    marked("March"),
    marked("April"),
    marked("May"),
    marked("June"),
    marked("July"),
    marked("August"),
    marked("September"),
    marked("October"),
    marked("November"),
    marked("December"),
)


def share(percent: float) -> str:
    """Return a percentage without decimals, such as `98%`. A non-breaking space stands before the
    sign where the language has one."""
    return in_context("a share", "{number}%", number=f"{percent:.0f}")


def tenths(value: float) -> str:
    """Return a number with one decimal, such as `3.5`. Languages that use a comma get a comma."""
    whole, tenth = f"{value:.1f}".split(".")
    return in_context("a number", "{whole}.{tenth}", whole=whole, tenth=tenth)


def score(first: int | str, second: int | str) -> str:
    """Return a score such as `3–2`, to be written between the names of its sides. Languages that
    use a colon get a colon."""
    return in_context("a score", "{first}–{second}", first=first, second=second)


def month(moment: datetime) -> str:
    """Return a month with its year, such as `November 2026`."""
    name = _(MONTHS[moment.month - 1])
    return in_context("a month of a year", "{month} {year}", month=name, year=moment.year)


def day(moment: datetime) -> str:
    """Return a day with its year, such as `22 Nov 2026`."""
    return in_context(
        "a day",
        "{day} {month} {year}",
        day=moment.day,
        month=_short(moment),
        year=moment.year,
    )


def short_day(moment: datetime) -> str:
    """Return a day without its year, such as `22 Nov`."""
    return in_context("a day of a year", "{day} {month}", day=moment.day, month=_short(moment))


def time_of_day(hour: int, minute: int = 0) -> str:
    """Return a time of day, such as `09:00`."""
    return in_context("a time of day", "{hour}:{minute}", hour=f"{hour:02}", minute=f"{minute:02}")


def time_in_utc(hour: int, minute: int = 0) -> str:
    """Return a time of day in UTC, such as `09:00 UTC`."""
    return in_context("a time of day", "{time} UTC", time=time_of_day(hour, minute))


def day_and_time(moment: datetime) -> str:
    """Return a day and a time in UTC, such as `22 Nov 2026, 14:05 UTC`."""
    return f"{day(moment)}, {time_in_utc(moment.hour, moment.minute)}"


def _short(moment: datetime) -> str:
    return (
        in_context("a month in a date", "Jan"),
        in_context("a month in a date", "Feb"),
        in_context("a month in a date", "Mar"),
        in_context("a month in a date", "Apr"),
        in_context("a month in a date", "May"),
        in_context("a month in a date", "Jun"),
        in_context("a month in a date", "Jul"),
        in_context("a month in a date", "Aug"),
        in_context("a month in a date", "Sep"),
        in_context("a month in a date", "Oct"),
        in_context("a month in a date", "Nov"),
        in_context("a month in a date", "Dec"),
    )[moment.month - 1]
