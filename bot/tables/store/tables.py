"""The SQL queries about tables and their games."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, and_, func, select

from bot.core.model import Mention, Panel, Phase, Placed, Speed
from bot.core.shards import Shards
from bot.db import schema
from bot.db.database import Database
from bot.db.packed import DROPPED, NO_RECORD, unpack
from bot.db.queries import MOST_QUESTIONS, OPEN_PHASES, moves_of, served
from bot.db.rows import (
    MILLISECOND,
    GameRow,
    TableRow,
    clocks_from_text,
    game_from,
    move_from,
    table_from,
    to_moment,
    to_number,
)


class Due(NamedTuple):
    """The deadline of an open table. `deadline` is the next time at which something is due there
    (None: nothing is due). In a game, `active_at` is the time of the last move, or of the deal if
    nobody has moved yet. With `in_lobby`, the table has no game, and `active_at` is the time when
    its last game began, or when the table was opened. Changes of a lobby leave no time."""

    table_id: str
    guild_id: int
    deadline: datetime | None
    active_at: datetime
    in_lobby: bool = False


class Heartbeat(NamedTuple):
    """The last time at which a process stored that it serves a shard. `shard_count` is the number
    of shards that the bot had then."""

    shard: int
    shard_count: int
    seen_at: datetime


class Store(Database):
    """The bot's open database, with queries about tables."""

    async def table(self, table_id: str) -> TableRow | None:
        """Return the row of the table with the id `table_id`, with its seats. Returns None when no
        table has this id."""
        return next(
            iter(await self.tables(select(schema.tables).where(schema.tables.c.id == table_id))),
            None,
        )

    async def state(self, table_id: str) -> tuple[int, str, int]:
        """Return a table's version, its phase, and the number of moves of its running game (0 if
        none is running). An unknown table has the version 0."""
        tables, moves = schema.tables, schema.moves
        played = (
            select(func.count(moves.c.seq))
            .where(
                moves.c.table_id == tables.c.id,
                moves.c.game == tables.c.game_number,
                tables.c.phase == Phase.PLAYING.value,
            )
            .scalar_subquery()
            .correlate(tables)
            .label("played")
        )
        found = await self.rows(
            select(tables.c.version, tables.c.phase, played).where(tables.c.id == table_id)
        )
        return (found[0].version, found[0].phase, found[0].played) if found else (0, "", 0)

    async def open_in(self, channel_id: int, over: int) -> list[TableRow]:
        """Return the lobbies and running games of a channel, and the last `over` of its finished
        tables. The newest tables come first."""
        tables = schema.tables
        here = (
            select(tables)
            .where(tables.c.channel_id == channel_id)
            .order_by(tables.c.created_at.desc(), tables.c.id)
        )
        found = await self.tables(here.where(tables.c.phase.in_(OPEN_PHASES)))
        found += await self.tables(here.where(tables.c.phase == Phase.OVER.value).limit(over))
        return sorted(found, key=lambda row: row.created_at, reverse=True)

    async def placed(self, shards: Shards) -> list[Placed]:
        """Return the places (channel and message) of the lobbies and running games in the servers
        of these shards. The newest tables come first."""
        tables = schema.tables
        found = await self.rows(
            select(
                tables.c.id,
                tables.c.guild_id,
                tables.c.channel_id,
                tables.c.message_id,
                tables.c.phase,
            )
            .where(tables.c.phase.in_(OPEN_PHASES), served(tables.c.guild_id, shards))
            .order_by(tables.c.created_at.desc(), tables.c.id)
        )
        return [
            Placed(row.id, row.guild_id, row.channel_id, row.message_id, Phase(row.phase))
            for row in found
        ]

    async def seated(self, guild_id: int, member_id: int) -> list[TableRow]:
        """Return the lobbies and running games in a server where a member sits. The newest tables
        come first."""
        tables, seats = schema.tables, schema.seats
        return await self.tables(
            select(tables)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(
                tables.c.guild_id == guild_id,
                seats.c.member_id == member_id,
                tables.c.phase.in_(OPEN_PHASES),
            )
            .order_by(tables.c.created_at.desc(), tables.c.id)
        )

    async def by_post(self, member_id: int) -> list[tuple[str, int]]:
        """Return the running correspondence games in which a member plays, each as the table's id
        and the server's id."""
        tables, seats = schema.tables, schema.seats
        found = await self.rows(
            select(tables.c.id, tables.c.guild_id)
            .join_from(tables, seats, seats.c.table_id == tables.c.id)
            .where(
                seats.c.member_id == member_id,
                tables.c.phase == Phase.PLAYING.value,
                tables.c.speed == Speed.BY_POST.value,
            )
            .order_by(tables.c.id)
        )
        return [(row.id, row.guild_id) for row in found]

    async def count_open(self, guild_id: int, host_id: int | None = None) -> int:
        """Return the number of lobbies and running games of a server. With `host_id`, only tables
        with this host count. Tables of tournaments, which have a hyphen in their ids, don't
        count."""
        tables = schema.tables
        mine = select(func.count()).where(
            tables.c.guild_id == guild_id,
            tables.c.phase.in_(OPEN_PHASES),
            tables.c.id.not_like("%-%"),
        )
        if host_id is not None:
            mine = mine.where(tables.c.host_id == host_id)
        return int((await self.rows(mine))[0][0])

    async def was_opened(self, interaction_id: int | None) -> bool:
        """Return whether a table was opened by the interaction with the id `interaction_id`."""
        tables = schema.tables
        opened = select(tables.c.id).where(tables.c.opened_by == interaction_id)
        return bool(await self.rows(opened))

    async def game(self, table: TableRow, number: int | None = None) -> GameRow | None:
        """Return a game of the table with its moves in order. `number` counts a table's games from
        1 (None: the present game). Returns None when this game has not started.

        Raises ValueError, TypeError or AttributeError when the stored data is damaged."""
        games = schema.games
        number = table.game_number if number is None else number
        question = select(games).where(games.c.table_id == table.id, games.c.number == number)
        found = await self.rows(question)
        if not found:
            return None
        log = await self.rows(moves_of(table.id, number))
        if found[0].ended_at is not None and not log:
            # It may have been packed after its row was read.
            found = await self.rows(question)
            if not found:
                return None
        row = found[0]
        if row.packed is None:
            made = tuple(move_from(move, table.downtime) for move in log)
            return game_from(row, (row.header, row.secret, row.joined, made), table.downtime)
        if row.packed == DROPPED:
            return game_from(row, NO_RECORD, table.downtime, is_kept=False)
        return game_from(row, unpack(row.packed), table.downtime)

    async def outcome(self, table_id: str, number: int) -> str | None:
        """Return the outcome of a table's game as JSON text, or None when the game has none.
        `number` counts the table's games from 1."""
        games = schema.games
        found = await self.rows(
            select(games.c.outcome).where(games.c.table_id == table_id, games.c.number == number)
        )
        return found[0].outcome if found else None

    async def deadlines(self, shards: Shards) -> list[Due]:
        """Return the next deadline of every open table in the servers of these shards. Servers that
        removed the bot are left out, because their deadlines stand still."""
        found = await self.rows(_deadlines(shards))
        ahead = await self.rows(_AHEAD)
        return _with_those_ahead([_due(row) for row in found], {row.table_id for row in ahead})

    async def ended(self, shards: Shards, since: datetime) -> list[Due]:
        """Return the tables in the servers of these shards whose last game ended at `since` or
        later, and at which nobody has asked for a new game. In the results, `deadline` is None, and
        `active_at` is the end of the game."""
        tables, games = schema.tables, schema.games
        mine = and_(games.c.table_id == tables.c.id, games.c.number == tables.c.game_number)
        found = await self.rows(
            select(tables.c.id, tables.c.guild_id, games.c.ended_at)
            .join_from(tables, games, mine)
            .where(
                tables.c.phase == Phase.OVER.value,
                games.c.ended_at >= to_number(since),
                served(tables.c.guild_id, shards),
            )
        )
        return [Due(row.id, row.guild_id, None, to_moment(row.ended_at)) for row in found]

    async def heartbeats(self) -> list[Heartbeat]:
        """Return the last heartbeat of each shard. There might be heartbeats from times when the
        bot had another number of shards."""
        found = await self.rows(select(schema.heartbeats))
        return [Heartbeat(row.shard, row.shard_count, to_moment(row.seen_at)) for row in found]

    async def panels(self, table_id: str, now: datetime) -> list[Panel]:
        """Return the panels of a table that can still be edited at `now`, ordered by member id. A
        panel is a private message with a member's hand."""
        panels = schema.panels
        found = await self.rows(
            select(panels)
            .where(panels.c.table_id == table_id, panels.c.expires > to_number(now))
            .order_by(panels.c.member_id)
        )
        return [
            Panel(
                row.table_id,
                row.member_id,
                row.token,
                row.message_id,
                to_moment(row.expires),
                row.language,
                row.page,
                row.watching,
            )
            for row in found
        ]

    async def mentions(self, shards: Shards) -> list[Mention]:
        """Return the posted messages in the servers of these shards that mention a member whose
        turn it is. Messages that were deleted are left out. The oldest messages come first."""
        mentions, tables = schema.mentions, schema.tables
        found = await self.rows(
            select(mentions)
            .join(tables, tables.c.id == mentions.c.table_id)
            .where(served(tables.c.guild_id, shards))
            .order_by(mentions.c.message_id)
        )
        return [
            Mention(row.table_id, row.member_id, row.channel_id, row.message_id) for row in found
        ]

    async def tables(self, question: Select[Any]) -> list[TableRow]:
        """Return the rows that a query of the database table `tables` finds, each with its
        seats."""
        rows = await self.rows(question)
        if not rows:
            return []
        seats = schema.seats
        seated = await self.rows(
            select(seats)
            .where(seats.c.table_id.in_([row.id for row in rows]))
            .order_by(seats.c.number)
        )
        return [
            table_from(row, (seat for seat in seated if seat.table_id == row.id)) for row in rows
        ]


_AHEAD: Final = select(schema.seats.c.table_id).where(schema.AHEAD).distinct()
"""The tables where a member chose a move before their turn."""


@lru_cache(maxsize=MOST_QUESTIONS)
def _deadlines(shards: Shards) -> Select[Any]:
    """Return the SQL query for the columns from which the next deadline of each open table in the
    servers of these shards is computed."""
    tables, games, moves = schema.tables, schema.games, schema.moves
    left = select(schema.servers.c.guild_id).where(schema.servers.c.left_at.is_not(None))
    earlier = moves.alias()
    last = (
        select(func.max(earlier.c.seq))
        .where(earlier.c.table_id == tables.c.id, earlier.c.game == tables.c.game_number)
        .scalar_subquery()
        .correlate(tables)
    )
    mine = and_(games.c.table_id == tables.c.id, games.c.number == tables.c.game_number)
    latest = and_(
        moves.c.table_id == tables.c.id,
        moves.c.game == tables.c.game_number,
        moves.c.seq == last,
    )
    return (
        select(
            tables.c.id,
            tables.c.guild_id,
            tables.c.phase,
            tables.c.idle_at,
            tables.c.again_until,
            tables.c.downtime,
            tables.c.created_at,
            games.c.started_at,
            games.c.clocks.label("first_clocks"),
            moves.c.made_at,
            moves.c.clocks,
        )
        .join_from(tables, games, mine, isouter=True)
        .join(moves, latest, isouter=True)
        .where(
            tables.c.phase.in_(OPEN_PHASES),
            tables.c.guild_id.not_in(left),
            served(tables.c.guild_id, shards),
        )
    )


def _with_those_ahead(found: list[Due], ahead: Collection[str]) -> list[Due]:
    """Return the deadlines in `found`, changed for the tables in `ahead`. At these tables a member
    chose a move before their turn, and the move might be due already. The time when the move is due
    can only be computed when the game is in memory. So these tables count as due now. Their
    deadline becomes the time `active_at`, unless the deadline is earlier."""
    return [
        each._replace(deadline=each.active_at)
        if each.table_id in ahead and (each.deadline is None or each.deadline > each.active_at)
        else each
        for each in found
    ]


def _due(row: Row[Any]) -> Due:
    active = to_moment(max(row.created_at, row.started_at or 0, row.made_at or 0))
    downtime = row.downtime * MILLISECOND
    if row.phase == Phase.LOBBY.value:
        first = row.idle_at if row.again_until is None else row.again_until
        deadline = None if first is None else to_moment(first, downtime)
        return Due(row.id, row.guild_id, deadline, active, in_lobby=True)
    try:
        clocks = clocks_from_text(row.first_clocks if row.clocks is None else row.clocks, downtime)
    except (ValueError, TypeError, AttributeError):
        # The table will be quarantined with the reason when it is read.
        return Due(row.id, row.guild_id, None, active)
    return Due(
        row.id, row.guild_id, min((clock.next for clock in clocks.values()), default=None), active
    )
