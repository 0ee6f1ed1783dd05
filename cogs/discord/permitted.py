"""What the bot may do in a channel or thread of a server."""

from __future__ import annotations

import discord


def own_permissions(guild: discord.Guild, channel_id: int) -> discord.Permissions | None:
    """Return the bot's permissions in a channel or thread. In a thread, `send_messages` says
    whether the bot may send messages in that thread. Return None if the channel is unknown, because
    it was deleted or is an archived thread."""
    place = guild.get_channel_or_thread(channel_id)
    if place is None:
        return None
    allowed = place.permissions_for(guild.me)
    if isinstance(place, discord.Thread):
        allowed.update(send_messages=allowed.send_messages_in_threads)
    return allowed
