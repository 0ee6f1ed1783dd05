"""A context variable that has a value for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def assigned(variable: ContextVar[T], value: T) -> Iterator[None]:
    """A context in which `variable` has this value, and after which it has the one before."""
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)
