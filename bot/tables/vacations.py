"""Vacations of members, which stop their clocks in all their correspondence games."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.model import Phase, Speed, Table
from bot.core.shards import Served, shard_of
from bot.preferences import vacation
from bot.preferences.service import Preferred
from bot.tables import post
from bot.tables.deadlines import CommandContext
from bot.tables.post import Away
from bot.tables.registry import Registry
from bot.tables.store.tables import Store


class Vacations:
    """Begins and ends vacations of members. Methods raise NotSaved when the database fails."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        preferences: Preferred,
        served: Served,
        context: Callable[[], CommandContext],
    ) -> None:
        self._store = store
        self._registry = registry
        self._preferences = preferences
        self._served = served
        self._context = context

    async def take(self, member_id: int, days: int | None) -> None:
        """Begin a vacation of `days` days for a member, or end it if `days` is None. The member's
        clocks in correspondence games stand still during it. Tables of other processes learn of the
        vacation when something is due there. Raises OnVacation when the member is on vacation
        already. Raises NoVacationLeft when fewer days are left in this year, or `days` is not
        positive."""
        away = await self.note(member_id, days)
        shards = self._served.shards
        for table_id, guild_id in await self._store.by_post(member_id):
            if shard_of(guild_id, shards.count) in shards.numbers:
                await self._registry.change(
                    table_id,
                    lambda live: post.on_vacation(live, {member_id: away}, self._context()),
                )

    async def note(self, member_id: int, days: int | None) -> Away:
        """Store that a member's vacation begins or ends, as `take` does, without stopping any
        clocks. Returns how long the member is away. The time is empty if they are back."""
        now = self._context().now
        taken = (await self._preferences.member(member_id)).vacation
        noted = vacation.ended(taken, now) if days is None else vacation.begun(taken, days, now)
        await self._preferences.change_member(member_id, vacation=noted)
        return Away(now, noted.until or now)

    async def away_at(self, table: Table) -> dict[int, Away]:
        """Return a dict with the vacation of each member on vacation who plays at a table or is
        expected there. It also has vacations that were over before the table heard of them. The
        dict is empty for games that aren't by correspondence. If a member came back earlier than
        the table knows, the vacation ends at the present time."""
        if table.speed is not Speed.BY_POST:
            return {}
        now, away = self._context().now, dict[int, Away]()
        for seat in table.seats if table.phase is Phase.PLAYING else table.awaited:
            if seat.member_id is not None and seat.member_id > 0:
                taken = (await self._preferences.member(seat.member_id)).vacation
                if taken.until is not None and vacation.is_away(taken, now):
                    away[seat.member_id] = Away(taken.since or now, taken.until)
                elif seat.vacation is not None and seat.vacation > now:
                    away[seat.member_id] = Away(now, now)
                elif taken.since is not None and taken.until is not None:
                    away[seat.member_id] = Away(taken.since, taken.until)
        return away
