"""Finds the tables of a channel and the tables of a member, and reacts to deleted messages and
channels."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.core.errors import WrongPhase
from bot.core.model import Phase, Table, Update
from bot.tables.closing import NOBODY, close
from bot.tables.deadlines import CommandContext
from bot.tables.registry import Registry
from bot.tables.store.tables import Store
from games.sentences import marked

MOST_OVER: Final = 10
"""The most finished tables that are listed for a channel. Nobody closes those, so they
accumulate."""


class Whereabouts:
    """Finds tables by channel and by member. Methods raise NotSaved when the database fails."""

    def __init__(
        self, store: Store, registry: Registry, context: Callable[[], CommandContext]
    ) -> None:
        self._store = store
        self._registry = registry
        self._context = context

    async def open_in(self, channel_id: int) -> list[Table]:
        """Return the open tables of a channel and its last few finished tables. The newest tables
        come first."""
        tables = await self.closable_in(channel_id)
        return [table for table in tables if table.phase is not Phase.QUARANTINED]

    async def closable_in(self, channel_id: int) -> list[Table]:
        """Return the channel's tables as `open_in` does, and also quarantined tables. A quarantined
        table has a game that can't be replayed, and can be closed too."""
        rows = await self._store.open_in(channel_id, MOST_OVER)
        tables = [await self._registry.get(row.id) for row in rows]
        return [table for table in tables if table.phase is not Phase.CLOSED]

    async def seated(self, guild_id: int, member_id: int) -> list[Table]:
        """Return the server's lobbies and running games where the member sits. The newest tables
        come first."""
        rows = await self._store.seated(guild_id, member_id)
        tables = [await self._registry.get(row.id) for row in rows]
        return [table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING)]

    async def message_gone(self, table_id: str) -> Table:
        """Store that a table is shown in no message any more, because its message was deleted, and
        return the table. No listener is called."""
        table = await self._registry.get(table_id)
        await self._registry.placed(table_id, table.channel_id, None)
        return await self._registry.get(table_id)

    async def channel_gone(self, channel_id: int) -> list[Update]:
        """Close all tables of a deleted channel, and return the updates. Running games become
        void."""
        reason, updates = marked("The channel is gone."), []
        while tables := await self.closable_in(channel_id):
            for table in tables:
                # It may have been closed meanwhile.
                with suppress(WrongPhase):
                    closed = await self._registry.change(
                        table.id,
                        lambda live: close(live, NOBODY, reason, self._context(), moderator=True),
                    )
                    updates += [] if closed is None else [closed]
        return updates
