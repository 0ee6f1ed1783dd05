"""Seasons: weeks, months or quarters of the calendar (UTC), each with leaderboards of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

MONTHS_OF_A_QUARTER = 3
MONTHS_OF_A_YEAR = 12


class SeasonKind(StrEnum):
    """The length of a server's seasons. NEVER means that the server has no seasons."""

    WEEKLY = "weekly"
    MONTHLY = "monthly"
    QUARTERLY = "quarterly"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Season:
    """A season. It contains the games that end at `begins` or later, and before `ends`.

    `name` is `2026-W47` for a week (ISO), `2026-11` for a month or `2026-Q4` for a quarter. If the
    names of seasons of one length are sorted as text, they are in the order of time."""

    name: str
    kind: SeasonKind
    begins: datetime
    ends: datetime


def season_at(kind: SeasonKind, moment: datetime) -> Season | None:
    """Return the season of that length that contains `moment` (aware), or None for NEVER."""
    moment = moment.astimezone(UTC)
    match kind:
        case SeasonKind.WEEKLY:
            year, week, _ = moment.isocalendar()
            return named(f"{year}-W{week:02}")
        case SeasonKind.MONTHLY:
            return named(f"{moment.year}-{moment.month:02}")
        case SeasonKind.QUARTERLY:
            return named(f"{moment.year}-Q{(moment.month - 1) // MONTHS_OF_A_QUARTER + 1}")
        case SeasonKind.NEVER:
            return None


def last_ended(kind: SeasonKind, moment: datetime) -> Season | None:
    """Return the last season of that length that ended before `moment` (aware), or None for
    NEVER."""
    current = season_at(kind, moment)
    return None if current is None else season_before(current)


def season_before(season: Season) -> Season | None:
    """Return the season of the same length that ends when this season begins."""
    return season_at(season.kind, season.begins - timedelta(milliseconds=1))


def named(name: str) -> Season:
    """Return the season with the name `name` (`2026-W47`, `2026-11`, `2026-Q4`). Raises ValueError
    when the text names no season."""
    try:
        return _named(name)
    # The last week of the year 9999 has no end that a datetime can hold.
    except OverflowError as error:
        raise ValueError(name) from error


def _named(name: str) -> Season:
    year, _, part = name.partition("-")
    if part.startswith("W"):
        begins = datetime.fromisocalendar(int(year), int(part[1:]), 1).replace(tzinfo=UTC)
        return Season(name, SeasonKind.WEEKLY, begins, begins + timedelta(weeks=1))
    if part.startswith("Q"):
        month = (int(part[1:]) - 1) * MONTHS_OF_A_QUARTER + 1
        return Season(name, SeasonKind.QUARTERLY, *_months(int(year), month, MONTHS_OF_A_QUARTER))
    return Season(name, SeasonKind.MONTHLY, *_months(int(year), int(part), 1))


def _months(year: int, month: int, count: int) -> tuple[datetime, datetime]:
    after = year * MONTHS_OF_A_YEAR + month - 1 + count
    return (
        datetime(year, month, 1, tzinfo=UTC),
        datetime(after // MONTHS_OF_A_YEAR, after % MONTHS_OF_A_YEAR + 1, 1, tzinfo=UTC),
    )
