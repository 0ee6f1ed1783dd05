"""The one door for members' names: in from Discord by `name_of`, out into messages by `escaped`.

A name may hold anything. Nothing of it may format or turn round what stands beside it, mention or
link to anything, or take more than its line.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import bidirectional, category

import discord
from discord.utils import escape_mentions

NAMELESS: Final = "?"
"""Stands for a name of which nothing can be seen."""
TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode's classes of invisible signs that change the direction of what follows."""
MARKS: Final = frozenset("\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}\N{ARABIC LETTER MARK}")
"""Invisible letters of a direction, which draw the signs and numbers beside them along."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Mn", "Zl", "Zp", "Zs"})
"""Unicode's categories of signs that show nothing by themselves."""
BLANK: Final = frozenset(
    "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}"
    "\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}"
)
"""Letters and signs of other categories that look like a space."""

FORMATTING: Final = re.compile(r"[\\_*~`|\[\]]|^[#>-]")
"""What formats a text on Discord, some of it only at the beginning of a line."""


def name_of(user: discord.abc.User) -> str:
    """What this server calls a member: plain text for labels, pictures and the database."""
    return tidy(user.display_name)


def tidy(name: str) -> str:
    """A name on one line, whose letters run from left to right or from right to left as a whole: a
    sign that turns round what follows it would do so to the words of others too."""
    kept = "".join(
        sign for sign in name if bidirectional(sign) not in TURNING and sign not in MARKS
    )
    if all(category(sign) in UNSEEN or sign in BLANK for sign in kept):
        return NAMELESS
    return " ".join(kept.split())


def escaped(name: str) -> str:
    """A name that people chose, for a message: it neither formats, mentions nor links to anything.

    The library's own escaping lets the second of two links through, and bare addresses.
    """
    plain = escape_mentions(FORMATTING.sub(r"\\\g<0>", tidy(name)))
    return plain.replace("<", "<\N{ZERO WIDTH SPACE}").replace("://", ":\N{ZERO WIDTH SPACE}//")
