"""A message ready to be sent, with its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.discord.layout import NO_MENTIONS


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message ready to be sent once: its components and files.

    `left_out`: it would have a picture, which there was no time for.
    """

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()
    left_out: bool = False

    @property
    def new(self) -> dict[str, Any]:
        """The arguments for sending it as a new message."""
        return {"view": self.view, "files": list(self.files)}

    @property
    def edit(self) -> dict[str, Any]:
        """The arguments for replacing an older message and its files, which Discord would keep
        otherwise. discord.py sends its default for mentions only with an edit of plain text."""
        return {
            "view": self.view,
            "attachments": list(self.files),
            "allowed_mentions": NO_MENTIONS,
        }
