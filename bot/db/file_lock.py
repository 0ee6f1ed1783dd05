"""The lock that lets only one process use a SQLite file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final, Self

from bot.db.engine import file_of, only_for_its_owner, read_url, shown
from bot.db.errors import Served, StoreUnusable

ENDING: Final = ".serving"
"""The ending of the name of the locked file, which lies beside the database. The file stays
empty."""
TAKEN: Final = (
    "another Shijo is using it. One process serves a SQLite file, and several share PostgreSQL "
    "(docs/several-processes.md)"
)


class FileLock:
    """A lock on a SQLite file that ends with the process, or with `close`."""

    def __init__(self, file: Path) -> None:
        self._open = open(file, "ab", opener=only_for_its_owner)  # noqa: SIM115 - until `close`

    @classmethod
    def take(cls, url: str) -> Self | None:
        """Lock the SQLite file at the address `url`. The file need not exist yet. Return the lock,
        or None when the address names no plain file, so that there is nothing to lock.

        Raises Served when another process has the lock, and StoreUnusable when the lock file can't
        be made."""
        address = read_url(url)
        file = file_of(address)
        if file is None:
            return None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            alone = cls(file.with_name(file.name + ENDING))
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreUnusable(place=shown(address), reason=reason) from error
        try:
            _lock(alone._open.fileno())
        except OSError:
            alone.close()
            raise Served(place=shown(address), reason=TAKEN) from None
        return alone

    def close(self) -> None:
        """Release the lock. Does nothing if it was released already."""
        self._open.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
