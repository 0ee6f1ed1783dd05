"""Limits how often Discord is asked who has opened the Activity.

Discord blocks a bot after 10,000 refused requests within ten minutes, and anybody could send
invented codes. So a code is passed on to Discord only together with the id of an existing instance,
which only its members know, and refusals are counted by instance. Discord is asked only a few times
a second whether an unknown instance exists, so that members wait seconds, not minutes, while
somebody floods the server."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

WITHIN: Final = 600.0
"""Seconds for which refusals count."""
MOST_OF_INSTANCE: Final = 50
"""The most refusals of one instance; then its other members wait."""
MOST_OF_ALL: Final = 3_000
"""The most refusals of all; then everybody waits."""
LOOKS_WITHIN: Final = 5.0
"""Seconds for which questions count about instances that nobody knows …"""
MOST_LOOKS_OF_ADDRESS: Final = 5
"""… those from one address …"""
MOST_LOOKS: Final = 25
"""… and all of them."""
MOST_KNOWN: Final = 10_000


class Window:
    """Counts the events of the last `within` seconds, up to the limit `most`."""

    def __init__(self, most: int, within: float) -> None:
        self._most = most
        self._within = within
        self._times: deque[float] = deque()

    def is_full(self, now: float) -> bool:
        """Whether the limit is reached."""
        while self._times and self._times[0] <= now - self._within:
            self._times.popleft()
        return len(self._times) >= self._most

    def add(self, now: float) -> None:
        """Count one event."""
        self._times.append(now)


class Brake:
    """The counts of requests by this process. `now` is a clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._refused: LRUCache[str, Window] = LRUCache(MOST_KNOWN)
        """The refusals of each instance that exists."""
        self._all = Window(MOST_OF_ALL, WITHIN)
        self._looks: LRUCache[str, Window] = LRUCache(MOST_KNOWN)
        self._all_looks = Window(MOST_LOOKS, LOOKS_WITHIN)

    def exists(self, instance: str) -> None:
        """Note that an instance exists: Discord has launched or confirmed it."""
        if instance not in self._refused:
            self._refused[instance] = Window(MOST_OF_INSTANCE, WITHIN)

    def refused(self, instance: str) -> None:
        """Count a refusal by Discord for a member of that instance."""
        now = self._now()
        self._all.add(now)
        if instance in self._refused:
            self._refused[instance].add(now)

    def may_ask(self, instance: str, address: str) -> bool:
        """Whether Discord may be asked about a member at that network address who names that
        instance."""
        now = self._now()
        if self._all.is_full(now):
            return False
        if instance in self._refused:
            return not self._refused[instance].is_full(now)
        own = self._looks.setdefault(address, Window(MOST_LOOKS_OF_ADDRESS, LOOKS_WITHIN))
        if own.is_full(now) or self._all_looks.is_full(now):
            return False
        own.add(now)
        self._all_looks.add(now)
        return True
