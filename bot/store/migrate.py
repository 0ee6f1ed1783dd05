"""Migration of a database to the schema of this version."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store.engine import begin_alone
from bot.store.errors import StoreTooNew
from bot.store.revision import NEWEST, revision_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings, without a file: where the revisions are, and the connection to work
    on."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def known_revisions() -> frozenset[str]:
    """The revisions that this version can bring to its own."""
    scripts = ScriptDirectory.from_config(config())
    return frozenset(script.revision for script in scripts.walk_revisions())


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
    if revision is not None and revision not in known_revisions():
        raise StoreTooNew(place=place, revision=revision)
    command.upgrade(config(connection), "head")
