"""The names of the speeds of tables, and of the time for a move."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from bot.core.model import Speed
from cogs.words import _, counted, marked

# Translators: A time limit: how long players have for each move.

TITLES: Final[Mapping[Speed, str]] = {
    Speed.QUICK: marked("Quick"),
    Speed.RELAXED: marked("Relaxed"),
    Speed.BY_POST: marked("Correspondence"),
    Speed.NONE: marked("No clock"),
}


def speed_line(speed: Speed) -> str:
    """Return a speed on one line: its name, and the time for a move if there is a limit."""
    time = speed_time(speed)
    return f"{_(TITLES[speed])}: {time}" if time else _(TITLES[speed])


def speed_time(speed: Speed) -> str:
    """Return the time for a move, and the reserve. The text is empty if there is no limit."""
    if speed.limit is None:
        return ""
    told, days = for_a_move(speed.limit), speed.reserve.days
    reserve = counted("{number} day in reserve", "{number} days in reserve", days)
    return f"{told}, {reserve}" if days else told


def for_a_move(limit: timedelta) -> str:
    """Return the time for a move in words."""
    seconds = int(limit.total_seconds())
    if seconds % 3600 == 0:
        return counted("{number} hour per move", "{number} hours per move", seconds // 3600)
    if seconds % 60 == 0:
        return counted("{number} minute per move", "{number} minutes per move", seconds // 60)
    return counted("{number} second per move", "{number} seconds per move", seconds)
