"""The time zones that Discord offers while a member types one."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from discord import app_commands

from cogs.discord.layout import OPTIONS


def zones_like(typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones whose names contain the typed text. Discord allows only a limited
    number of choices, so later zones are left out."""
    wanted = typed.strip().casefold().replace(" ", "_")
    found = [zone for zone in _zones() if wanted in zone.casefold()]
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:OPTIONS]]


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(zone for zone in available_timezones() if not zone.startswith("Etc/")))
