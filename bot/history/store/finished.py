"""Queries for open tables and finished games. They read results and headers, and replay no game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, TextClause, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.model import FinishedGame, FinishedSeat
from bot.core.shards import Shards
from bot.db import schema
from bot.db.database import Database
from bot.db.packed import DROPPED, pack
from bot.db.queries import OPEN_PHASES, moves_of, served
from bot.db.rows import TableRow, to_moment, to_number
from bot.db.writer import Work
from bot.tables.store.tables import Store

FIRST_SEAT: Final = 0
"""Every finished game has a result for this seat. So this seat selects one row for each game."""


async def open_tables(store: Store, guild_id: int, limit: int | None) -> list[TableRow]:
    """Return the lobbies and running games of a server. The newest table is first. At most `limit`
    are returned (None: all)."""
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
    """Return at most `count` finished games of a server. The newest game comes first, and the
    newest `first` games are skipped. With `member_id`, only that member's games are listed. With
    `channel_id`, only the games of that channel are listed."""
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
    """Return game `number` of a server's table if it is finished, otherwise None."""
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


class Which(NamedTuple):
    """Identifies a game: by the id of its table, and by the number of the game at that table."""

    table_id: str
    number: int


async def unpacked(store: Database, shards: Shards, most: int) -> list[Which]:
    """Return at most `most` finished games whose record must still be packed. Only games in the
    servers of these shards are returned. The games that ended first come first."""
    return await _found(store, shards, most, schema.UNPACKED)


async def outlived(store: Database, shards: Shards, before: datetime, most: int) -> list[Which]:
    """Return at most `most` finished games that ended before `before`, and whose record is packed
    and still stored. Only games in the servers of these shards are returned. The games that ended
    first come first."""
    ended_before = schema.games.c.ended_at < to_number(before)
    return await _found(store, shards, most, schema.RECORDED, ended_before)


async def _found(
    store: Database, shards: Shards, most: int, *which: ColumnElement[bool] | TextClause
) -> list[Which]:
    games, tables = schema.games, schema.tables
    found = await store.rows(
        select(games.c.table_id, games.c.number)
        .join_from(games, tables, tables.c.id == games.c.table_id)
        .where(*which, served(tables.c.guild_id, shards))
        .order_by(games.c.ended_at)
        .limit(most)
    )
    return [Which(row.table_id, row.number) for row in found]


def packed(which: Which) -> Work:
    """Return the database work that packs the header and moves of a finished game into one value.
    The work does nothing when the game is packed already."""

    async def do(connection: AsyncConnection) -> None:
        games, moves = schema.games, schema.moves
        mine = (games.c.table_id == which.table_id) & (games.c.number == which.number)
        # A process that wants to add a move waits for this lock, and finds the game packed.
        free = select(games).where(mine, games.c.packed.is_(None), games.c.ended_at.is_not(None))
        row = (await connection.execute(free.with_for_update())).first()
        if row is None:
            return
        log = (await connection.execute(moves_of(*which))).all()
        change = update(games).where(mine)
        record = {"packed": pack(row, log), "header": "", "secret": "", "joined": "[]"}
        await connection.execute(change.values(**record, clocks="{}"))
        of_game = (moves.c.table_id == which.table_id) & (moves.c.game == which.number)
        await connection.execute(delete(moves).where(of_game))

    return Work(do)


def dropped(which: Which) -> Work:
    """Return the database work that deletes the record and the analysis of a finished game. Its
    outcome and results stay stored."""

    async def do(connection: AsyncConnection) -> None:
        games, analyses = schema.games, schema.analyses
        mine = (games.c.table_id == which.table_id) & (games.c.number == which.number)
        nothing = update(games).where(mine, games.c.packed.is_not(None))
        await connection.execute(nothing.values(packed=DROPPED))
        kept = (analyses.c.table_id == which.table_id) & (analyses.c.number == which.number)
        await connection.execute(delete(analyses).where(kept))

    return Work(do)
