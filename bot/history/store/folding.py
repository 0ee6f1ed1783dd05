"""Queries about results whose messages are to be folded, that is, shortened to a few lines some
time after the end of the game."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import select, update

from bot.core.model import Phase
from bot.core.shards import Shards
from bot.db import schema
from bot.db.database import Database
from bot.db.queries import served
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.history.model import Unfolded

FOLDED: Final = 0
"""A value in place of the time at which a result must be folded (shortened to a few lines). It
means that the result is folded already."""


async def due(store: Database, shards: Shards, now: datetime, most: int) -> list[Unfolded]:
    """Return at most `most` results, in the servers of these shards, whose messages must be folded
    at the time `now`. The results that have waited longest come first."""
    games, tables = schema.games, schema.tables
    found = await store.rows(
        select(
            games.c.table_id,
            games.c.number,
            games.c.ended_at,
            games.c.message_id,
            tables.c.guild_id,
            tables.c.channel_id,
            tables.c.phase,
            tables.c.game_number,
        )
        .join_from(games, tables, tables.c.id == games.c.table_id)
        .where(
            schema.UNFOLDED,
            games.c.folds_at <= to_number(now),
            served(tables.c.guild_id, shards),
        )
        .order_by(games.c.folds_at, games.c.table_id, games.c.number)
        .limit(most)
    )
    return [
        Unfolded(
            row.table_id,
            row.number,
            row.guild_id,
            row.channel_id,
            to_moment(row.ended_at),
            row.message_id,
            is_shown=row.phase == Phase.OVER.value and row.game_number == row.number,
        )
        for row in found
    ]


async def is_folded(store: Database, table_id: str, number: int) -> bool:
    """Return whether the message of a finished game's result is folded (shortened to a few
    lines)."""
    games = schema.games
    mine = games.c.table_id == table_id, games.c.number == number
    found = await store.rows(select(games.c.folds_at).where(*mine))
    return bool(found) and found[0].folds_at == FOLDED


def folds(table_id: str, number: int, at: datetime | None) -> list[Statement]:
    """Return the SQL statements that store when the message of a result must be folded (None:
    never)."""
    return _set(table_id, number, None if at is None else to_number(at))


def folded(table_id: str, number: int) -> list[Statement]:
    """Return the SQL statements that store that the message of a result was folded."""
    return _set(table_id, number, FOLDED)


def _set(table_id: str, number: int, folds_at: int | None) -> list[Statement]:
    games = schema.games
    mine = games.c.table_id == table_id, games.c.number == number
    return [Statement(update(games).where(*mine).values(folds_at=folds_at))]
