"""The one process that may serve a SQLite file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final, Self

from bot.core.shards import Shards
from bot.db.engine import read_url, shown
from bot.db.errors import StoreUnusable

ENDING: Final = ".serving"
"""The ending of the file beside the database that is locked. It stays empty."""
MOST: Final = 1 << 16
"""More shards than there are: a process that serves all locks so many bytes, one of some shards
a byte for each."""
TAKEN: Final = (
    "another Shijo serves it; one process serves a SQLite file, and several share PostgreSQL "
    "(docs/hosting.md)"
)


class Alone:
    """A lock on a SQLite file that ends with the process, or with `close`."""

    def __init__(self, file: Path) -> None:
        self._open = file.open("ab")

    @classmethod
    def take(cls, url: str, fixed: Shards | None) -> Self | None:
        """Lock the file for all shards (None), or for those that the settings give this process.
        Returns None for an address that names no plain file. Raises StoreUnusable when another
        process has locked it."""
        address = read_url(url)
        if "uri" in address.query:
            return None
        try:
            alone = cls(Path(f"{address.database}{ENDING}"))
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreUnusable(place=shown(address), reason=reason) from error
        try:
            if fixed is None:
                _lock(alone._open.fileno(), 0, MOST)
            else:
                for number in fixed.numbers:
                    _lock(alone._open.fileno(), number, 1)
        except OSError:
            alone.close()
            raise StoreUnusable(place=shown(address), reason=TAKEN) from None
        return alone

    def close(self) -> None:
        """Let others serve the file. Safe to call twice."""
        self._open.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int, first: int, count: int) -> None:
        os.lseek(file, first, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, count)
else:
    import fcntl

    def _lock(file: int, first: int, count: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first, os.SEEK_SET)
