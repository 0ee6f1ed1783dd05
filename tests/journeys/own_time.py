"""A clock for journeys. It advances while the bot waits, and stands still while the machine works.

The simulator gives an operation five seconds to settle, and its timers also wait for the real
clock. On a busy machine, operations would fail, timers would ring in the middle of a press, and
every pause would take real time. With this clock an operation takes no time, however slow the
machine is, and a pause is over at once."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from selectors import BaseSelector
from typing import Any, Final

import pytest

SIMULATORS_CLOCK = "simcord._dpy_internals._REAL_MONOTONIC"
TURN: Final = 1e-5
"""The seconds by which the clock advances in each turn of the event loop. Without this advance, a
bot that always has something to do would never reach the simulator's time limit."""
ELSEWHERE: Final = 0.02
"""The seconds by which this clock advances in one real second while a thread or process works. At
this slow pace, work that never ends still reaches the simulator's time limit after some minutes."""


class OwnTime:
    """A clock for one event loop, and a replacement for the `select` with which the loop waits."""

    def __init__(self, selector: BaseSelector) -> None:
        self._selector = selector
        self._select = selector.select
        self._now = time.monotonic()
        self._work: set[Future[Any]] = set()

    def now(self) -> float:
        """Return the seconds since a fixed moment."""
        return self._now

    def select(self, timeout: float | None = None) -> Any:
        """Return the events that are ready. If no event is ready, and nothing outside the loop can
        cause one, move this clock on by `timeout` seconds without waiting."""
        self._now += TURN
        outside = self._work or len(self._selector.get_map()) > 1  # one is the loop's own
        if timeout is None or outside:
            ready, rate = self._select(timeout), ELSEWHERE if self._work else 1.0
        else:
            ready, rate = self._select(0), 1.0
        if not ready:
            self._now += max(0.0, timeout or 0.0) * rate
        return ready

    def hear_of_work(self, monkeypatch: pytest.MonkeyPatch, kind: type[Executor]) -> None:
        """From now on, keep a set of the work that executors of class `kind` haven't finished yet.
        While the set isn't empty, this clock advances by only a small part (`ELSEWHERE`) of the
        real time."""
        submit = kind.submit

        def submitted(executor: Any, *work: Any, **named: Any) -> Future[Any]:
            future: Future[Any] = submit(executor, *work, **named)
            self._work.add(future)
            future.add_done_callback(self._work.discard)
            return future

        monkeypatch.setattr(kind, "submit", submitted)


async def at_once(work: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
    """Call `work` in this thread and return its result. This replaces `asyncio.to_thread`, and is
    faster, because two threads of one process would have to take turns."""
    await asyncio.sleep(0)
    found = contextvars.copy_context().run(work, *args, **named)
    await asyncio.sleep(0)
    return found


@contextmanager
def own_time(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Inside the block, let the simulator and the timers of `loop` use an `OwnTime` clock."""
    selector: BaseSelector = vars(loop)["_selector"]
    clock = OwnTime(selector)
    with pytest.MonkeyPatch.context() as monkeypatch:
        for kind in (ThreadPoolExecutor, ProcessPoolExecutor):
            clock.hear_of_work(monkeypatch, kind)
        monkeypatch.setattr(asyncio, "to_thread", at_once)
        monkeypatch.setattr(SIMULATORS_CLOCK, clock.now)
        monkeypatch.setattr(selector, "select", clock.select)
        yield
