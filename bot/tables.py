"""The session manager: tables, seats, clocks and versions, and no game by name.

Every command runs under its table's lock and is one transaction. Only when that has committed does anyone hear of it;
when it fails, the table in memory is thrown away and read again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot import playing, seating
from bot.clocks import Deadlines, TableRules
from bot.errors import NotSaved, WrongPhase
from bot.fairness import SECRET_LENGTH
from bot.live import Change, Live
from bot.model import Panel, Person, Phase, Seat, Standing, Table, Update
from bot.places import Decide, Places, asked
from bot.store import Store, changes
from bot.store.rows import TableRow

__all__ = ["TableRules", "Tables"]


MOST_OVER: Final = 10
"""How many tables that are over are listed for a channel: nobody closes them, so they pile up."""

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""What a table's id is made of: no letter that looks like another."""

ID_LENGTH: Final = 6

RETRY_AFTER: Final = timedelta(seconds=30)
"""When a table is tried again whose time could not be pushed."""


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
        self._store = store
        self._now = now
        self._rules = rules
        self._entropy = entropy
        self._places = Places(store)
        self._deadlines_read = False

    @property
    def deadlines(self) -> Deadlines:
        """For the clock: the next deadline of each table."""
        return self._places.deadlines

    def listen(self, listener: Callable[[Update], None]) -> None:
        """Calls `listener` after every committed change, whoever caused it, in the order of the changes.

        It must be quick and must not raise; what it raises is logged.
        """
        self._places.listeners.append(listener)

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
            id="", guild_id=guild_id, channel_id=channel_id, message_id=None, host_id=host.id,
            phase=Phase.LOBBY, game=game, preset=preset or next(iter(kind.Options.presets)),
            options=model.model_dump(mode="json"),
            seats=(Seat(name=host.name, member_id=host.id, joined_by=interaction_id),), version=1, game_number=1,
            secret=self._entropy(SECRET_LENGTH), created_at=now, idle_at=now + self._rules.lobby_idle,
        )  # fmt: skip
        return await self._places.add(row, self._new_id)

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

        return await self._places.change(table_id, decide)

    # Where tables are

    async def get(self, table_id: str) -> Table:
        """The table as it stands, read from the database if need be. Raises NoSuchTable."""
        return await self._places.get(table_id)

    async def open_in(self, channel_id: int) -> list[Table]:
        """The channel's tables that aren't closed, newest first (of those that are over, the last ones only)."""
        tables = await self._each(await asked(self._store.open_in(channel_id, MOST_OVER)))
        return [table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING, Phase.OVER)]

    async def seated(self, guild_id: int, member_id: int) -> list[Table]:
        """The server's lobbies and running games where the member sits, newest first."""
        tables = await self._each(await asked(self._store.seated(guild_id, member_id)))
        return [table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING)]

    async def placed(self, table_id: str, channel_id: int, message_id: int | None) -> None:
        """Notes where the table's public message is; no change of the table, so nobody is told."""
        await self._places.placed(table_id, channel_id, message_id)

    async def message_gone(self, table_id: str) -> list[Update]:
        """The table's message was deleted: the table has none now. Nobody is told."""
        table = await self.get(table_id)
        return [Update(await self._places.placed(table_id, table.channel_id, None))]

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
        return await asked(self._store.standings(guild_id, game, limit))

    async def panel_opened(self, panel: Panel) -> None:
        """Remembers an open panel, in the place of the member's last one at this table."""
        await asked(self._store.write(changes.panel_opened(panel)))

    async def panels(self, table_id: str) -> list[Panel]:
        """The table's panels that can still be edited."""
        return await asked(self._store.panels(table_id, self._now()))

    async def panel_gone(self, table_id: str, member_id: int) -> None:
        """Forgets a panel."""
        await asked(self._store.write(changes.panel_gone(table_id, member_id)))

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
        await asked(self._store.write(changes.alive(process, self._now())))

    async def push_on(self, process: str) -> timedelta:
        """After a start: pushes all deadlines on by the time that the bot was away, and returns that time."""
        now = self._now()
        last = [await asked(self._store.last_alive(process))]
        last += [due.active_at for due in await asked(self._store.deadlines())]
        away = max(now - max((moment for moment in last if moment is not None), default=now), timedelta())
        await asked(self._store.write(changes.alive(process, now), changes.pushed_on(away)))
        self._places.forget()
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
        update = await self._places.change(table_id, decide)
        if update is None:
            raise NotSaved
        return update

    def _closed(self, live: Live, reason: str) -> Change:
        if live.row.phase is Phase.PLAYING:
            return playing.break_off(live, reason, self._now())
        row = replace(seating.closed(live.row, reason), version=live.row.version + 1)
        return Change(row, live.play, changes.table_changed(live.row, row))

    async def _each(self, rows: list[TableRow]) -> list[Table]:
        return [await self.get(row.id) for row in rows if row.phase is not Phase.ASIDE]

    async def _read_deadlines(self) -> None:
        if self._deadlines_read:
            return
        found = await asked(self._store.deadlines())
        self._deadlines_read = True
        for due in found:
            # What is in memory may be newer than what was read.
            if not self._places.holds(due.table_id):
                self.deadlines.put(due.table_id, due.deadline)

    def _new_id(self) -> str:
        return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in self._entropy(ID_LENGTH))
