"""Messages between all processes that share a database."""

from __future__ import annotations

from sqlalchemy import func, select

from bot.db.database import Database
from bot.db.locks import CHANNEL
from bot.db.writer import Statement


def told_to_all(store: Database, what: str) -> list[Statement]:
    """The statements that send a message to all processes that share the database, when the
    transaction commits. Empty for a database that only one process can use."""
    if store.engine.dialect.name != "postgresql":
        return []
    return [Statement(select(func.pg_notify(CHANNEL, what)))]
