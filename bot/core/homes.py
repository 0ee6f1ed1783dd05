"""Where a table is at home: in a server, or in a member's direct messages with the bot.

A home is one number, stored as a table's `guild_id`: a server's id, or the id of a channel of
direct messages below 0. So whatever belongs to a server belongs to one member's direct messages in
the same way, and never to those of two.
"""

from __future__ import annotations


def home_of(guild_id: int | None, channel_id: int | None) -> int:
    """The home of what happens in this channel of that server; without a server, these are direct
    messages."""
    return guild_id if guild_id is not None else -(channel_id or 0)


def is_private(home: int) -> bool:
    """Whether a home is a member's direct messages."""
    return home < 0


def server_in(home: int) -> int | None:
    """The server's id; None for direct messages."""
    return None if is_private(home) else home
