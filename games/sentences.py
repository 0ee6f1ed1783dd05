"""Marks for sentences that people read.

Games contain their sentences in English and never translate them. Babel finds a marked sentence by
the name of the marker, and it is translated where it is shown."""

from __future__ import annotations

import sys
from typing import Final

OURS: Final = frozenset({"board", "bot", "cogs", "games"})
"""The packages whose sentences are in our own catalogues."""


class Foreign(str):
    """A sentence marked by another `package`, whose own catalogue is used first for it."""

    __slots__ = ("package",)

    package: str


def of_caller(message: str) -> str:
    """Return the message as a Foreign sentence if another package marked it. The package is that of
    the code which called the marker (two frames up). Messages of our own packages are returned
    unchanged."""
    # Every sentence asks this: `inspect.currentframe` would make an object of each frame between.
    caller = sys._getframe(2)
    package = caller.f_globals.get("__name__", "").partition(".")[0]
    if package in OURS or isinstance(message, Foreign):
        return message
    foreign = Foreign(message)
    foreign.package = package
    return foreign


def marked(message: str) -> str:
    """Mark a sentence for the catalogues; returns its text unchanged.

    Takes one string literal. Parts that change are written as `{blanks}`, never as an f-string,
    because the catalogue holds the literal itself."""
    return of_caller(message)


def both(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number; returns its two English forms unchanged.

    Takes two string literals: the form for one thing and the form for several.
    """
    return of_caller(one), of_caller(many)
