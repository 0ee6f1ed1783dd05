"""The service for the orders of the bot's owner: blocks of members and servers, and the notice on
all open tables.

Orders are stored. Each process also has a copy in memory, because every press needs the orders. The
process in which an order was given reads all orders again immediately. Other processes on a
PostgreSQL database read them when they are notified, some milliseconds later. In case a
notification was lost, all processes also read the orders once a minute, with each heartbeat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.challenges import store as challenges
from bot.core.background import Background
from bot.core.errors import NotSaved, TableError
from bot.core.model import Phase
from bot.core.shards import Shards
from bot.db.database import Database
from bot.db.told import told_to_all
from bot.db.writer import Statement
from bot.owner.model import Block, Bulletin, NotBlocked, Ordered
from bot.owner.store import orders as kept
from bot.tables.closing import NOBODY
from bot.tables.hooks import Duties
from bot.tables.manager import Tables
from bot.tournaments.service import Tournaments
from games.errors import GameError
from games.sentences import marked

log = logging.getLogger(__name__)

CHANGED: Final = "changed"
DRAIN: Final = "drain"
"""The messages that processes send each other. `CHANGED` means that the owner's orders have
changed. `DRAIN` means that all processes must end."""
MOST_TOLD: Final = 10_000
"""The most entries in the memory of members who were told of a block. Each entry is for one member
and one block (of this member or of a server)."""


Withdraw = Callable[[Collection[int], Shards], Awaitable[None]]
"""A function that removes members from tournaments or team matches. It takes the ids of the members
and some shards. Only tournaments and matches in the servers of these shards are changed."""


class Orders:
    """Holds the owner's orders in this process, and carries them out. Takes the database, the
    tables and tournaments that blocks affect, and the clock (aware UTC). Methods that change orders
    raise NotSaved when the database fails.

    The functions in `withdraw` are called with all blocked members when blocks are carried out. The
    functions in `changed` are called after each change, with the orders before and after the
    change. The functions in `ending` are called when all processes must end."""

    def __init__(
        self, store: Database, tables: Tables, tournaments: Tournaments, now: Callable[[], datetime]
    ) -> None:
        self.all = Ordered()
        """The owner's orders as they were last read from the database. They are the blocks of
        members and servers, and the notice on all tables."""
        self.withdraw: list[Withdraw] = [tournaments.withdraw]
        self.changed: list[Callable[[Ordered, Ordered], None]] = []
        self.ending: list[Callable[[], None]] = []
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._now = now
        self._reading = asyncio.Lock()
        self._carrying_out = asyncio.Lock()
        self._to_do = True
        """Whether blocks of members or servers must still be carried out at this process's tables.
        True also at the start, when this is not known yet."""
        self._told: LRUCache[tuple[int, int, datetime], bool] = LRUCache(MOST_TOLD)
        self._background = Background()
        self.duties: Final = Duties(with_each_beat=self._beat)

    @property
    def bulletin(self) -> Bulletin | None:
        """The notice that open tables show now. None when there is no notice, or its time is
        over."""
        bulletin = self.all.bulletin
        return bulletin if bulletin is not None and bulletin.holds(self._now()) else None

    def block_of(self, member_id: int, guild_id: int | None) -> Block | None:
        """Return the block that keeps a member from using the bot in a server. If the member is
        blocked, this is the member's block, otherwise the server's block. Return None when neither
        the member nor the server is blocked. `guild_id` is None for direct messages, which have no
        server."""
        mine = self.all.members.get(member_id)
        return self.all.servers.get(guild_id or 0) if mine is None else mine

    # What the owner orders

    async def block_member(self, member_id: int, reason: str) -> None:
        """Block a member. They are removed from all open tables, tournaments and team matches, and
        the challenges that they made or received are deleted."""
        block = Block(member_id, reason, self._now())
        await self._write(kept.member_blocked(block), challenges.member_forgotten(member_id))

    async def block_server(self, guild_id: int, reason: str) -> None:
        """Block a server, and close its open tables. Games that are running there end as void."""
        await self._write(kept.server_blocked(Block(guild_id, reason, self._now())))

    async def unblock(self, some_id: int) -> None:
        """Lift the block of the member or server with the id `some_id`. Raises NotBlocked."""
        if some_id not in self.all.members and some_id not in self.all.servers:
            raise NotBlocked
        await self._write(kept.member_unblocked(some_id), kept.server_unblocked(some_id))

    async def announce(self, text: str, minutes: int | None) -> Bulletin:
        """Show a notice on all open tables for that many minutes, and return the notice. If
        `minutes` is None, the notice stays until the owner removes it."""
        until = None if minutes is None else self._now() + timedelta(minutes=minutes)
        bulletin = Bulletin(text, until)
        await self._write(kept.bulletin_is(bulletin))
        return bulletin

    async def take_back(self) -> None:
        """Remove the notice from all open tables."""
        await self._write(kept.bulletin_is(None))

    async def drop_old(self) -> None:
        """Delete the owner's notice if its time is over."""
        if self.all.bulletin is not None and self.bulletin is None:
            await self._write(kept.bulletin_over(self._now()))

    async def end_all(self) -> None:
        """Make all processes that use the same database end. With SQLite, this is only one
        process."""
        await self._store.write(told_to_all(self._store, DRAIN))
        self.heard(DRAIN)

    # What follows

    async def is_new_to(self, member_id: int, block: Block) -> bool:
        """Return whether a member has not been told of a block yet. From then on, the member counts
        as told. So only the first call for a member and a block returns True."""
        key = member_id, block.id, block.since
        if block.told or key in self._told:
            return False
        self._told[key] = True
        if block.id == member_id:
            try:
                await self._write(kept.member_told(member_id))
            except NotSaved:
                log.warning("Member %s may be told of the block twice", member_id)
        return True

    def heard(self, what: str) -> None:
        """Handle the message `what`, which a process has sent to all processes. The message says
        that the orders have changed, or that all processes must end."""
        if what == DRAIN:
            for listener in self.ending:
                listener()
        elif what == CHANGED:
            self._background.start(self._read_quietly())

    def read_again_soon(self) -> None:
        """Read the orders again in the background, because a notification might have been
        missed."""
        self._background.start(self._read_quietly())

    async def load(self) -> None:
        """Read the orders from the database. If they have changed, call the functions in `changed`.
        Changes nothing at open tables. Raises NotSaved when the database fails."""
        async with self._reading:
            before, self.all = self.all, await kept.ordered(self._store)
        if self.all != before:
            self._to_do = True
            for listener in self.changed:
                listener(before, self.all)

    async def refresh(self) -> None:
        """Read the orders from the database, and apply new ones to this process's open tables.
        Raises NotSaved when the database fails."""
        await self.load()
        await self.finish()

    async def _beat(self) -> None:
        await self.refresh()
        # The timer for the end of the notice rings too early if the clock was set back.
        await self.drop_old()

    async def finish(self) -> None:
        """Carry out the orders that were read from the database and are not carried out yet
        (`carry_out`). Raises NotSaved when the database fails."""
        if self._to_do:
            await self.carry_out()

    async def carry_out(self) -> None:
        """Remove blocked members from this process's tournaments, team matches and open tables,
        call off tournaments in blocked servers, and close the tables of these servers. Raises
        NotSaved when the database fails."""
        async with self._carrying_out:
            self._to_do = False
            try:
                shards = self._tables.served.shards
                await self._withdraw_members(shards)
                for table_id, member_id in await kept.seats_of_blocked(self._store, shards):
                    await self._remove(table_id, member_id)
                await self._call_off_tournaments()
                for table_id in await kept.tables_of_blocked(self._store, shards):
                    await self._close(table_id)
            except BaseException:
                self._to_do = True
                raise

    async def open_tables(self) -> list[str]:
        """Return the ids of the lobbies and running games that this process serves. Raises NotSaved
        when the database fails."""
        return await kept.open_tables(self._store, self._tables.served.shards)

    def close(self) -> None:
        """Cancel all work that runs in the background."""
        self._background.cancel()

    async def _write(self, *parts: list[Statement]) -> None:
        await self._store.write(*parts, told_to_all(self._store, CHANGED))
        await self._read_quietly()

    async def _read_quietly(self) -> None:
        with suppress(NotSaved):  # the next heartbeat reads them
            await self.refresh()

    async def _withdraw_members(self, shards: Shards) -> None:
        if self.all.members:
            for withdraw in self.withdraw:
                await withdraw(self.all.members, shards)

    async def _remove(self, table_id: str, member_id: int) -> None:
        """Remove a member from a table as if the member had left. In a lobby the member gives up
        the seat, and in a running game the member resigns."""
        leave, resign = self._tables.leave, self._tables.resign
        phase = (await self._tables.get(table_id)).phase
        try:
            await (leave if phase is Phase.LOBBY else resign)(table_id, member_id)
        except NotSaved:
            raise
        except (TableError, GameError) as error:
            # They are out of the game already, or the table has ended meanwhile.
            log.debug("table %s: %s", table_id, type(error).__name__)

    async def _close(self, table_id: str) -> None:
        reason = marked("The bot's owner has blocked this server.")
        try:
            await self._tables.close(table_id, NOBODY, moderator=True, reason=reason)
        except NotSaved:
            raise
        except TableError as error:
            log.debug("table %s: %s", table_id, type(error).__name__)

    async def _call_off_tournaments(self) -> None:
        if not self.all.servers:
            return
        for tournament in await self._tournaments.unfinished():
            if tournament.guild_id in self.all.servers:
                try:
                    await self._tournaments.call_off(tournament.id)
                except NotSaved:
                    raise
                except TableError as error:
                    log.debug("tournament %s: %s", tournament.id, type(error).__name__)
