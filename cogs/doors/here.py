"""Chooses the table that an Activity shows to a member who opens it in a channel without naming
one."""

from __future__ import annotations

from bot.core.model import Phase, Table
from bot.tables.manager import Tables
from cogs.discord.errors import NoTableHere


async def table_in(tables: Tables, scope: int, channel_id: int, member_id: int) -> Table:
    """A table of the channel: one where the member sits, else one in play, else the newest. Raises
    NoTableHere, NotSaved."""
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
