"""Where a table belongs: in a server, in a member's direct messages with the bot, or in their
pocket.

A scope is one number, stored as a table's `guild_id`: a server's id, or the id of a channel of
direct messages below 0. So whatever belongs to a server belongs to one member's direct messages in
the same way, and never to those of two. Where the bot is not, a member who has it installed for
themselves plays in their pocket, the same one wherever they are: their own id, far below 0.
"""

from __future__ import annotations

from typing import Final

POCKET: Final = 1 << 62
"""Above all of Discord's ids until 2050, so that no pocket has the number of a channel."""


def scope_of(guild_id: int | None, channel_id: int | None) -> int:
    """The scope of what happens in this channel of that server; without a server, these are direct
    messages."""
    return guild_id if guild_id is not None else -(channel_id or 0)


def pocket_of(member_id: int) -> int:
    """The scope that a member has where the bot is not."""
    return -(POCKET + member_id)


def is_pocket(scope: int) -> bool:
    """Whether a scope is a member's pocket."""
    return scope < -POCKET


def is_private(scope: int) -> bool:
    """Whether a scope is one member's alone: their direct messages, or their pocket."""
    return scope < 0


def server_in(scope: int) -> int | None:
    """The server's id; None for a private scope."""
    return None if is_private(scope) else scope
