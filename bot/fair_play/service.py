"""The service for fair play. It decides who may sit down at a table that is only for members who
rarely leave games. It also handles the appeals of members who were removed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from bot.core.model import Table
from bot.db import Conflict
from bot.db.database import Database
from bot.fair_play.model import (
    APPEAL_WITHIN,
    MOST_LEFT,
    LeavesTooOften,
    Left,
    NothingToAppeal,
    NothingUnusual,
    Removal,
    RemovalState,
)
from bot.fair_play.store import finished as fair_play
from bot.fair_play.store import removals


class FairPlay:
    """Knows which games members left, and handles removals and appeals against them. Every method
    raises NotSaved when the database fails."""

    def __init__(self, store: Database, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def left(self, guild_id: int, member_id: int) -> Left:
        """Return how many games the member has left in a server, and how many games they have
        finished there."""
        return await fair_play.left(self._store, guild_id, member_id)

    async def may_sit(self, table: Table, member_id: int) -> None:
        """Raise LeavesTooOften when the table is only for members who leave few games, and this
        member leaves many. A member who played in the table's last game may always take part in the
        next game."""
        here = {seat.member_id for seat in (*table.seats, *table.awaited)}
        if not table.reliable_only or member_id in here:
            return
        left = await self.left(table.guild_id, member_id)
        if left.share >= MOST_LEFT:
            raise LeavesTooOften(most=round(MOST_LEFT * 100), left=left.left, games=left.games)

    async def removals(self, guild_id: int, member_id: int) -> list[Removal]:
        """Return the removals of a member from games in a server, the newest first. Only removals
        of the last `APPEAL_WITHIN` are returned. Each can be in any state (RemovalState), so the
        member might already have appealed against it. Raises NothingToAppeal when there are
        none."""
        found = await removals.of_member(self._store, guild_id, member_id, self._now())
        if not found:
            raise NothingToAppeal(days=APPEAL_WITHIN.days)
        return found

    async def appeal(self, guild_id: int, member_id: int, table_id: str, number: int) -> None:
        """Store the appeal of a removed member against their removal from game `number` of the
        table. Moderators decide about it. A second appeal changes nothing, even at the same moment.
        Raises NothingToAppeal when the member was not removed from that game, or can't appeal any
        more."""
        for each in await self.removals(guild_id, member_id):
            if (each.table_id, each.number) == (table_id, number):
                if each.state is RemovalState.REMOVED:
                    with suppress(Conflict):
                        await self._store.write(removals.stands(each, RemovalState.APPEALED))
                return
        raise NothingToAppeal(days=APPEAL_WITHIN.days)

    async def appeals(self, guild_id: int) -> list[Removal]:
        """Return the appeals of a server that wait for a moderator. The newest removal is first."""
        return await removals.appeals(self._store, guild_id)

    async def appeal_of(self, guild_id: int, table_id: str, number: int, member_id: int) -> Removal:
        """Return the appeal of a member against their removal from game `number` of the table.
        Raises NothingUnusual when the appeal no longer waits for a moderator."""
        for each in await self.appeals(guild_id):
            if (each.table_id, each.number, each.member_id) == (table_id, number, member_id):
                return each
        raise NothingUnusual

    async def turn_down(self, appeal: Removal) -> None:
        """Store that a moderator turns the appeal down. Raises NothingUnusual when a moderator has
        decided it meanwhile."""
        try:
            await self._store.write(removals.stands(appeal, RemovalState.TURNED_DOWN))
        except Conflict:
            raise NothingUnusual from None
