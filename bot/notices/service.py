"""The service for notices. It stores which members want to be mentioned when a new table of a game
opens, and chooses whom to mention."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime

from bot.core.model import Phase, Table
from bot.db.database import Database
from bot.notices import store as kept
from bot.notices.model import chosen
from bot.preferences.service import Preferred


class Notices:
    """The service for notices. It keeps which members want to be mentioned when new tables open,
    and which notices they got. Every method raises NotSaved when the database fails."""

    def __init__(
        self, store: Database, preferences: Preferred, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._now = now

    async def wishes(self, guild_id: int, member_id: int) -> frozenset[str]:
        """Return the names of the games for which a member wants notices of new tables in that
        server."""
        return await kept.wishes(self._store, guild_id, member_id)

    async def wish(self, guild_id: int, member_id: int, games: Iterable[str]) -> None:
        """Store the names of the games for which a member wants notices of new tables in that
        server. The names that were stored before are deleted. An empty set means no notices."""
        await self._store.write(kept.wished(guild_id, member_id, games))

    async def is_wanted(self, table: Table) -> bool:
        """Return whether any member of the table's server has asked for notices of new tables of
        its game."""
        return await kept.is_wanted(self._store, table.guild_id, table.game)

    async def to_tell(self, table: Table) -> list[int]:
        """Return the ids of the members to mention because the table `table` has opened as a lobby,
        and store that these members were notified. Return an empty list if the table is no lobby
        any more, or if any member was notified of it before.

        Left out are members who sit at the table, members in their quiet hours, and members who
        have had enough notices in the last hour."""
        if table.phase is not Phase.LOBBY:
            return []
        seated = {seat.member_id for seat in table.seats}
        return await self.to_call(table.guild_id, table.game, table.id, seated)

    async def to_call(
        self, guild_id: int, what: str, key: str, but: Collection[int | None] = ()
    ) -> list[int]:
        """Return the ids of the members to mention who asked for notices of `what`, and store that
        these members were notified. `what` is a game's name or GAME_NIGHT. `key` identifies the
        event. If any member was notified under the same `key` before, return an empty list.

        Left out are the members in `but`, members in their quiet hours, and members who have had
        enough notices in the last hour."""
        server = await self._preferences.server(guild_id)
        if not server.notices or await kept.is_told(self._store, key):
            return []
        now = self._now()
        waiting = [
            each
            for each in await kept.waiting(self._store, guild_id, what, now)
            if each.member_id not in but
        ]
        settings = {
            each.member_id: await self._preferences.member(each.member_id) for each in waiting
        }
        members = chosen(waiting, settings, server.notices, now)
        if members:
            await self._store.write(kept.given(key, members, now))
        return members
