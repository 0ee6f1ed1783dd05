"""Make the simulated Discord faster. Its own work takes a third of a journey's time.

The simulator copies every payload several times, so that nobody shares data with others. It reads
its clock at each turn of the event loop. For each callback, it searches all running tasks. This
module replaces these three parts by faster code."""

from __future__ import annotations

import copy
import marshal
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import discord
import pytest
from simcord import _dpy_internals, _runtime
from simcord.backend.state import Backend

SHARED: Final = frozenset({str, int, float, bool, type(None)})
"""The types whose values can't be changed. Such values needn't be copied."""

ARGS: Final = attrgetter("_args")
"""A function that returns the arguments of an event loop's timer. After a simulated month, it is
called for thousands of timers."""
CLOCK: Final = "simcord._dpy_internals._clock_monotonic"


def copied(data: Any) -> Any:
    """Return a deep copy of `data`, as `copy.deepcopy` does, for data without cycles. Payloads
    contain only simple types, and writing and reading them with `marshal` is faster."""
    if type(data) in SHARED:
        return data
    try:
        return marshal.loads(marshal.dumps(data))
    except ValueError:
        return _walked(data)


def _walked(data: Any) -> Any:
    """Return a deep copy of data that `marshal` can't write, because it contains, for example, a
    member of an enum or a file."""
    kind = type(data)
    if kind is dict:
        return {key: copied(value) for key, value in data.items()}
    if kind is list:
        return [copied(value) for value in data]
    return copy.deepcopy(data)


class State(NamedTuple):
    """The values by which simcord (the simulated Discord) decides whether everything is done, in
    simcord's order. They are in a tuple, because a tuple is made faster than a frozen dataclass."""

    work: Any
    bot: discord.Client
    loop: Any
    virtual_time: float
    advancing: bool
    generation: int
    last_dispatch: str | None


def _monotonic() -> float:
    """Return the simulator's time in seconds if the running bot calls this function. Otherwise,
    return the real monotonic time. The function is faster than simcord's own function."""
    scope = _runtime._BOT_SCOPE.get()
    if scope is not None:
        env, generation = scope
        if env._started and env._runtime is not None and generation == env._generation:
            now: float = env._virtual_time
            return now
    return _dpy_internals._REAL_MONOTONIC()


def _never_wakes(waiter: Any, loop: Any) -> bool:
    """Return whether no timer of the event loop has `waiter` among its arguments. Then no timer
    will wake `waiter`."""
    return all(waiter not in args for args in filter(None, map(ARGS, loop._scheduled)))


def simulate_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the slow parts of the simulated Discord by the faster code of this module."""
    quickly = SimpleNamespace(deepcopy=copied)
    monkeypatch.setattr("simcord.gateway.copy", quickly)
    monkeypatch.setattr("simcord.http.router.copy", quickly)
    monkeypatch.setattr("simcord.components.deepcopy", copied)
    monkeypatch.setattr("simcord.results.deepcopy", copied)
    monkeypatch.setattr("simcord.env._SettlementState", State)
    monkeypatch.setattr(CLOCK, _monotonic)
    # Nobody polls here. To find the next poll's end, it would read all messages at each step.
    monkeypatch.setattr(Backend, "next_poll_deadline", lambda _backend: None)
    monkeypatch.setattr(Backend, "expire_due_polls", lambda _backend: None)
    # Each record is one callback, never equal to another's: comparing all fields of those before it
    # is what finding one took.
    monkeypatch.setattr(_runtime._CallbackRecord, "__eq__", object.__eq__)
    looked_through = _dpy_internals.is_sleep_waiter

    def is_sleep_waiter(waiter: Any, loop: Any, deadline: float) -> bool:
        return not _never_wakes(waiter, loop) and looked_through(waiter, loop, deadline)

    monkeypatch.setattr(_dpy_internals, "is_sleep_waiter", is_sleep_waiter)
