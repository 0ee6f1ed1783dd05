"""An empty database file with the newest schema. The file is made once, and each test gets a
copy."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
import threading
from functools import cache
from pathlib import Path

from bot.tables.store.tables import Store


def put_fresh_database(file: Path) -> None:
    """Copy the empty database to `file`. Copying is five times faster than migrating."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_template(), file)


@cache
def _template() -> Path:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = Path(folder) / "shijo.db"
    # A test's own event loop may be running in this thread.
    thread = threading.Thread(target=lambda: asyncio.run(_migrate(file)))
    thread.start()
    thread.join()
    return file


async def _migrate(file: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    await store.close()
