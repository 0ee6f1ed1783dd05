"""Migrates a database to the newest version of its schema that this program knows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.db.engine import begin_alone
from bot.db.errors import StoreTooNew, StoreTooOld
from bot.db.revision import NEWEST, revision_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"

BEFORE_1_0: Final = re.compile(r"00\d\d")
"""The form of the names that revisions had before 1.0."""


def config(connection: Connection | None = None) -> Config:
    """Return the settings for Alembic, which are made here and not read from a file. The settings
    name the folder of the revisions, and the connection for the migration."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def known_revisions() -> frozenset[str]:
    """Return the names of the revisions (versions of the schema) that this version can use or
    migrate."""
    scripts = ScriptDirectory.from_config(config())
    return frozenset(script.revision for script in scripts.walk_revisions())


def check_known(revision: str | None, place: str) -> None:
    """Raise StoreTooNew or StoreTooOld when a database with this revision can't be migrated by this
    version. `revision` None means an empty database. `place` is the database's address for the
    error."""
    if revision is not None and revision not in known_revisions():
        unknown = StoreTooOld if BEFORE_1_0.fullmatch(revision) else StoreTooNew
        raise unknown(place=place, revision=revision)


def upgrade(connection: Connection, place: str) -> None:
    """Migrate the database to the newest revision of its schema, inside the transaction of
    `connection`. The caller must commit this transaction.

    `place` is the database's address for errors. Raises StoreTooNew or StoreTooOld when this
    version can't migrate the database."""
    if revision_of(connection) == NEWEST:
        return
    begin_alone(connection)
    # Read again: another process may have finished the same upgrade meanwhile.
    revision = revision_of(connection)
    check_known(revision, place)
    command.upgrade(config(connection), "head")
