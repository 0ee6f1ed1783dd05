"""Marks answers to presses that may be sent although another process may have taken over the
member's server and may have answered, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_unsure: ContextVar[bool] = ContextVar("unsure", default=False)


@contextmanager
def last_words() -> Iterator[None]:
    """A context in which requests to Discord are sent even while it is unknown whether this process
    still holds its shards. It is used for answers to presses only. If two processes answer a press,
    Discord takes the first answer."""
    before = _unsure.set(True)
    try:
        yield
    finally:
        _unsure.reset(before)


def are_last_words() -> bool:
    """Return whether the current task is inside `last_words`, so that its requests are sent
    although another process may hold the shards."""
    return _unsure.get()
