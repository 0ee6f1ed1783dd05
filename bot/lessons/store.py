"""Queries and statements for the lessons that members have finished."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert, literal, select

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.writer import Statement


async def done_by(store: Database, member_id: int) -> dict[str, frozenset[str]]:
    """Return the names of the lessons that a member has finished. The keys are the games' names,
    and each value is the set of that game's lessons."""
    table = schema.learned
    rows = await store.rows(
        select(table.c.game, table.c.lesson).where(table.c.member_id == member_id)
    )
    games = {row.game for row in rows}
    return {game: frozenset(row.lesson for row in rows if row.game == game) for game in games}


def finished(member_id: int, game: str, lesson: str) -> list[Statement]:
    """Return the SQL statements that store that a member has finished a lesson of a game. If that
    is stored already, running them changes nothing."""
    table = schema.learned
    there = (
        select(table.c.member_id)
        .where(table.c.member_id == member_id, table.c.game == game, table.c.lesson == lesson)
        .exists()
    )
    row = select(literal(member_id), literal(game), literal(lesson)).where(~there)
    return [Statement(insert(table).from_select(["member_id", "game", "lesson"], row))]


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete a member's progress in all lessons."""
    table = schema.learned
    return [Statement(delete(table).where(table.c.member_id == member_id))]


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    parts={"lessons": whole(schema.learned, "member_id")},
)
