"""How old presses are when they come: Discord tells members after 3 seconds that a press failed.

An event that is delivered again after a cut connection (RESUME) may be much older. The id of a
press says when it was made, by Discord's clock. This machine's may differ from that, so the age is
measured against the quickest of the presses that came lately, and by a clock that nobody sets.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import discord

from bot.core.clock import even_time

IN_TIME: Final = 3.0
"""Seconds for which Discord waits for the answer to a press."""
LATELY: Final = 1800.0
"""Seconds over which the quickest press is looked for …"""
KEPT: Final = 4 * 3600.0
"""… and for which it is remembered while nobody presses: clocks drift apart, by a third of a second
in an hour where nothing keeps them right."""
MADE: Final = "made"
"""A key in an interaction's extras: when it was made, in the seconds of `even`."""

Interaction = discord.Interaction[Any]


class Lateness:
    """Knows how old a press is. `even` counts seconds that nobody sets."""

    def __init__(self, even: Callable[[], float] = even_time) -> None:
        self._even = even
        self._since = -math.inf
        self._apart = self._apart_before = math.inf
        """How far apart the clocks are at most: by the quickest press since then, and before."""

    def came(self, interaction: Interaction) -> None:
        """Note that an interaction came."""
        now = self._even()
        made = (interaction.id >> 22) / 1000
        if now - self._since >= LATELY:
            known = now - self._since < KEPT
            self._apart_before = self._apart if known else math.inf
            self._apart, self._since = math.inf, now
        self._apart = min(self._apart, now - made)
        interaction.extras[MADE] = made + min(self._apart, self._apart_before)

    def is_too_old(self, interaction: Interaction) -> bool:
        """Whether the member has been told by now that it failed. One that nobody noted is new."""
        now = self._even()
        made: float = interaction.extras.get(MADE, now)
        return now - made > IN_TIME
