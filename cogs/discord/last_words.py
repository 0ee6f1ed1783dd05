"""Lets a process answer a press even while the process doesn't know whether it still serves the
member's server. Another process might have taken over the server and answered the same press. Two
answers do no harm, because Discord accepts only the first."""

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
