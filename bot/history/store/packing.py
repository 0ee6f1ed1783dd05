"""The packing of finished games, and the dropping of records that are kept no longer."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, TextClause, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.shards import Shards
from bot.db import schema
from bot.db.codec import to_number
from bot.db.database import Database
from bot.db.packed import DROPPED, pack
from bot.db.queries import moves_of, served
from bot.db.writer import Work


class Which(NamedTuple):
    """A game: its table and its number there."""

    table_id: str
    number: int


async def unpacked(store: Database, shards: Shards, most: int) -> list[Which]:
    """Finished games in the servers of these shards that are to be packed, `most` at most, the
    oldest first."""
    return await _found(store, shards, most, schema.UNPACKED)


async def outlived(store: Database, shards: Shards, before: datetime, most: int) -> list[Which]:
    """Packed games in the servers of these shards that ended before that time and whose record is
    still kept, `most` at most."""
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
    """Pack a finished game's header and moves as one value, unless another process has done so."""

    async def do(connection: AsyncConnection) -> None:
        games, moves = schema.games, schema.moves
        mine = (games.c.table_id == which.table_id) & (games.c.number == which.number)
        # Whoever would add a move waits for this lock, and finds the game packed.
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
    """The record of a finished game and its analysis are deleted; its outcome and results stay."""

    async def do(connection: AsyncConnection) -> None:
        games, analyses = schema.games, schema.analyses
        mine = (games.c.table_id == which.table_id) & (games.c.number == which.number)
        nothing = update(games).where(mine, games.c.packed.is_not(None))
        await connection.execute(nothing.values(packed=DROPPED))
        kept = (analyses.c.table_id == which.table_id) & (analyses.c.number == which.number)
        await connection.execute(delete(analyses).where(kept))

    return Work(do)
