"""The simulated Discord's own bookkeeping, which is a third of what a journey takes, costs less
here: it copies every payload several times, so that nobody holds another's, it looks up its clock
at each turn of the event loop, and it finds again, among all that is under way, each callback that
has been called.
"""

from __future__ import annotations

import copy
import marshal
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import discord
import pytest
from simcord import _dpy_internals, _runtime

SHARED: Final = frozenset({str, int, float, bool, type(None)})
"""What can't be changed, and so need not be copied."""

CLOCK: Final = "simcord._dpy_internals._clock_monotonic"


def copied(data: Any) -> Any:
    """The same as `copy.deepcopy`, for data without cycles. Payloads are JSON, which is written and
    read sooner than it is walked through."""
    if type(data) in SHARED:
        return data
    try:
        return marshal.loads(marshal.dumps(data))
    except ValueError:
        return _walked(data)


def _walked(data: Any) -> Any:
    """A copy of what holds more than JSON, an enum's member or a file, say."""
    kind = type(data)
    if kind is dict:
        return {key: copied(value) for key, value in data.items()}
    if kind is list:
        return [copied(value) for value in data]
    return copy.deepcopy(data)


class State(NamedTuple):
    """What simcord looks at to tell whether all is done, in the order in which it gives it: a tuple
    is made sooner than a frozen dataclass."""

    work: Any
    bot: discord.Client
    loop: Any
    virtual_time: float
    advancing: bool
    generation: int
    last_dispatch: str | None


def _monotonic() -> float:
    """simcord's clock, without an import and two calls at each look."""
    scope = _runtime._BOT_SCOPE.get()
    if scope is not None:
        env, generation = scope
        if env._started and env._runtime is not None and generation == env._generation:
            now: float = env._virtual_time
            return now
    return _dpy_internals._REAL_MONOTONIC()


def _never_wakes(waiter: Any, loop: Any) -> bool:
    """Whether none of the loop's timers is about a waiter."""
    return all(arg is not waiter for timer in loop._scheduled for arg in timer._args or ())


def simulate_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the simulated Discord keeps its books so."""
    quickly = SimpleNamespace(deepcopy=copied)
    monkeypatch.setattr("simcord.gateway.copy", quickly)
    monkeypatch.setattr("simcord.http.router.copy", quickly)
    monkeypatch.setattr("simcord.components.deepcopy", copied)
    monkeypatch.setattr("simcord.results.deepcopy", copied)
    monkeypatch.setattr("simcord.env._SettlementState", State)
    monkeypatch.setattr(CLOCK, _monotonic)
    # Each record is one callback, never equal to another's: comparing all fields of those before it
    # is what finding one took.
    monkeypatch.setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)
    looked_through = _dpy_internals.is_sleep_waiter

    def is_sleep_waiter(waiter: Any, loop: Any, deadline: float) -> bool:
        return not _never_wakes(waiter, loop) and looked_through(waiter, loop, deadline)

    monkeypatch.setattr(_dpy_internals, "is_sleep_waiter", is_sleep_waiter)
