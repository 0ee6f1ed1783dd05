"""Opening tables with a new id, within the limits of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from bot.core.errors import TooManyHosted, TooManyTables
from bot.core.model import Table, Update
from bot.db.rows import TableRow
from bot.tables.registry import Founding, Places
from bot.tables.store.tables import Store

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of a table's id; none looks like another."""

ID_LENGTH: Final = 6

MOST_HOSTED: Final = 8
"""The most open tables of a server with one host, where there is a limit at all: one member can't
take up all tables of a server."""


class Opening:
    """Opens tables. Raises NotSaved when the database fails."""

    def __init__(self, store: Store, places: Places) -> None:
        self._store = store
        self._places = places
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def open(
        self,
        row: TableRow,
        most: int | None,
        entropy: Callable[[int], bytes],
        founding: Founding | None = None,
    ) -> Update:
        """Save a new table with an id from random bytes. Raises TooManyTables when its server has
        `most` already, TooManyHosted when its host has too many, and whatever its `founding`
        raises."""
        if most is None:
            return await self._places.add(row, lambda: _new_id(entropy), founding)
        # Counting and opening are two steps: without the lock, two tables opened at once could both
        # be the last one.
        lock = self._locks.setdefault(row.guild_id, asyncio.Lock())
        async with lock:
            if await self._store.count_open(row.guild_id) >= most:
                raise TooManyTables(most=most)
            if await self._store.count_open(row.guild_id, row.host_id) >= MOST_HOSTED:
                raise TooManyHosted(most=MOST_HOSTED)
            return await self._places.add(row, lambda: _new_id(entropy), founding)

    async def open_once(self, row: TableRow) -> Table:
        """Save a new table under a given id. If a table with this id exists, it is returned
        instead. The limits on tables don't apply."""
        if await self._store.table(row.id) is None:
            return (await self._places.add(row, lambda: row.id)).table
        return await self._places.get(row.id)


def _new_id(entropy: Callable[[int], bytes]) -> str:
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in entropy(ID_LENGTH))
