"""Loads and checks the objects that packages offer by entry points. An object that can't be loaded
or does not pass its check is left out. Such a failure doesn't affect other packages and doesn't end
the process. Only Ctrl-C from the user ends it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib.metadata import entry_points
from re import compile as pattern
from traceback import format_exception_only
from typing import Any, Final, TypeVar

from games.guarded import interrupts

Usable = TypeVar("Usable")

NAME: Final = pattern(r"[A-Za-z0-9_-]{1,32}")
"""The form of the name of a game or player. The name is used in records, files and custom ids."""
LONGEST_REASON: Final = 300
"""The most characters that are shown of an unexpected error in a package. The rest is replaced by
`…`."""


class NotUsable(Exception):
    """Raised when something that a package offers can't be used. The message is one line for the
    person who installed the package."""


def loaded(
    group: str, taken: Collection[str], checked: Callable[[str, Any], Usable]
) -> tuple[dict[str, Usable], dict[str, str]]:
    """Load the objects that packages offer in a group of entry points. Returns two dicts. The first
    maps a name to the usable object. The second maps a name to the reason, in one line, why an
    object with this name can't be used. If several packages offer the same name, the first usable
    object counts, and the others are refused. So a name can be in both dicts. An object whose name
    is in `taken` is refused, too. `checked` gets a name and the loaded object, and returns the
    object to use. If loading or `checked` raises any error, the error becomes the reason. Only a
    KeyboardInterrupt from the user's Ctrl-C is raised again."""
    usable: dict[str, Usable] = {}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        if entry.name in taken or entry.name in usable:
            broken[entry.name] = "one of this name is already there"
            continue
        with interrupts() as interrupted:
            try:
                usable[entry.name] = checked(entry.name, entry.load())
            # A package may raise anything, SystemExit too; all others must stay available.
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt) and interrupted():
                    raise
                broken[entry.name] = _reason(error)
    return usable, broken


def must(promise: object, sentence: str) -> None:
    """Raise NotUsable with `sentence` unless `promise` is true."""
    if not promise:
        raise NotUsable(sentence)


def _reason(error: BaseException) -> str:
    """Describe an error on one line."""
    if isinstance(error, NotUsable):
        return str(error)
    told = " ".join("".join(format_exception_only(error)).split())
    return told if len(told) <= LONGEST_REASON else f"{told[:LONGEST_REASON]} …"
