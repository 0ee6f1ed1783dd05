"""An empty database file that is up to date. It is made once, and each test gets a copy."""

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
    """Put a copy where a test needs it. Migrating takes five times as long as copying."""
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
