"""A message ready to be sent, with its pictures, which are drawn off the event loop."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.discord.errors import logged
from cogs.discord.layout import NO_MENTIONS, Block, picture


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message that can be sent once: its components and files. `left_out`: its picture was left
    out to save time."""

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()
    left_out: bool = False

    @property
    def new(self) -> dict[str, Any]:
        """The arguments for sending it as a new message."""
        return {"view": self.view, "files": list(self.files)}

    @property
    def edit(self) -> dict[str, Any]:
        """The arguments for replacing an older message and its files, which Discord would otherwise
        leave in place. (discord.py sends its default for mentions only with an edit of plain
        text.)"""
        return {
            "view": self.view,
            "attachments": list(self.files),
            "allowed_mentions": NO_MENTIONS,
        }


@dataclass(frozen=True, slots=True)
class Picture:
    """A message's picture: the file's name, the alt text, and the function that draws the PNG."""

    file: str
    alt: str
    draw: Callable[[], bytes]

    @property
    def block(self) -> Block:
        """The picture's block in the message, which must be sent with the file."""
        return picture(self.file, self.alt)


async def png_or_none(draw: Callable[[], bytes], what: str) -> bytes | None:
    """The PNG that `draw` makes; None when drawing fails: the message then says the same in words,
    and the reason is logged. `what` names the picture in the log."""
    try:
        return await asyncio.to_thread(draw)
    # A plug-in's view, or a name that Pillow can't draw, may raise anything.
    except Exception as error:  # noqa: BLE001
        logged(error, f"drawing {what}")
        return None


async def file_of(shown: Picture, what: str) -> discord.File | None:
    """The file of a picture; None when drawing fails, as in `png_or_none`."""
    png = await png_or_none(shown.draw, what)
    return None if png is None else discord.File(io.BytesIO(png), shown.file)


async def ready(view: ui.LayoutView) -> Drawn:
    """A message without pictures, in the form of a drawn one."""
    return Drawn(view)
