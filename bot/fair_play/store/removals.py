"""Stored removals of members from running games, and their appeals."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, exists, insert, select, update

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.rows import TableRow, to_moment, to_number
from bot.db.writer import Statement
from bot.fair_play.model import APPEAL_WITHIN, Removal, RemovalState

_removals: Final = schema.removals


def added(table: TableRow, seat: int, at: datetime) -> list[Statement]:
    """Return the SQL statements that store the removal of the member at `seat` from a table's
    running game."""
    row = {
        "table_id": table.id,
        "number": table.game_number,
        "member_id": table.seats[seat].member_id,
        "name": table.seats[seat].name,
        "guild_id": table.guild_id,
        "at": to_number(at),
        "state": RemovalState.REMOVED.value,
    }
    return [Statement(insert(_removals), [row])]


async def of_member(store: Database, guild_id: int, member_id: int, now: datetime) -> list[Removal]:
    """Return a member's removals from games in a server. The newest removal is first. A removal is
    returned if it is newer than `APPEAL_WITHIN` at the time `now`, in whichever state it is."""
    since = _removals.c.at > to_number(now - APPEAL_WITHIN)
    return await _found(store, guild_id, since, _removals.c.member_id == member_id)


async def appeals(store: Database, guild_id: int) -> list[Removal]:
    """Return the appeals of a server that no moderator has decided. The newest removal is first."""
    asked = _removals.c.state == RemovalState.APPEALED.value
    found = await _found(store, guild_id, asked)
    return [each for each in found if each.state is RemovalState.APPEALED]


async def _found(store: Database, guild_id: int, *which: ColumnElement[bool]) -> list[Removal]:
    results, tables = schema.results, schema.tables
    annulled = exists().where(
        results.c.table_id == _removals.c.table_id,
        results.c.number == _removals.c.number,
        results.c.annulled_by.is_not(None),
    )
    rows = await store.rows(
        select(_removals, tables.c.game, annulled.label("annulled"))
        .join_from(_removals, tables, tables.c.id == _removals.c.table_id)
        .where(_removals.c.guild_id == guild_id, *which)
        .order_by(_removals.c.at.desc(), _removals.c.table_id)
    )
    return [_read(row) for row in rows]


def stands(removal: Removal, state: RemovalState) -> list[Statement]:
    """Return the SQL statements that store `state` as the new state of a removal. Running them
    raises Conflict when the stored state is no longer the state of `removal`."""
    change = update(_removals).where(
        _removals.c.table_id == removal.table_id,
        _removals.c.number == removal.number,
        _removals.c.member_id == removal.member_id,
        _removals.c.state == removal.state.value,
    )
    return [Statement(change.values(state=state.value), expected=1)]


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete the removals of a member."""
    return [Statement(delete(_removals).where(_removals.c.member_id == member_id))]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete the removals of a server."""
    return [Statement(delete(_removals).where(_removals.c.guild_id == guild_id))]


def _read(row: Row[Any]) -> Removal:
    return Removal(
        row.guild_id,
        row.table_id,
        row.number,
        row.game,
        row.member_id,
        row.name,
        to_moment(row.at),
        RemovalState.ANNULLED if row.annulled else RemovalState(row.state),
    )


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={"removals": whole(_removals, "member_id")},
)
