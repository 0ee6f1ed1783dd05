"""Deletes the data of members who ask for it, and of servers that removed the bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.core.errors import TableError
from bot.core.model import FORGOTTEN, Seat, Update
from bot.db import unhurried
from bot.db.database import Database
from bot.db.kept import NAMELESS, Kept
from bot.db.rows import TableRow
from bot.privacy.store import servers as stored
from bot.tables.hooks import Duties
from bot.tables.manager import Tables
from games.errors import GameError

KEPT_AFTER_LEAVING: Final = timedelta(days=30)
"""How long the data of a server is kept after it removed the bot."""


class Privacy:
    """Deletes the data of members and servers, in the database and in memory. Methods raise
    NotSaved when the database fails."""

    def __init__(
        self, store: Database, tables: Tables, now: Callable[[], datetime], kept: Sequence[Kept]
    ) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._kept = kept
        self.duties: Final = Duties(with_each_beat=self.sweep)

    async def forget(self, member_id: int) -> list[Update]:
        """Delete all data of a member. The member first leaves all lobbies and resigns all games.
        Then the member's name and id are deleted everywhere. Returns the updates of the tables that
        this changed, except private tables (in direct messages, or in servers without the bot)."""
        updates = []
        for table_id in await self.tables_of(member_id):
            for command in (self._tables.leave, self._tables.resign):
                # Where they don't sit, or are out of the game already, there is nothing to
                # leave.
                with suppress(TableError, GameError):
                    updates.append(await command(table_id, member_id))
        await self.member(member_id)
        self._tables.shown.forget()
        return [update for update in updates if not update.table.is_private]

    async def tables_of(self, member_id: int) -> list[str]:
        """Return the ids of the tables with any data of a member. The oldest tables come first."""
        return await stored.tables_with(self._store, member_id)

    async def member(self, member_id: int) -> None:
        """Remove a member's name and id from all stored data. The member's private tables, which
        are in their direct messages or their pocket (servers without the bot), are deleted as a
        whole. If the member still has a seat at another table, a bot player plays on in that seat.
        `forget` calls this after the member has left all lobbies and resigned all games."""
        with unhurried():
            for scope in await stored.private_scopes(self._store, member_id):
                await self._delete(scope)
            for table_id in await self.tables_of(member_id):
                await self._tables.registry.rewrite(table_id, lambda row: _without(row, member_id))
            await self._store.write(
                [gone for each in self._kept for gone in each.member_forgotten(member_id)]
            )
        self._tables.preferences.forget(member_id=member_id)

    async def servers(self) -> list[int]:
        """Return the ids of the servers about which data is stored and which, as far as is known,
        have the bot."""
        return await stored.servers(self._store)

    async def removed(self) -> set[int]:
        """Return the ids of the servers that, as far as is known, removed the bot."""
        return await stored.removed(self._store)

    async def guild_left(self, guild_id: int) -> None:
        """Store that the bot was removed from a server. The deadlines of the server's tables stop,
        and the server's data is deleted after 30 days."""
        await self._store.write(stored.server_left(guild_id, self._now()))
        self._tables.registry.forget_these(await stored.tables_of(self._store, guild_id))

    async def guild_joined(self, guild_id: int) -> bool:
        """Store that the bot is in a server. If the bot had been removed from the server before,
        the deadlines of the server's tables are postponed by the time of the bot's absence. Returns
        whether the bot had been removed."""
        left_at = await stored.left_at(self._store, guild_id)
        if left_at is None:
            return False
        downtime = max(self._now() - left_at, timedelta())
        await self._store.write(stored.server_joined(guild_id, downtime))
        self._tables.registry.forget_these(await stored.tables_of(self._store, guild_id))
        await self._tables.timing.read_again()
        return True

    async def sweep(self) -> None:
        """Delete the data of servers that removed the bot more than 30 days ago."""
        for guild_id in await stored.left_before(self._store, self._now() - KEPT_AFTER_LEAVING):
            await self._delete(guild_id)

    async def _delete(self, scope: int) -> None:
        """Delete all data and tables of a scope (bot.core.scope). A scope is a server, a member's
        direct messages, or a member's pocket (the private place where they play in servers without
        the bot)."""
        tables = await stored.tables_of(self._store, scope)
        with unhurried():
            await self._store.write(
                [gone for each in self._kept for gone in each.server_forgotten(scope)]
            )
        self._tables.registry.forget_these(tables)
        self._tables.preferences.forget(guild_id=scope)


def _without(row: TableRow, member_id: int) -> TableRow:
    return replace(
        row,
        seats=tuple(_seat_without(seat, member_id) for seat in row.seats),
        awaited=tuple(seat for seat in row.awaited if seat.member_id != member_id),
        seating=tuple("" if key == str(member_id) else key for key in row.seating),
        host_id=FORGOTTEN if row.host_id == member_id else row.host_id,
    )


def _seat_without(seat: Seat, member_id: int) -> Seat:
    seat = replace(seat, votes=seat.votes - {member_id})
    return (
        replace(seat, member_id=FORGOTTEN, name=NAMELESS) if seat.member_id == member_id else seat
    )
