"""Everything that is kept of one member, for themselves."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, or_, select

from bot.core.model import Phase
from bot.db import schema
from bot.db.database import Database
from bot.db.packed import own_moves


class Part(NamedTuple):
    """What a table keeps of a member: the columns by which they are named there, and those of
    their rows that they are given."""

    table: Table
    by: tuple[str, ...]
    fields: tuple[str, ...]


HIDDEN: Final = frozenset({"secret", "token"})
"""What nobody is given: the secret of a shuffle, and Discord's key to a message."""
OF_OTHERS: Final = frozenset({"seating", "awaited", "votes", "by_id", "by_name", "annulled_by"})
"""What may name others."""


def _whole(table: Table, *by: str) -> Part:
    """All columns but those that name others, or that nobody is given."""
    names = [column.name for column in table.columns if column.name not in HIDDEN | OF_OTHERS]
    return Part(table, by, tuple(names))


PARTS: Final[Mapping[str, Part]] = {
    "tables_hosted": _whole(schema.tables, "host_id"),
    "seats": _whole(schema.seats, "member_id"),
    "results": _whole(schema.results, "member_id"),
    "annulled": Part(schema.results, ("annulled_by",), ("guild_id", "table_id", "number")),
    "standings": _whole(schema.standings, "member_id"),
    "deeds": _whole(schema.deeds, "member_id"),
    "answers": _whole(schema.answers, "member_id"),
    "settings": _whole(schema.members, "member_id"),
    "lessons": _whole(schema.learned, "member_id"),
    "title_roles": _whole(schema.title_wearers, "member_id"),
    "hidden": _whole(schema.hidden, "member_id"),
    "open_hands": _whole(schema.panels, "member_id"),
    "mentions": _whole(schema.mentions, "member_id"),
    "notice_wishes": _whole(schema.notice_wishes, "member_id"),
    "notices": _whole(schema.notices, "member_id"),
    "challenged_by_others": _whole(schema.challenges, "member_id"),
    "challenged_others": Part(
        schema.challenges,
        ("by_id",),
        ("by_id", "by_name", "guild_id", "channel_id", "game", "preset", "speed", "since"),
    ),
    "tournaments": _whole(schema.entrants, "member_id"),
    "removals": _whole(schema.removals, "member_id"),
    "blocked": _whole(schema.blocked_members, "member_id"),
}
"""By the name that a part has in the file."""


class Seat(NamedTuple):
    """A member's seat in one game."""

    table_id: str
    number: int
    seat: int


class Log(NamedTuple):
    """What is stored of the moves of a seat's game: `packed` of all, or `made`, the seat's own with
    their times in milliseconds since 1970."""

    seat: Seat
    packed: bytes
    made: list[tuple[int, str]]

    def moves(self) -> list[tuple[int, str]]:
        """The seat's own moves, with their times. Raises ValueError or TypeError when they are
        damaged."""
        return own_moves(self.packed, self.seat.seat) if self.packed else self.made


async def rows_of(store: Database, member_id: int) -> dict[str, list[dict[str, Any]]]:
    """The rows of each part, as they are stored."""
    parts = {name: await _rows(store, part, member_id) for name, part in PARTS.items()}
    return {**parts, "judged": await _judged(store, member_id)}


async def played(store: Database, member_id: int) -> list[Seat]:
    """The member's seats in finished games, and in the running games of their tables, in the order
    of tables and games."""
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
    """What is stored of the moves of these seats' games, a thousand or so, by two queries."""
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
    """The condition for the games of these seats, and for few others. (SQLite has no index for a
    list of pairs.)"""
    numbers = [seat.number for seat in seats]
    here = table_id.in_({seat.table_id for seat in seats})
    return here & number.between(min(numbers), max(numbers))


async def _judged(store: Database, member_id: int) -> list[dict[str, Any]]:
    """What analyses found in the member's own moves: it is kept by seat."""
    judged, results = schema.judged, schema.results
    mine = (
        (judged.c.table_id == results.c.table_id)
        & (judged.c.number == results.c.number)
        & (judged.c.seat == results.c.seat)
    )
    question = select(judged).join_from(judged, results, mine)
    found = await store.rows(question.where(results.c.member_id == member_id))
    return [dict(row._mapping) for row in found]


async def _rows(store: Database, part: Part, member_id: int) -> list[dict[str, Any]]:
    named: ColumnElement[bool] = or_(*(part.table.c[name] == member_id for name in part.by))
    question: Select[Any] = select(*(part.table.c[name] for name in part.fields)).where(named)
    found = await store.rows(question)
    return await asyncio.to_thread(lambda: [dict(row._mapping) for row in found])
