"""Backups: one file that holds everything, checked before it counts, and the way back.

SQLite's own online backup copies a file while it is written to; PostgreSQL's pg_dump does the same
for a server. Nothing here runs inside the bot's process.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from alembic.script import ScriptDirectory
from sqlalchemy import URL

from bot.db.engine import read_url, shown
from bot.db.errors import StoreUnusable
from bot.db.migrate import config

UNFINISHED: Final = ".unfinished"
"""The ending of a backup's name until it is whole and checked."""


def back_up(url: str, file: Path) -> None:
    """Write a backup of the database at `url` into `file`, which must not exist yet; the bot may be
    running. Raises StoreUnusable with the reason, and leaves no file then."""
    address = read_url(url)
    if file.exists():
        raise StoreUnusable(place=str(file), reason="there is such a file already")
    unfinished = file.with_name(file.name + UNFINISHED)
    try:
        if address.get_backend_name() == "sqlite":
            _copy(_file_of(address), unfinished)
            check(unfinished, named=_file_of(address))
        else:
            _run(address, "pg_dump", "--format=custom", f"--file={unfinished}")
            _run(None, "pg_restore", "--list", str(unfinished))
        os.replace(unfinished, file)
    except OSError as error:
        raise StoreUnusable(place=str(file), reason=error.strerror or str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def restore(url: str, file: Path) -> Path | None:
    """Put a backup in the place of the database at `url`, which nobody may be using.

    Returns where the file is kept that was there before (SQLite only). Raises StoreUnusable with
    the reason; the database is unchanged then.
    """
    address = read_url(url)
    if not file.is_file():
        raise StoreUnusable(place=str(file), reason="there is no such file")
    if address.get_backend_name() != "sqlite":
        _run(None, "pg_restore", "--list", str(file))
        _run_restore(address, file)
        return None
    check(file)
    target = _file_of(address)
    try:
        return _put(file, target)
    except OSError as error:
        raise StoreUnusable(place=str(target), reason=error.strerror or str(error)) from error


def check(file: Path, named: Path | None = None) -> None:
    """Read a whole SQLite file. Raises StoreUnusable, with its name or another one, when it is
    damaged, or is no database of a Shijo that this one knows."""
    place = str(named or file)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            (found,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise StoreUnusable(place=place, reason=f"it is damaged: {' '.join(found.split())}")
            row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise StoreUnusable(place=place, reason=str(error)) from error
    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if row is None or row[0] not in known:
        raise StoreUnusable(place=place, reason="it is of no version that is known here")


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise StoreUnusable(place=str(source), reason="there is no such file")
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as here,
            closing(sqlite3.connect(target)) as there,
        ):
            here.backup(there)
            # A backup is one file: the write-ahead log of the database beside it is no part of it.
            there.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreUnusable(place=str(source), reason=str(error)) from error
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _put(file: Path, target: Path) -> Path | None:
    target.parent.mkdir(parents=True, exist_ok=True)
    kept = None
    if target.exists():
        _must_be_unused(target)
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        kept = target.with_name(f"{target.name}.before-{now}")
    new = target.with_name(target.name + UNFINISHED)
    try:
        shutil.copyfile(file, new)
        with new.open("rb") as written:
            os.fsync(written.fileno())
        if kept is not None:
            os.replace(target, kept)
        for ending in ("-wal", "-shm"):
            target.with_name(target.name + ending).unlink(missing_ok=True)
        os.replace(new, target)
    finally:
        new.unlink(missing_ok=True)
    return kept


def _must_be_unused(target: Path) -> None:
    """Only a connection that is alone can end the use of a write-ahead log. A damaged file can be
    replaced whoever had it."""
    try:
        with closing(sqlite3.connect(target, timeout=1)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreUnusable(
                place=str(target), reason="it is in use; stop Shijo first"
            ) from error
    except sqlite3.DatabaseError:
        return


def _run_restore(address: URL, file: Path) -> None:
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    others = _run(address, "psql", "--no-psqlrc", "--tuples-only", "--command", asked)
    if int(others) > 1:
        raise StoreUnusable(place=shown(address), reason="it is in use; stop Shijo first")
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
    _run(address, "pg_restore", *options, f"--dbname={address.database}", str(file))


def _run(address: URL | None, program: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs; returns its output. The password goes by the environment:
    the command line of a process can be read by everybody on the machine."""
    place = "PostgreSQL" if address is None else shown(address)
    variables = dict(os.environ)
    if address is not None:
        named = {
            "PGHOST": address.host or "",
            "PGPORT": str(address.port or ""),
            "PGUSER": address.username or "",
            "PGPASSWORD": str(address.password or ""),
            "PGDATABASE": address.database or "",
        }
        variables |= {name: value for name, value in named.items() if value}
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and the programs are named here
            [program, *arguments], env=variables, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise StoreUnusable(
            place=place, reason=f"{program} is not installed (Debian: postgresql-client)"
        ) from None
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it failed without a word"])[0]
        raise StoreUnusable(place=place, reason=said)
    return done.stdout


def _file_of(address: URL) -> Path:
    if not address.database or address.database == ":memory:" or "uri" in address.query:
        raise StoreUnusable(place=shown(address), reason="database.url names no plain file")
    return Path(address.database)
