"""Selects for choices that can be taken back: their first line does that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

UNSET: Final = "-"
"""The value of the line that removes a choice."""


def lines_with_unset(
    unset: str, now: str | None, titles: Mapping[str, str]
) -> list[discord.SelectOption]:
    """The lines of a select: `unset`, the title of the line without a choice, then each of `titles`
    by its value. What is chosen `now` is marked; None: nothing is."""
    first = discord.SelectOption(label=unset, value=UNSET, default=now is None)
    others = [
        discord.SelectOption(label=title, value=value, default=value == now)
        for value, title in titles.items()
    ]
    return [first, *others]
