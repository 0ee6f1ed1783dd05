"""A made-up next version of Shijo's schema, for tests. It has a table, a column and indexes that
the present schema doesn't have. Tests use it to check what happens when the database or a dump is
of one version and the process of another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from alembic.config import Config
from sqlalchemy import Connection

from bot.db import database, migrate, revision
from bot.db import doctor_queries as examined

NEXT: Final = "next"
MIGRATION: Final = f'''\
"""What a next version may do: a table that hangs on today's, a column, an index."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{revision.NEWEST}"


def upgrade():
    op.create_table(
        "keepsakes",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.create_index("ix_keepsakes_number", "keepsakes", ["number"])
    op.add_column("tables", sa.Column("colour", sa.Text(), nullable=False, server_default="red"))
    op.create_index("ix_tables_colour", "tables", ["colour"])
'''


@contextmanager
def next_version(folder: Path) -> Iterator[None]:
    """Inside the block, a version of the schema that is made up for tests counts as the newest
    version. Write the migration to this version into `folder`."""
    folder.mkdir(exist_ok=True)
    (folder / "next_version.py").write_text(MIGRATION, encoding="utf-8")
    todays = migrate.config

    def config(connection: Connection | None = None) -> Config:
        settings = todays(connection)
        places = f"{migrate.MIGRATIONS / 'versions'}\n{folder}".replace("%", "%%")
        settings.set_main_option("version_locations", places)
        settings.set_main_option("path_separator", "newline")
        return settings

    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(migrate, "config", config)
        for module in (database, examined, migrate, revision):
            changed.setattr(module, "NEWEST", NEXT)
        yield
