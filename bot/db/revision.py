"""Reads the schema revision of a database without Alembic. Loading Alembic takes memory and time,
and is needed only for a migration (`bot.db.migrate`), not at every start."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, inspect, text

NEWEST: Final = "1.0"
"""The newest revision in bot/db/migrations."""


def revision_of(connection: Connection) -> str | None:
    """Return the revision (version of the schema) of a database, or None for an empty database.
    Raises SQLAlchemyError when the revision can't be read."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return None if found is None else str(found)
