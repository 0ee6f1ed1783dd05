"""Stored guesses. Whether a guess was right is not stored, but computed from the game's results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, case, delete, insert, or_, select

from bot.core.model import Person, Table
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.rows import to_number
from bot.db.writer import Statement
from bot.guesses.model import Question, Tally

_guesses, _results = schema.guesses, schema.results


class Judged(NamedTuple):
    """A member who guessed the end of a game that is over, and whether the guess was right."""

    member_id: int
    name: str
    right: bool


def guessed(
    table: Table, who: Person, seat: int, question: Question, at: datetime
) -> list[Statement]:
    """Return the SQL statements that store a member's guess about a table's game. An older guess of
    the member about that game is replaced."""
    row = {
        "table_id": table.id,
        "number": table.game_number,
        "member_id": who.id,
        "guild_id": table.guild_id,
        "name": who.name,
        "seat": seat,
        "question": question.value,
        "at": to_number(at),
    }
    older = delete(_guesses).where(*_one(table.id, table.game_number, who.id))
    return [Statement(older), Statement(insert(_guesses), [row])]


async def of_member(store: Database, table_id: str, number: int, member_id: int) -> int | None:
    """Return the seat that a member chose in their guess about that game. Return None when they
    made no guess."""
    rows = await store.rows(select(_guesses).where(*_one(table_id, number, member_id)))
    return rows[0].seat if rows else None


async def judged(store: Database, table_id: str, number: int) -> list[Judged]:
    """Return the guesses about a finished game, in the order in which they were made. Return an
    empty list if the game has no winner or doesn't count."""
    one = and_(_guesses.c.table_id == table_id, _guesses.c.number == number)
    return await _judged(store, one)


async def tally(store: Database, guild_id: int, member_id: int) -> Tally:
    """Return how many guesses a member has made in a server, and how many of them were right. Only
    guesses about finished games with a winner are included. Games that a moderator has annulled are
    left out."""
    own = and_(_guesses.c.guild_id == guild_id, _guesses.c.member_id == member_id)
    found = await _judged(store, own)
    return Tally(sum(each.right for each in found), len(found))


async def _judged(store: Database, which: ColumnElement[bool]) -> list[Judged]:
    found = await store.rows(
        select(_guesses.c.member_id, _guesses.c.name, _is_right().label("right"))
        .join(_results, _its_seat())
        .where(which, _results.c.kind == "won", _results.c.annulled_by.is_(None))
        .order_by(_guesses.c.at, _guesses.c.member_id)
    )
    return [Judged(row.member_id, row.name, bool(row.right)) for row in found]


def _one(table_id: str, number: int, member_id: int) -> tuple[ColumnElement[bool], ...]:
    own = _guesses.c.member_id == member_id
    return _guesses.c.table_id == table_id, _guesses.c.number == number, own


def _its_seat() -> ColumnElement[bool]:
    return and_(
        _results.c.table_id == _guesses.c.table_id,
        _results.c.number == _guesses.c.number,
        _results.c.seat == _guesses.c.seat,
    )


def _is_right() -> ColumnElement[Any]:
    asked, rank, last = _guesses.c.question, _results.c.rank, _results.c.last_rank
    return case(
        (
            or_(
                and_(asked == Question.LAST.value, rank == last, last > 1),
                and_(asked == Question.FIRST.value, rank == 1),
            ),
            1,
        ),
        else_=0,
    )


def member_forgotten(member_id: int) -> Sequence[Statement]:
    """Return the SQL statements that delete a member's guesses."""
    return [Statement(delete(_guesses).where(_guesses.c.member_id == member_id))]


def server_forgotten(guild_id: int) -> Sequence[Statement]:
    """Return the SQL statements that delete the guesses at a server's tables."""
    return [Statement(delete(_guesses).where(_guesses.c.guild_id == guild_id))]


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={"guesses": whole(schema.guesses, "member_id")},
)
