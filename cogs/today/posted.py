"""Keeps a message in a channel up to date. The message is edited where it is. If its id isn't
stored, because a process ended too early, the message is looked for in the channel. If the message
was deleted, it is posted again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import ui

from cogs.discord.client import ShijoBot
from cogs.discord.languages import to_everyone
from cogs.discord.layout import NO_MENTIONS
from cogs.edits.found import message_with


async def keep_posted(
    bot: ShijoBot,
    channel: discord.PartialMessageable,
    guild_id: int,
    message_id: int | None,
    is_its: Callable[[str], bool],
    draw: Callable[[], Awaitable[ui.LayoutView]],
) -> int:
    """Show the message that `draw` makes in place of the message `message_id`. If that message was
    deleted, post a new message. If `message_id` is None, look among the channel's last messages for
    the bot's message with a custom id for which `is_its` returns True. If there is none, post a new
    message. Return the id of the message that is shown now. The server `guild_id` decides the
    language. Raises discord.HTTPException and the errors of `draw`."""
    if message_id is None and bot.user is not None:
        found = await message_with(channel, bot.user.id, is_its)
        message_id = None if found is None else found.id
    async with to_everyone(bot, guild_id):
        if message_id is not None:
            try:
                shown = channel.get_partial_message(message_id)
                await shown.edit(view=await draw(), allowed_mentions=NO_MENTIONS)
            except discord.NotFound:
                pass  # it was deleted
            else:
                return message_id
        return (await channel.send(view=await draw(), allowed_mentions=NO_MENTIONS)).id
