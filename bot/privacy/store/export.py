"""The SQL that collects all stored data about one member."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, or_, select

from bot.core.model import Phase
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Part
from bot.db.packed import own_moves


class Seat(NamedTuple):
    """A member's seat in one game. `number` counts the games of the table from 1, and `seat` is the
    number of the seat from 0."""

    table_id: str
    number: int
    seat: int


class Log(NamedTuple):
    """The stored moves of one game in which the member has a seat. If the game is over and packed,
    `packed` is one value with the moves of all seats, and `made` is empty. Otherwise `packed` is
    empty, and `made` has the moves that the member made, each with its time in milliseconds since
    1970. Moves that a bot player made for the member are not in `made`."""

    seat: Seat
    packed: bytes
    made: list[tuple[int, str]]

    def moves(self) -> list[tuple[int, str]]:
        """Return the moves that the member made, each with its time in milliseconds since 1970.
        Moves that a bot player made for the member are left out. Raises ValueError or TypeError
        when the packed moves are damaged."""
        return own_moves(self.packed, self.seat.seat) if self.packed else self.made


async def rows_of(store: Database, part: Part, member_id: int) -> list[dict[str, Any]]:
    """Return the rows about a member that one part of the export takes from the database, each as a
    dict by column."""
    found = await store.rows(part.of(member_id))
    return await asyncio.to_thread(lambda: [dict(row._mapping) for row in found])


async def played(store: Database, member_id: int) -> list[Seat]:
    """Return the seats that a member had in finished games, and the seats that the member has in
    running games. The seats are sorted by table and game."""
    results, seats, tables = schema.results, schema.seats, schema.tables
    over = await store.rows(
        select(results.c.table_id, results.c.number, results.c.seat).where(
            results.c.member_id == member_id
        )
    )
    running = await store.rows(
        select(
            tables.c.id.label("table_id"),
            tables.c.game_number.label("number"),
            seats.c.number.label("seat"),
        )
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .where(seats.c.member_id == member_id, tables.c.phase == Phase.PLAYING.value)
    )
    return sorted(Seat(row.table_id, row.number, row.seat) for row in [*over, *running])


async def logs(store: Database, seats: Sequence[Seat]) -> list[Log]:
    """Return the stored moves for each of these seats, in the same order. All are read by two
    queries, so there should be at most about a thousand seats."""
    games = schema.games
    which = schema.moves.c
    of_seats = [
        (which.seat == number)
        & _of([seat for seat in seats if seat.seat == number], which.table_id, which.game)
        for number in {seat.seat for seat in seats}
    ]
    # First, because a game may be packed between the two.
    found = await store.rows(
        select(which.table_id, which.game, which.seat, which.made_at, which.move)
        .where(or_(*of_seats), which.stand_in.is_(False))
        .order_by(which.table_id, which.game, which.seq)
    )
    made: defaultdict[Seat, list[tuple[int, str]]] = defaultdict(list)
    for row in found:
        made[Seat(row.table_id, row.game, row.seat)].append((row.made_at, row.move))
    question = select(games.c.table_id, games.c.number, games.c.packed)
    packed = {
        (row.table_id, row.number): row.packed
        for row in await store.rows(
            question.where(
                _of(seats, games.c.table_id, games.c.number), games.c.packed.is_not(None)
            )
        )
    }
    return [
        Log(seat, b"" if made[seat] else packed.get(seat[:2], b""), made[seat]) for seat in seats
    ]


def _of(
    seats: Sequence[Seat], table_id: ColumnElement[str], number: ColumnElement[int]
) -> ColumnElement[bool]:
    """Return the SQL condition that a row belongs to the game of one of these seats. It might also
    match some other games of the same tables, because SQLite has no index for a list of pairs."""
    numbers = [seat.number for seat in seats]
    here = table_id.in_({seat.table_id for seat in seats})
    return here & number.between(min(numbers), max(numbers))
