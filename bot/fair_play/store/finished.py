"""Queries for finished games. From these games, fair play computes how many games a member leaves,
and which results are unusual."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Row, case, func, or_, select

from bot.db import schema
from bot.db.database import Database
from bot.db.rows import to_number
from bot.fair_play.model import Left, Rated, Sat

_results = schema.results


async def rated(store: Database, guild_id: int, since: datetime) -> list[Rated]:
    """Return the rated games of a server that ended at `since` or later, in the order in which they
    ended. Annulled games are left out, and so are the seats of members whose data was deleted."""
    rows = await store.rows(
        select(
            _results.c.table_id,
            _results.c.number,
            _results.c.member_id,
            _results.c.name,
            _results.c.side,
            _results.c.rank,
            _results.c.resigned,
            _results.c.moves,
        )
        .where(
            _results.c.guild_id == guild_id,
            _results.c.ended_at >= to_number(since),
            _results.c.annulled_by.is_(None),
            _results.c.figure.is_not(None),
            _results.c.member_id > 0,
        )
        .order_by(_results.c.ended_at, _results.c.table_id, _results.c.number, _results.c.seat)
    )
    return [
        Rated(table_id, number, tuple(map(_sat, seats)))
        for (table_id, number), seats in groupby(rows, key=lambda row: (row.table_id, row.number))
    ]


async def left(store: Database, guild_id: int, member_id: int) -> Left:
    """Return how many games the member has left in a server, and how many they have finished there.
    Only games with other members are counted. Void and annulled games are not counted."""
    gone = or_(_results.c.resigned, _results.c.stand_ins > _results.c.moves)
    rows = await store.rows(
        select(
            func.count().label("games"),
            func.coalesce(func.sum(case((gone, 1), else_=0)), 0).label("left"),
        ).where(
            _results.c.guild_id == guild_id,
            _results.c.member_id == member_id,
            _results.c.kind != "void",
            _results.c.annulled_by.is_(None),
            ~_results.c.practice,
        )
    )
    return Left(int(rows[0].left), int(rows[0].games))


def _sat(row: Row[Any]) -> Sat:
    return Sat(row.member_id, row.name, row.side, row.rank, row.resigned, row.moves)
