"""Folding: the message of a result becomes a few lines once the game has been over for a while."""

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
"""How many results are folded in one go: a few hundred may be due after a night without the
bot."""


class Folding:
    """Knows which results are to be folded now, and which already are. Every method raises NotSaved
    when the database fails."""

    def __init__(
        self, store: Database, preferences: Preferred, now: Callable[[], datetime], served: Served
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._now = now
        self._served = served

    async def due(self) -> list[Unfolded]:
        """The results to fold now (to show in a few lines) in the servers of this process. If a
        server's present settings ask for a later time, or for no folding, the result is left out,
        and what they ask for is stored."""
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
        """Whether the result of the table's game with this number is folded."""
        return await folding.is_folded(self._store, table_id, number)

    async def done(self, result: Unfolded) -> None:
        """Store that the result is folded, or that there is nothing left to fold."""
        await self._store.write(folding.folded(result.table_id, result.number))
