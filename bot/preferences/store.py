"""Stored data of servers and members: their preferences, and when the bot was removed from a
server."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Table,
    bindparam,
    delete,
    insert,
    literal,
    null,
    select,
    update,
)

from bot.challenges import store as challenges
from bot.core.homes import pocket_of
from bot.core.model import FORGOTTEN, Phase, Speed
from bot.db import schema
from bot.db.database import Database
from bot.db.rows import MILLISECOND, to_moment, to_number
from bot.db.writer import Statement, Work
from bot.fair_play.store import removals
from bot.leaderboards.store import forgetting
from bot.lessons import store as learned
from bot.notices import store as notices
from bot.puzzles import store as puzzles
from bot.tournaments.store import tournaments


async def server_settings(store: Database, guild_id: int) -> str | None:
    """A server's settings as JSON text, None when it has none."""
    return await _settings(store, schema.servers, schema.servers.c.guild_id == guild_id)


async def member_settings(store: Database, member_id: int) -> str | None:
    """A member's settings as JSON text, None when they have none."""
    return await _settings(store, schema.members, schema.members.c.member_id == member_id)


async def left_at(store: Database, guild_id: int) -> datetime | None:
    """When the bot was removed from a server; None when it is there."""
    servers = schema.servers
    found = await store.rows(select(servers.c.left_at).where(servers.c.guild_id == guild_id))
    return to_moment(found[0].left_at) if found and found[0].left_at is not None else None


async def removed(store: Database) -> set[int]:
    """The servers that removed the bot, as far as that is known."""
    servers = schema.servers
    found = await store.rows(select(servers.c.guild_id).where(servers.c.left_at.is_not(None)))
    return {row.guild_id for row in found}


async def servers(store: Database) -> list[int]:
    """The servers with stored data where the bot is, as far as that is known. Direct messages are
    none."""
    tables, servers = schema.tables, schema.servers
    left = select(servers.c.guild_id).where(servers.c.left_at.is_not(None))
    kept = select(tables.c.guild_id).union(select(servers.c.guild_id)).subquery()
    there = kept.c.guild_id.not_in(left) & (kept.c.guild_id > 0)
    found = await store.rows(select(kept.c.guild_id).where(there))
    return [row.guild_id for row in found]


async def left_before(store: Database, moment: datetime) -> list[int]:
    """The servers that removed the bot at that time or earlier."""
    servers = schema.servers
    found = await store.rows(
        select(servers.c.guild_id).where(servers.c.left_at <= to_number(moment))
    )
    return [row.guild_id for row in found]


async def private_homes(store: Database, member_id: int) -> list[int]:
    """The member's pocket, and their direct messages in which there are tables
    (bot.core.homes)."""
    tables, seats = schema.tables, schema.seats
    sat = tables.c.id.in_(select(seats.c.table_id).where(seats.c.member_id == member_id))
    found = await store.rows(
        select(tables.c.guild_id)
        .where(tables.c.guild_id < 0, sat | (tables.c.host_id == member_id))
        .distinct()
    )
    return sorted({pocket_of(member_id), *(row.guild_id for row in found)})


async def tables_of(store: Database, guild_id: int) -> list[str]:
    """The ids of all tables of a server."""
    found = await store.rows(select(schema.tables.c.id).where(schema.tables.c.guild_id == guild_id))
    return [row.id for row in found]


async def tables_with(store: Database, member_id: int) -> list[str]:
    """The ids of all tables with any data of a member: seated, awaited, or once seated."""
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


async def tables_by_post(store: Database, member_id: int) -> list[tuple[str, int]]:
    """The ids of the tables where a member plays by post, and of their servers."""
    tables, seats = schema.tables, schema.seats
    found = await store.rows(
        select(tables.c.id, tables.c.guild_id)
        .join_from(tables, seats, seats.c.table_id == tables.c.id)
        .where(
            seats.c.member_id == member_id,
            tables.c.phase == Phase.PLAYING.value,
            tables.c.speed == Speed.BY_POST.value,
        )
        .order_by(tables.c.id)
    )
    return [(row.id, row.guild_id) for row in found]


def server_saved(guild_id: int, settings: str) -> list[Statement]:
    """A server's settings."""
    servers = schema.servers
    change = update(servers).where(servers.c.guild_id == guild_id)
    return [_server_there(guild_id), Statement(change.values(settings=settings))]


def member_saved(member_id: int, settings: str) -> list[Statement]:
    """A member's settings."""
    members = schema.members
    row = {"member_id": member_id, "settings": settings}
    return [
        Statement(delete(members).where(members.c.member_id == member_id)),
        Statement(insert(members), [row]),
    ]


def member_forgotten(member_id: int) -> list[Statement | Work]:
    """Delete a member's data: settings, open panels, mentions, progress in lessons, wishes for
    notices, challenges, their names in results and tournaments, and seats at tables that can't be
    read."""
    members, panels, mentions, seats = schema.members, schema.panels, schema.mentions, schema.seats
    sat = update(seats).where(seats.c.member_id == member_id)
    return [
        *puzzles.forgotten(member_id),
        *forgetting.member_forgotten(member_id),
        *learned.forgotten(member_id),
        *notices.member_forgotten(member_id),
        *challenges.member_forgotten(member_id),
        *removals.member_forgotten(member_id),
        *tournaments.member_forgotten(member_id),
        Statement(sat.values(member_id=FORGOTTEN, name=forgetting.NAMELESS)),
        Statement(delete(members).where(members.c.member_id == member_id)),
        Statement(delete(panels).where(panels.c.member_id == member_id)),
        Statement(delete(mentions).where(mentions.c.member_id == member_id)),
    ]


def server_left(guild_id: int, at: datetime) -> list[Statement]:
    """The bot was removed from the server at that time, unless an earlier time is stored."""
    servers = schema.servers
    change = update(servers).where(servers.c.guild_id == guild_id, servers.c.left_at.is_(None))
    return [_server_there(guild_id), Statement(change.values(left_at=to_number(at)))]


def server_joined(guild_id: int, downtime: timedelta) -> list[Statement]:
    """The bot is in the server again; the deadlines of its tables are postponed by `downtime`."""
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


def server_deleted(guild_id: int) -> list[Statement | Work]:
    """Delete all data of a server and its tables."""
    tables = schema.tables
    mine = select(tables.c.id).where(tables.c.guild_id == guild_id)
    parts = (
        schema.analyses,
        schema.judged,
        schema.moves,
        schema.games,
        schema.panels,
        schema.mentions,
        schema.seats,
    )
    return [
        *puzzles.server_forgotten(guild_id),
        *forgetting.server_forgotten(guild_id),
        *notices.server_forgotten(guild_id),
        *challenges.server_forgotten(guild_id),
        *removals.server_forgotten(guild_id),
        *tournaments.server_forgotten(guild_id),
        *(Statement(delete(part).where(part.c.table_id.in_(mine))) for part in parts),
        Statement(delete(tables).where(tables.c.guild_id == guild_id)),
        Statement(delete(schema.servers).where(schema.servers.c.guild_id == guild_id)),
    ]


def _server_there(guild_id: int) -> Statement:
    servers = schema.servers
    there = select(servers.c.guild_id).where(servers.c.guild_id == guild_id).exists()
    row = select(literal(guild_id), literal("{}"), null()).where(~there)
    return Statement(insert(servers).from_select(["guild_id", "settings", "left_at"], row))


async def _settings(store: Database, table: Table, which: ColumnElement[Any]) -> str | None:
    found = await store.rows(select(table.c.settings).where(which))
    return found[0].settings if found else None
