"""A check for values that may be None by their type. Tests use the check where they know that a
value isn't None."""

from __future__ import annotations

from typing import TypeVar

Thing = TypeVar("Thing")


def present(thing: Thing | None) -> Thing:
    """Return `thing`. Fail if it is None."""
    assert thing is not None, "it is not there"
    return thing
