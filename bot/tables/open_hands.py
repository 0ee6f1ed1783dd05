"""The open hands and mentions that are on Discord beside the tables' messages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.domain.model import Mention, Panel
from bot.domain.shards import Shards
from bot.store import Store, changes


class Shown:
    """Keeps panels and mentions in the database, so that they are redrawn and deleted after a
    restart too. Raises NotSaved."""

    def __init__(self, store: Store, now: Callable[[], datetime], shards: Shards) -> None:
        self._store = store
        self._now = now
        self._shards = shards

    async def panel_opened(self, panel: Panel) -> None:
        """Note an open panel; it replaces the member's last one at this table."""
        await self._store.write(changes.panel_opened(panel))

    async def panels(self, table_id: str) -> list[Panel]:
        """The table's panels that can still be edited."""
        return await self._store.panels(table_id, self._now())

    async def panel_gone(self, table_id: str, member_id: int) -> None:
        """Forgets a panel."""
        await self._store.write(changes.panel_gone(table_id, member_id))

    async def mentioned(self, mention: Mention) -> None:
        """Note a message that tells a member that it is their turn."""
        await self._store.write(changes.mentioned(mention))

    async def mentions(self) -> list[Mention]:
        """The posted mentions in this process's servers that are not deleted yet, the oldest
        first."""
        return await self._store.mentions(self._shards)

    async def mention_gone(self, message_id: int) -> None:
        """Forgets a mention."""
        await self._store.write(changes.mention_gone(message_id))
