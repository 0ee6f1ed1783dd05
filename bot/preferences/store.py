"""The SQL of the preferences of servers and members."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
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
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.preferences.model import Change


async def server_settings(store: Database, guild_id: int) -> str | None:
    """Return a server's settings as JSON text, or None when nothing is stored for the server."""
    return await _settings(store, schema.servers, schema.servers.c.guild_id == guild_id)


async def member_settings(store: Database, member_id: int) -> str | None:
    """Return a member's settings as JSON text, or None when nothing is stored for the member."""
    return await _settings(store, schema.members, schema.members.c.member_id == member_id)


def server_saved(guild_id: int, settings: str) -> list[Statement]:
    """Return the statements that store a server's settings, given as JSON text."""
    servers = schema.servers
    change = update(servers).where(servers.c.guild_id == guild_id)
    return [server_there(guild_id), Statement(change.values(settings=settings))]


async def last_changes(store: Database, guild_id: int) -> dict[str, Change]:
    """Return who changed each of a server's settings last, and when, as a dict from the setting's
    name to the change. Settings that nobody changed are left out."""
    changes = schema.setting_changes
    found = await store.rows(select(changes).where(changes.c.guild_id == guild_id))
    return {row.setting: Change(row.member_id, to_moment(row.at)) for row in found}


def settings_changed(
    guild_id: int, names: Collection[str], member_id: int, at: datetime
) -> list[Statement]:
    """Return the statements that store who changed the settings `names` of a server, and when."""
    changes = schema.setting_changes
    row = {"guild_id": guild_id, "member_id": member_id, "at": to_number(at)}
    here = changes.c.guild_id == guild_id
    return [
        Statement(delete(changes).where(here, changes.c.setting.in_(sorted(names)))),
        Statement(insert(changes), [{**row, "setting": name} for name in sorted(names)]),
    ]


def member_saved(member_id: int, settings: str) -> list[Statement]:
    """Return the statements that store a member's settings, given as JSON text."""
    members = schema.members
    row = {"member_id": member_id, "settings": settings}
    return [
        Statement(delete(members).where(members.c.member_id == member_id)),
        Statement(insert(members), [row]),
    ]


def server_there(guild_id: int) -> Statement:
    """Return the SQL statement that inserts a row for the server. It does nothing if the server has
    a row already."""
    servers = schema.servers
    there = select(servers.c.guild_id).where(servers.c.guild_id == guild_id).exists()
    row = select(literal(guild_id), literal("{}"), null()).where(~there)
    return Statement(insert(servers).from_select(["guild_id", "settings", "left_at"], row))


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the statements that delete a member's settings, and also the entries which say that
    this member changed settings of servers."""
    return [
        Statement(delete(table).where(table.c.member_id == member_id))
        for table in (schema.members, schema.setting_changes)
    ]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the statements that delete a server's row, which has its settings, and the entries
    which say who changed these settings."""
    return [
        Statement(delete(table).where(table.c.guild_id == guild_id))
        for table in (schema.setting_changes, schema.servers)
    ]


async def _settings(store: Database, table: Table, which: ColumnElement[Any]) -> str | None:
    found = await store.rows(select(table.c.settings).where(which))
    return found[0].settings if found else None


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={
        "settings": whole(schema.members, "member_id"),
        "setting_changes": whole(schema.setting_changes, "member_id"),
    },
)
