"""Sends the answer to a press or a command. Discord accepts only one answer. So after a cut
connection, the bot asks whether Discord already has the answer."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from cogs.discord.connection import CUT, is_cut
from cogs.discord.errors import ALREADY_ANSWERED, ANSWERED, context, logged
from cogs.discord.layout import NO_MENTIONS, Block, picture

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Response = discord.InteractionCallbackResponse[Any]

IN_TIME: Final = 5.0
"""The most seconds for a request that answers a press, and for the question whether Discord has
received the answer. Discord accepts no answer later than 3 seconds after the press."""
AGAIN: Final = (1.0, 5.0)
"""Seconds to wait before each new try of a request that may be made twice."""


async def answered(interaction: Interaction, answer: Awaitable[Response | None]) -> int | None:
    """Send an answer to a press by awaiting `answer`. Returns the id of the message that the answer
    made or changed, or None if Discord doesn't report the id.

    Discord accepts only one answer. So if the connection is cut, or Discord says that it already
    has an answer, ask Discord for the answer's message. If Discord names no message, raise the
    original error. In this case, the press may stay without an answer."""
    try:
        async with asyncio.timeout(IN_TIME):
            said = await answer
    except (*CUT, discord.HTTPException) as error:
        if not (is_cut(error) or _is_answered(error)):
            raise
        interaction.extras[ANSWERED] = True
        message_id = await _got_through(interaction)
        if message_id is None:
            raise
        log.info("%s has its answer, in spite of a %s", context(interaction), type(error).__name__)
        return message_id
    return None if said is None else said.message_id


async def replied(interaction: Interaction, drawn: Drawn, *, ephemeral: bool = False) -> int | None:
    """Answer a press or a command by a new message, and return the id of the message. With
    `ephemeral`, only the member sees the message. See `answered` for cut connections."""
    new = interaction.response.send_message(**drawn.new, ephemeral=ephemeral)
    return await answered(interaction, new)


async def replaced(interaction: Interaction, drawn: Drawn) -> int | None:
    """Answer a press by replacing the pressed message, and return the id of the message. See
    `answered` for cut connections."""
    return await answered(interaction, interaction.response.edit_message(**drawn.edit))


def _is_answered(error: BaseException) -> bool:
    """Return whether an error says that Discord already has an answer to this press. This happens
    because discord.py itself repeats requests after a server error."""
    return isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED


async def _got_through(interaction: Interaction) -> int | None:
    try:
        async with asyncio.timeout(IN_TIME):
            return (await interaction.original_response()).id
    # An unreadable answer: nobody knows.
    except Exception as error:  # noqa: BLE001
        log.debug("%s: %s", context(interaction), type(error).__name__)
        return None


async def finished(interaction: Interaction, draw: Callable[[], Awaitable[Drawn]]) -> None:
    """Replace the answer “the bot is working” by the message that `draw` makes. If the connection
    was cut, draw and send the message again, because sending it twice does no harm. Do nothing if
    the member has dismissed the answer. Raises the last error if all tries fail."""
    for pause in (*AGAIN, None):
        drawn = await draw()
        try:
            await interaction.edit_original_response(**drawn.edit)
        except discord.NotFound:
            return
        except CUT:
            if pause is None:
                raise
            await asyncio.sleep(pause)
        else:
            return


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message ready to be sent: its components and files. A Drawn can be sent only once.
    `left_out` says whether the message's picture was left out to save time."""

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()
    left_out: bool = False

    @property
    def new(self) -> dict[str, Any]:
        """Return the keyword arguments with which discord.py sends this message as a new one."""
        return {"view": self.view, "files": list(self.files)}

    @property
    def edit(self) -> dict[str, Any]:
        """Return the keyword arguments with which discord.py replaces an older message by this one.
        The arguments always name the files, because Discord otherwise keeps the old files. The
        arguments always name the allowed mentions, too, because discord.py adds its default only to
        edits of plain text."""
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
    """Return the PNG that `draw` makes, or None if drawing fails. The reason of a failure is
    logged. The message then uses words instead of the picture. `what` is the picture's name in the
    log."""
    try:
        return await asyncio.to_thread(draw)
    # A plug-in's view, or a name that Pillow can't draw, may raise anything.
    except Exception as error:  # noqa: BLE001
        logged(error, f"drawing {what}")
        return None


async def file_of(shown: Picture, what: str) -> discord.File | None:
    """Return the file of a picture, or None if drawing fails (see `png_or_none`). `what` is the
    picture's name in the log."""
    png = await png_or_none(shown.draw, what)
    return None if png is None else discord.File(io.BytesIO(png), shown.file)


async def ready(view: ui.LayoutView) -> Drawn:
    """Return a message as a `Drawn`, the form in which messages are sent. `view` must have no
    pictures."""
    return Drawn(view)
