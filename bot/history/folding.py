"""Folding of results. When a game has been over for a while, the long message with its result is
folded, that is, shortened to a few lines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.core.shards import Served
from bot.db import unhurried
from bot.db.database import Database
from bot.history.model import Unfolded
from bot.history.store import folding
from bot.preferences.service import Preferred

AT_ONCE: Final = 20
"""The greatest number of results whose messages are folded (shortened to a few lines) in one run.
After a night without the bot, a few hundred might be due."""


class Folding:
    """Finds the results whose messages must be folded (shortened to a few lines) now, and stores
    which messages were folded. Every method raises NotSaved when the database fails."""

    def __init__(
        self, store: Database, preferences: Preferred, now: Callable[[], datetime], served: Served
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._now = now
        self._served = served

    async def due(self) -> list[Unfolded]:
        """Return the results whose messages must be folded now, in the servers of this process.

        The time for folding is stored with each result. If this time has come, but the server's
        settings now want a later time or no folding, the result is left out. The stored time is
        then changed to the later time, or to None (never)."""
        found = []
        with unhurried():
            now = self._now()
            for each in await folding.due(self._store, self._served.shards, now, AT_ONCE):
                after = (await self._preferences.server(each.guild_id)).fold_after
                at = None if after is None else each.ended_at + after
                if at is not None and at <= now:
                    found.append(each)
                else:
                    await self._store.write(folding.folds(each.table_id, each.number, at))
        return found

    async def is_folded(self, table_id: str, number: int) -> bool:
        """Return whether the result of game `number` of the table is folded."""
        return await folding.is_folded(self._store, table_id, number)

    async def done(self, result: Unfolded) -> None:
        """Store that the message of the result is folded, or that it has no message to fold."""
        await self._store.write(folding.folded(result.table_id, result.number))
