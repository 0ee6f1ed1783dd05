"""What evenings follow from, and up to when a server has been told of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, and_, delete, func, insert, select, update

from bot.core.model import Phase
from bot.db import schema
from bot.db.codec import to_moment, to_number
from bot.db.database import Database
from bot.db.kept import Kept
from bot.db.writer import Statement
from bot.evenings.model import PlayedGame
from bot.leaderboards.store.books import Counted, Results

Which = tuple[str, int]
"""A game: its table and its number there."""


async def finished(
    store: Database, guild_id: int, since: datetime, until: datetime
) -> list[PlayedGame]:
    """A server's games that ended in a time (without its end), in the order in which they
    ended."""
    results, games, tables = schema.results, schema.games, schema.tables
    theirs = and_(games.c.table_id == results.c.table_id, games.c.number == results.c.number)
    rows = await store.rows(
        select(results, games.c.started_at, tables.c.channel_id)
        .join_from(results, games, theirs)
        .join(tables, tables.c.id == results.c.table_id)
        .where(
            results.c.guild_id == guild_id,
            results.c.ended_at >= to_number(since),
            results.c.ended_at < to_number(until),
        )
        .order_by(results.c.ended_at, results.c.table_id, results.c.number, results.c.seat)
    )
    beside: dict[Which, list[Row[Any]]] = {}
    for row in rows:
        beside.setdefault((row.table_id, row.number), []).append(row)
    return [_played(each, beside) for each in Results(rows).games()]


def _played(counted: Counted, beside: Mapping[Which, list[Row[Any]]]) -> PlayedGame:
    which = counted.stored[0].table_id, counted.stored[0].number
    seats = beside[which]
    began, ended = to_moment(seats[0].started_at), to_moment(seats[0].ended_at)
    moves = sum(row.moves for row in seats)
    return PlayedGame(*which, seats[0].channel_id, began, ended, moves, counted.result)


async def ended_at(store: Database, guild_id: int, table_id: str, number: int) -> datetime | None:
    """When a server's game ended; None where there is no such finished game."""
    results = schema.results
    rows = await store.rows(
        select(results.c.ended_at)
        .where(
            results.c.guild_id == guild_id,
            results.c.table_id == table_id,
            results.c.number == number,
        )
        .limit(1)
    )
    return to_moment(rows[0].ended_at) if rows else None


async def running(store: Database, guild_id: int) -> list[datetime]:
    """When the running games of a server began."""
    games, tables = schema.games, schema.tables
    now = and_(games.c.table_id == tables.c.id, games.c.number == tables.c.game_number)
    rows = await store.rows(
        select(games.c.started_at)
        .join_from(tables, games, now)
        .where(tables.c.guild_id == guild_id, tables.c.phase == Phase.PLAYING.value)
    )
    return [to_moment(row.started_at) for row in rows]


async def lately(store: Database, since: datetime) -> list[int]:
    """The servers where a game has ended since, of which nobody has been told."""
    results, told = schema.results, schema.evenings
    newest = func.max(results.c.ended_at)
    rows = await store.rows(
        select(results.c.guild_id)
        .join_from(results, told, told.c.guild_id == results.c.guild_id, isouter=True)
        .where(results.c.guild_id > 0, results.c.ended_at >= to_number(since))
        .group_by(results.c.guild_id, told.c.told_until)
        .having(newest > func.coalesce(told.c.told_until, 0))
    )
    return [row.guild_id for row in rows]


async def told_until(store: Database, guild_id: int) -> datetime | None:
    """The end of the last evening that a server was told of."""
    table = schema.evenings
    rows = await store.rows(select(table.c.told_until).where(table.c.guild_id == guild_id))
    return to_moment(rows[0].told_until) if rows else None


def told(guild_id: int, before: datetime | None, until: datetime) -> list[Statement]:
    """A server is told of an evening that ended then; a conflict when it was told of one since
    `before`."""
    table = schema.evenings
    if before is None:
        row = {"guild_id": guild_id, "told_until": to_number(until)}
        return [Statement(insert(table), [row])]
    mine = update(table).where(
        table.c.guild_id == guild_id, table.c.told_until == to_number(before)
    )
    return [Statement(mine.values(told_until=to_number(until)), expected=1)]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Delete up to when a server has been told of its evenings."""
    table = schema.evenings
    return [Statement(delete(table).where(table.c.guild_id == guild_id))]


KEPT: Final = Kept(server_forgotten=server_forgotten)
