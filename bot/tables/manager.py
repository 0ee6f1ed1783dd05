"""The session manager: tables, seats, clocks and versions. It knows no game by name.

Every command runs under its table's lock and is one transaction. Listeners are told after the
commit. When the commit fails, the table in memory is dropped and read again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from bot.domain.deadlines import CommandContext, TableRules
from bot.domain.errors import NotSaved, TableError, WrongChannel, WrongPhase
from bot.domain.fairness import SECRET_LENGTH
from bot.domain.model import Person, Phase, Seat, Speed, Table, Update
from bot.domain.shards import ALL, Shards
from bot.store import Store
from bot.store.rows import TableRow
from bot.tables import closing, dealing, due, playing, seating, voting
from bot.tables.archive import Archive
from bot.tables.downtime import Timing
from bot.tables.house_rules import TableChoice, kind_of, speed_of
from bot.tables.kept_preferences import Preferred
from bot.tables.live import Change, Live
from bot.tables.open_hands import Shown
from bot.tables.opening import Opening
from bot.tables.privacy import Forgetting
from bot.tables.registry import Decide, Places
from bot.tables.thoughts import Thoughts
from bot.thinking.workers import Workers
from games.errors import GameError
from games.players import default
from games.sentences import marked

__all__ = ["TableRules", "Tables"]

MOST_OVER: Final = 10
"""The most finished tables that are listed for a channel. Nobody closes those, so they
accumulate."""


class Tables:
    """All tables of a database.

    Takes the store, the clock to go by (aware UTC), the times of tables, a source of secret bytes,
    the shards whose servers this process serves, and the processes in which bot players think
    (None: in this one). Commands raise TableErrors, or the rules'
    IllegalMove and InvalidMove, and then nothing has changed; NotSaved when the database fails.
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
    ) -> None:
        self._store = store
        self._now = now
        self._rules = rules
        self._entropy = entropy
        self.thoughts: Final = Thoughts(workers)
        """The thinking of bot players."""
        self._places = Places(store, self.thoughts)
        self._opening = Opening(store, self._places)
        self.preferences: Final = Preferred(store, now)
        """What servers and members have chosen."""
        self.archive: Final = Archive(store)
        """Lists of tables and of finished games."""
        self.timing: Final = Timing(store, self._places, now, shards)
        """The deadlines of this process's tables, and their postponement by downtime."""
        self.shown: Final = Shown(store, now, shards)
        """The open hands and mentions that are on Discord beside the tables' messages."""
        self._forgetting = Forgetting(store, self._places, self.preferences, now)

    def listen(self, listener: Callable[[Update], None]) -> None:
        """Call `listener` after every committed change, in the order of the changes.

        It must be quick. What it raises is logged and goes no further.
        """
        self._places.listeners.append(listener)

    # Lobbies

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Person,
        game: str,
        interaction_id: int,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        speed: Speed | str | None = None,
        parent_id: int | None = None,
    ) -> Update:
        """Open a lobby with the host in its first seat; the server's defaults hold for what isn't
        chosen.

        `parent_id` is the channel of a thread. Raises BadChoice for an unknown game, preset, option
        or speed, WrongChannel, TooManyTables, TooManyHosted.
        """
        server = await self.preferences.server(guild_id)
        kind = kind_of(game)
        if not server.wants_tables_in(channel_id, parent_id):
            raise WrongChannel(server.channels)
        base, house, model = TableChoice(server, preset, options or {}).at_first(kind)
        now = self._now()
        row = TableRow(
            id="",
            guild_id=guild_id,
            channel_id=channel_id,
            message_id=None,
            host_id=host.id,
            phase=Phase.LOBBY,
            game=game,
            preset=base,
            house=house,
            options=model.model_dump(mode="json"),
            speed=server.first_speed(self._rules.speed)
            if speed is None
            else speed_of(speed, server),
            seats=(Seat(name=host.name, member_id=host.id, joined_by=interaction_id),),
            version=1,
            game_number=1,
            secret=self._secret(),
            created_at=now,
            idle_at=now + self._rules.lobby_idle,
        )
        most = self._rules.most_tables if server.most_tables is None else server.most_tables
        return await self._opening.open(row, most, self._entropy)

    async def join(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """The member takes a seat, or confirms the next game if they played the last. Raises
        AlreadySeated, TableFull."""
        return await self._seating(
            table_id, lambda row, context: seating.join(row, who, interaction_id, context)
        )

    async def leave(self, table_id: str, member_id: int) -> Update:
        """The member leaves a lobby (a game: see `resign`). The host's rights pass on; a lobby
        without members closes."""
        return await self._seating(
            table_id, lambda row, context: seating.leave(row, member_id, context)
        )

    async def invite_bot(self, table_id: str, by: int, strength: str | None = None) -> Update:
        """A bot player takes a seat: of that `strength`, or the usual one of this table. Raises
        TableFull, BadChoice."""
        wanted = strength or await self.usual_level(await self.get(table_id))
        return await self._seating(
            table_id, lambda row, context: seating.invite_bot(row, by, wanted, context)
        )

    async def usual_level(self, table: Table) -> str:
        """The strength of a bot player at this table for whom nobody chose one: by the server's
        settings, else by the bot's, where the game has it."""
        server = await self.preferences.server(table.guild_id)
        return default(table.game, server.level or self._rules.level)

    async def dismiss_bot(self, table_id: str, by: int, seat: int | None = None) -> Update:
        """A bot player leaves: the one in `seat`, or the last one. Raises BadChoice when there is
        none."""
        return await self._seating(
            table_id, lambda row, context: seating.dismiss_bot(row, by, seat, context)
        )

    async def move_seat(self, table_id: str, by: int, seat: int, to: int) -> Update:
        """The host swaps two seats, which may change sides. Raises BadChoice for a seat that does
        not exist."""
        return await self._seating(
            table_id, lambda row, context: seating.move_seat(row, by, seat, to, context)
        )

    async def handicap(self, table_id: str, member_id: int, name: str, on: bool) -> Update:
        """A member takes on a handicap of the game (`on`), or gives it up. Raises BadChoice for an
        unknown one."""
        return await self._seating(
            table_id, lambda row, context: seating.handicap(row, member_id, name, context, on=on)
        )

    async def choose(
        self,
        table_id: str,
        by: int,
        *,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        speed: Speed | str | None = None,
    ) -> Update:
        """The host chooses a preset (the game's or the server's; it resets the options), single
        options, or the speed.

        Raises BadChoice with what clashes.
        """
        server = await self.preferences.server((await self.get(table_id)).guild_id)
        wanted = None if speed is None else speed_of(speed, server)
        choice = TableChoice(server, preset, options or {}, wanted)
        return await self._seating(
            table_id, lambda row, context: seating.choose(row, by, choice, context)
        )

    async def rematch(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """The member wants another game after the last one.

        The first one to ask starts a wait of a minute at most, in which the others confirm by the
        same command. The next game is then dealt by itself if enough have confirmed.
        """
        return await self._command(
            table_id, lambda live: dealing.again(live, who, interaction_id, self._context())
        )

    async def vote_out(
        self, table_id: str, by: int, seat: int, *, moderator: bool = False
    ) -> Update:
        """A member votes to remove the player in `seat`, who resigns (leaves a lobby) when most of
        the others agree.

        A moderator needs no votes. Raises BadChoice when no vote is possible, AlreadyVoted.
        """
        return await self._command(
            table_id, lambda live: voting.vote(live, by, seat, self._context(), moderator=moderator)
        )

    async def close(
        self, table_id: str, by: int, *, moderator: bool = False, reason: str = ""
    ) -> Update:
        """Close the table; a running game is void then.

        The host may close a lobby or a finished table; a moderator any; anyone who plays a game in
        which nobody has moved for a day. Raises NotDeserted and the like. A table that was set
        aside can be closed like a running game; its stored data stays.
        """
        return await self._command(
            table_id,
            lambda live: closing.close(live, by, reason, self._context(), moderator=moderator),
        )

    async def check_closing(self, table_id: str, by: int, *, moderator: bool = False) -> None:
        """Raises what `close` would raise for that member now; nothing is changed."""

        def check(live: Live) -> None:
            closing.must_be_closable(live, by, self._context(), moderator=moderator)

        await self._places.change(table_id, check)

    # Games

    async def start(self, table_id: str, by: int, interaction_id: int | None = None) -> Update:
        """The host starts the game; the id of their interaction is the last one in the seed.

        Raises TooFewPlayers, or BadChoice with the reason.
        """
        return await self._command(
            table_id, lambda live: dealing.start(live, by, interaction_id, self._context())
        )

    async def move(
        self, table_id: str, member_id: int, move: str, version: int | None = None
    ) -> Update:
        """A member's move, chosen at `version` of the table (None: now).

        A move that names cards is played if it is still legal. One without cards raises StaleTable
        if anybody has moved since; so does any move from before the present game. Raises
        IllegalMove and InvalidMove as the rules do.
        """
        return await self._command(
            table_id, lambda live: playing.move(live, member_id, move, version, self._context())
        )

    async def resign(self, table_id: str, member_id: int) -> Update:
        """A member resigns; a host's rights pass on. Raises IllegalMove when they are out of the
        game already."""
        return await self._command(
            table_id, lambda live: playing.resign(live, member_id, self._context())
        )

    async def check_resigning(self, table_id: str, member_id: int) -> None:
        """Raises what `resign` would raise for that member now; nothing is changed."""
        await self._places.change(
            table_id, lambda live: playing.must_be_able_to_resign(live, member_id)
        )

    async def back(self, table_id: str, member_id: int) -> Update:
        """A member takes their seat back from the bot player that keeps it. Raises WrongPhase when
        none does."""
        return await self._command(
            table_id, lambda live: playing.back(live, member_id, self._context())
        )

    async def run_due(self, table_id: str) -> Update | None:
        """Do what is due at a table; returns None when nothing is.

        Moves for seats whose time is up, tells of half-times, deals the next game when the time to
        confirm it is over, closes an idle lobby.
        """
        return await self._places.change(
            table_id, lambda live: due.run_due(live, self._context(), self.thoughts)
        )

    # Where tables are

    async def get(self, table_id: str) -> Table:
        """The table's snapshot, read from the database if it is not in memory. Raises
        NoSuchTable."""
        return await self._places.get(table_id)

    async def open_in(self, channel_id: int) -> list[Table]:
        """The channel's open tables, the newest first; of the finished ones, only the last few."""
        tables = await self._each(await self._store.open_in(channel_id, MOST_OVER))
        return [
            table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING, Phase.OVER)
        ]

    async def closable_in(self, channel_id: int) -> list[Table]:
        """The same, and the channel's tables that were set aside: these can't go on, but they can
        be closed."""
        tables = [
            await self.get(row.id) for row in await self._store.open_in(channel_id, MOST_OVER)
        ]
        return [table for table in tables if table.phase is not Phase.CLOSED]

    async def seated(self, guild_id: int, member_id: int) -> list[Table]:
        """The server's lobbies and running games where the member sits, newest first."""
        tables = await self._each(await self._store.seated(guild_id, member_id))
        return [table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING)]

    async def placed(self, table_id: str, channel_id: int, message_id: int | None) -> None:
        """Note the place of the table's public message. Listeners are not told, because the table
        itself is unchanged."""
        await self._places.placed(table_id, channel_id, message_id)

    async def message_gone(self, table_id: str) -> list[Update]:
        """The table's message was deleted: the table has none now. Listeners are not told."""
        table = await self.get(table_id)
        return [Update(await self._places.placed(table_id, table.channel_id, None))]

    async def channel_gone(self, channel_id: int) -> list[Update]:
        """The channel was deleted: its tables are closed, running games are void."""
        updates = []
        while tables := await self.closable_in(channel_id):
            for table in tables:
                # It may have been closed meanwhile.
                with suppress(WrongPhase):
                    closed = self.close(
                        table.id,
                        table.host_id,
                        moderator=True,
                        reason=marked("The channel is gone."),
                    )
                    updates.append(await closed)
        return updates

    # People and servers

    async def forget(self, member_id: int) -> list[Update]:
        """Delete a member's data: they leave lobbies, resign games, and no name or id of theirs is
        kept."""
        updates = []
        for table_id in await self._forgetting.tables_of(member_id):
            for command in (self.leave, self.resign):
                # Where they don't sit, or are out of the game already, there is nothing to
                with suppress(TableError, GameError):
                    updates.append(await command(table_id, member_id))
        await self._forgetting.member(member_id)
        return updates

    async def servers(self) -> list[int]:
        """The servers with stored data where the bot is, as far as that is known."""
        return await self._forgetting.servers()

    async def guild_left(self, guild_id: int) -> None:
        """The bot was removed from a server: its deadlines stand still, and after 30 days its data
        is deleted."""
        await self._forgetting.guild_left(guild_id)

    async def guild_joined(self, guild_id: int) -> bool:
        """The bot is in a server (again); the deadlines of its tables go on from where they stood
        still.

        Returns whether the bot had been removed.
        """
        had_left = await self._forgetting.guild_joined(guild_id)
        if had_left:
            await self.timing.read_again()
        return had_left

    async def sweep(self) -> None:
        """Delete the data of servers that removed the bot long ago."""
        await self._forgetting.sweep()

    # How it is done

    def _context(self) -> CommandContext:
        return CommandContext(self._now(), self._rules, self._secret)

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

    async def _each(self, rows: list[TableRow]) -> list[Table]:
        return [await self.get(row.id) for row in rows if row.phase is not Phase.ASIDE]
