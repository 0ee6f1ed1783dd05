"""The time of a journey: what its own process has worked and what it chose to wait, and not what
the machine has given to others meanwhile.

The simulator gives an operation five seconds to settle, and rings a timer when its time has passed
by the clock on the wall as well. On a busy machine whatever takes one second may take ten: nothing
would be settled in time, and clocks would ring in the middle of a press.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

SIMULATORS_CLOCK = "simcord._dpy_internals._REAL_MONOTONIC"


@contextmanager
def own_time(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Within it, the simulator and the timers of `loop` go by this process's own time."""
    selector: Any = vars(loop)["_selector"]
    select, since, worked = selector.select, time.monotonic(), time.process_time()
    waited = 0.0

    def now() -> float:
        return since + time.process_time() - worked + waited

    def selected(timeout: float | None = None) -> Any:
        nonlocal waited
        ready = select(timeout)
        if not ready:
            waited += max(0.0, timeout or 0.0)
        return ready

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(SIMULATORS_CLOCK, now)
        monkeypatch.setattr(selector, "select", selected)
        yield
