"""Backups of the database. A backup is one file with all data. After the file was written, it is
read in full as a check. Nothing here runs inside the bot's process."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from bot.db.dumps import dump, restore_dump
from bot.db.engine import file_of, only_for_its_owner, read_url, shown
from bot.db.errors import BackupUnusable, NoBackup, Served, StoreUnusable
from bot.db.file_lock import FileLock
from bot.db.migrate import known_revisions


def back_up(url: str, file: Path) -> None:
    """Write a backup of the database at `url` into `file`. The bot can be running meanwhile. After
    an error, no incomplete backup is left.

    Raises StoreUnusable when `url` is not the address of a database. Raises NoBackup with the
    reason when the backup could not be made, for example because `file` exists already."""
    address = read_url(url)
    if file.exists():
        raise NoBackup(file=str(file), reason="the file already exists")
    unfinished = file.with_name(file.name + UNFINISHED)
    try:
        make_file(unfinished)
    except FileExistsError as error:
        raise NoBackup(file=str(file), reason=LEFT_OVER.format(unfinished)) from error
    except OSError as error:
        raise NoBackup(file=str(file), reason=_reason(error)) from error
    try:
        if address.get_backend_name() == "sqlite":
            copy(_file_of(address), unfinished)
        else:
            dump(address, unfinished)
        os.replace(unfinished, file)
    except (OSError, sqlite3.Error) as error:
        raise NoBackup(file=str(file), reason=_reason(error)) from error
    except StoreUnusable as error:
        raise NoBackup(file=str(file), reason=error.detail) from error
    finally:
        unfinished.unlink(missing_ok=True)


def restore(url: str, file: Path) -> Path | None:
    """Replace the database at `url` by the backup `file`. No process may be using the database. For
    SQLite, return the path to which the previous database file was moved. Return None when there
    was no database file before, or for PostgreSQL.

    Raises BackupUnusable or StoreUnusable with the reason. After an error, the database is
    unchanged."""
    address = read_url(url)
    if not file.is_file():
        raise BackupUnusable(file=str(file), reason="no such file")
    if address.get_backend_name() != "sqlite":
        restore_dump(address, file)
        return None
    target = _file_of(address)
    try:
        alone = FileLock.take(url)
    except Served as error:
        raise StoreUnusable(place=shown(address), reason=IN_USE) from error
    try:
        return _restored(file, target)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnusable(place=str(target), reason=_reason(error)) from error
    finally:
        if alone is not None:
            alone.close()


def _restored(file: Path, target: Path) -> Path | None:
    new = target.with_name(target.name + UNFINISHED)
    if new.exists() and new.samefile(file):
        # A restore that was killed at its very end leaves it, as the only file with all data.
        raise BackupUnusable(file=str(file), reason=OWN_FILE)
    new.unlink(missing_ok=True)
    make_file(new)
    try:
        try:
            copy(file, new)
        except StoreUnusable as error:
            raise BackupUnusable(file=str(file), reason=error.detail.params["reason"]) from error
        return put(new, target)
    finally:
        new.unlink(missing_ok=True)


def _reason(error: OSError | sqlite3.Error) -> str:
    return getattr(error, "strerror", None) or str(error)


def _file_of(address: URL) -> Path:
    file = file_of(address)
    if file is None:
        raise StoreUnusable(place=shown(address), reason="database.url doesn't name a plain file")
    return file


UNFINISHED: Final = ".unfinished"
"""The ending of a backup file's name until the file is complete and checked."""
LEFT_OVER: Final = "{} already exists. If no other backup is running, delete it"
"""The reason why a backup is refused when the unfinished file of another backup exists. `{}` is
replaced by the path of that file. A backup that was killed leaves its unfinished file behind, and
this file can be deleted. A backup that is still running needs its file."""
OWN_FILE: Final = "restoring writes to this file. Rename it first"
IN_USE: Final = "it's in use. Stop Shijo first"


def make_file(file: Path) -> None:
    """Make an empty file that only its owner may read. Raises OSError, for example when the file
    already exists."""
    open(file, "xb", opener=only_for_its_owner).close()


def copy(source: Path, target: Path) -> None:
    """Copy the SQLite database `source`, with its write-ahead log, into the empty file `target`.
    Then read the copy in full.

    Raises StoreUnusable, which names `source`, when `source` doesn't exist, is damaged, or can't be
    read by this version. Raises sqlite3.Error or OSError when the copy can't be written, for
    example because the disk is full."""
    if not source.is_file():
        raise StoreUnusable(place=str(source), reason="no such file")
    with closing(sqlite3.connect(target)) as there:
        try:
            with closing(_to_read(source)) as here:
                here.backup(there)
            # A backup is one file: the write-ahead log of the database beside it is no part of it.
            there.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error:
            # SQLite doesn't say which of the two files failed.
            _check(source, named=source)
            raise
    with target.open("rb") as written:
        os.fsync(written.fileno())
    _check(target, named=source)


def put(new: Path, target: Path) -> Path | None:
    """Move the complete copy `new` to the place of the SQLite database `target`, which no process
    may have open. An old file at this place is moved away first, with its write-ahead log if there
    is one. Return the path to which the old file was moved, or None if there was no old file.

    Raises StoreUnusable when another program has the old file open, and OSError when a file can't
    be moved. After an error, the old file is at its place again."""
    kept = None
    if target.exists():
        _must_be_unused(target)
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        kept = target.with_name(f"{target.name}.before-{now}")
        _move(target, kept)
    for ending in ("-wal", "-shm"):
        _beside(target, ending).unlink(missing_ok=True)
    try:
        os.replace(new, target)
    except OSError:
        if kept is not None:
            _move(kept, target)
        raise
    return kept


def _move(database: Path, to: Path) -> None:
    os.replace(database, to)
    with suppress(FileNotFoundError):
        os.replace(_beside(database, "-wal"), _beside(to, "-wal"))


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def _check(file: Path, named: Path) -> None:
    """Read a SQLite file in full. Raises StoreUnusable when the file is damaged, or isn't a Shijo
    database that this version can read. `file` is a copy of the file `named`, and the error names
    `named`."""
    place = str(named)
    try:
        with closing(_to_read(file)) as opened:
            (found,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise StoreUnusable(place=place, reason=f"it's damaged: {' '.join(found.split())}")
            row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise StoreUnusable(place=place, reason=str(error)) from error
    if row is None or row[0] not in known_revisions():
        raise StoreUnusable(place=place, reason="this Shijo doesn't know its version")


def _to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _must_be_unused(target: Path) -> None:
    """Raise StoreUnusable if another program has the SQLite file open.

    The test is to switch off the write-ahead log. SQLite allows that only if no other connection
    has the file open. A damaged file can't be tested in this way and raises nothing. For a damaged
    file, Shijo's own lock (bot.db.file_lock) still shows whether Shijo has the file open."""
    try:
        with closing(sqlite3.connect(target, timeout=1)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreUnusable(place=str(target), reason=IN_USE) from error
    except sqlite3.DatabaseError:
        return
