"""What every command is made of: the table's lock, one transaction, and listeners after the
commit. When the commit fails, the table in memory is dropped and read again."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.core.errors import NotSaved
from bot.core.fairness import SECRET_LENGTH
from bot.core.limits import HOUR, Allowance, TooManyLobbies
from bot.core.model import Table, Update
from bot.core.shards import ALL, Served, Shards
from bot.db.rows import TableRow
from bot.preferences.service import Preferred
from bot.tables import dealing
from bot.tables.deadlines import CommandContext, TableRules
from bot.tables.downtime import Timing
from bot.tables.hooks import NO_HOOKS, Hooks
from bot.tables.live import Change, Live
from bot.tables.open_hands import Shown
from bot.tables.opening import Opening
from bot.tables.registry import MOST_LIVE, Decide, Places
from bot.tables.store.tables import Store
from bot.tables.thoughts import Thoughts
from bot.tables.vacations import Vacations
from bot.thinking.workers import Workers


class Commands:
    """The one way in which commands change tables, and what they need for it.

    Takes the store, the clock to go by (aware UTC), the times of tables, a source of secret bytes,
    the shards whose servers this process serves, the processes in which bot players think
    (None: in this one), the most tables in memory, and what other subjects add.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime],
        rules: TableRules,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        shards: Shards = ALL,
        workers: Workers | None = None,
        live_tables: int = MOST_LIVE,
        hooks: Hooks = NO_HOOKS,
    ) -> None:
        self._hooks = hooks
        self._store = store
        self._now = now
        self._rules = rules
        self._opened: Final = Allowance(rules.lobbies_an_hour, HOUR, TooManyLobbies)
        self._entropy = entropy
        self.thoughts: Final = Thoughts(workers)
        """The thinking of bot players."""
        self._places = Places(store, self.thoughts, live_tables)
        self._opening = Opening(store, self._places)
        self.preferences: Final = Preferred(store, now)
        """What servers and members have chosen."""
        self.vacations: Final = Vacations(store, self.preferences, now)
        """Who is on vacation, and how much of it is left."""
        self.served: Final = Served(shards)
        """The shards whose servers this process serves."""
        self.shown: Final = Shown(store, now, self.served, live_tables)
        """The tables' messages that are on Discord, and the open hands and mentions beside them."""
        self.timing: Final = Timing(store, self._places, now, self.served, self.shown)
        """The deadlines of this process's tables, and their postponement by downtime."""

    @property
    def memory(self) -> tuple[int, int]:
        """How many tables are in memory, and how many were dropped from it to make room."""
        return len(self._places), self._places.evicted

    def listen(self, listener: Callable[[Update], None]) -> None:
        """Call `listener` after every committed change, in the order of the changes.

        It must be quick. What it raises is logged and goes no further.
        """
        self._places.listeners.append(listener)

    async def get(self, table_id: str) -> Table:
        """The table's snapshot, read from the database if it is not in memory. Raises
        NoSuchTable."""
        return await self._places.get(table_id)

    def _context(self) -> CommandContext:
        return CommandContext(self._now(), self._rules, self._secret, self._hooks)

    def _secret(self) -> bytes:
        return self._entropy(SECRET_LENGTH)

    async def _seating(
        self, table_id: str, change: Callable[[TableRow, CommandContext], TableRow]
    ) -> Update:
        def decide(live: Live) -> Change:
            context = self._context()
            return dealing.going_on(live, change(live.row, context), context)

        return await self._command(table_id, decide)

    async def _command(self, table_id: str, decide: Decide) -> Update:
        update = await self._places.change(table_id, decide)
        if update is None:
            raise NotSaved
        return update
