"""Maintenance of the records of finished games. A record is packed into one value when the game has
been over for a while, and deleted when it is too old."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.core.shards import Served
from bot.db import unhurried
from bot.db.database import Database
from bot.db.writer import Work
from bot.history.store import finished as stored
from bot.history.store.finished import Which
from bot.tables.hooks import Duties

TOGETHER: Final = 3
"""The number of games in one transaction. Such a transaction takes some milliseconds, and a move
might have to wait for it."""
AT_MOST: Final = 2000
"""The most transactions in one run. An older database might need many."""
RESTS: Final = 3.0
"""After a transaction with `TOGETHER` games, there is a rest, which takes this many times as long
as the transaction. With this value, at most a quarter of the database's time is used."""


class Records:
    """Packs and deletes the records of finished games, so that the database stays small.
    `keep_games` is how long records are kept (None: for ever). The timer calls `tidy` once a
    minute. Methods raise NotSaved when the database fails."""

    def __init__(
        self,
        store: Database,
        now: Callable[[], datetime],
        served: Served,
        keep_games: timedelta | None,
    ) -> None:
        self._store = store
        self._now = now
        self._served = served
        self._keep = keep_games
        self._running = self._stopped = False
        self.duties: Final = Duties(with_each_beat=self.tidy, stops=self.stop)

    def stop(self) -> None:
        """Make `tidy` stop after the transaction that is running."""
        self._stopped = True

    async def tidy(self) -> None:
        """Pack the records of finished games, and delete the records that are too old. Do nothing
        while another call is running. If the process ends in between, a later call continues."""
        if self._running:
            return
        self._running = True
        try:
            with unhurried():
                await self._each(self._unpacked, stored.packed)
                if self._keep is not None:
                    before = self._now() - self._keep
                    await self._each(lambda: self._outlived(before), stored.dropped)
        finally:
            self._running = False

    async def _each(
        self, find: Callable[[], Awaitable[list[Which]]], work: Callable[[Which], Work]
    ) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(AT_MOST):
            began = loop.time()
            found = await find()
            if found:
                await self._store.write([work(which) for which in found])
            if len(found) < TOGETHER or self._stopped:
                return
            await asyncio.sleep((loop.time() - began) * RESTS)

    async def _unpacked(self) -> list[Which]:
        return await stored.unpacked(self._store, self._served.shards, TOGETHER)

    async def _outlived(self, before: datetime) -> list[Which]:
        return await stored.outlived(self._store, self._served.shards, before, TOGETHER)
