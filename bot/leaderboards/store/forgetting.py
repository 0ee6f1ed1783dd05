"""Deletes members and servers from finished games and standings (totals and ratings)."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db import schema
from bot.db.kept import NAMELESS, Kept, Part, whole
from bot.db.writer import Statement, Work

NOBODY: Final = 0
"""Stands for a moderator whose data was deleted."""

NUMBER_BITS: Final = 62


def member_forgotten(member_id: int) -> list[Statement | Work]:
    """Return the database work that makes a member anonymous in results and standings. In each
    server, a random negative number replaces the member's id. So the member's games in one server
    still belong together, but nobody can match them with the member's games in another server. The
    statistics of other players don't change."""

    async def forget(connection: AsyncConnection) -> None:
        for table in (schema.hidden, schema.title_wearers):
            await connection.execute(delete(table).where(table.c.member_id == member_id))
        results, ladders = schema.results, schema.ladders
        where_seen = select(results.c.guild_id).where(results.c.member_id == member_id).distinct()
        for row in (await connection.execute(where_seen)).all():
            nobody = -1 - secrets.randbits(NUMBER_BITS)
            for table in (results, schema.standings, schema.deeds):
                mine = update(table).where(
                    table.c.guild_id == row.guild_id, table.c.member_id == member_id
                )
                name = {} if table is schema.deeds else {"name": NAMELESS}
                await connection.execute(mine.values(member_id=nobody, **name))
            changed = update(ladders).where(ladders.c.guild_id == row.guild_id)
            await connection.execute(changed.values(revision=ladders.c.revision + 1))
        annulled = update(results).where(results.c.annulled_by == member_id)
        await connection.execute(annulled.values(annulled_by=NOBODY))

    return [Work(forget)]


def server_forgotten(guild_id: int) -> list[Statement | Work]:
    """Return the database work that deletes a server's finished games, leaderboards and seasons."""
    tables = (
        schema.results,
        schema.standings,
        schema.deeds,
        schema.ladders,
        schema.seasons,
        schema.season_settings,
        schema.title_roles,
        schema.title_wearers,
    )
    return [Statement(delete(table).where(table.c.guild_id == guild_id)) for table in tables]


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={
        "results": whole(schema.results, "member_id"),
        "annulled": Part(schema.results, ("annulled_by",), ("guild_id", "table_id", "number")),
        "standings": whole(schema.standings, "member_id"),
        "deeds": whole(schema.deeds, "member_id"),
        "title_roles": whole(schema.title_wearers, "member_id"),
        "hidden": whole(schema.hidden, "member_id"),
    },
)
