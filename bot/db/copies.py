"""A SQLite file as a backup, and back. SQLite's own online backup copies a file while it is written
to, and what stands in the write-ahead log beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.db.engine import only_for_its_owner
from bot.db.errors import StoreUnusable
from bot.db.migrate import known_revisions

UNFINISHED: Final = ".unfinished"
"""The ending of a file's name until it is whole and checked."""
IN_USE: Final = "it is in use; stop Shijo first"


def make_file(file: Path) -> None:
    """Make an empty file that only its owner may read. Raises OSError, also when the file exists
    already."""
    open(file, "xb", opener=only_for_its_owner).close()


def copy(source: Path, target: Path) -> None:
    """Copy a database, its write-ahead log included, into an empty file, and read the copy as a
    whole. Raises StoreUnusable with the name of the source, or sqlite3.Error of the target."""
    if not source.is_file():
        raise StoreUnusable(place=str(source), reason="there is no such file")
    with closing(sqlite3.connect(target)) as there:
        try:
            with closing(_to_read(source)) as here:
                here.backup(there)
        except sqlite3.Error as error:
            raise StoreUnusable(place=str(source), reason=str(error)) from error
        # A backup is one file: the write-ahead log of the database beside it is no part of it.
        there.execute("PRAGMA journal_mode=DELETE")
    with target.open("rb") as written:
        os.fsync(written.fileno())
    _check(target, named=source)


def put(new: Path, target: Path) -> Path | None:
    """Put a whole copy in the place of a database that no process has open. Returns where that is
    kept. Raises StoreUnusable, or OSError."""
    kept = None
    if target.exists():
        _must_be_unused(target)
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        kept = target.with_name(f"{target.name}.before-{now}")
        os.replace(target, kept)
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    os.replace(new, target)
    return kept


def _check(file: Path, named: Path) -> None:
    """Read a whole file. Raises StoreUnusable when it is damaged, or no database of a version of
    Shijo that this one can read."""
    place = str(named)
    try:
        with closing(_to_read(file)) as opened:
            (found,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise StoreUnusable(place=place, reason=f"it is damaged: {' '.join(found.split())}")
            row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise StoreUnusable(place=place, reason=str(error)) from error
    if row is None or row[0] not in known_revisions():
        raise StoreUnusable(place=place, reason="it is of no version that is known here")


def _to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _must_be_unused(target: Path) -> None:
    """Raise unless no other program has the file open: only a sole connection can end the use of a
    write-ahead log. In a damaged file this test tells nothing, but Shijo's own lock
    (bot.db.file_lock) still shows whether Shijo has it open."""
    try:
        with closing(sqlite3.connect(target, timeout=1)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreUnusable(place=str(target), reason=IN_USE) from error
    except sqlite3.DatabaseError:
        return
