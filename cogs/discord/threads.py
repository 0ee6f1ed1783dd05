"""Archived threads: Discord archives a thread after a time without messages, and then refuses
changes in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot.core.errors import TableError
from cogs.discord.client import ShijoBot
from cogs.words import marked

T = TypeVar("T")

ASLEEP: Final = 50083
"""Discord's code for a request in an archived thread."""
LOCKED: Final = 160005
"""Discord's code for a message to a thread that moderators have locked."""
HAS_ONE: Final = 160004
"""Discord's error code for an attempt to open a thread for a message that already has a thread, or
once had one."""
A_WEEK: Final = 10080
"""Minutes without a message after which a thread is archived: the longest that Discord allows."""


class ThreadLocked(TableError):
    """Raised when a thread is archived and only moderators can unarchive it."""

    template = marked(
        "A moderator has locked this thread, so I can't show anything here. Your table is saved."
    )


async def awake(bot: ShijoBot, channel_id: int, request: Callable[[], Awaitable[T]]) -> T:
    """Make a request in a channel, and return the result of `request`. If Discord refuses the
    request because the channel is an archived thread, unarchive the thread and repeat the request.

    Unarchiving needs only the permission to write in the thread. But if moderators have locked the
    thread, ThreadLocked is raised. Other errors of discord.py are passed on."""
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


async def thread_of(
    bot: ShijoBot, message: discord.PartialMessage, name: str
) -> tuple[discord.Thread | None, bool]:
    """Return the thread of a message, and whether this call has opened the thread. If the message
    never had a thread, open one with the name `name`. If the message's thread was deleted, return
    None in place of the thread, because Discord allows only one thread for each message. Raises
    discord.HTTPException."""
    try:
        return await message.create_thread(name=name, auto_archive_duration=A_WEEK), True
    except discord.HTTPException as error:
        if error.code != HAS_ONE:
            raise
    try:
        # A thread has its message's id. An archived one is in no cache.
        found = await bot.fetch_channel(message.id)
    except discord.NotFound:
        return None, False
    return (found if isinstance(found, discord.Thread) else None), False


async def _wake(bot: ShijoBot, channel_id: int) -> None:
    # discord.py has no archived thread in its cache.
    thread = await bot.fetch_channel(channel_id)
    if isinstance(thread, discord.Thread):
        try:
            await thread.edit(archived=False)
        except discord.Forbidden as error:
            raise ThreadLocked from error
