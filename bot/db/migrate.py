"""Migration of a database to the schema of this version."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.db.engine import begin_alone
from bot.db.errors import StoreTooNew
from bot.db.revision import NEWEST, revision_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings, without a file: where the revisions are, and the connection to work
    on."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection, place: str) -> None:
    """Migrate to the newest revision inside the transaction of `connection`, which the caller
    commits.

    Raises StoreTooNew, with `place` in the sentence, when the database has a revision unknown to
    this version.
    """
    if revision_of(connection) == NEWEST:
        return
    begin_alone(connection)
    # Read again: another process may have finished the same upgrade meanwhile.
    revision = revision_of(connection)
    settings = config(connection)
    known = ScriptDirectory.from_config(settings)
    if revision is not None and revision not in {
        script.revision for script in known.walk_revisions()
    }:
        raise StoreTooNew(place=place, revision=revision)
    command.upgrade(settings, "head")
