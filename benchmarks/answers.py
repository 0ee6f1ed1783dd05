"""Measures how long a member waits in the simulated Discord, from an action to the bot's answer."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from typing import TypeVar

import simcord
from simcord.types import HttpLogEntry

REPLY = ("POST", "/callback")
"""The first answer to a press or a command."""
EDITED = ("PATCH", "/messages/@original")
"""The edit that brings the real answer. The first answer only said that the bot was working on the
request."""

Result = TypeVar("Result")


class Answers:
    """Records when each answer of the bot reaches the simulated Discord."""

    def __init__(self, env: simcord.Env) -> None:
        self._requests = _Stamped()
        env.backend.http_requests = self._requests

    async def waited(
        self, deed: Awaitable[Result], answer: tuple[str, str] = REPLY
    ) -> tuple[float, Result]:
        """Measure how long the bot takes to answer an action. `deed` is the action. The bot answers
        with a request to Discord: `answer` has the method of this request, and the end of its path.
        Returns the seconds until this request arrived, and the action's result. Raises RuntimeError
        when no such request arrived."""
        self._requests.clear()
        began = time.perf_counter()
        result = await deed
        method, end = answer
        arrived = next(
            at
            for at, each in self._requests.stamps
            if each.method == method and each.path.endswith(end)
        )
        return arrived - began, result


class _Stamped(list[HttpLogEntry]):
    """The simulator's list of requests. For each request it also stores the moment of its arrival.

    So the benchmark doesn't have to look for a request again and again. That would take processor
    time from the threads that read and draw."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: list[tuple[float, HttpLogEntry]] = []

    def append(self, request: HttpLogEntry) -> None:
        self.stamps.append((time.perf_counter(), request))
        super().append(request)

    def clear(self) -> None:
        self.stamps.clear()
        super().clear()
