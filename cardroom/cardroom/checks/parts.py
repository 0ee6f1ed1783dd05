"""Checks of single values in a request body: texts, numbers and lists. If Discord would refuse a
value, the check adds a problem to a list. Each check returns a value with which the caller can go
on."""

from __future__ import annotations

from typing import Any

from cardroom.refusals import Problems
from cardroom.store import Json

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a value in a request body."""


def text(
    body: Json,
    key: str,
    path: Path,
    problems: Problems,
    *,
    least: int = 0,
    most: int,
    needed: bool = False,
) -> str:
    """Return the text under `key`, or an empty text if it is missing or not a text. An empty text
    counts as missing. Adds a problem if the value is not a text, if it is missing but `needed`, or
    if its length is not between `least` and `most` characters."""
    value = body.get(key)
    if value is None or value == "":
        if needed:
            problems.add((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
        return ""
    if not isinstance(value, str):
        problems.add(
            (*path, key), "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.'
        )
        return ""
    if not least <= len(value) <= most:
        _length(problems, (*path, key), least, most)
    return value


def _length(problems: Problems, path: Path, least: int, most: int) -> None:
    if least:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    else:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def items(
    body: Json,
    key: str,
    path: Path,
    problems: Problems,
    *,
    least: int = 0,
    most: int,
) -> list[Any]:
    """Return the list under `key`, or an empty list if it is missing or not a list. A missing list
    counts as empty. Adds a problem if the value is not a list, or if the list doesn't have `least`
    to `most` items."""
    value = body.get(key)
    if value is None:
        value = []
    if not isinstance(value, list):
        problems.add((*path, key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    if not least <= len(value) <= most:
        _length(problems, (*path, key), least, most)
    return value


def number(
    body: Json, key: str, path: Path, problems: Problems, *, least: int, most: int, usual: int
) -> int:
    """Return the integer under `key`, or `usual` if it is missing or not an integer. Adds a problem
    if the value is not an integer, or not between `least` and `most`. A missing value is no
    problem."""
    value = body.get(key)
    if value is None:
        return usual
    if not isinstance(value, int) or isinstance(value, bool):
        problems.add((*path, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return usual
    if value < least:
        problems.add(
            (*path, key),
            "NUMBER_TYPE_MIN",
            f"int value should be greater than or equal to {least}.",
        )
    elif value > most:
        problems.add(
            (*path, key), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."
        )
    return value
