"""Stored orders of the bot's owner, and queries for the tables that they affect."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import delete, insert, select, update

from bot.core.shards import Shards
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.queries import OPEN_PHASES, served
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.owner.model import Block, Bulletin, Ordered

_members, _servers, _bulletin = schema.blocked_members, schema.blocked_servers, schema.bulletin


async def ordered(store: Database) -> Ordered:
    """Return all orders of the bot's owner as they are stored."""
    members = await store.rows(select(_members))
    servers = await store.rows(select(_servers))
    notice = await store.rows(select(_bulletin))
    return Ordered(
        {
            row.member_id: Block(row.member_id, row.reason, to_moment(row.since), row.told)
            for row in members
        },
        {row.guild_id: Block(row.guild_id, row.reason, to_moment(row.since)) for row in servers},
        _read(notice[0].text, notice[0].until) if notice else None,
    )


def _read(text: str, until: int | None) -> Bulletin:
    return Bulletin(text, None if until is None else to_moment(until))


def member_blocked(block: Block) -> list[Statement]:
    """Return the SQL statements that store the block of a member, in place of an older one."""
    row = {
        "member_id": block.id,
        "reason": block.reason,
        "since": to_number(block.since),
        "told": block.told,
    }
    return [*member_unblocked(block.id), Statement(insert(_members), [row])]


def member_told(member_id: int) -> list[Statement]:
    """Return the SQL statements that store that a blocked member has been told of the block."""
    return [Statement(update(_members).where(_members.c.member_id == member_id).values(told=True))]


def member_unblocked(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete the block of a member."""
    return [Statement(delete(_members).where(_members.c.member_id == member_id))]


def server_blocked(block: Block) -> list[Statement]:
    """Return the SQL statements that store the block of a server, in place of an older one."""
    row = {"guild_id": block.id, "reason": block.reason, "since": to_number(block.since)}
    return [*server_unblocked(block.id), Statement(insert(_servers), [row])]


def server_unblocked(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete the block of a server."""
    return [Statement(delete(_servers).where(_servers.c.guild_id == guild_id))]


def bulletin_is(bulletin: Bulletin | None) -> list[Statement]:
    """Return the SQL statements that store the notice for all open tables. If `bulletin` is None,
    they delete the stored notice."""
    gone = Statement(delete(_bulletin))
    if bulletin is None:
        return [gone]
    until = None if bulletin.until is None else to_number(bulletin.until)
    return [gone, Statement(insert(_bulletin), [{"id": 1, "text": bulletin.text, "until": until}])]


def bulletin_over(now: datetime) -> list[Statement]:
    """Return the SQL statements that delete the notice on all tables if it has ended by `now`."""
    return [Statement(delete(_bulletin).where(_bulletin.c.until <= to_number(now)))]


async def seats_of_blocked(store: Database, shards: Shards) -> list[tuple[str, int]]:
    """Return the seats of blocked members at open tables in the servers of these shards, as pairs
    of table id and member id."""
    tables, seats = schema.tables, schema.seats
    found = await store.rows(
        select(tables.c.id, seats.c.member_id)
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.member_id.in_(select(_members.c.member_id)),
            tables.c.phase.in_(OPEN_PHASES),
            served(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id, seats.c.number)
    )
    return [(row.id, row.member_id) for row in found]


async def tables_of_blocked(store: Database, shards: Shards) -> list[str]:
    """Return the ids of the lobbies and running games in blocked servers of these shards."""
    tables = schema.tables
    found = await store.rows(
        select(tables.c.id)
        .where(
            tables.c.guild_id.in_(select(_servers.c.guild_id)),
            tables.c.phase.in_(OPEN_PHASES),
            served(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
    )
    return [row.id for row in found]


async def open_tables(store: Database, shards: Shards) -> list[str]:
    """Return the ids of the lobbies and running games in the servers of these shards. The newest
    tables come first."""
    tables = schema.tables
    found = await store.rows(
        select(tables.c.id)
        .where(tables.c.phase.in_(OPEN_PHASES), served(tables.c.guild_id, shards))
        .order_by(tables.c.created_at.desc(), tables.c.id)
    )
    return [row.id for row in found]


KEPT: Final = Kept(
    parts={"blocked": whole(schema.blocked_members, "member_id")},
)
