"""Stored preferences of servers and members."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Table,
    delete,
    insert,
    literal,
    null,
    select,
    update,
)

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.writer import Statement


async def server_settings(store: Database, guild_id: int) -> str | None:
    """A server's settings as JSON text, None when it has none."""
    return await _settings(store, schema.servers, schema.servers.c.guild_id == guild_id)


async def member_settings(store: Database, member_id: int) -> str | None:
    """A member's settings as JSON text, None when they have none."""
    return await _settings(store, schema.members, schema.members.c.member_id == member_id)


def server_saved(guild_id: int, settings: str) -> list[Statement]:
    """A server's settings."""
    servers = schema.servers
    change = update(servers).where(servers.c.guild_id == guild_id)
    return [server_there(guild_id), Statement(change.values(settings=settings))]


def member_saved(member_id: int, settings: str) -> list[Statement]:
    """A member's settings."""
    members = schema.members
    row = {"member_id": member_id, "settings": settings}
    return [
        Statement(delete(members).where(members.c.member_id == member_id)),
        Statement(insert(members), [row]),
    ]


def server_there(guild_id: int) -> Statement:
    """The row of a server, where there is none yet."""
    servers = schema.servers
    there = select(servers.c.guild_id).where(servers.c.guild_id == guild_id).exists()
    row = select(literal(guild_id), literal("{}"), null()).where(~there)
    return Statement(insert(servers).from_select(["guild_id", "settings", "left_at"], row))


def member_forgotten(member_id: int) -> list[Statement]:
    """Delete a member's settings."""
    members = schema.members
    return [Statement(delete(members).where(members.c.member_id == member_id))]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Delete a server's settings."""
    servers = schema.servers
    return [Statement(delete(servers).where(servers.c.guild_id == guild_id))]


async def _settings(store: Database, table: Table, which: ColumnElement[Any]) -> str | None:
    found = await store.rows(select(table.c.settings).where(which))
    return found[0].settings if found else None


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={"settings": whole(schema.members, "member_id")},
)
