"""Loads and checks the objects that packages offer by entry points. An object that can't be loaded
or does not pass its check is left out. Such a failure neither affects other packages nor ends the
process. Only a user's Ctrl-C does."""

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
    """Something that a package offers can't be used; the line with the reason is for the person who
    installed it."""


def loaded(
    group: str, taken: Collection[str], checked: Callable[[str, Any], Usable]
) -> tuple[dict[str, Usable], dict[str, str]]:
    """Return two dicts by name: the usable objects that packages offer in a group of entry points,
    and for each offered object that is not usable, the reason in one line.

    `taken` are names that already exist. `checked` gets a name and the loaded object, and returns
    the object to use, or raises any error if it is not usable."""
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
    """An error as a reason on one line."""
    if isinstance(error, NotUsable):
        return str(error)
    told = " ".join("".join(format_exception_only(error)).split())
    return told if len(told) <= LONGEST_REASON else f"{told[:LONGEST_REASON]} …"
