"""Queries and statements for stored analyses of finished games."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Row, and_, delete, insert, select

from bot.analysis.judged import Judged, Mistake
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.writer import Statement


async def kept(store: Database, table_id: str, number: int) -> str | None:
    """Return the stored analysis of game `number` of a table as JSON text, or None when none is
    stored."""
    analyses = schema.analyses
    found = await store.rows(
        select(analyses.c.found).where(analyses.c.table_id == table_id, analyses.c.number == number)
    )
    return found[0].found if found else None


async def kept_at(store: Database, table_ids: Collection[str]) -> dict[str, str]:
    """Return the stored analyses of the first game of each of these tables, as JSON text. The keys
    are the tables' ids. Tables without a stored analysis are left out."""
    analyses = schema.analyses
    question = (
        select(analyses.c.table_id, analyses.c.found)
        .where(analyses.c.table_id.in_(table_ids), analyses.c.number == 1)
        .order_by(analyses.c.table_id)
    )
    return {row.table_id: row.found for row in await store.rows(question)}


async def of_games(
    store: Database, games: Collection[tuple[str, int]]
) -> dict[tuple[str, int], str]:
    """Return the stored analyses of these games as JSON text. Each game is given as a pair of table
    id and game number, and the keys of the result are the same pairs. Games without a stored
    analysis are left out."""
    analyses = schema.analyses
    tables = sorted({table_id for table_id, _ in games})
    rows = await store.rows(select(analyses).where(analyses.c.table_id.in_(tables)))
    found = {(row.table_id, row.number): row.found for row in rows}
    return {which: text for which, text in found.items() if which in games}


def made(
    table_id: str, number: int, found: str, version: int, seats: Sequence[Judged]
) -> list[Statement]:
    """Return the SQL statements that store the analysis of a game, and delete an older analysis of
    it. `found` is the analysis as JSON text, and `version` the version of the analysing code.
    `seats` are the results of the members who played in the game."""
    row = {"table_id": table_id, "number": number, "found": found}
    rows = [
        {
            "table_id": table_id,
            "number": number,
            "seat": each.seat,
            "version": version,
            "decisions": each.decisions,
            "accuracy": each.accuracy,
            "mistakes": json.dumps([[mistake.step, mistake.kind] for mistake in each.mistakes]),
        }
        for each in seats
    ]
    return [
        *(
            Statement(delete(table).where(table.c.table_id == table_id, table.c.number == number))
            for table in (schema.analyses, schema.judged)
        ),
        Statement(insert(schema.analyses), [row]),
        *([Statement(insert(schema.judged), rows)] if rows else []),
    ]


async def judged(
    store: Database, guild_id: int, member_id: int, version: int, most: int
) -> list[Judged]:
    """Return how a member played in their analysed games in a server. These are at most the newest
    `most` games, in the order in which they ended. Games that don't count are left out, and so are
    analyses that another `version` of the analysing code made."""
    table, results = schema.judged, schema.results
    theirs = and_(
        results.c.table_id == table.c.table_id,
        results.c.number == table.c.number,
        results.c.seat == table.c.seat,
    )
    rows = await store.rows(
        select(table, results.c.game)
        .join_from(table, results, theirs)
        .where(
            results.c.guild_id == guild_id,
            results.c.member_id == member_id,
            results.c.kind != "void",
            results.c.annulled_by.is_(None),
            table.c.version == version,
        )
        .order_by(results.c.ended_at.desc(), results.c.table_id, results.c.number.desc())
        .limit(most)
    )
    return [_judged(row) for row in reversed(rows)]


def _judged(row: Row[Any]) -> Judged:
    mistakes = tuple(Mistake(step, kind) for step, kind in json.loads(row.mistakes))
    return Judged(
        row.table_id, row.number, row.game, row.seat, row.decisions, row.accuracy, mistakes
    )


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete all analyses of a server's games. The statements also
    delete the stored accuracy and mistakes of the members in these games."""
    tables = schema.tables
    mine = select(tables.c.id).where(tables.c.guild_id == guild_id)
    return [
        Statement(delete(part).where(part.c.table_id.in_(mine)))
        for part in (schema.analyses, schema.judged)
    ]


_BY_SEAT: Final = (
    (schema.judged.c.table_id == schema.results.c.table_id)
    & (schema.judged.c.number == schema.results.c.number)
    & (schema.judged.c.seat == schema.results.c.seat)
)
"""The condition that joins a row of `judged` with the result of the same seat. A row of `judged`
names only the seat. The result tells which member had the seat."""

KEPT: Final = Kept(
    server_forgotten=server_forgotten,
    parts={
        "judged": whole(schema.judged, "member_id")._replace(through=(schema.results, _BY_SEAT))
    },
)
