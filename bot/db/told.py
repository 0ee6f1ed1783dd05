"""Messages from one process to all processes that share a PostgreSQL database."""

from __future__ import annotations

from sqlalchemy import func, select

from bot.db.database import Database
from bot.db.locks import CHANNEL
from bot.db.writer import Statement


def told_to_all(store: Database, what: str) -> list[Statement]:
    """Return the SQL statements that send the message `what` to all processes of the database when
    the transaction commits. The list is empty for SQLite, which only one process uses."""
    if store.engine.dialect.name != "postgresql":
        return []
    return [Statement(select(func.pg_notify(CHANNEL, what)))]
