"""Marks for sentences that people read.

Games state their sentences and never translate them. A marked sentence is found by Babel, by the
name of the marker, and is translated where it is shown.
"""

from __future__ import annotations


def marked(message: str) -> str:
    """Mark a sentence for the catalogues; returns it unchanged.

    Takes one string literal. Parts that change are `{blanks}`, never an f-string: the catalogue
    holds the literal itself.
    """
    return message


def both(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number; returns its two English forms unchanged.

    Takes two string literals: the form for one thing and the form for several.
    """
    return one, many
