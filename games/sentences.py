"""Markers for sentences that people read.

Games contain their sentences in English and never translate them. Babel, the tool that collects
sentences for translators, finds a sentence by the name of the marker function. A sentence is
translated in the place where it is shown."""

from __future__ import annotations

import sys
from typing import Final

OURS: Final = frozenset({"board", "bot", "cogs", "games"})
"""The packages whose sentences are in our own catalogues."""


class Foreign(str):
    """A sentence that another `package` has marked. To translate it, the catalogue of that package
    is used first."""

    __slots__ = ("package",)

    package: str


def of_caller(message: str) -> str:
    """If code of another package marked this message, return the message as a Foreign sentence,
    which names the package. Return any other message unchanged. Markers such as `marked` call this
    function, and the package is that of the code that called the marker (two frames up the call
    stack)."""
    # Every sentence asks this: `inspect.currentframe` would make an object of each frame between.
    caller = sys._getframe(2)
    package = caller.f_globals.get("__name__", "").partition(".")[0]
    if package in OURS or isinstance(message, Foreign):
        return message
    foreign = Foreign(message)
    foreign.package = package
    return foreign


def marked(message: str) -> str:
    """Mark a sentence for the catalogues of translations. Returns the text unchanged.

    The argument must be one string literal. Parts that change are written as `{blanks}`, never as
    an f-string, because the catalogue contains the literal itself."""
    return of_caller(message)


def both(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number. Returns its two English forms unchanged.

    The arguments must be two string literals: the form for one thing and the form for several
    things."""
    return of_caller(one), of_caller(many)
