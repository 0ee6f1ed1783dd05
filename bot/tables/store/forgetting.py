"""Deletes the data of members and servers from tables."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, select, update

from bot.core.model import FORGOTTEN
from bot.db import schema
from bot.db.kept import NAMELESS, Kept, whole
from bot.db.writer import Statement


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the statements that delete a member's panels and mentions. In seats that are still the
    member's, the statements delete the id, the name and the moves that the member chose in
    advance."""
    panels, mentions, seats = schema.panels, schema.mentions, schema.seats
    sat = update(seats).where(seats.c.member_id == member_id)
    return [
        Statement(sat.values(member_id=FORGOTTEN, name=NAMELESS, ahead=None)),
        Statement(delete(panels).where(panels.c.member_id == member_id)),
        Statement(delete(mentions).where(mentions.c.member_id == member_id)),
    ]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the statements that delete a server's tables and games."""
    tables = schema.tables
    mine = select(tables.c.id).where(tables.c.guild_id == guild_id)
    parts = (schema.moves, schema.games, schema.panels, schema.mentions, schema.seats)
    return [
        *(Statement(delete(part).where(part.c.table_id.in_(mine))) for part in parts),
        Statement(delete(tables).where(tables.c.guild_id == guild_id)),
    ]


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={
        "tables_hosted": whole(schema.tables, "host_id"),
        "seats": whole(schema.seats, "member_id"),
        "open_hands": whole(schema.panels, "member_id"),
        "mentions": whole(schema.mentions, "member_id"),
    },
)
