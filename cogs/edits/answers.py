"""The single answer to a press or a command, and what happens when the connection is cut."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from cogs.discord.connection import CUT, is_cut
from cogs.discord.errors import ALREADY_ANSWERED, ANSWERED, context
from cogs.edits.drawn import Drawn

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Response = discord.InteractionCallbackResponse[Any]

IN_TIME: Final = 5.0
"""Seconds for an answer: Discord takes none later than 3 seconds after the press."""
AGAIN: Final = (1.0, 5.0)
"""Seconds to wait before each new try of a request that may be made twice."""


async def answered(interaction: Interaction, answer: Awaitable[Response | None]) -> int | None:
    """Give the answer; returns the id of the message that it made or changed, if Discord
    reports it.

    After a cut connection, Discord is asked whether it has the answer, because it accepts only one.
    If it hasn't, or that can't be found out, the original error is raised, and nothing more may be
    answered to this press.
    """
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


def _is_answered(error: BaseException) -> bool:
    """Whether Discord has an answer already. discord.py itself repeats answers that failed with a
    server error."""
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
    """Replace the answer that said "working" by the result. This request may be repeated, so it is
    tried again when the connection is cut; the last error is raised."""
    for pause in (*AGAIN, None):
        drawn = await draw()
        try:
            await interaction.edit_original_response(**drawn.edit)
        except CUT:
            if pause is None:
                raise
            await asyncio.sleep(pause)
        else:
            return
