"""Metrics about the bot, for the bot's owner. The metrics contain only numbers, each with the kind
of thing that it counts (such as commands or presses). The metrics never contain a card, a member's
name, an id or a token."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter, deque
from math import ceil
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.core.model import Update

BOUNDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""The upper bounds of the histogram of answers, in seconds. Discord waits 3 seconds for an
answer."""
CAME: Final = "came"
"""A key in an interaction's extras: the time when the interaction came, in seconds of the event
loop."""
TOO_MANY: Final = 429
"""Discord's status for a request over a limit."""
KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
"""The names of the kinds of interactions that are counted."""


LATELY: Final = 300.0
"""The seconds for which an answer counts as recent."""
MOST_LATELY: Final = 10_000
"""The most answers that are remembered."""


class Lately(NamedTuple):
    """Statistics of recent answers. `a_minute` is the number of answers per minute. 50 per cent of
    the answers were given within `half` seconds, and 99 per cent within `most` seconds."""

    a_minute: float
    half: float
    most: float


class Meter:
    """The counts since the start of the process, for the metrics.

    `answers` counts the answered interactions, by kind (such as a press) and outcome. `waits` is a
    histogram of the time that members waited for these answers, with the bounds BOUNDS. The last
    number of `waits` counts the waits above the highest bound. `waited` is the sum of all waits in
    seconds. `limited` counts the requests that Discord refused by a rate limit, by the limit's
    bucket (Discord's name for requests that share a limit). `ended` counts the finished games, by
    game and kind of end. `refused` counts the presses and commands that were refused because of a
    limit or a block, by kind of refusal."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, str]] = Counter()
        self.waits = [0] * (len(BOUNDS) + 1)
        self.waited = 0.0
        self.limited: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._lately: deque[tuple[float, float]] = deque(maxlen=MOST_LATELY)
        """For each of the last answers: when it was given, and how long the member waited. Both are
        in seconds of the event loop."""
        self.ended: Counter[tuple[str, str]] = Counter()

    def answered(self, interaction: discord.Interaction[Any], outcome: str) -> None:
        """Count an interaction under its kind and this outcome (for example an error), with the
        time that it took to answer."""
        kind = KINDS.get(interaction.type)
        if kind is None:
            return
        self.answers[kind, outcome] += 1
        now = asyncio.get_running_loop().time()
        wait = now - interaction.extras.get(CAME, now)
        self.waits[bisect_left(BOUNDS, wait)] += 1
        self.waited += wait
        self._lately.append((now, wait))

    def lately(self) -> Lately:
        """Return the statistics of the answers of the last minutes."""
        now = asyncio.get_running_loop().time()
        times = [each for each in self._lately if each[0] > now - LATELY]
        waits = sorted(wait for _, wait in times)
        if not waits:
            return Lately(0.0, 0.0, 0.0)
        # With more than are remembered, the oldest one says how far back they go.
        full = len(times) == MOST_LATELY
        minutes = max(now - times[0][0], 1.0) / 60 if full else LATELY / 60
        return Lately(len(times) / minutes, _share(waits, 0.5), _share(waits, 0.99))

    def game_ended(self, update: Update) -> None:
        """Count a game that has ended. The session manager calls this method."""
        table = update.table
        outcome = None if table.live is None else table.live.outcome
        self.ended[table.game, "stopped" if outcome is None else outcome.kind] += 1

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace configuration for an HTTP session. With this configuration, the requests
        that Discord refuses by a rate limit are counted."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._requested)
        return trace

    async def _requested(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        if ended.response.status == TOO_MANY:
            headers = ended.response.headers
            whole = "X-RateLimit-Global" in headers
            self.limited["global" if whole else headers.get("X-RateLimit-Bucket", "unknown")] += 1


def _share(waits: list[float], part: float) -> float:
    """Return the smallest wait that at least the fraction `part` of all `waits` does not exceed (a
    quantile). `waits` must be sorted and not empty, and `part` above 0 and at most 1."""
    return waits[min(ceil(len(waits) * part), len(waits)) - 1]
