"""The place that a table belongs to: a server, a member's direct messages with the bot, or a
member's pocket; and the game of a tournament that it belongs to, if any.

A scope is one number, stored as a table's `guild_id`: a server's id, or for direct messages the
negative id of their channel. So data of one member's direct messages is kept apart in the same way
as data of a server. In a server that the bot is not a member of, a member who installed the bot for
themselves plays in their pocket. The pocket is the same everywhere; its scope is the member's own
id as a number far below 0.

The ids of a tournament's tables are computed from the tournament and the game, so that a table
which may have been opened before a crash is not opened twice: `k3f9ab-2-5-1` is the first game at
board 5 of round 2. Other ids have no hyphen."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

POCKET: Final = 1 << 62
"""Above all of Discord's ids until 2050, so that no pocket has the number of a channel."""
_SITTING: Final = re.compile(r"([0-9a-z]{6})-([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,2})")


def scope_of(guild_id: int | None, channel_id: int | None) -> int:
    """The scope of this channel of that server; without a server, the channel is one of direct
    messages."""
    return guild_id if guild_id is not None else -(channel_id or 0)


def pocket_of(member_id: int) -> int:
    """The scope of a member's pocket, where they play in servers that the bot isn't in."""
    return -(POCKET + member_id)


def is_pocket(scope: int) -> bool:
    """Whether a scope is a member's pocket."""
    return scope < -POCKET


def is_private(scope: int) -> bool:
    """Whether a scope belongs to one member alone: direct messages, or a pocket."""
    return scope < 0


def server_in(scope: int) -> int | None:
    """The server's id; None for a private scope."""
    return None if is_private(scope) else scope


class SittingId(NamedTuple):
    """Which game of a tournament: its round, its board (table) in that round, and the number of the
    game in the match at that board; all from 1."""

    tournament: str
    round: int
    board: int
    game: int

    @property
    def table_id(self) -> str:
        """The id of this game's table, at most 15 characters."""
        return "-".join(map(str, self))


def sitting_of(table_id: str) -> SittingId | None:
    """The game of a tournament that a table was opened for; None for any other table."""
    found = _SITTING.fullmatch(table_id)
    if found is None:
        return None
    tournament, *numbers = found.groups()
    return SittingId(tournament, *map(int, numbers))
