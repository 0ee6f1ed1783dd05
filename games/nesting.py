"""The limit for the depth of JSON that people send, so that code which walks through it recursively
can't overflow the stack."""

from __future__ import annotations

from typing import Any, Final

DEEPEST: Final = 50
"""The most levels of nested lists and objects: many more than a record or a position needs."""

Whole = dict[str, Any] | list[Any] | tuple[Any, ...]

TOO_DEEP: Final = "it is nested too deep"


def is_too_deep(data: object) -> bool:
    """Whether JSON-able data has more than `DEEPEST` levels of lists and objects."""
    level = _wholes([data])
    for _ in range(DEEPEST):
        level = [part for whole in level for part in _wholes(whole)]
    return bool(level)


def _wholes(data: Whole) -> list[Whole]:
    """The lists and objects directly inside a list or an object."""
    parts = data.values() if isinstance(data, dict) else data
    return [part for part in parts if isinstance(part, dict | list | tuple)]
