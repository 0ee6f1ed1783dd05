"""What a test knows to be there, although its type allows for None."""

from __future__ import annotations

from typing import TypeVar

Thing = TypeVar("Thing")


def present(thing: Thing | None) -> Thing:
    """`thing`; fails when it is None."""
    assert thing is not None, "it is not there"
    return thing
