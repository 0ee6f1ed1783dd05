"""The queries with which `shijo doctor` examines a database. They don't change the database."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import SQLAlchemyError

from bot.db.engine import connected, make_engine, read_url, shown
from bot.db.errors import StoreUnusable, reason_of
from bot.db.migrate import check_known
from bot.db.revision import NEWEST, revision_of

MEGABYTE: Final = 1_000_000


class DoctorFindings(NamedTuple):
    """The facts that `shijo doctor` found out about a database. `place` is the database's address,
    and `version` the version of SQLite or PostgreSQL. `revision` is the version of the schema
    (None: the database is empty), and `newest` says whether that is the newest version.

    `damage` describes damaged pages of a SQLite file (None: there are none). For PostgreSQL it is
    always None, because its pages are not examined. `free` is the free space, in megabytes, on the
    disk that holds the SQLite file. For PostgreSQL it is None, because the disk might be on another
    machine."""

    place: str
    version: str
    revision: str | None
    newest: bool
    damage: str | None
    free: int | None


async def examine(url: str) -> DoctorFindings:
    """Examine a database, and return the facts about it. Raises StoreUnusable with the reason when
    it can't be opened, and StoreTooNew or StoreTooOld when this version can't bring it up to
    date."""
    address = read_url(url)
    free = _free(address) if address.get_backend_name() == "sqlite" else None
    engine = make_engine(address)
    try:
        async with connected(engine) as connection:
            revision, version, damage = await connection.run_sync(_look)
    except (SQLAlchemyError, OSError) as error:
        raise StoreUnusable(place=shown(address), reason=reason_of(error)) from error
    finally:
        await engine.dispose()
    check_known(revision, shown(address))
    return DoctorFindings(shown(address), version, revision, revision == NEWEST, damage, free)


def _free(address: URL) -> int | None:
    file = Path(address.database or "")
    if not file.exists():
        raise StoreUnusable(place=shown(address), reason="no such file yet")
    return shutil.disk_usage(file.absolute().parent).free // MEGABYTE


def _look(connection: Connection) -> tuple[str | None, str, str | None]:
    revision = revision_of(connection)
    if connection.dialect.name != "sqlite":
        version = connection.execute(text("SHOW server_version")).scalar_one()
        return revision, f"PostgreSQL {version}", None
    version = connection.execute(text("SELECT sqlite_version()")).scalar_one()
    found = str(connection.execute(text("PRAGMA quick_check(1)")).scalar_one())
    return revision, f"SQLite {version}", None if found == "ok" else " ".join(found.split())
