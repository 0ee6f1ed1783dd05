"""Selects whose choice can be taken back: the first line does that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

UNSET: Final = "-"
"""The value of the line that removes a choice."""


def lines_with_unset(
    unset: str, now: str | None, titles: Mapping[str, str]
) -> list[discord.SelectOption]:
    """The lines of a select: first the line without a choice, whose title is `unset`, then one for
    each of `titles`, by value. The present choice `now` is marked; None: the first line is."""
    first = discord.SelectOption(label=unset, value=UNSET, default=now is None)
    others = [
        discord.SelectOption(label=title, value=value, default=value == now)
        for value, title in titles.items()
    ]
    return [first, *others]
