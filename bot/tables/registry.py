"""The registry of tables in memory. It reads tables from the database and keeps a lock for each
table. Tables are changed only through the registry."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from bot.core.errors import NotSaved, OpenedElsewhere, TableError
from bot.core.model import News, Phase, Table, Update
from bot.db import Conflict, StoreError
from bot.db.rows import TableRow
from bot.db.writer import Statement, Work
from bot.tables import live as reading
from bot.tables.deadlines import Deadlines
from bot.tables.live import Change, Live
from bot.tables.store import changes
from bot.tables.store.tables import Store
from bot.tables.thoughts import Thoughts
from games.errors import GameError


class Gate:
    """A gate for asyncio tasks, open at first. Many tasks can be inside at the same time. A task
    that closes it waits until all others have left, and keeps new ones out."""

    def __init__(self) -> None:
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._inside = 0

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        """Return a context in which the task is inside the gate. If the gate is closed, first wait
        until it is open. A task must not enter the gate twice."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Return a context in which the gate is closed and no task is inside. First wait until all
        tasks have left the gate. New tasks wait until the context ends. No other task may close the
        gate at the same time."""
        self._open.clear()
        try:
            await self._empty.wait()
            yield
        finally:
            self._open.set()


log = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Update], None]
Decide = Callable[[Live], Change | None]
"""A command at a table. It returns the change of the table, or None when there is nothing to do. If
the command is not allowed, it raises an error and leaves the table unchanged."""


@dataclass(frozen=True, slots=True)
class Founding:
    """Further data to save with a new table in one transaction. `beside` are further SQL
    statements, and `first` returns the table's first change. If the transaction conflicts with what
    another process wrote, `must_hold` is called to raise the error that tells the reason."""

    beside: Sequence[Statement]
    first: Callable[[Live], Change]
    must_hold: Callable[[], Awaitable[object]]


MOST_LIVE: Final = 2000
"""The most tables in memory, unless another number is given; those used longest ago are dropped
first."""

MOST_TRIES: Final = 20
"""How often a command is repeated when another process has changed its table meanwhile."""


class _Place:
    """A table's entry in the registry. `live` is the table (None: it isn't read yet), and `users`
    is the number of commands that use it or wait for its lock."""

    __slots__ = ("live", "lock", "users")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.live: Live | None = None
        self.users = 0


class Registry:
    """The tables in memory. The registry reads a table at its first use, runs one command at a time
    on it, saves the change, and then calls the listeners. If saving fails, the table is dropped
    from memory and read again. When more than `most_live` tables are in memory, the tables that
    were unused for the longest time are dropped."""

    def __init__(self, store: Store, thoughts: Thoughts, most_live: int = MOST_LIVE) -> None:
        self.deadlines = Deadlines()
        """The next deadline of each table."""
        self._listeners: list[tuple[News, Listener]] = []
        self._store = store
        self._thoughts = thoughts
        self._most_live = most_live
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()
        self.gate: Final = Gate()
        """The gate for all reads and changes of tables. The gate is closed while all deadlines are
        moved, because the machine's clock was set."""
        self.evicted = 0
        """How many tables were dropped from memory to make room."""

    def listen(self, listener: Listener, to: News = News.ANY) -> None:
        """Call `listener` after each saved change whose kinds of news include one of `to`. It is
        called under the table's lock, in the order of the changes, and must be quick. Its
        exceptions are logged and have no further effect."""
        self._listeners.append((to, listener))

    def __len__(self) -> int:
        """Return how many tables are in memory."""
        return len(self._places)

    def holds(self, table_id: str) -> bool:
        """Return whether the table is in memory."""
        place = self._places.get(table_id)
        return place is not None and place.live is not None

    def forget(self) -> None:
        """Drop all tables from memory. Each is read again at its next use."""
        for table_id, place in tuple(self._places.items()):
            place.live = None
            self._forget_idle(table_id, place)

    def forget_these(self, table_ids: Iterable[str]) -> None:
        """Drop these tables from memory. They have no deadline until they are read again at their
        next use."""
        for table_id in table_ids:
            self.deadlines.put(table_id, None)
            self._thoughts.forget([table_id])
            place = self._places.get(table_id)
            if place is not None:
                place.live = None
                self._forget_idle(table_id, place)

    async def get(self, table_id: str) -> Table:
        """Return the table's snapshot as it was last saved. If the table isn't in memory, it is
        read from the database. Raises NoSuchTable."""
        place = self._places.get(table_id)
        if place is not None and place.live is not None:
            self._places.move_to_end(table_id)
            return place.live.table
        async with self.gate.through(), self._at(table_id) as place:
            return (await self._live(place, table_id)).table

    async def change(self, table_id: str, decide: Decide) -> Update | None:
        """Run the command `decide` on a table, save the change that it returns, and return the
        update. Returns None when the command found nothing to do. Raises the command's errors, and
        NotSaved when the change can't be saved."""
        return await self._to_the_end(self._change(table_id, decide))

    async def add(
        self, row: TableRow, new_id: Callable[[], str], founding: Founding | None = None
    ) -> Update:
        """Save a new table, and return the update. `new_id` is called until it returns an id that
        no table has. `founding` adds statements and a first change to the transaction. Raises
        OpenedElsewhere, NotSaved when the table can't be saved, and the errors of `founding`."""
        return await self._to_the_end(self._add(row, new_id, founding))

    async def placed(self, table_id: str, channel_id: int, message_id: int | None) -> Table:
        """Store in which channel and message a table is shown. Return the table as it was before,
        with its former channel and message. No listener is called. Raises NoSuchTable, and NotSaved
        when the database fails."""
        return await self._to_the_end(self._placed(table_id, channel_id, message_id))

    async def rewrite(self, table_id: str, change: Callable[[TableRow], TableRow]) -> None:
        """Replace a table's row by what `change` returns for it. This works in any phase and
        doesn't replay the game, and listeners are not called. Raises NotSaved when the row can't be
        saved."""
        await self._to_the_end(self._rewrite(table_id, change))

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` to its end and return its result. It goes on even if the caller is cancelled,
        because listeners must be called for every saved change."""
        task = asyncio.get_running_loop().create_task(self._through(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _through(self, work: Coroutine[Any, Any, T]) -> T:
        async with self.gate.through():
            return await work

    async def _change(self, table_id: str, decide: Decide) -> Update | None:
        async with self._at(table_id) as place:
            for _ in range(MOST_TRIES):
                live = await self._live(place, table_id)
                try:
                    change = decide(live)
                    if change is None:
                        self.deadlines.put(table_id, live.deadline)
                        return None
                    await self._store.write(change.statements)
                except Conflict:
                    place.live = None
                except StoreError:
                    place.live = None
                    raise
                except (TableError, GameError):
                    if not await self._is_behind(live):
                        raise
                    place.live = None
                except BaseException:
                    place.live = None
                    raise
                else:
                    reminded = live.table.reminded
                    table = live.adopt(change)
                    answered = reminded - table.reminded
                    update = Update(table, change.happenings, change.half_time, answered)
                    if not change.untold:
                        return self._told(update, live)
                    self.deadlines.put(table_id, live.deadline)
                    return update
            raise NotSaved

    async def _is_behind(self, live: Live) -> bool:
        """Return whether another process has changed the table since it was read. If so, a command
        might have been refused wrongly."""
        if live.row.phase is Phase.QUARANTINED:
            return False
        moves = (
            len(live.play.log) if live.play is not None and live.row.phase is Phase.PLAYING else 0
        )
        return await self._store.state(live.row.id) != (
            live.row.version,
            live.row.phase.value,
            moves,
        )

    async def _add(
        self, row: TableRow, new_id: Callable[[], str], founding: Founding | None
    ) -> Update:
        for _ in range(MOST_TRIES):
            live = Live(replace(row, id=new_id()))
            statements: list[Statement | Work] = [*changes.table_added(live.row)]
            if founding is not None:
                change = founding.first(live)
                statements = [*founding.beside, *statements, *change.statements]
            try:
                await self._store.write(statements)
            except Conflict:
                if founding is not None:
                    await founding.must_hold()
                if await self._store.was_opened(row.opened_by):
                    raise OpenedElsewhere from None
                continue
            if founding is not None:
                live.adopt(change)
            async with self._at(live.row.id) as place:
                place.live = live
                return self._told(Update(live.table), live)
        raise NotSaved

    async def _rewrite(self, table_id: str, change: Callable[[TableRow], TableRow]) -> None:
        async with self._at(table_id) as place:
            place.live = None
            for _ in range(MOST_TRIES):
                old = await self._store.table(table_id)
                if old is None or not old.secret:
                    return
                new = change(old)
                if new == old:
                    return
                try:
                    await self._store.write(
                        changes.table_changed(old, replace(new, version=old.version + 1))
                    )
                except Conflict:
                    continue
                return
            raise NotSaved

    async def _placed(self, table_id: str, channel_id: int, message_id: int | None) -> Table:
        async with self._at(table_id) as place:
            live = await self._live(place, table_id)
            former = live.table
            await self._store.write(changes.table_placed(table_id, channel_id, message_id))
            live.move_to(replace(live.row, channel_id=channel_id, message_id=message_id))
            return former

    def _told(self, update: Update, live: Live) -> Update:
        self.deadlines.put(update.table.id, live.deadline)
        news = update.news
        wanted = [listener for to, listener in self._listeners if to in news]
        for listener in (lambda _: self._thoughts.follow(live), *wanted):
            try:
                listener(update)
            # A fault of one listener must not stop the others. Its message could hold a
            # card.
            except Exception as error:  # noqa: BLE001
                log.error(
                    "A listener failed on table %s: %s",
                    update.table.id,
                    type(error).__name__,
                    extra={"error": error},
                )
        return update

    @asynccontextmanager
    async def _at(self, table_id: str) -> AsyncIterator[_Place]:
        place = self._places.setdefault(table_id, _Place())
        self._places.move_to_end(table_id)
        place.users += 1
        try:
            async with place.lock:
                yield place
        finally:
            place.users -= 1
            self._forget_idle(table_id, place)

    def _forget_idle(self, table_id: str, place: _Place) -> None:
        if place.live is None and not place.users:
            self._places.pop(table_id, None)
        while len(self._places) > self._most_live:
            oldest = next((key for key, kept in self._places.items() if not kept.users), None)
            if oldest is None:
                return
            del self._places[oldest]
            self.evicted += 1

    async def _live(self, place: _Place, table_id: str) -> Live:
        if place.live is None:
            place.live = await reading.read(self._store, table_id)
            if place.live.row.phase is Phase.QUARANTINED:
                self._told(Update(place.live.table), place.live)
        return place.live
