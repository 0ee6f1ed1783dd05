"""The id of the press that caused the present work, for the log. It is passed on through commits
and edits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_press: ContextVar[str] = ContextVar("press", default="")


def press_id() -> str:
    """The id of the press that caused the present work, or "" when no press did."""
    return _press.get()


@contextmanager
def following(press: str) -> Iterator[None]:
    """A context for work that follows from the press of that id."""
    before = _press.set(press)
    try:
        yield
    finally:
        _press.reset(before)
