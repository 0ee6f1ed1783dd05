"""SQL about servers that have the bot or have removed it, and about the tables with data of a
server or member."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam, null, select, update

from bot.core.scope import pocket_of
from bot.db import schema
from bot.db.database import Database
from bot.db.rows import MILLISECOND, to_moment, to_number
from bot.db.writer import Statement
from bot.preferences.store import server_there


async def left_at(store: Database, guild_id: int) -> datetime | None:
    """Return when the bot was removed from a server. Returns None when the bot is still there, or
    when nothing is stored about the server."""
    servers = schema.servers
    found = await store.rows(select(servers.c.left_at).where(servers.c.guild_id == guild_id))
    return to_moment(found[0].left_at) if found and found[0].left_at is not None else None


async def removed(store: Database) -> set[int]:
    """Return the ids of the servers that, as far as is known, removed the bot."""
    servers = schema.servers
    found = await store.rows(select(servers.c.guild_id).where(servers.c.left_at.is_not(None)))
    return {row.guild_id for row in found}


async def servers(store: Database) -> list[int]:
    """Return the ids of the servers about which data is stored and which, as far as is known, have
    the bot. Direct messages are left out."""
    tables, servers = schema.tables, schema.servers
    left = select(servers.c.guild_id).where(servers.c.left_at.is_not(None))
    kept = select(tables.c.guild_id).union(select(servers.c.guild_id)).subquery()
    there = kept.c.guild_id.not_in(left) & (kept.c.guild_id > 0)
    found = await store.rows(select(kept.c.guild_id).where(there))
    return [row.guild_id for row in found]


async def left_before(store: Database, moment: datetime) -> list[int]:
    """Return the ids of the servers that removed the bot at the time `moment` or earlier."""
    servers = schema.servers
    found = await store.rows(
        select(servers.c.guild_id).where(servers.c.left_at <= to_number(moment))
    )
    return [row.guild_id for row in found]


async def private_scopes(store: Database, member_id: int) -> list[int]:
    """Return the scopes (bot.core.scope) that belong to a member alone. They are the member's
    pocket, for games in servers without the bot, and their direct messages if there are tables in
    them."""
    tables, seats = schema.tables, schema.seats
    sat = tables.c.id.in_(select(seats.c.table_id).where(seats.c.member_id == member_id))
    found = await store.rows(
        select(tables.c.guild_id)
        .where(tables.c.guild_id < 0, sat | (tables.c.host_id == member_id))
        .distinct()
    )
    return sorted({pocket_of(member_id), *(row.guild_id for row in found)})


async def tables_of(store: Database, guild_id: int) -> list[str]:
    """Return the ids of all tables of a server."""
    found = await store.rows(select(schema.tables.c.id).where(schema.tables.c.guild_id == guild_id))
    return [row.id for row in found]


async def tables_with(store: Database, member_id: int) -> list[str]:
    """Return the ids of all tables with data of a member. The oldest tables come first. The member
    can be the host, sit there, have sat there, be expected for the next game, or have voted. A few
    tables without data of the member might also be among them."""
    tables, seats = schema.tables, schema.seats
    # A number is looked for in JSON text. The caller checks each table, so one too many does no
    # harm.
    noted = tables.c.awaited.contains(str(member_id)) | tables.c.seating.contains(str(member_id))
    sat = tables.c.id.in_(select(seats.c.table_id).where(seats.c.member_id == member_id))
    voted = tables.c.id.in_(select(seats.c.table_id).where(seats.c.votes.contains(str(member_id))))
    found = await store.rows(
        select(tables.c.id)
        .where(sat | noted | voted | (tables.c.host_id == member_id))
        .order_by(tables.c.created_at)
    )
    return [row.id for row in found]


def server_left(guild_id: int, at: datetime) -> list[Statement]:
    """Return the statements that store that the bot was removed from a server at the time `at`. If
    an earlier removal is stored, nothing changes."""
    servers = schema.servers
    change = update(servers).where(servers.c.guild_id == guild_id, servers.c.left_at.is_(None))
    return [server_there(guild_id), Statement(change.values(left_at=to_number(at)))]


def server_joined(guild_id: int, downtime: timedelta) -> list[Statement]:
    """Return the statements that store that the bot is in the server again, and that postpone the
    deadlines of the server's tables by `downtime`."""
    servers, tables = schema.servers, schema.tables
    back = update(servers).where(servers.c.guild_id == guild_id)
    later = update(tables).where(tables.c.guild_id == guild_id)
    return [
        Statement(back.values(left_at=null())),
        Statement(
            later.values(downtime=tables.c.downtime + bindparam("more")),
            [{"more": downtime // MILLISECOND}],
        ),
    ]
