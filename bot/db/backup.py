"""Backups: one file that holds everything, read as a whole before it counts, and the way back.
Nothing here runs inside the bot's process."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import URL

from bot.db.copies import IN_USE, UNFINISHED, copy, make_file, put
from bot.db.dumps import dump, restore_dump
from bot.db.engine import file_of, read_url, shown
from bot.db.errors import BackupUnusable, NoBackup, Served, StoreUnusable
from bot.db.file_lock import FileLock


def back_up(url: str, file: Path) -> None:
    """Write a backup of the database at `url` into `file`, which must not exist yet; the bot may be
    running. Raises NoBackup with the reason, and leaves no file then."""
    address = read_url(url)
    if file.exists():
        raise NoBackup(file=str(file), reason="there is such a file already")
    unfinished = file.with_name(file.name + UNFINISHED)
    try:
        make_file(unfinished)
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
    """Put a backup in the place of the database at `url`, which nobody may be using.

    Returns where the file is kept that was there before (SQLite only). Raises BackupUnusable, or
    StoreUnusable, with the reason; the database is unchanged then.
    """
    address = read_url(url)
    if not file.is_file():
        raise BackupUnusable(file=str(file), reason="there is no such file")
    if address.get_backend_name() != "sqlite":
        restore_dump(address, file)
        return None
    target = _file_of(address)
    try:
        alone = FileLock.take(url, None)
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
        raise StoreUnusable(place=shown(address), reason="database.url names no plain file")
    return file
