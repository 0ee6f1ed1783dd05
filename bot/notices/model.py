"""Notices as data. A notice mentions a member because a new table of a game has opened. Only
members who asked for notices get them, and no member gets any in their quiet hours."""

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
"""Stands in place of a game's name when a member wants notices of a server's game night."""
HOUR: Final = timedelta(hours=1)
MOST_AT_ONCE: Final = 50
"""The most members that one message mentions. So many mentions fit into Discord's 2,000 characters,
with room for the other text."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A member who asked for notices of a game. `lately` is how many notices of any kind this
    member got in the last hour. `last_told` is the time of the newest of these notices, in
    milliseconds since 1970. It is 0 when the member got no notice in the last hour."""

    member_id: int
    lately: int
    last_told: int
    """The time of the member's newest notice, in milliseconds since 1970. It is 0 if the member got
    no notice in the last hour."""


def is_quiet(settings: MemberSettings, now: datetime) -> bool:
    """Return whether `now` (aware) is in the member's quiet hours, in the member's time zone. Quiet
    hours last from the full hour `quiet_from` until the full hour `quiet_until`, and may cross
    midnight. If the two hours are equal, the whole day is quiet. If one of them is not set, no hour
    is quiet."""
    if settings.quiet_from is None or settings.quiet_until is None:
        return False
    hour = now.astimezone(ZoneInfo(settings.time_zone)).hour
    return (hour - settings.quiet_from) % 24 < (
        (settings.quiet_until - settings.quiet_from) % 24 or 24
    )


def chosen(
    waiting: list[Waiting], settings: Mapping[int, MemberSettings], most: int, now: datetime
) -> list[int]:
    """Return the ids of the members to mention now, at most MOST_AT_ONCE. Members whose last notice
    was longest ago come first.

    `settings` maps each member's id to the member's settings. `most` is the server's limit: a
    member who has got this many notices in the last hour, from all servers together, is left out. 0
    means that nobody is mentioned, and numbers above MOST_AN_HOUR count as MOST_AN_HOUR."""
    allowed = min(most, MOST_AN_HOUR)
    free = [
        each
        for each in waiting
        if each.lately < allowed and not is_quiet(settings[each.member_id], now)
    ]
    free.sort(key=lambda each: (each.last_told, each.member_id))
    return [each.member_id for each in free[:MOST_AT_ONCE]]
