"""Threads that sleep: Discord archives a thread in which nothing was said for long, and then
refuses to change it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot.domain.errors import TableError
from cogs.gateway.client import ShijoBot
from cogs.words import marked

T = TypeVar("T")

ASLEEP: Final = 50083
"""Discord's code for a request in an archived thread."""
LOCKED: Final = 160005
"""Discord's code for a message to a thread that moderators have locked."""
A_WEEK: Final = 10080
"""Minutes without a message after which a thread sleeps: the longest that Discord allows."""


class ThreadLocked(TableError):
    """A thread sleeps, and moderators alone can wake it."""

    template = marked(
        "Moderators have locked this thread, so I can't show anything here any more. The table is "
        "kept as it is."
    )


async def awake(bot: ShijoBot, channel_id: int, request: Callable[[], Awaitable[T]]) -> T:
    """Makes a request in a channel; if that is a thread which sleeps, wakes it and makes the
    request once more.

    Waking takes no more than the permission to speak there, unless moderators have locked the
    thread: then it raises ThreadLocked. Anything else that discord.py raises goes on to the caller.
    """
    try:
        return await request()
    except discord.HTTPException as error:
        if error.code == LOCKED:
            raise ThreadLocked from error
        if error.code != ASLEEP:
            raise
    await _wake(bot, channel_id)
    try:
        return await request()
    except discord.HTTPException as error:
        if error.code not in {ASLEEP, LOCKED}:
            raise
        raise ThreadLocked from error


async def _wake(bot: ShijoBot, channel_id: int) -> None:
    # A thread that sleeps is in no cache of the library.
    thread = await bot.fetch_channel(channel_id)
    if isinstance(thread, discord.Thread):
        try:
            await thread.edit(archived=False)
        except discord.Forbidden as error:
            raise ThreadLocked from error
