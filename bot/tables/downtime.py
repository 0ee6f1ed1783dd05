"""The deadlines of the tables that a process serves, and their postponement by downtime.

A process serves only the tables of its own shards. It notes once a minute that it does. After a
start, whichever process serves a server then, the deadlines of that server are postponed by its
downtime: the time for which no process served it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.core.shards import Served, Shards, shard_of
from bot.db import unhurried
from bot.tables.deadlines import Deadlines
from bot.tables.registry import Places
from bot.tables.store import changes
from bot.tables.store.tables import Due, Heartbeat, Store

log = logging.getLogger(__name__)

UNSETTLED: Final = timedelta(minutes=2)
"""A change within this time before the bot's last sign of life may not have been shown to
anyone."""

NOTABLE: Final = timedelta(minutes=1)
"""A downtime of which the log tells."""

RETRY_AFTER: Final = timedelta(seconds=30)
"""The pause before a failed table is tried again."""


class Timing:
    """The deadlines of the tables that this process serves. Raises NotSaved when the database
    fails."""

    def __init__(
        self, store: Store, places: Places, now: Callable[[], datetime], served: Served
    ) -> None:
        self._store = store
        self._places = places
        self._now = now
        self._served = served
        self.unshown: list[str] = []
        """Tables whose last change may not have been shown, of shards that were taken over."""

    @property
    def deadlines(self) -> Deadlines:
        """The next deadline of each table."""
        return self._places.deadlines

    def retry_later(self, table_id: str) -> None:
        """Postpone the deadline of a table where something failed by `RETRY_AFTER`."""
        self.deadlines.put(table_id, self._now() + RETRY_AFTER)

    async def alive(self) -> None:
        """Note that the servers of this process are served now."""
        await self._store.write(changes.alive(self._served.shards, self._now()))

    async def take_over(self, shards: Shards) -> None:
        """Serve these shards too, which nobody served since some time: their clocks are postponed
        by it. `unshown` gets the tables whose last change may not have been shown."""
        self.unshown += await self.unsettled(shards)
        with unhurried():
            downtime = await self._postpone(shards)
        if downtime > NOTABLE:
            log.info("Deadlines of shards %s were postponed by %s", shards.numbers, downtime)
        mine = self._served.shards.numbers if self._served.shards.count == shards.count else ()
        self._served.shards = Shards(shards.count, (*mine, *shards.numbers))
        await self.read_again()

    async def unsettled(self, shards: Shards | None = None) -> list[str]:
        """The tables whose last change may not have been shown; to be called before `postpone`.

        They are the open tables that changed shortly before they were last served, and those whose
        last game ended then.
        """
        with unhurried():
            return await self._unsettled(shards or self._served.shards)

    async def _unsettled(self, shards: Shards) -> list[str]:
        beats = await self._store.heartbeats()
        first = min((beat.seen_at for beat in beats), default=None)
        if first is None:
            return []
        found = await self._store.deadlines(shards)
        found += await self._store.ended(shards, first - UNSETTLED)
        return [
            due.table_id
            for due in found
            if (last := _last_served(due.guild_id, beats)) is not None
            and due.active_at >= last - UNSETTLED
        ]

    async def postpone(self) -> timedelta:
        """Postpone the deadlines of each server by its downtime, after a start, or after the
        database did not answer.

        Returns the longest downtime.
        """
        with unhurried():
            return await self._postpone(self._served.shards)

    async def _postpone(self, shards: Shards) -> timedelta:
        now = self._now()
        downtimes = _downtimes(
            await self._store.deadlines(shards), await self._store.heartbeats(), now
        )
        await self._store.write(changes.alive(shards, now), changes.postpone(downtimes))
        self._places.forget()
        await self.read_again()
        return max(downtimes.values(), default=timedelta())

    async def read_again(self) -> None:
        """Reads the deadlines of tables that aren't in memory from the database."""
        for due in await self._store.deadlines(self._served.shards):
            # The deadline in memory may be newer than the one just read.
            if not self._places.holds(due.table_id):
                self.deadlines.put(due.table_id, due.deadline)


def _last_served(guild_id: int, beats: Iterable[Heartbeat]) -> datetime | None:
    """When a process last noted that it serves this server, whatever the number of shards was
    then."""
    return max(
        (beat.seen_at for beat in beats if shard_of(guild_id, beat.shard_count) == beat.shard),
        default=None,
    )


def _downtimes(
    open_tables: Iterable[Due], beats: list[Heartbeat], now: datetime
) -> dict[int, timedelta]:
    """The downtime of each server: the time for which no process has served it.

    A change of a table is a sign of life too, for all servers of the process that served it: a
    process may end between two heartbeats.
    """
    served_by: dict[int, frozenset[Heartbeat]] = {}
    last: defaultdict[frozenset[Heartbeat], list[datetime]] = defaultdict(list)
    for due in open_tables:
        mine = frozenset(
            beat for beat in beats if shard_of(due.guild_id, beat.shard_count) == beat.shard
        )
        served_by[due.guild_id] = mine
        last[mine] += [due.active_at, *(beat.seen_at for beat in mine)]
    return {
        guild_id: max(now - max(last[mine]), timedelta()) for guild_id, mine in served_by.items()
    }
