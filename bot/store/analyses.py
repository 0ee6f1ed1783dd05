"""Analyses of finished games, as they are kept."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.store import schema
from bot.store.store import Store
from bot.store.writer import Statement


async def kept(store: Store, table_id: str, number: int) -> str | None:
    """The analysis of a table's game as JSON text, or None."""
    analyses = schema.analyses
    found = await store.rows(
        select(analyses.c.found).where(analyses.c.table_id == table_id, analyses.c.number == number)
    )
    return found[0].found if found else None


def made(table_id: str, number: int, found: str) -> list[Statement]:
    """Keep an analysis in place of any older one."""
    analyses = schema.analyses
    mine = (analyses.c.table_id == table_id) & (analyses.c.number == number)
    row = {"table_id": table_id, "number": number, "found": found}
    return [Statement(delete(analyses).where(mine)), Statement(insert(analyses), [row])]
