"""Values of a type that allows None. A test knows that these values aren't None."""

from __future__ import annotations

from typing import TypeVar

Thing = TypeVar("Thing")


def present(thing: Thing | None) -> Thing:
    """Return `thing`. Fail if it is None."""
    assert thing is not None, "it is not there"
    return thing
