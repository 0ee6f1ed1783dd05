"""What duplicates and team matches share: all of one are played at the same deals, it ends at its
time, and its end is told once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Generic, Protocol, TypeVar

from bot.core.alarms import Alarms
from bot.core.errors import NotSaved
from bot.core.ratings import Rating
from bot.core.shards import Shards
from bot.db import Conflict
from bot.db.database import Database
from bot.db.writer import Statement
from bot.tables.hooks import Duties
from bot.today.duplicate import Contest
from bot.today.model import Deal
from bot.today.service import Today
from bot.today.store.duplicates import next_number

TRIES: Final = 5
"""How many times something is tried that another process may have done meanwhile."""


C = TypeVar("C", bound=Contest)


class _Kept(Protocol[C]):
    """The store of one kind of contests: a module."""

    async def unfinished(self, store: Database, shards: Shards, since: datetime) -> list[C]: ...

    async def finished(self, store: Database, guild_id: int, game: str) -> list[C]: ...

    async def kinds_of(self, store: Database, guild_id: int, member_id: int) -> list[str]: ...

    @property
    def told(self) -> Callable[[int], list[Statement]]: ...


class Contests(ABC, Generic[C]):
    """The contests of one kind, in all servers. `listeners` hear of every change of one. `what`
    names the kind in the log, `lasts` is how long one lasts, and `last_rating` computes a member's
    rating after those of a server and game. Everything raises NotSaved when the database fails."""

    def __init__(
        self,
        what: str,
        kept: _Kept[C],
        lasts: timedelta,
        last_rating: Callable[[int, Sequence[C]], Rating | None],
        *,
        store: Database,
        today: Today,
        now: Callable[[], datetime],
    ) -> None:
        self._kept = kept
        self._lasts = lasts
        self._last_rating = last_rating
        self._store = store
        self._today = today
        self._now = now
        self._alarms: Alarms[int] = Alarms(what, now, self._settle)
        self.duties: Final = Duties(clock_was_set=self._alarms.clock_was_set)
        self.listeners: list[Callable[[C], None]] = []

    @abstractmethod
    async def get(self, number: int) -> C:
        """The contest of that number. Raises a TableError where there is none."""

    @abstractmethod
    async def settle(self, contest: C) -> C:
        """The contest after everything that has happened. Its end is stored only once, by whichever
        caller is first."""

    async def deal(self, contest: C) -> Deal:
        """The first deal of a contest; all deals of it are made from one secret."""
        return await self._today.deal(contest.deals[0])

    async def ratings_of(self, guild_id: int, member_id: int) -> dict[str, Rating]:
        """A member's ratings in such contests of a server, by game."""
        known = {
            game: self._last_rating(
                member_id, await self._kept.finished(self._store, guild_id, game)
            )
            for game in await self._kept.kinds_of(self._store, guild_id, member_id)
        }
        return {game: rating for game, rating in known.items() if rating is not None}

    async def unfinished(self, shards: Shards) -> list[C]:
        """The contests of these shards that still need something done; without those whose members
        couldn't be told of the end for days."""
        return await self._kept.unfinished(self._store, shards, self._now() - self._lasts)

    async def settle_due(self, shards: Shards) -> list[C]:
        """Settle those of these shards whose time is over, or that a crash left unsettled, and make
        sure that the others end in time. Returns those that still need something done."""
        found = []
        for each in await self.unfinished(shards):
            settled = await self._alarms.done(each.number, self.settle(each)) or each
            self._alarms.note(settled.number, settled.due_at)
            found.append(settled)
        return found

    async def claim_telling(self, contest: C) -> bool:
        """Whether this caller is the first, so that it is to tell the members how the contest
        ended."""
        try:
            await self._store.write(self._kept.told(contest.number))
        except Conflict:
            return False
        return True

    async def close(self) -> None:
        """Cancel the timers that end contests at their deadlines."""
        await self._alarms.close()

    async def _added(
        self,
        make: Callable[[int], C],
        statements: Callable[[C], Iterable[Statement]],
        again: Callable[[], Awaitable[C | None]],
    ) -> C:
        """A new contest with the next free number, which `make` makes and `statements` store. When
        that conflicts with what another process wrote, `again` raises the reason, or returns the
        contest that is to be the new one's; else it is tried again."""
        for _ in range(TRIES):
            new = make(await next_number(self._store))
            try:
                await self._store.write(statements(new))
            except Conflict:
                known = await again()
                if known is not None:
                    return known
                continue
            self._changed_to(new)
            return new
        raise NotSaved

    async def _settle(self, number: int) -> None:
        await self.settle(await self.get(number))

    def _changed_to(self, contest: C) -> None:
        self._alarms.note(contest.number, contest.due_at)
        self._tell(contest)

    def _tell(self, contest: C) -> None:
        for listener in self.listeners:
            listener(contest)
