"""Answers to presses that are sent even though another process may have answered already."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_unsure: ContextVar[bool] = ContextVar("unsure", default=False)


@contextmanager
def last_words() -> Iterator[None]:
    """A context in which requests to Discord are sent even while it is unknown which process
    serves. For answers to presses only: if two processes answer, Discord takes the first."""
    before = _unsure.set(True)
    try:
        yield
    finally:
        _unsure.reset(before)


def are_last_words() -> bool:
    """Whether requests may be sent now although another process may have answered."""
    return _unsure.get()
