"""A limit for the depth of JSON data that people send. Without the limit, recursive code that reads
such data could overflow the stack."""

from __future__ import annotations

from typing import Any, Final

DEEPEST: Final = 50
"""The most levels of nested lists and objects. A record or a position needs far fewer."""

Whole = dict[str, Any] | list[Any] | tuple[Any, ...]

TOO_DEEP: Final = "it is nested too deep"


def is_too_deep(data: object) -> bool:
    """Whether JSON-able data has more than `DEEPEST` levels of lists and objects."""
    level = _wholes([data])
    for _ in range(DEEPEST):
        level = [part for whole in level for part in _wholes(whole)]
    return bool(level)


def _wholes(data: Whole) -> list[Whole]:
    """Return the lists, tuples and dicts that are directly inside `data`."""
    parts = data.values() if isinstance(data, dict) else data
    return [part for part in parts if isinstance(part, dict | list | tuple)]
