"""Whether a SQLite file is still where it was opened: if somebody moves or deletes it, the process
keeps writing to a file that nobody finds again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import URL

from bot.db.engine import FileGone, file_of

GONE: Final = (
    "its file was moved, deleted or replaced under Shijo; put the same file back, or stop Shijo "
    "and restore a backup (docs/backups.md)"
)


class SameFile:
    """Remembers which file an address names, by device and inode. An address that names no plain
    file is always the same."""

    def __init__(self, address: URL) -> None:
        self._file = file_of(address)
        self._known = None if self._file is None else _identity(self._file)

    def check(self) -> None:
        """Raises FileGone when another file, or none, is there now."""
        if self._file is not None and _identity(self._file) != self._known:
            raise FileGone(GONE)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
