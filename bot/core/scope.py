"""Scopes. A scope is the number that says to which server or private place a table belongs.

It is stored as a table's `guild_id`. For a server it is the server's id. For direct messages it is
the negative id of their channel, so that one member's data is kept apart in the same way as a
server's. A pocket is the private place of a member who installed the bot for themselves and plays
in a server that the bot is not a member of. Each member has one pocket, whose scope is the member's
id as a number far below 0.

This module also makes the ids of a tournament's tables. Such an id is computed from the tournament
and the game. So a table that might have been opened before a crash is not opened twice. For
example, `k3f9ab-2-5-1` is the table for the first game at board 5 of round 2 in the tournament
`k3f9ab`. The ids of all other tables have no hyphen."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

POCKET: Final = 1 << 62
"""The number from which the scopes of pockets are made. A pocket is the private place of a member
who plays in servers without the bot. This number is greater than all of Discord's ids until 2050.
So a pocket and a channel never have the same scope."""
_SITTING: Final = re.compile(r"([0-9a-z]{6})-([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,2})")


def scope_of(guild_id: int | None, channel_id: int | None) -> int:
    """Return the scope of a channel. In a server it is the server's id. For direct messages
    (`guild_id` is None) it is the negative id of the channel."""
    return guild_id if guild_id is not None else -(channel_id or 0)


def pocket_of(member_id: int) -> int:
    """Return the scope of a member's pocket, the private place where they play in servers without
    the bot."""
    return -(POCKET + member_id)


def is_pocket(scope: int) -> bool:
    """Return whether a scope is a member's pocket, the private place where they play in servers
    without the bot. Return False for servers and direct messages."""
    return scope < -POCKET


def is_private(scope: int) -> bool:
    """Return whether a scope belongs to one member alone, because it is their direct messages or
    their pocket."""
    return scope < 0


def server_in(scope: int) -> int | None:
    """Return the server's id if the scope is a server. Return None if the scope is a member's
    direct messages or pocket (a member's private place in servers without the bot)."""
    return None if is_private(scope) else scope


class SittingId(NamedTuple):
    """Identifies one game of a tournament. `tournament` is the tournament's id, and `round` the
    number of the round. `board` is the table's number in that round, and `game` the number of the
    game at that table. All numbers count from 1."""

    tournament: str
    round: int
    board: int
    game: int

    @property
    def table_id(self) -> str:
        """The id of the table at which this game is played, at most 15 characters."""
        return "-".join(map(str, self))


def sitting_of(table_id: str) -> SittingId | None:
    """Return which game of a tournament is played at the table with the id `table_id`. Return None
    when the table doesn't belong to a tournament."""
    found = _SITTING.fullmatch(table_id)
    if found is None:
        return None
    tournament, *numbers = found.groups()
    return SittingId(tournament, *map(int, numbers))
