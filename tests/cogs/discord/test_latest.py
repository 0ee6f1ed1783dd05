"""Tests of a helper that shows the newest state of each of several things. For each thing only one
task runs at a time. After a failure, the next request tries again."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from bot.core.background import Background
from bot.core.errors import NotSaved
from cogs.discord.latest import Latest


class Screen:
    """Shows things with a `Latest`. Each thing has a name and a number, and a change raises the
    number by 1. `shown` lists what was shown, as pairs (name, number). `failures` gives, for each
    name, how many attempts to show the thing fail before one succeeds. Nothing is shown before the
    first call of `settle`."""

    def __init__(self, rest: float = 0.0, **failures: int) -> None:
        self.now: Counter[str] = Counter()
        self.shown: list[tuple[str, int]] = []
        self.failures = Counter(failures)
        self.gate = asyncio.Event()
        self.background = Background()
        self.latest: Latest[str] = Latest(self.background, "thing", self.show, rest)

    async def show(self, key: str) -> None:
        seen = self.now[key]
        await self.gate.wait()
        if self.failures[key]:
            self.failures[key] -= 1
            raise NotSaved if self.failures[key] else ValueError
        self.shown.append((key, seen))

    def change(self, key: str) -> None:
        self.now[key] += 1
        self.latest.want(key)

    async def settle(self) -> None:
        self.gate.set()
        await self.background.finish()


async def test_what_changes_meanwhile_is_shown_once_and_as_it_is() -> None:
    screen = Screen()
    screen.change("a")
    await asyncio.sleep(0)
    for key in ("a", "a", "b"):
        screen.change(key)
    await screen.settle()
    assert sorted(screen.shown) == [("a", 1), ("a", 3), ("b", 1)]


async def test_what_was_wanted_while_a_look_failed_is_shown() -> None:
    screen = Screen(a=1, b=2)
    for key in ("a", "b"):
        screen.change(key)
    await asyncio.sleep(0)
    for key in ("a", "b"):
        screen.change(key)
    await screen.settle()
    assert screen.shown == [("a", 2)], "b has failed twice"
    screen.change("b")
    await screen.settle()
    assert screen.shown[-1] == ("b", 3)


async def test_what_was_shown_rests_and_is_right_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rested: list[Callable[[], None]] = []

    def call_later(_: float, ring: Callable[..., None], *what: str) -> asyncio.TimerHandle:
        rested.append(partial(ring, *what))
        return asyncio.get_running_loop().call_at(math.inf, ring)

    screen = Screen(rest=6.0)
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", call_later)
    for _ in range(4):
        screen.change("a")
        await screen.settle()
    assert screen.shown == [("a", 1)]
    rested.pop()()
    await screen.settle()
    assert screen.shown == [("a", 1), ("a", 4)]
    rested.pop()()
    await screen.settle()
    assert len(screen.shown) == 2, "nothing has changed"
    screen.latest.close()
