"""Keeps track of the messages that belong to tables on Discord, so that they can be edited and
deleted after a restart. These messages are the tables' public messages, members' private messages
with their hands (panels), and messages that mention a member whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from cachetools import LRUCache

from bot.core.model import Mention, Panel, Placed
from bot.core.shards import Served
from bot.tables.store import changes
from bot.tables.store.tables import Store


class Shown:
    """Stores which messages on Discord show members' hands (panels), mention members, or show
    tables. The panels of the last used tables, at most `kept` tables, are kept in memory too.
    Methods raise NotSaved."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], served: Served, kept: int
    ) -> None:
        self._store = store
        self._now = now
        self._served = served
        self._panels: LRUCache[str, list[Panel]] = LRUCache(kept)
        """The panels (private messages with a member's hand) of the tables used last, by table id.
        They are kept in memory because they are needed after each move."""
        self._changes = 0
        """The number of times that the stored panels (private messages with hands) have changed. If
        this number rises while panels are read from the database, the panels that were read may be
        outdated and aren't kept in memory."""

    async def panel_opened(self, panel: Panel) -> None:
        """Store a panel, the private message that shows a member's hand. It replaces the member's
        previous panel at this table."""
        await self._store.write(changes.panel_opened(panel))
        self._forget(panel.table_id)

    async def panels(self, table_id: str) -> list[Panel]:
        """Return the panels of a table that can still be edited. Discord allows this only for some
        minutes after a press."""
        now, before = self._now(), self._changes
        panels = self._panels.get(table_id)
        if panels is None:
            panels = await self._store.panels(table_id, now)
            if before == self._changes:
                self._panels[table_id] = panels
        return [panel for panel in panels if panel.expires > now]

    async def panel_gone(self, panel: Panel) -> None:
        """Delete a stored panel, unless it has been replaced by a newer one meanwhile."""
        await self._store.write(changes.panel_gone(panel))
        self._forget(panel.table_id)

    def forget(self) -> None:
        """Clear the cache of panels, because other code deleted some from the database."""
        self._panels.clear()
        self._changes += 1

    def _forget(self, table_id: str) -> None:
        self._panels.pop(table_id, None)
        self._changes += 1

    async def placed(self) -> list[Placed]:
        """Return in which channel and message each open table of this process's servers is shown.
        The newest tables come first."""
        return await self._store.placed(self._served.shards)

    async def mentioned(self, mention: Mention) -> None:
        """Store a message that tells a member that it is their turn."""
        await self._store.write(changes.mentioned(mention))

    async def mentions(self) -> list[Mention]:
        """Return the messages in this process's servers that mention a member whose turn it is.
        Messages that were deleted are left out. The oldest messages come first."""
        return await self._store.mentions(self._served.shards)

    async def mention_gone(self, message_id: int) -> None:
        """Remove a message that mentions a member from the database, because it was deleted on
        Discord."""
        await self._store.write(changes.mention_gone(message_id))
