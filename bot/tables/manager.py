"""The session manager: tables, seats, clocks and versions. It knows no game by name.

Every command runs under its table's lock and is one transaction. Listeners are told after the
commit. When the commit fails, the table in memory is dropped and read again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

from bot.core.errors import BadChoice, NoAdvice, TooFewPlayers, WrongPhase
from bot.core.model import Person, Phase, Speed, Table, Update
from bot.db.rows import TableRow
from bot.db.writer import Statement
from bot.tables import dealing, due, playing, post, seating
from bot.tables.deadlines import TableRules
from bot.tables.live import Change, Live
from bot.tables.lobbies import Lobbies
from bot.tables.registry import Founding
from bot.thinking.task import Task
from games.players.finding import Finding
from games.sentences import marked

__all__ = ["TableRules", "Tables"]

NOBODY: Final = -1
"""Stands for the member who closes a table when nobody does."""

MOST_OVER: Final = 10
"""The most finished tables that are listed for a channel. Nobody closes those, so they
accumulate."""


class Tables(Lobbies):
    """All tables of a database: the commands of a lobby and those of a game, and where tables are.

    Commands raise TableErrors, or the rules' IllegalMove and InvalidMove, and NotSaved when the
    database fails; nothing has changed then.
    """

    # Games

    async def start(self, table_id: str, by: int, interaction_id: int | None = None) -> Update:
        """The host starts the game; the id of their interaction is the last one in the seed.

        Raises TooFewPlayers, or BadChoice with the reason.
        """
        return await self._command(
            table_id, lambda live: dealing.start(live, by, interaction_id, self._context())
        )

    async def open_agreed(
        self,
        host: Person,
        guest: Person,
        *,
        guild_id: int,
        channel_id: int,
        parent_id: int | None,
        game: str,
        preset: str | None,
        speed: Speed,
        pressed: tuple[int, int],
        beside: Sequence[Statement],
        must_hold: Callable[[], Awaitable[object]],
    ) -> Update:
        """Open a table for two members who agreed on a game. The cards are dealt at once if two can
        play it.

        All of it is one transaction, with the statements `beside` it; `must_hold` raises why when
        something else was written there. `pressed` are the ids of the interactions by which each of
        them agreed. Raises what `create` raises.
        """
        row, most = await self._planned(
            guild_id, channel_id, host, game, pressed[0], preset, None, speed, parent_id
        )
        first = Founding(beside, lambda live: self._begun(live, guest, pressed[1]), must_hold)
        return await self._open(row, most, first)

    def _begun(self, live: Live, whom: Person, interaction_id: int) -> Change:
        """The first change of a table that opens from a challenge: both members take seats, and if
        the table is then full enough, the cards are dealt. Else it is a lobby, which says who is
        missing."""
        context = self._context()
        row = seating.join(live.row, whom, interaction_id, context)
        with suppress(TooFewPlayers, BadChoice):
            return dealing.dealt(live, row, context)
        return dealing.going_on(live, row, context)

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

    async def advise(self, table_id: str, member_id: int) -> tuple[Finding, int]:
        """What the adviser finds about a member's own moves at a learning table, and the version of
        the table that it looked at.

        Raises NotSeated, NoLearningTable, WrongPhase, NoAdvice.
        """
        asked: list[tuple[Task, int]] = []
        await self._places.change(
            table_id, lambda live: asked.append(playing.advice_asked(live, member_id))
        )
        task, version = asked[0]
        finding = await self.thoughts.advise(task)
        if finding is None:
            raise NoAdvice
        return finding, version

    async def resign(self, table_id: str, member_id: int) -> Update:
        """A member resigns; a host's rights pass on. Raises IllegalMove when they are out of the
        game already."""
        return await self._command(
            table_id, lambda live: playing.resign(live, member_id, self._context())
        )

    async def resigning_is_a_loss(self, table_id: str, member_id: int) -> bool:
        """Whether the member's resignation would count as a loss now. Raises what `resign` would;
        nothing is changed."""
        counted: list[bool] = []
        await self._places.change(
            table_id, lambda live: counted.append(playing.resigning_is_a_loss(live, member_id))
        )
        return counted[0]

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
        away = await self.vacations.away_at(await self.get(table_id))
        return await self._places.change(
            table_id, lambda live: due.run_due(live, self._context(), self.thoughts, away)
        )

    async def vacation(self, member_id: int, days: int | None) -> None:
        """The member goes on vacation for this number of days, or (None) is back: their clocks at
        games by post stand still meanwhile. Tables that another process serves find it out when
        something is due there. Raises OnVacation, NoVacationLeft."""
        vacations = self.vacations
        until = await (
            vacations.end(member_id) if days is None else vacations.begin(member_id, days)
        )
        for table_id in await vacations.tables_of(member_id, self.served.shards):
            await self._places.change(
                table_id, lambda live: post.on_vacation(live, {member_id: until}, self._context())
            )

    # Where tables are

    async def open_in(self, channel_id: int) -> list[Table]:
        """The channel's open tables, the newest first; of the finished ones, only the last few."""
        tables = await self._each(await self._store.open_in(channel_id, MOST_OVER))
        return [
            table for table in tables if table.phase in (Phase.LOBBY, Phase.PLAYING, Phase.OVER)
        ]

    async def closable_in(self, channel_id: int) -> list[Table]:
        """The channel's open tables, with those that are quarantined: these can't go on, but they
        can be closed.
        """
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
                        NOBODY,
                        moderator=True,
                        reason=marked("The channel is gone."),
                    )
                    updates.append(await closed)
        return updates

    async def rewrite(self, table_id: str, change: Callable[[TableRow], TableRow]) -> None:
        """Change a table's row in any phase, without its game; listeners are not told. Raises
        NotSaved."""
        await self._places.rewrite(table_id, change)

    def drop(self, table_ids: Iterable[str]) -> None:
        """Drop these tables from memory. They have no deadline until they are read again."""
        self._places.forget_these(table_ids)

    async def _each(self, rows: list[TableRow]) -> list[Table]:
        return [await self.get(row.id) for row in rows if row.phase is not Phase.QUARANTINED]
