"""Values that a test knows to exist although their type allows None."""

from __future__ import annotations

from typing import TypeVar

Thing = TypeVar("Thing")


def present(thing: Thing | None) -> Thing:
    """Returns `thing`; fails when it is None."""
    assert thing is not None, "it is not there"
    return thing
