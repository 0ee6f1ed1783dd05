"""The session manager: tables, seats, clocks and versions, and no game by name.

Every command runs under its table's lock and is one transaction. Only when that has committed does anyone hear of it;
when it fails, the table in memory is thrown away and read again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from bot import live as reading
from bot import playing, seating
from bot.clocks import Deadlines, TableRules
from bot.errors import NotSaved, TableError, WrongPhase
from bot.fairness import SECRET_LENGTH
from bot.live import Change, Live
from bot.model import Panel, Person, Phase, Seat, Standing, Table, Update
from bot.store import Conflict, Store, StoreError, changes
from bot.store.rows import TableRow
from games.errors import GameError

__all__ = ["TableRules", "Tables"]

log = logging.getLogger(__name__)

T = TypeVar("T")
Decide = Callable[[Live], Change | None]

MOST_LIVE: Final = 1000
"""How many tables are kept in memory; those used longest ago go first."""

MOST_OVER: Final = 10
"""How many tables that are over are listed for a channel: nobody closes them, so they pile up."""

MOST_TRIES: Final = 20
"""How often a command is decided anew because another process has changed its table meanwhile."""

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""What a table's id is made of: no letter that looks like another."""

ID_LENGTH: Final = 6

RETRY_AFTER: Final = timedelta(seconds=30)
"""When a table is tried again whose time could not be pushed."""


class _Place:
    """Where a table is kept: its lock, the table when it has been read, and how many wait for it."""

    __slots__ = ("live", "lock", "users")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.live: Live | None = None
        self.users = 0


class Tables:
    """All tables of a database.

    Takes the store, the clock to go by (aware UTC), the times of tables, and a source of secret bytes. Commands raise
    TableErrors, or the rules' IllegalMove and InvalidMove, and then nothing has changed; NotSaved when the database
    fails.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime],
        rules: TableRules,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.deadlines = Deadlines()
        """For the clock: the next deadline of each table."""
        self._store = store
        self._now = now
        self._rules = rules
        self._entropy = entropy
        self._listeners: list[Callable[[Update], None]] = []
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()
        self._deadlines_read = False

    def listen(self, listener: Callable[[Update], None]) -> None:
        """Calls `listener` after every committed change, whoever caused it, in the order of the changes.

        It must be quick and must not raise; what it raises is logged.
        """
        self._listeners.append(listener)

    # Lobbies

    async def create(
        self, *, guild_id: int, channel_id: int, host: Person, game: str, interaction_id: int,
        preset: str | None = None, options: Mapping[str, Any] | None = None,
    ) -> Update:  # fmt: skip
        """A new lobby, the host in its first seat. Raises BadChoice for an unknown game, preset or option."""
        kind = seating.kind_of(game)
        model = seating.chosen(kind, preset, options or {})
        now = self._now()
        row = TableRow(
            id=self._new_id(), guild_id=guild_id, channel_id=channel_id, message_id=None, host_id=host.id,
            phase=Phase.LOBBY, game=game, preset=preset or next(iter(kind.Options.presets)),
            options=model.model_dump(mode="json"),
            seats=(Seat(name=host.name, member_id=host.id, joined_by=interaction_id),), version=1, game_number=1,
            secret=self._entropy(SECRET_LENGTH), created_at=now, idle_at=now + self._rules.lobby_idle,
        )  # fmt: skip
        return await self._to_the_end(self._create(row))

    async def join(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """The member takes a seat. Raises AlreadySeated, TableFull."""
        return await self._seating(table_id, lambda row, now: seating.join(row, who, interaction_id, self._rules, now))

    async def leave(self, table_id: str, member_id: int) -> Update:
        """The member gets up (in a game: see `resign`). The host's rights pass on; without members the table closes."""
        return await self._seating(table_id, lambda row, now: seating.leave(row, member_id, self._rules, now))

    async def invite_bot(self, table_id: str, by: int, strength: str | None = None) -> Update:
        """A bot player takes a seat (the strongest there is, unless one is named). Raises TableFull, BadChoice."""
        return await self._seating(table_id, lambda row, now: seating.invite_bot(row, by, strength, self._rules, now))

    async def dismiss_bot(self, table_id: str, by: int, seat: int | None = None) -> Update:
        """A bot player gets up: the last one unless a seat is named. Raises BadChoice when there is none."""
        return await self._seating(table_id, lambda row, now: seating.dismiss_bot(row, by, seat, self._rules, now))

    async def choose(
        self, table_id: str, by: int, *, preset: str | None = None, options: Mapping[str, Any] | None = None
    ) -> Update:
        """The host sets a preset (which resets the options) or single options. Raises BadChoice with what clashes."""
        return await self._seating(
            table_id, lambda row, now: seating.choose(row, by, preset, options or {}, self._rules, now)
        )

    async def rematch(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """After a game: the member wants another. The first makes the lobby of the next game, the others join it."""

        def decide(live: Live) -> Change:
            now = self._now()
            if live.row.phase is Phase.LOBBY:
                row = seating.join(live.row, who, interaction_id, self._rules, now)
            else:
                secret = self._entropy(SECRET_LENGTH)
                row = seating.rematch(live.row, who, interaction_id, secret, self._rules, now)
            return Change(row, None, changes.table_changed(live.row, row))

        return await self._command(table_id, decide)

    async def close(self, table_id: str, by: int, *, moderator: bool = False, reason: str = "") -> Update:
        """The host, or a moderator, closes the table; a running game is void."""

        def decide(live: Live) -> Change:
            seating.must_be(live.row, Phase.LOBBY, Phase.PLAYING, Phase.OVER)
            if not moderator:
                seating.must_be_host(live.row, by)
            return self._closed(live, reason)

        return await self._command(table_id, decide)

    # Games

    async def start(self, table_id: str, by: int) -> Update:
        """The host has the cards dealt. Raises TooFewPlayers, or BadChoice with the reason why they can't be."""
        return await self._command(table_id, lambda live: playing.start(live, by, self._rules, self._now()))

    async def move(self, table_id: str, member_id: int, move: str, version: int | None = None) -> Update:
        """A member's move, seen fit at `version` of the table (None: now).

        One that names cards is played if it is legal still; a bare one raises StaleTable unless `version` is current.
        So does any from before the present game. Raises IllegalMove and InvalidMove as the rules do.
        """
        return await self._command(
            table_id, lambda live: playing.move(live, member_id, move, version, self._rules, self._now())
        )

    async def resign(self, table_id: str, member_id: int) -> Update:
        """A member gives the game up. Raises IllegalMove when they are out of it already."""
        return await self._command(table_id, lambda live: playing.resign(live, member_id, self._rules, self._now()))

    async def push_time(self, table_id: str) -> Update | None:
        """Does what is due: moves for seats whose time is up, closes an idle lobby. None when nothing was."""

        def decide(live: Live) -> Change | None:
            now = self._now()
            if live.row.phase is Phase.LOBBY and live.row.idle_at is not None and live.row.idle_at <= now:
                return self._closed(live, "Nobody did anything here for a while.")
            return playing.push(live, self._rules, now)

        return await self._to_the_end(self._decided(table_id, decide))

    # Where tables are

    async def get(self, table_id: str) -> Table:
        """The table as it stands, read from the database if need be. Raises NoSuchTable."""
        place = self._places.get(table_id)
        if place is not None and place.live is not None:
            self._places.move_to_end(table_id)
            return place.live.table
        async with self._at(table_id) as place:
            return (await self._live(place, table_id)).table

    async def open_in(self, channel_id: int) -> list[Table]:
        """The channel's tables that aren't closed, newest first (of those that are over, the last ones only)."""
        tables = await self._each(await self._asked(self._store.open_in(channel_id, MOST_OVER)))
        return [table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING, Phase.OVER)]

    async def seated(self, guild_id: int, member_id: int) -> list[Table]:
        """The server's lobbies and running games where the member sits, newest first."""
        tables = await self._each(await self._asked(self._store.seated(guild_id, member_id)))
        return [table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING)]

    async def placed(self, table_id: str, channel_id: int, message_id: int | None) -> None:
        """Notes where the table's public message is; no change of the table, so nobody is told."""
        await self._to_the_end(self._placed(table_id, channel_id, message_id))

    async def message_gone(self, table_id: str) -> list[Update]:
        """The table's message was deleted: the table has none now. Nobody is told."""
        table = await self.get(table_id)
        return [Update(await self._to_the_end(self._placed(table_id, table.channel_id, None)))]

    async def channel_gone(self, channel_id: int) -> list[Update]:
        """The channel was deleted: its tables are closed, running games are void."""
        updates = []
        while tables := await self.open_in(channel_id):
            for table in tables:
                # It may have been closed meanwhile.
                with suppress(WrongPhase):
                    closed = self.close(table.id, table.host_id, moderator=True, reason="The channel is gone.")
                    updates.append(await closed)
        return updates

    # Leaderboard, panels, the clock

    async def standings(self, guild_id: int, game: str | None = None, limit: int = 10) -> list[Standing]:
        """The server's leaderboard, best first: plain counts over finished games that were not void."""
        return await self._asked(self._store.standings(guild_id, game, limit))

    async def panel_opened(self, panel: Panel) -> None:
        """Remembers an open panel, in the place of the member's last one at this table."""
        await self._written(self._store.write(changes.panel_opened(panel)))

    async def panels(self, table_id: str) -> list[Panel]:
        """The table's panels that can still be edited."""
        return await self._asked(self._store.panels(table_id, self._now()))

    async def panel_gone(self, table_id: str, member_id: int) -> None:
        """Forgets a panel."""
        await self._written(self._store.write(changes.panel_gone(table_id, member_id)))

    async def next_deadline(self) -> datetime | None:
        """When something is due at any table next; None when nothing is."""
        await self._read_deadlines()
        return self.deadlines.first()

    async def due(self, now: datetime) -> list[str]:
        """The tables where something is due by then, the earliest first."""
        await self._read_deadlines()
        return self.deadlines.due(now)

    def retry_later(self, table_id: str) -> None:
        """Something at this table failed when it was due: it is due again in a while."""
        self.deadlines.put(table_id, self._now() + RETRY_AFTER)

    async def alive(self, process: str) -> None:
        """Writes down that the bot is there now."""
        await self._written(self._store.write(changes.alive(process, self._now())))

    async def push_on(self, process: str) -> timedelta:
        """After a start: pushes all deadlines on by the time that the bot was away, and returns that time."""
        now = self._now()
        last = [await self._asked(self._store.last_alive(process))]
        last += [due.active_at for due in await self._asked(self._store.deadlines())]
        away = max(now - max((moment for moment in last if moment is not None), default=now), timedelta())
        await self._written(self._store.write(changes.alive(process, now), changes.pushed_on(away)))
        for place in self._places.values():
            place.live = None
        self._deadlines_read = False
        await self._read_deadlines()
        return away

    # How it is done

    async def _seating(self, table_id: str, change: Callable[[TableRow, datetime], TableRow]) -> Update:
        def decide(live: Live) -> Change:
            row = change(live.row, self._now())
            return Change(row, None, changes.table_changed(live.row, row))

        return await self._command(table_id, decide)

    async def _command(self, table_id: str, decide: Decide) -> Update:
        update = await self._to_the_end(self._decided(table_id, decide))
        if update is None:
            raise NotSaved
        return update

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a command to its end, even when whoever waits for it is cancelled: what is saved must also be told."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _decided(self, table_id: str, decide: Decide) -> Update | None:
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
                    continue
                except StoreError as error:
                    place.live = None
                    log.error("Table %s could not be saved: %s", table_id, error)
                    raise NotSaved from error
                except (TableError, GameError):
                    if not await self._is_behind(live):
                        raise
                    place.live = None
                    continue
                except BaseException:
                    place.live = None
                    raise
                return self._told(Update(live.adopt(change), change.happenings), live)
            raise NotSaved

    async def _is_behind(self, live: Live) -> bool:
        """Whether another process has changed the table since it was read: then no refusal is to be trusted."""
        if live.row.phase is Phase.ASIDE:
            return False
        moves = len(live.play.log) if live.play is not None and live.row.phase is Phase.PLAYING else 0
        return await self._asked(self._store.state(live.row.id)) != (live.row.version, live.row.phase.value, moves)

    async def _create(self, row: TableRow) -> Update:
        for _ in range(MOST_TRIES):
            try:
                await self._store.write(changes.table_added(row))
            except Conflict:
                row = replace(row, id=self._new_id())
                continue
            except StoreError as error:
                log.error("A new table could not be saved: %s", error)
                raise NotSaved from error
            live = Live(row)
            async with self._at(row.id) as place:
                place.live = live
                return self._told(Update(live.table), live)
        raise NotSaved

    async def _placed(self, table_id: str, channel_id: int, message_id: int | None) -> Table:
        async with self._at(table_id) as place:
            live = await self._live(place, table_id)
            await self._written(self._store.write(changes.table_placed(table_id, channel_id, message_id)))
            return live.moved_to(replace(live.row, channel_id=channel_id, message_id=message_id))

    def _closed(self, live: Live, reason: str) -> Change:
        if live.row.phase is Phase.PLAYING:
            return playing.break_off(live, reason, self._now())
        row = replace(seating.closed(live.row, reason), version=live.row.version + 1)
        return Change(row, live.play, changes.table_changed(live.row, row))

    def _told(self, update: Update, live: Live) -> Update:
        self.deadlines.put(update.table.id, live.deadline)
        for listener in self._listeners:
            try:
                listener(update)
            # One listener's fault must not keep the others from hearing.
            except Exception as error:  # noqa: BLE001
                log.error("A listener failed on table %s: %s", update.table.id, type(error).__name__)
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
        if place.live is None and not place.users and self._places.get(table_id) is place:
            del self._places[table_id]
        while len(self._places) > MOST_LIVE:
            oldest = next((key for key, kept in self._places.items() if not kept.users), None)
            if oldest is None:
                return
            del self._places[oldest]

    async def _live(self, place: _Place, table_id: str) -> Live:
        if place.live is None:
            place.live = await self._asked(reading.read(self._store, table_id))
            if place.live.row.phase is Phase.ASIDE:
                self._told(Update(place.live.table), place.live)
        return place.live

    async def _each(self, rows: list[TableRow]) -> list[Table]:
        return [await self.get(row.id) for row in rows if row.phase is not Phase.ASIDE]

    async def _asked(self, question: Coroutine[Any, Any, T]) -> T:
        try:
            return await question
        except StoreError as error:
            log.error("The database could not be read: %s", error)
            raise NotSaved from error

    async def _written(self, write: Coroutine[Any, Any, None]) -> None:
        try:
            await write
        except StoreError as error:
            log.error("The database could not be written: %s", error)
            raise NotSaved from error

    async def _read_deadlines(self) -> None:
        if self._deadlines_read:
            return
        found = await self._asked(self._store.deadlines())
        self._deadlines_read = True
        for due in found:
            place = self._places.get(due.table_id)
            # What is in memory may be newer than what was read.
            if place is None or place.live is None:
                self.deadlines.put(due.table_id, due.deadline)

    def _new_id(self) -> str:
        return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in self._entropy(ID_LENGTH))
