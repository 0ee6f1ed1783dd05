"""The deadlines of the tables that a process serves.

A process serves only the tables of its own shards. Once a minute it stores a heartbeat, which says
that it serves these shards. When a process starts to serve a server, it postpones the server's
deadlines by the downtime. This is the time for which no process served the server."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.core.clock import Clock
from bot.core.shards import Served, Shards, shard_of
from bot.db import unhurried
from bot.tables.deadlines import Deadlines
from bot.tables.open_hands import Shown
from bot.tables.registry import Registry
from bot.tables.store import changes
from bot.tables.store.tables import Due, Heartbeat, Store

log = logging.getLogger(__name__)

UNSETTLED: Final = timedelta(minutes=2)
"""The time before a process's last sign of life in which a table's change might not have been shown
on Discord. After a start, the messages of tables that changed in this time are checked."""

NOTABLE: Final = timedelta(minutes=1)
"""The log tells of a downtime only if it is longer than this."""

SHOWN: Final = timedelta(seconds=1)
"""The least shift of a deadline that members can see. After a shift of at least this time, the
table's messages are edited."""

RETRY_AFTER: Final = timedelta(seconds=30)
"""The pause before a failed table is tried again."""


class Timing:
    """Keeps the deadlines of the tables that this process serves, and postpones them after
    downtime. Methods raise NotSaved when the database fails."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        now: Callable[[], datetime],
        served: Served,
        shown: Shown,
    ) -> None:
        self._store = store
        self._shown = shown
        self._registry = registry
        self._now = now
        self._served = served
        self.unshown: list[str] = []
        """The ids of tables whose last change might not have been shown on Discord. The tables are
        in shards that this process has taken over."""
        self.moved: set[str] = set()
        """The ids of the tables whose deadlines have moved since the tables' messages were last
        edited. The code that shows a table removes its id."""
        self.tells_of_moved: Callable[[], None] = _nothing
        """The function that is called when tables were added to `moved`. The messages of these
        tables still show their old deadlines."""

    @property
    def deadlines(self) -> Deadlines:
        """The object that keeps the next deadline of each table."""
        return self._registry.deadlines

    def retry_later(self, table_id: str) -> None:
        """Postpone the deadline of a table by `RETRY_AFTER`, because something failed there."""
        self.deadlines.put(table_id, self._now() + RETRY_AFTER)

    async def alive(self) -> None:
        """Store the heartbeat, which says that this process serves its shards now."""
        await self._store.write(changes.alive(self._served.shards, self._now()))

    async def take_over(self, shards: Shards) -> None:
        """Begin to serve the servers of these shards, beside those that this process serves
        already. The deadlines of the new servers are postponed by the time for which no process
        served them. The tables whose last change might not have been shown on Discord are added to
        the list `unshown`."""
        self.unshown += await self.unsettled(shards)
        with unhurried():
            downtime = await self._postpone(shards)
        if downtime > NOTABLE:
            log.info("Deadlines of shards %s were postponed by %s", shards.numbers, downtime)
        mine = self._served.shards.numbers if self._served.shards.count == shards.count else ()
        self._served.shards = Shards(shards.count, (*mine, *shards.numbers))
        await self.read_again()

    async def unsettled(self, shards: Shards | None = None) -> list[str]:
        """Return the ids of the tables whose last change might not have been shown on Discord. Such
        a table has no message, or is a lobby, or it changed after the last heartbeat of the process
        that served it, or at most `UNSETTLED` before that heartbeat. Only tables in `shards` are
        returned (None: in all shards of this process). Call this before `postpone`, which stores a
        new heartbeat."""
        with unhurried():
            return await self._unsettled(shards or self._served.shards)

    async def _unsettled(self, shards: Shards) -> list[str]:
        beats = await self._store.heartbeats()
        first = min((beat.seen_at for beat in beats), default=None)
        if first is None:
            return []
        found = await self._store.deadlines(shards)
        found += await self._store.ended(shards, first - UNSETTLED)
        nowhere = {each.id for each in await self._store.placed(shards) if each.message_id is None}
        return [
            due.table_id
            for due in found
            if due.in_lobby
            or due.table_id in nowhere
            or (
                (last := _last_served(due.guild_id, beats)) is not None
                and due.active_at >= last - UNSETTLED
            )
        ]

    async def postpone(self) -> timedelta:
        """Postpone the deadlines of each server by its downtime, the time for which no process
        served the server. Returns the longest downtime. Call this after a start, or after a time
        when the database did not answer."""
        with unhurried():
            return await self._postpone(self._served.shards)

    async def _postpone(self, shards: Shards) -> timedelta:
        now = self._now()
        open_tables = await self._store.deadlines(shards)
        downtimes = _downtimes(open_tables, await self._store.heartbeats(), now)
        await self._store.write(changes.alive(shards, now), changes.postpone(downtimes))
        self._registry.forget()
        await self.read_again()
        self._have_moved(due for due in open_tables if abs(downtimes[due.guild_id]) >= SHOWN)
        return max(downtimes.values(), default=timedelta())

    async def follow(self, clock: Clock, step: timedelta) -> None:
        """Change `clock` by `step`, because the machine's clock was set, and move all deadlines by
        the same time. No table can be used meanwhile, so that deadlines from before the step aren't
        compared with times from after it."""
        async with self._registry.gate.closed():
            open_tables = await self._store.deadlines(self._served.shards)
            await self._store.write(
                changes.alive(self._served.shards, clock() + step),
                changes.postpone({due.guild_id: step for due in open_tables}),
                changes.panels_last((due.table_id for due in open_tables), step),
            )
            clock.follow(step)
            self._registry.forget()
            self._shown.forget()
            self.deadlines.shift(step)
        self._have_moved(open_tables)

    def _have_moved(self, tables: Iterable[Due]) -> None:
        self.moved.update(due.table_id for due in tables if due.deadline is not None)
        self.tells_of_moved()

    async def read_again(self) -> None:
        """Read the deadlines of this process's tables again from the database. Tables in memory are
        left out, because their deadlines in memory may be newer."""
        for due in await self._store.deadlines(self._served.shards):
            # The deadline in memory may be newer than the one just read.
            if not self._registry.holds(due.table_id):
                self.deadlines.put(due.table_id, due.deadline)


def _last_served(guild_id: int, beats: Iterable[Heartbeat]) -> datetime | None:
    """Return when a process last stored that it serves the server (None: never). `beats` might have
    heartbeats from a time when the bot had another number of shards."""
    return max(
        (beat.seen_at for beat in beats if shard_of(guild_id, beat.shard_count) == beat.shard),
        default=None,
    )


def _downtimes(
    open_tables: Iterable[Due], beats: list[Heartbeat], now: datetime
) -> dict[int, timedelta]:
    """Return a dict from each server's id to its downtime, the time for which no process has served
    the server. Servers with the same heartbeats have the same downtime. A change at a table of one
    of them counts like a heartbeat for all of them. If the machine's clock was set back by more
    than the downtime, the result is negative."""
    served_by: dict[int, frozenset[Heartbeat]] = {}
    changed: defaultdict[frozenset[Heartbeat], list[datetime]] = defaultdict(list)
    for due in open_tables:
        mine = frozenset(
            beat for beat in beats if shard_of(due.guild_id, beat.shard_count) == beat.shard
        )
        served_by[due.guild_id] = mine
        changed[mine].append(due.active_at)
    last = {
        mine: _last_sign([beat.seen_at for beat in mine], times, now)
        for mine, times in changed.items()
    }
    return {guild_id: now - last[mine] for guild_id, mine in served_by.items()}


def _last_sign(
    beats: Collection[datetime], changed: Collection[datetime], now: datetime
) -> datetime:
    """Return when a process last showed that it was running. `beats` are the times of heartbeats,
    and `changed` the times of changes of tables. Changes long after the last heartbeat don't count,
    because the machine's clock must have been set back since then. Heartbeats after `now` don't
    count if there is one before `now`."""
    if not beats:
        return max((each for each in changed if each <= now), default=now)
    beat = max((each for each in beats if each <= now), default=max(beats))
    return max([beat, *(each for each in changed if each <= beat + UNSETTLED)])


def _nothing() -> None:
    """Do nothing. This is the default of `tells_of_moved`."""
