"""Finds messages of the bot whose ids aren't stored, because a process might have posted a message
and ended before it stored the id. The messages are found in their channel by the custom ids of
their buttons, or by a mark (a number that is stored as the id of a message's container)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import discord

from bot.core.model import Table
from cogs.discord.components import IN_LOBBY, ON_TABLE
from cogs.discord.layout import walk

LOOKED_AT: Final = 30
"""The number of a channel's last messages that are read, with the newest first. A table's message
is further up only if many messages were written since the last process ended."""


async def found_in(
    channel: discord.PartialMessageable, table: Table, author_id: int
) -> discord.Message | None:
    """Find the public message of a table that is in its lobby or in play, among the last messages
    of the channel. Return None if the message is not there, or if the bot may not read the channel.
    `author_id` is the bot's own id. Messages with results are not looked for, because they never
    change."""
    return await message_with(channel, author_id, lambda custom_id: _is_of(custom_id, table))


async def message_with(
    channel: discord.PartialMessageable, author_id: int, is_meant: Callable[[str], bool]
) -> discord.Message | None:
    """Find a message of the bot among the last messages of the channel: the newest message that has
    a component for whose custom id `is_meant` returns true. Return None if there is no such
    message, or if the bot may not read the channel. `author_id` is the bot's own id."""
    try:
        return await _newest(
            channel,
            author_id,
            lambda message: any(map(is_meant, custom_ids(message.components))),
        )
    except discord.Forbidden:
        return None


def mark_of(what: str) -> int:
    """Return the mark of a message, a number by which the message can be found in its channel. The
    mark is computed from `what`, a text that names the content of the message. So the mark is the
    same in every process and after a restart."""
    return 1 + int.from_bytes(sha256(what.encode()).digest()[:4]) % (2**31 - 1)


async def message_marked(
    channel: discord.PartialMessageable, author_id: int, mark: int
) -> discord.Message | None:
    """Find the newest message of the bot with the mark `mark` among the last messages of the
    channel. A mark is a number that is stored as the id of a message's container (see `mark_of`).
    Return None if there is no such message. `author_id` is the bot's own id. Raises
    discord.Forbidden if the bot may not read the channel."""
    return await _newest(
        channel,
        author_id,
        lambda message: any(each.id == mark for each in walk(message.components)),
    )


async def _newest(
    channel: discord.PartialMessageable, author_id: int, fits: Callable[[discord.Message], bool]
) -> discord.Message | None:
    return await anext(
        (
            message
            async for message in channel.history(limit=LOOKED_AT)
            if message.author.id == author_id and fits(message)
        ),
        None,
    )


def _is_of(custom_id: str, table: Table) -> bool:
    return custom_id.startswith(IN_LOBBY.id(table.id, "")) or custom_id == ON_TABLE.id(
        table.id, "hand"
    )


def custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Return the custom ids of everything in a message that can be pressed."""
    found = (getattr(component, "custom_id", None) for component in walk(components))
    return filter(None, found)
