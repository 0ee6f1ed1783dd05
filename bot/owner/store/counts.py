"""Counts of rows in the whole database, for the bot's owner."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select, text, union

from bot.core.model import Phase
from bot.db import schema
from bot.db.database import Database
from bot.db.rows import to_number


class Counts(NamedTuple):
    """Counts of the whole database for the bot's owner.

    `servers` counts the servers that have a stored table, and the servers in the database table
    `servers` that have not removed the bot. `members` is how many members have a seat at a stored
    table or have finished a game. `lobbies` is the number of open lobbies, and `playing` the number
    of running games. `day` and `week` are the numbers of games that ended within the last day or
    week and whose record is still stored. `size` is the size of the database in bytes, and
    `revision` the version of its schema."""

    servers: int
    members: int
    lobbies: int
    playing: int
    day: int
    week: int
    size: int
    revision: str


async def counts(store: Database, now: datetime) -> Counts:
    """Return the numbers of servers, members, tables and games in the whole database, at the time
    `now`. On a large database, counting takes seconds."""
    tables, seats, standings = schema.tables, schema.seats, schema.standings
    members = union(
        select(seats.c.member_id).where(seats.c.member_id > 0),
        select(standings.c.member_id).where(standings.c.member_id > 0),
    ).subquery()
    kept = union(
        select(tables.c.guild_id).where(tables.c.guild_id > 0),
        select(schema.servers.c.guild_id).where(schema.servers.c.left_at.is_(None)),
    ).subquery()
    sqlite = store.engine.dialect.name == "sqlite"
    size: Select[Any] = (
        select(text("page_count * page_size FROM pragma_page_count(), pragma_page_size()"))
        if sqlite
        else select(func.pg_database_size(func.current_database()))
    )

    async def one(question: Select[Any]) -> Any:
        return (await store.rows(question))[0][0]

    async def phase(which: Phase) -> int:
        return int(
            await one(select(func.count()).select_from(tables).where(tables.c.phase == which.value))
        )

    async def ended(since: datetime) -> int:
        games = schema.games
        late = select(func.count()).where(games.c.ended_at >= to_number(since))
        # Each by its own partial index.
        return sum([int(await one(late.where(w))) for w in (schema.UNPACKED, schema.RECORDED)])

    return Counts(
        servers=int(await one(select(func.count()).select_from(kept))),
        members=int(await one(select(func.count()).select_from(members))),
        lobbies=await phase(Phase.LOBBY),
        playing=await phase(Phase.PLAYING),
        day=await ended(now - timedelta(days=1)),
        week=await ended(now - timedelta(days=7)),
        size=int(await one(size)),
        revision=str(await one(select(text("version_num FROM alembic_version")))),
    )
