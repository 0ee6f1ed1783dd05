"""The budget of requests: Discord lets a bot make 50 requests in a second. If it makes more,
Discord refuses all its requests for a while.

Answers to presses and edits of open hands don't count: they are sent without the bot's token."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.core.shards import Shards

SECOND: Final = 1.0
"""Seconds for which a request still counts towards the budget after its end. A request reaches
Discord at an unknown time before its end. Because each request counts for one more second, the
requests that reach Discord in any second are never more than the budget."""
AT_ONCE: Final = 50
"""The most requests that run at the same time if the setting `requests_a_second` is 0. This setting
means that another program (a proxy) counts the requests of each second."""


def share(requests_a_second: int, shards: Shards) -> int:
    """Return how many requests a second a process that runs these shards may make. The shares of
    all processes add up to `requests_a_second`. But each share is at least 1, so the sum can be
    higher if there are more shards than `requests_a_second`."""
    whole, count = requests_a_second, shards.count
    return max(1, sum(whole * (n + 1) // count - whole * n // count for n in shards.numbers))


class RequestBudget:
    """Counts the bot's requests to Discord, so that requests that can wait leave room for requests
    that can't.

    `most` returns the number of requests that this process may make in a second, and `now` the time
    in seconds. A request counts until `lasts` seconds after its end. The functions in `began_one`
    are called when a request begins, in the task that makes the request. The functions in
    `ended_one` are called when a request ends."""

    def __init__(
        self, most: Callable[[], int], now: Callable[[], float], lasts: float = SECOND
    ) -> None:
        self._most = most
        self.now = now
        self._lasts = lasts
        self._under_way = 0
        self._ended: deque[float] = deque()
        self.began_one: list[Callable[[], None]] = []
        self.ended_one: list[Callable[[], None]] = []

    @property
    def most(self) -> int:
        """The number of requests that this process may make in a second."""
        return self._most()

    @property
    def room(self) -> int:
        """The number of further requests that may begin now. It is negative if requests that could
        not wait have exceeded the budget."""
        passed = self.now() - self._lasts
        while self._ended and self._ended[0] <= passed:
            self._ended.popleft()
        return self._most() - self._under_way - len(self._ended)

    def wait(self, room: int = 1) -> float | None:
        """Return the number of seconds until `room` requests may begin, if no other request begins
        before. Returns 0 if they may begin now. Returns None if running requests must end first,
        because the time of their end isn't known."""
        missing = room - self.room
        if missing <= 0:
            return 0.0
        if missing > len(self._ended):
            return None
        return max(self._ended[missing - 1] + self._lasts - self.now(), 0.0)

    def began(self) -> None:
        """Count a request that begins."""
        self._under_way += 1
        for listener in tuple(self.began_one):
            listener()

    def ended(self) -> None:
        """Count a request that ends."""
        self._under_way -= 1
        self._ended.append(self.now())
        for listener in tuple(self.ended_one):
            listener()

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Add callbacks to `trace`, so that the requests of an HTTP session with this trace
        configuration are counted. Only requests with the bot's token (in the header Authorization)
        are counted."""
        trace.on_request_start.append(self._started)
        trace.on_request_end.append(self._over)
        trace.on_request_exception.append(self._over)

    async def _started(
        self,
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        started: aiohttp.TraceRequestStartParams,
    ) -> None:
        if "Authorization" in started.headers:
            context.counted = True
            self.began()

    async def _over(
        self,
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        _ended: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if getattr(context, "counted", False):
            context.counted = False
            self.ended()
