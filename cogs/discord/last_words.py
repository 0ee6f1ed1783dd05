"""Lets a process answer a press even if another process might have taken over the member's server.
The other process might then have answered the same press, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_unsure: ContextVar[bool] = ContextVar("unsure", default=False)


@contextmanager
def last_words() -> Iterator[None]:
    """A context in which requests to Discord are sent even while the process doesn't know whether
    it still holds its shards. The context is used for answers to presses only. If two processes
    answer a press, Discord takes the first answer."""
    before = _unsure.set(True)
    try:
        yield
    finally:
        _unsure.reset(before)


def are_last_words() -> bool:
    """Return whether the current task runs inside the context `last_words`. In this context, the
    task's requests are sent to Discord even while another process might hold the shards."""
    return _unsure.get()
