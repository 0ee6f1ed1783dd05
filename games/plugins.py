"""What packages offer by entry points: loaded, checked, and left out when either fails. A package's
fault, at its import or under the checks, neither affects other packages nor ends the process. Only
a user's Ctrl-C does."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib.metadata import entry_points
from re import compile as pattern
from traceback import format_exception_only
from typing import Any, Final, TypeVar

from games.guarded import interrupts

Usable = TypeVar("Usable")

NAME: Final = pattern(r"[A-Za-z0-9_-]{1,32}")
"""The name of a game or a player: it goes into records, files and custom ids."""
LONGEST_REASON: Final = 300
"""Characters of a reason that are told."""


class NotUsable(Exception):
    """What is wrong with something that a package offers, in a line for whoever installed it."""


def loaded(
    group: str, taken: Collection[str], checked: Callable[[str, Any], Usable]
) -> tuple[dict[str, Usable], dict[str, str]]:
    """What packages offer in a group of entry points, by name; and what of it can't be used, by
    name, with the reason in one line.

    `taken` are the names that are there already. `checked` gets a name and what was loaded, and
    returns what is to be used, or raises anything.
    """
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
    """Raises NotUsable with the sentence unless the promise holds."""
    if not promise:
        raise NotUsable(sentence)


def _reason(error: BaseException) -> str:
    """The error that was raised, put into one line."""
    if isinstance(error, NotUsable):
        return str(error)
    told = " ".join("".join(format_exception_only(error)).split())
    return told if len(told) <= LONGEST_REASON else f"{told[:LONGEST_REASON]} …"
