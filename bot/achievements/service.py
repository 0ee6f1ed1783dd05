"""The service for badges. It stores nothing. The totals of each server are kept in memory, updated
with each game that ends, and computed again after an older result was changed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from cachetools import LRUCache

import games
from bot.achievements import store as stored
from bot.achievements.model import ACHIEVEMENTS, BY_NAME, Career, Earned, Shelves, rarity
from bot.achievements.store import Counting
from bot.db.database import Database
from bot.leaderboards.store.books import Counted
from bot.lessons.service import Learned
from bot.today.service import Today

REMEMBERED: Final = 200
"""The most servers whose totals and badges are in memory. For another server, they are computed
again."""


class Achievements:
    """Finds the badges that members have earned, separately in each server. Takes the database, the
    service that knows which lessons members finished, and the service for deals of the day. Every
    method raises NotSaved when the database fails."""

    def __init__(self, store: Database, lessons: Learned, today: Today) -> None:
        self._store = store
        self._lessons = lessons
        self._today = today
        self._known: LRUCache[int, _Known] = LRUCache(REMEMBERED)

    async def shelf(self, guild_id: int, member_id: int) -> list[Earned]:
        """Return the badges that a member has earned in a server, in the order in which they are
        shown."""
        shelves = await self._shelves(guild_id)
        shelf = shelves.of.get(member_id)
        career = Career() if shelf is None else shelf.career
        elsewhere = await self._elsewhere(guild_id, member_id, career)
        names = set() if shelf is None else set(shelf.earned)
        return [
            Earned(each, rarity(shelves, each.name))
            for each in ACHIEVEMENTS
            if each.name in names or each.reached(elsewhere)
        ]

    async def earned_in(self, guild_id: int, table_id: str, number: int) -> dict[int, list[Earned]]:
        """Return the badges that members earned by one finished game, game `number` of the table.
        The keys are the members' ids. Members who earned none are left out. A member earns each
        badge only once."""
        shelves = await self._shelves(guild_id)
        where = (table_id, number)
        return {
            member: earned
            for member, shelf in shelves.of.items()
            if (
                earned := [
                    Earned(BY_NAME[name], rarity(shelves, name))
                    for name, place in shelf.earned.items()
                    if place == where
                ]
            )
        }

    async def _elsewhere(self, guild_id: int, member_id: int, career: Career) -> Career:
        """Return a copy of `career` with the four totals that don't come from games at tables:
        lessons, deals of the day, puzzles, and analysed games with an accuracy of 100 per cent."""
        learned = await self._lessons.by(member_id)
        taught = games.available().items()
        whole = sum(
            bool(kind.lessons) and {each.name for each in kind.lessons} <= learned.get(name, set())
            for name, kind in taught
        )
        _, deals = await self._today.streak(member_id)
        return replace(
            career,
            lessons=whole,
            deals=deals,
            puzzles=await stored.solved(self._store, guild_id, member_id),
            perfect=await stored.flawless(self._store, guild_id, member_id),
        )

    async def _shelves(self, guild_id: int) -> Shelves:
        """Return the totals and badges of a server's members, after adding the games that have
        ended since the last call."""
        known = self._known.get(guild_id)
        if known is None:
            known = self._known[guild_id] = _Known()
        async with known.lock:
            now = await stored.ladders(self._store, guild_id)
            if not known.goes_on_to(now):
                known.begin_anew()
            new = await stored.finished(self._store, guild_id, known.upto, now)
            await asyncio.to_thread(known.add, new)
            known.upto = now
        return known.shelves


class _Known:
    """The data that this process has in memory about one server: the members' totals and badges,
    and up to which finished game they were computed."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.begin_anew()

    def begin_anew(self) -> None:
        """Drop all badges and totals in memory, so that they are computed again from the first game
        on."""
        self.upto: dict[str, Counting] = {}
        self.shelves = Shelves()

    def goes_on_to(self, now: dict[str, Counting]) -> bool:
        """Return whether the badges in memory are still valid. They are valid if no older result
        was changed or deleted. The caller must then only add the games that ended after the badges
        were computed.

        `now` is the present state of the database. It maps the name of each game (durak, say) to
        the number of the last result, and to how often older results were changed."""
        return all(
            game in now and now[game].revision == before.revision and now[game].seq >= before.seq
            for game, before in self.upto.items()
        )

    def add(self, new: list[Counted]) -> None:
        """Add these finished games to the members' totals and badges. The games must be in the
        order in which they ended."""
        for game in new:
            self.shelves.add(game.result, (game.stored[0].table_id, game.stored[0].number))
