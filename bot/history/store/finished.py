"""Queries about open tables and finished games, without replaying any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Row, Select, select

from bot.core.model import FinishedGame, FinishedSeat
from bot.db import schema
from bot.db.codec import to_moment
from bot.db.queries import OPEN_PHASES
from bot.db.rows import TableRow
from bot.tables.store.tables import Store

FIRST_SEAT: Final = 0
"""Every finished game has a result for this seat: one row a game."""


async def open_tables(store: Store, guild_id: int, limit: int | None) -> list[TableRow]:
    """The lobbies and running games of a server, the newest first, at most `limit`."""
    tables = schema.tables
    return await store.tables(
        select(tables)
        .where(tables.c.guild_id == guild_id, tables.c.phase.in_(OPEN_PHASES))
        .order_by(tables.c.created_at.desc(), tables.c.id)
        .limit(limit)
    )


async def finished_games(
    store: Store,
    guild_id: int,
    *,
    member_id: int | None = None,
    channel_id: int | None = None,
    first: int,
    count: int,
) -> list[FinishedGame]:
    """The finished games of a server, the newest first: `count` of them from the `first` (from 0)
    on; all, a member's, or a channel's."""
    results = schema.results
    question = _games(guild_id)
    if member_id is not None:
        mine = results.alias()
        played = select(mine.c.seat).where(
            mine.c.table_id == results.c.table_id,
            mine.c.number == results.c.number,
            mine.c.member_id == member_id,
        )
        question = question.where(played.exists())
    if channel_id is not None:
        question = question.where(schema.tables.c.channel_id == channel_id)
    newest = question.order_by(
        results.c.ended_at.desc(), results.c.table_id, results.c.number.desc()
    )
    return await _with_seats(store, newest.limit(count).offset(first))


async def finished_game(
    store: Store, guild_id: int, table_id: str, number: int
) -> FinishedGame | None:
    """A finished game of a server, or None."""
    results = schema.results
    question = _games(guild_id).where(results.c.table_id == table_id, results.c.number == number)
    return next(iter(await _with_seats(store, question)), None)


def _games(guild_id: int) -> Select[Any]:
    results, tables = schema.results, schema.tables
    return (
        select(
            results.c.table_id,
            results.c.number,
            results.c.game,
            results.c.ended_at,
            results.c.kind,
            results.c.annulled_by,
            tables.c.channel_id,
        )
        .join_from(results, tables, tables.c.id == results.c.table_id)
        .where(results.c.guild_id == guild_id, results.c.seat == FIRST_SEAT)
    )


async def _with_seats(store: Store, question: Select[Any]) -> list[FinishedGame]:
    games = await store.rows(question)
    if not games:
        return []
    results = schema.results
    found = await store.rows(
        select(results)
        .where(results.c.table_id.in_({game.table_id for game in games}))
        .order_by(results.c.seat)
    )
    return [_past(game, found) for game in games]


def _past(game: Row[Any], results: Iterable[Row[Any]]) -> FinishedGame:
    players = tuple(
        FinishedSeat(row.name, row.member_id, row.strength, row.rank, row.resigned)
        for row in results
        if (row.table_id, row.number) == (game.table_id, game.number)
    )
    return FinishedGame(
        game.table_id,
        game.number,
        game.game,
        game.channel_id,
        to_moment(game.ended_at),
        game.kind,
        players,
        annulled=game.annulled_by is not None,
    )
