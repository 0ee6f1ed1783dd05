"""Notices as data. A notice mentions a member because a new table of a game has opened, if they
asked for that. In their quiet hours they get none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.preferences.model import MemberSettings

MOST_AN_HOUR: Final = 3
"""The most notices that a member gets in an hour, from all servers together."""
GAME_NIGHT: Final = "game-night"
"""Stands among the games of a wish for a server's game night."""
HOUR: Final = timedelta(hours=1)
MOST_AT_ONCE: Final = 50
"""The most members that one message mentions: Discord's 2,000 characters hold twice as many."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A member who asked for notices of a game. `lately` is how many notices of any kind they got
    in the last hour, and `last_told` when they got the last of these (milliseconds since 1970; 0:
    none in that hour)."""

    member_id: int
    lately: int
    last_told: int
    """When they got the last one, in milliseconds since 1970; 0: not in the last hour."""


def is_quiet(settings: MemberSettings, now: datetime) -> bool:
    """Return whether `now` (aware) is in the member's quiet hours, in the member's time zone. These
    last from the full hour `quiet_from` until `quiet_until` and may cross midnight. Two equal hours
    mean the whole day, and an hour that is not set means none."""
    if settings.quiet_from is None or settings.quiet_until is None:
        return False
    hour = now.astimezone(ZoneInfo(settings.time_zone)).hour
    return (hour - settings.quiet_from) % 24 < (
        (settings.quiet_until - settings.quiet_from) % 24 or 24
    )


def chosen(
    waiting: list[Waiting], settings: Mapping[int, MemberSettings], most: int, now: datetime
) -> list[int]:
    """Return the ids of the members to mention now, those whose last notice was longest ago first,
    at most MOST_AT_ONCE.

    `settings` are the members' settings by id. `most` is how many notices an hour each member may
    get in this server (0: none), never more than MOST_AN_HOUR."""
    allowed = min(most, MOST_AN_HOUR)
    free = [
        each
        for each in waiting
        if each.lately < allowed and not is_quiet(settings[each.member_id], now)
    ]
    free.sort(key=lambda each: (each.last_told, each.member_id))
    return [each.member_id for each in free[:MOST_AT_ONCE]]
