"""Commands that open a table, fill its seats, set it up, and close it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from bot.core.errors import WrongChannel
from bot.core.model import FORGOTTEN, Person, Phase, Seat, Speed, Table, Update
from bot.db.rows import TableRow
from bot.preferences.house_rules import TableChoice, kind_of, speed_of
from bot.tables import closing, dealing, seating, voting
from bot.tables.commands import Commands
from bot.tables.live import Live
from bot.tables.registry import Founding
from games.players import default


class Lobbies(Commands):
    """The commands by which tables are opened, filled, set up and closed. They raise TableErrors,
    and NotSaved when the database fails; nothing has changed then."""

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
        or speed, WrongChannel, TooManyTables, TooManyHosted, TooManyLobbies, and OpenedElsewhere
        for an interaction by which a table was opened before.
        """
        row, most = await self._planned(
            guild_id, channel_id, host, game, interaction_id, preset, options, speed, parent_id
        )
        return await self._open(row, most)

    async def _open(
        self, row: TableRow, most: int | None, founding: Founding | None = None
    ) -> Update:
        """Save a new table, which counts for its host."""
        self._opened.check(row.host_id, row.created_at)
        opened = await self._opening.open(row, most, self._entropy, founding)
        self._opened.note(row.host_id)
        return opened

    async def _planned(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        game: str,
        interaction_id: int,
        preset: str | None,
        options: Mapping[str, Any] | None,
        speed: Speed | str | None,
        parent_id: int | None,
    ) -> tuple[TableRow, int | None]:
        """The lobby that `create` opens, without an id, and how many tables its server may have
        open. Raises BadChoice and WrongChannel."""
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
            opened_by=interaction_id,
        )
        return row, self._rules.most_tables if server.most_tables is None else server.most_tables

    async def summon(
        self,
        table_id: str,
        *,
        guild_id: int,
        channel_id: int,
        members: Sequence[Person],
        game: str,
        preset: str,
        house: str,
        options: Mapping[str, Any],
        speed: Speed,
        come_within: timedelta,
    ) -> Table:
        """Open the lobby of a tournament's game, unless it is open: these members are awaited and
        sit in that order.

        It is dealt as soon as all have come, and closed if not all come in time. Raises NotSaved.
        """
        now = self._now()
        row = TableRow(
            id=table_id,
            guild_id=guild_id,
            channel_id=channel_id,
            message_id=None,
            host_id=FORGOTTEN,
            phase=Phase.LOBBY,
            game=game,
            preset=preset,
            house=house,
            options=options,
            speed=speed,
            seats=(),
            seating=tuple(str(each.id) for each in members),
            awaited=tuple(Seat(name=each.name, member_id=each.id) for each in members),
            again_until=now + come_within,
            version=1,
            game_number=1,
            secret=self._secret(),
            created_at=now,
            idle_at=now + self._rules.lobby_idle,
        )
        return await self._opening.open_once(row)

    async def join(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """The member takes a seat, or confirms the next game if they played the last. Raises
        AlreadySeated, TableFull, LeavesTooOften."""
        await self._hooks.may_sit(await self.get(table_id), who.id)
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
        learning: bool | None = None,
        reliable_only: bool | None = None,
    ) -> Update:
        """The host chooses a preset (the game's or the server's; it resets the options), single
        options, the speed, whether it is a learning table, or whether (`reliable_only`) it is for
        members who leave few games.

        Raises BadChoice with what clashes.
        """
        server = await self.preferences.server((await self.get(table_id)).guild_id)
        wanted = None if speed is None else speed_of(speed, server)
        choice = TableChoice(server, preset, options or {}, wanted, learning, reliable_only)
        return await self._seating(
            table_id, lambda row, context: seating.choose(row, by, choice, context)
        )

    async def rematch(self, table_id: str, who: Person, interaction_id: int) -> Update:
        """The member wants another game after the last one.

        The first one to ask starts a wait of a minute at most, in which the others confirm by the
        same command. The next game is then dealt by itself if enough have confirmed.
        """
        await self._hooks.may_sit(await self.get(table_id), who.id)
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
