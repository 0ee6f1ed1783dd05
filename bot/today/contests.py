"""The common part of duplicates and team matches, which are called contests. In a contest, all
members play the same deals. A contest ends at a set time. Its members are notified of the end only
once."""

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
"""The most attempts at a change that another process might have made meanwhile."""


C = TypeVar("C", bound=Contest)


class _Kept(Protocol[C]):
    """The functions of a store module for one kind of contests, duplicates or team matches."""

    async def unfinished(self, store: Database, shards: Shards, since: datetime) -> list[C]: ...

    async def finished(self, store: Database, guild_id: int, game: str) -> list[C]: ...

    async def kinds_of(self, store: Database, guild_id: int, member_id: int) -> list[str]: ...

    @property
    def told(self) -> Callable[[int], list[Statement]]: ...


class Contests(ABC, Generic[C]):
    """All contests of one kind, which are duplicates or team matches. `what` is the name of this
    kind in the log, and `kept` is the module that stores the contests. `lasts` is how long a
    contest takes. `last_rating` computes a member's rating from the finished contests of a server
    and game. `listeners` are called with a contest after each change. Methods raise NotSaved when
    the database fails."""

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
        """Return the contest with the number `number`. Raises a TableError when no contest has the
        number."""

    @abstractmethod
    async def settle(self, contest: C) -> C:
        """Bring a contest up to date and return it. A contest ends when all its deals are played or
        its time is up. The end is stored once."""

    async def deal(self, contest: C) -> Deal:
        """Return the first deal of a contest. All deals of the contest are made from the same
        secret."""
        return await self._today.deal(contest.deals[0])

    async def ratings_of(self, guild_id: int, member_id: int) -> dict[str, Rating]:
        """Return a member's ratings in this server's duplicates or team matches, whichever this
        object manages. The result is a dict from the game's name to the rating. Games without a
        rating are left out."""
        known = {
            game: self._last_rating(
                member_id, await self._kept.finished(self._store, guild_id, game)
            )
            for game in await self._kept.kinds_of(self._store, guild_id, member_id)
        }
        return {game: rating for game, rating in known.items() if rating is not None}

    async def unfinished(self, shards: Shards) -> list[C]:
        """Return the contests in the servers of these shards that aren't over. Contests that are
        over are also returned, if their members must still be notified of the end. Contests that
        ended some days ago are left out."""
        return await self._kept.unfinished(self._store, shards, self._now() - self._lasts)

    async def settle_due(self, shards: Shards) -> list[C]:
        """Bring the unfinished contests in the servers of these shards up to date, and return them.
        For each contest that isn't over then, set a timer for its end."""
        found = []
        for each in await self.unfinished(shards):
            settled = await self._alarms.done(each.number, self.settle(each)) or each
            self._alarms.note(settled.number, settled.due_at)
            found.append(settled)
        return found

    async def claim_telling(self, contest: C) -> bool:
        """Claim the task to notify the members of a contest's end. Returns whether this process is
        the first to claim it."""
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
        """Store a new contest under the next free number, and return it. `make` makes the contest
        from its number. `statements` returns the SQL statements that store it. If they conflict
        with what another process wrote, `again` is called. It may raise an error, or return an
        existing contest, which is returned instead. If it returns None, storing is tried again, at
        most `TRIES` times. Raises NotSaved after that."""
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
