"""Members' names: `name_of` reads them from Discord, `escaped` makes them safe for messages.

A name can contain anything. It must not format text, mention or link anything, change the direction
of the text beside it, or be longer than a line.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import bidirectional, category

import discord
from discord.utils import escape_mentions

NAMELESS: Final = "?"
"""The text that replaces a name without any visible character."""
TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode's bidirectional classes that change the direction of the text that follows."""
MARKS: Final = frozenset("\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}\N{ARABIC LETTER MARK}")
"""Invisible directional letters, which change the place of signs and numbers beside them."""
CONTROL: Final = "Cc"
"""Unicode's category of control characters."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Mn", "Zl", "Zp", "Zs"})
"""Unicode's categories of characters that can't be seen."""
BLANK: Final = frozenset(
    "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}"
    "\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}"
)
"""Letters and other characters that look like a space although they are in other categories."""

FORMATTING: Final = re.compile(r"[\\_*~`|\[\]]|^[#>-]")
"""The formatting characters of Discord, some of which work only at the start of a line."""
ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
"""A character before which `escaped` has put a backslash."""


def name_of(user: discord.abc.User) -> str:
    """Return a member's name on this server, as plain text for labels, pictures and the
    database."""
    return tidy(user.display_name)


def tidy(name: str) -> str:
    """Return a name on one line with one direction of writing. Line breaks become spaces. Other
    control characters are removed, and so are characters that change the direction of the text. A
    name without any visible character becomes `?`."""
    kept = "".join(
        sign
        for sign in name
        if bidirectional(sign) not in TURNING
        and sign not in MARKS
        and (category(sign) != CONTROL or sign.isspace())
    )
    if all(category(sign) in UNSEEN or sign in BLANK for sign in kept):
        return NAMELESS
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def escaped(name: str) -> str:
    """Return a name for a message, in which it neither formats, mentions nor links anything.

    discord.py's own function for this misses the second of two links, and addresses that are not
    formatted as links."""
    text = escape_mentions(FORMATTING.sub(r"\\\g<0>", tidy(name)))
    return text.replace("<", "<\N{ZERO WIDTH SPACE}").replace("://", ":\N{ZERO WIDTH SPACE}//")


def plain(text: str) -> str:
    """Return a message's text without the backslashes that `escaped` adds, for places without
    formatting, such as an alt text."""
    return ESCAPED.sub(r"\1", text).replace("\\", "")


UNFORMATTED: Final = re.compile(
    r"\\(.)|\*{1,3}|~~|`|^(?:-#|#{1,3}) |[<:]\u200b", re.MULTILINE | re.DOTALL
)
"""The formatting of a text for messages, and the characters before which `escaped` has put a
backslash."""


def bare(text: str) -> str:
    """Return a message's text without its formatting, for places that can't show formatting."""
    return UNFORMATTED.sub(_read, text)


def _read(found: re.Match[str]) -> str:
    return found[1] or (found[0][0] if found[0][0] in "<:" else "")
