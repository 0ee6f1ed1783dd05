"""Chooses the table that the Activity (the board inside Discord) shows in a channel, for a member
who started it there and not from a table."""

from __future__ import annotations

from bot.core.model import Phase, Table
from bot.tables.manager import Tables
from cogs.discord.errors import NoTableHere


async def table_in(tables: Tables, scope: int, channel_id: int, member_id: int) -> Table:
    """Return the table of the channel that the member most likely wants: an open table, or one of
    the last few finished tables. The first choice is a lobby or a table in play where the member
    has a seat, the second a table in play, the third the newest table. Raises NoTableHere if the
    channel has no such table, and NotSaved if the database fails."""
    found = [each for each in await tables.where.open_in(channel_id) if each.guild_id == scope]
    if not found:
        raise NoTableHere
    return max(
        found,
        key=lambda table: (
            table.phase in (Phase.LOBBY, Phase.PLAYING) and table.seat_of(member_id) is not None,
            table.phase is Phase.PLAYING,
            -found.index(table),
        ),
    )
