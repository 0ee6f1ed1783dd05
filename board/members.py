"""The members at open boards, about whom Discord is asked from time to time whether they are still
in the server."""

from __future__ import annotations

import math
from collections.abc import Callable, Set
from typing import Final

from bot.core.clock import even_time

Member = tuple[int, int]
"""The id of a server, and the id of a member there."""
ASKED_AGAIN: Final = 3600.0
"""Seconds after which Discord is asked about the same member again. Discord doesn't tell a bot when
a member has left."""
AT_ONCE: Final = 20
"""The most members about whom Discord is asked at one check. The number is higher if there are very
many members, so that Discord can still be asked about each of them once in ASKED_AGAIN seconds."""


class Members:
    """Chooses the members about whom Discord is asked at each check. There is a check every `every`
    seconds. `even` is a clock in seconds that never goes back."""

    def __init__(self, every: float, even: Callable[[], float] = even_time) -> None:
        self._share = every / ASKED_AGAIN
        self._even = even
        self._asked: dict[Member, float] = {}
        """When Discord was asked about each member."""

    def due(self, here: Set[Member]) -> list[Member]:
        """Return the members about whom Discord is to be asked now, of those who are `here`. The
        members who were asked about longest ago come first."""
        now = self._even()
        self._asked = {
            member: at
            for member, at in self._asked.items()
            if member in here or now - at < ASKED_AGAIN
        }
        due = [each for each in here if now - self._when(each) >= ASKED_AGAIN]
        most = max(AT_ONCE, math.ceil(len(here) * self._share))
        return sorted(due, key=self._when)[:most]

    def asked(self, member: Member) -> None:
        """Remember that Discord is asked about a member now."""
        self._asked[member] = self._even()

    def forget(self) -> None:
        """Forget about which members Discord was asked, so that all of them are due."""
        self._asked.clear()

    def _when(self, member: Member) -> float:
        return self._asked.get(member, -math.inf)
