"""Vacations of members, which stop their clocks at all their games by post."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.core.model import Phase, Speed, Table
from bot.core.shards import Shards, shard_of
from bot.preferences import vacation
from bot.preferences.service import Preferred
from bot.tables.store.tables import Store


class Vacations:
    """Who is on vacation, and how much of it is left. Everything raises NotSaved when the database
    fails."""

    def __init__(self, store: Store, preferences: Preferred, now: Callable[[], datetime]) -> None:
        self._store = store
        self._preferences = preferences
        self._now = now

    async def begin(self, member_id: int, days: int) -> datetime:
        """The member is on vacation from now on, for whole days; returns until when. Raises
        OnVacation, NoVacationLeft."""
        now = self._now()
        begun = vacation.begun((await self._preferences.member(member_id)).vacation, days, now)
        await self._preferences.change_member(member_id, vacation=begun)
        return begun.until or now

    async def end(self, member_id: int) -> datetime:
        """The member is back; returns since when."""
        now = self._now()
        ended = vacation.ended((await self._preferences.member(member_id)).vacation, now)
        await self._preferences.change_member(member_id, vacation=ended)
        return now

    async def tables_of(self, member_id: int, shards: Shards) -> list[str]:
        """The tables in servers of these shards where the member plays by post."""
        return [
            table_id
            for table_id, guild_id in await self._store.by_post(member_id)
            if shard_of(guild_id, shards.count) in shards.numbers
        ]

    async def away_at(self, table: Table) -> dict[int, datetime]:
        """Until when those who play at a table by post, or are awaited there, are on vacation; now,
        of those who are back sooner than the table knows."""
        if table.speed is not Speed.BY_POST:
            return {}
        now, away = self._now(), dict[int, datetime]()
        for seat in table.seats if table.phase is Phase.PLAYING else table.awaited:
            if seat.member_id is not None and seat.member_id > 0:
                taken = (await self._preferences.member(seat.member_id)).vacation
                if taken.until is not None and vacation.is_away(taken, now):
                    away[seat.member_id] = taken.until
                elif seat.vacation is not None and seat.vacation > now:
                    away[seat.member_id] = now
        return away
