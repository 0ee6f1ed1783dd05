"""The leases of one process. A lease is the right to serve a shard, held as a lock in the database
(bot.db.locks).

A process that loses the connection for its locks stops serving at once. It takes the locks again
when it can. If another process has taken one of these locks meanwhile, the process must start
again. This module also makes a process wait for its turn to begin sessions with Discord and to
register commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Self

from cachetools import TTLCache

from bot.core.background import Background
from bot.core.shards import Shards
from bot.db import StoreError
from bot.db.locks import Kind, Locks
from bot.leases.errors import LeasesLost

log = logging.getLogger(__name__)

KEPT_EVERY: Final = 3.0
"""Seconds between two queries that keep the locks."""
LOOKED_EVERY: Final = 1.0
"""Seconds between two searches for a shard that no process serves."""
MODEST: Final = 1.0
"""The seconds of waiting before a process takes one more shard, for each shard that the process
already has. The whole wait is at most `MODEST_AT_MOST` seconds. A process with fewer shards waits
less. So processes that start together get about equally many shards."""
MODEST_AT_MOST: Final = 5.0
"""The longest wait in seconds before a process takes one more shard."""
IDENTIFIED_EVERY: Final = 5.5
"""The fewest seconds between the beginnings of two sessions with Discord in the same bucket. A
bucket is a group of shards that must begin their sessions one at a time. Discord demands slightly
fewer seconds."""
MOST_KNOWN: Final = 10_000
"""The most shards whose serving process is kept in memory."""
AGAIN_AFTER: Final = 0.2
"""Seconds before a lost connection is made again, or a lock is tried again."""
AFTER_OTHERS: Final = 5.0
"""After a lost connection, a process doesn't take other shards than its own for this many seconds.
The other processes might have lost their connections too, and must be able to take their shards
back."""


class Leases:
    """The leases (rights to serve shards) of this process, made by `open`.

    Takes the database's address, the shards that the process may serve (None: any free shards), and
    the name by which other processes know this process. `count` is the number of all shards, known
    after `begin`. `held` are the shards that this process has leased now. `lost` is set when the
    process must start again.

    The functions in `regained` are called when the process can serve again after a short loss of
    the connection. The functions in `heard` are called with each message that is sent to all
    processes (bot.db.told)."""

    def __init__(self, url: str, fixed: Shards | None, name: str = "") -> None:
        self.lost = asyncio.Event()
        self.regained: list[Callable[[], None]] = []
        self.heard: list[Callable[[str], None]] = []
        self.count = 0 if fixed is None else fixed.count
        self.held: set[int] = set()
        self._url = url
        self._fixed = fixed
        self._name = name
        self._holders: TTLCache[int, str] = TTLCache(MOST_KNOWN, LOOKED_EVERY)
        self._asking = asyncio.Lock()
        self._locks: Locks | None = None
        self._holds = asyncio.Event()
        self._ended = asyncio.Event()
        """Set when the connection ends."""
        self._buckets: dict[int, asyncio.Lock] = {}
        self._concurrency = 1
        self._others_first = 0.0
        self._has_commands = False
        self._background = Background()

    @classmethod
    async def open(cls, url: str, fixed: Shards | None = None, name: str = "") -> Self:
        """Connect to the database, and return an object that holds no lease yet. `fixed` are the
        shards that the process may serve (None: any free shards). `name` is the name of this
        process for other processes. Raises StoreUnusable when the process can't connect."""
        leases = cls(url, fixed, name)
        await leases._connect()
        leases._background.start(leases._keep_or_lose())
        return leases

    def hold(self) -> bool:
        """Return whether the process may serve its shards now. It may serve them while it is
        certain that no other process has taken its leases."""
        return self._holds.is_set() and self._locks is not None and self._locks.hold()

    async def held_again(self) -> None:
        """Wait until the process may serve its shards (`hold`). Raises LeasesLost when the process
        must start again, for example because another process serves one of its shards."""
        while not self.hold():
            if self.lost.is_set():
                raise LeasesLost
            # It may be that only time has passed, which no event tells.
            await asyncio.sleep(AGAIN_AFTER)

    async def begin(self, recommended: int, concurrency: int, *, above: int = 0) -> None:
        """Agree with the other processes on the number of shards, and wait while any of them still
        serves with another number. A process with fixed shards doesn't wait. Raises LeasesLost when
        the connection for the locks has been lost, and StoreUnusable when the database fails.

        `recommended` is the number that Discord recommends. The first process stores this number
        for all. `above` is the last number that Discord refused as too small (0: none). If there is
        one, a greater number is stored for all. `concurrency` is how many sessions Discord lets
        begin at the same time."""
        self._concurrency = max(concurrency, 1)
        if self._fixed is not None:
            return
        locks = self._open_locks()
        if above:
            await locks.raise_shard_count(max(recommended, above + 1))
        await locks.first_shard_count(max(recommended, 1))
        while True:
            count = await locks.shard_count() or 1
            await locks.share(Kind.SHARD_COUNT, count)
            if not await locks.other_numbers(Kind.SHARD_COUNT, count):
                self.count = count
                return
            await locks.give_shared(Kind.SHARD_COUNT, count)
            await asyncio.sleep(LOOKED_EVERY)

    async def one_more(self) -> int:
        """Wait for a shard that no process serves, lease it, and return its number. Raises
        LeasesLost when this process must start again."""
        await asyncio.sleep(min(len(self.held) * MODEST, MODEST_AT_MOST))
        while True:
            for number in self._wanted():
                if number not in self.held and await self._take(Kind.SHARD, number):
                    self.held.add(number)
                    log.info("This process serves shard %d of %d now", number, self.count)
                    return number
            await asyncio.sleep(LOOKED_EVERY)

    async def holder(self, shard: int) -> str:
        """Return the name of the other process that serves this shard. Return "" when it isn't
        known, or when this process serves the shard. The answer might be a second old."""
        async with self._asking:  # of many who ask at the same moment, one asks the database
            if shard not in self._holders:
                try:
                    found = await self._open_locks().holder(Kind.SHARD, shard)
                except (StoreError, LeasesLost):
                    return ""
                self._holders[shard] = "" if found == self._name else found
            return self._holders[shard]

    async def may_identify(self, number: int) -> None:
        """Wait until Discord lets the shard `number` begin a session. Then store that the shard
        begins a session now. Raises LeasesLost when this process must start again, or when the
        database fails."""
        bucket = number % self._concurrency
        async with self._buckets.setdefault(bucket, asyncio.Lock()):
            await self._until_taken(Kind.IDENTIFY, bucket, AGAIN_AFTER)
            try:
                locks = self._open_locks()
                since = await locks.since_identified(bucket)
                if since is not None:
                    await asyncio.sleep(max(IDENTIFIED_EVERY - since, 0))
                await locks.identified(bucket)
                await locks.give(Kind.IDENTIFY, bucket)
            except StoreError as error:
                raise LeasesLost from error

    async def may_tell_commands(self) -> None:
        """Wait until it is this process's task to register the bot's commands with Discord. No
        other process then has this task until this process ends. Raises LeasesLost when this
        process must start again."""
        await self._until_taken(Kind.COMMANDS, 0, LOOKED_EVERY)
        self._has_commands = True

    def give_up(self) -> None:
        """Give up all leases (rights to serve shards) of this process. This process then starts
        again, and other processes can take the shards."""
        self.lost.set()

    async def close(self) -> None:
        """Release all leases. Safe to call twice."""
        self._background.cancel()
        locks, self._locks = self._locks, None
        self._holds.clear()
        if locks is not None:
            await locks.close()

    # The connection

    async def _connect(self) -> None:
        self._locks = await self._connected()
        self._holds.set()
        self._ended.clear()

    async def _connected(self) -> Locks:
        return await Locks.open(self._url, self._interrupted, self._tell, self._name)

    def _tell(self, what: str) -> None:
        for listener in self.heard:
            listener(what)

    def _interrupted(self) -> None:
        """Handle the loss of the connection to the database, with which all locks are lost. The
        leases count as lost until they are taken again."""
        self._holds.clear()
        self._ended.set()

    def _open_locks(self) -> Locks:
        if self._locks is None or not self._holds.is_set() or self.lost.is_set():
            raise LeasesLost
        return self._locks

    async def _take(self, kind: Kind, number: int) -> bool:
        """Wait until the process may serve its shards, then try to take a lock. Return whether it
        was taken. Return False also after an error of the database."""
        await self.held_again()
        if asyncio.get_running_loop().time() < self._others_first:
            return False
        try:
            return await self._open_locks().take(kind, number)
        except StoreError:
            return False

    async def _until_taken(self, kind: Kind, number: int, again_after: float) -> None:
        while True:
            if await self._take(kind, number):
                return
            await asyncio.sleep(again_after)

    async def _keep_or_lose(self) -> None:
        """Keep the leases. Count them as lost for good after an error that nobody expected, because
        nobody would take them again after it."""
        try:
            await self._keep()
        except Exception:
            self.lost.set()
            raise

    async def _keep(self) -> None:
        """Send a query every few seconds, because the server ends a session that sends none. After
        a loss of the connection, connect again and take the locks again. Return when the leases are
        lost for good, or when the number of shards has changed."""
        while not self.lost.is_set():
            if not self._holds.is_set() or not self.hold():
                await self._regain()
                continue
            try:
                count = await self._open_locks().shard_count()
            except (StoreError, LeasesLost):
                continue
            if self._fixed is None and self.count and count != self.count:
                log.warning("There are %s shards now; this process begins anew", count)
                self.lost.set()
                return
            await self._pause()

    async def _pause(self) -> None:
        """Wait `KEPT_EVERY` seconds, which is the time between two queries that keep the locks.
        Return earlier if the connection ends."""
        with suppress(TimeoutError):
            async with asyncio.timeout(KEPT_EVERY):
                await self._ended.wait()

    async def _regain(self) -> None:
        """Connect again, and take the locks of all leases again. The database server might still
        hold the locks for the former session, so that session is ended first. If another process
        has taken one of the locks, all leases are lost."""
        self._holds.clear()
        log.warning("The connection that holds the leases is lost; nobody is served meanwhile")
        former, self._locks = self._locks, None
        if former is not None:
            await former.close()
        while not self.lost.is_set():
            try:
                locks = await self._connected()
            except StoreError:
                await asyncio.sleep(AGAIN_AFTER)
                continue
            try:
                if former is not None:
                    await locks.end(former.session)
                taken = await self._took(locks, self.held)
            except StoreError:
                await locks.close()
                former = locks
                continue
            if taken:
                self._serve_again(locks)
                return
            await locks.close()
            log.error("Another process has taken over; this one begins anew")
            self.lost.set()

    def _serve_again(self, locks: Locks) -> None:
        self._others_first = asyncio.get_running_loop().time() + AFTER_OTHERS
        self._locks = locks
        self._holds.set()
        self._ended.clear()
        log.warning("The leases are held again")
        for listener in self.regained:
            listener()

    async def _took(self, locks: Locks, numbers: Iterable[int]) -> bool:
        if self._fixed is None and self.count:
            await locks.share(Kind.SHARD_COUNT, self.count)
            if await locks.shard_count() != self.count:
                return False
        if self._has_commands:
            await locks.take(Kind.COMMANDS, 0)
        return all([await locks.take(Kind.SHARD, number) for number in sorted(numbers)])

    def _wanted(self) -> Iterable[int]:
        return range(self.count) if self._fixed is None else self._fixed.numbers
