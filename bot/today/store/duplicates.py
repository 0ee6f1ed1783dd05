"""The SQL of duplicates, with their players and results. The deals and games of duplicates are
stored together with the deals of the day and their games."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, func, insert, select, update

from bot.core.model import FORGOTTEN, Person
from bot.core.shards import Shards
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, Part, whole
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.today.duplicate import Duplicate, Progress, duplicate_of
from bot.today.model import BEYOND_DAYS
from bot.today.store import shown
from bot.today.store.deals import game_of
from bot.today.store.shown import untold

_table = schema.duplicates
placed = partial(shown.placed, _table)
told = partial(shown.told, _table)


async def next_number(store: Database) -> int:
    """Return an unused number for a contest (a duplicate or a team match). Numbers of deleted
    contests are not used again, because their deals are still stored."""
    last = (await store.rows(select(func.max(schema.deals.c.day).label("last"))))[0].last
    return 0 if last is None or last < BEYOND_DAYS else duplicate_of(last) + 1


async def duplicate(store: Database, number: int) -> Duplicate | None:
    """Return the duplicate with the number `number`, or None when there is no such duplicate."""
    return next(iter(await _found(store, _table.c.number == number)), None)


async def unfinished(store: Database, shards: Shards, since: datetime) -> list[Duplicate]:
    """Return the duplicates whose players have not been notified of the end, in the servers of
    these shards. They include duplicates that are not over. A duplicate that is over is left out if
    its time (`until`) ended before `since`. Servers that removed the bot are left out."""
    left_to_do = _table.c.over.is_(False) | (_table.c.until >= to_number(since))
    return await _found(store, untold(_table, shards) & left_to_do)


async def at_sittings(store: Database, sittings: Collection[str]) -> list[Duplicate]:
    """Return the duplicates that decide the tournament games with the ids `sittings`. Games whose
    duplicate hasn't begun are left out."""
    return await _found(store, _table.c.sitting.in_(sittings)) if sittings else []


async def of_tournament(store: Database, tournament_id: str) -> list[Duplicate]:
    """Return the duplicates of a tournament that are not over."""
    mine = _table.c.sitting.like(f"{tournament_id}-%")
    return await _found(store, schema.UNTOLD & mine & _table.c.over.is_(False))


async def finished(
    store: Database, guild_id: int, game: str, last: int | None = None
) -> list[Duplicate]:
    """Return the finished duplicates of a server in one game, from the oldest to the newest.
    Duplicates with a number above `last` are left out (None: no duplicate is left out)."""
    mine = (_table.c.guild_id == guild_id) & (_table.c.game == game) & _table.c.over.is_(True)
    return await _found(store, mine if last is None else mine & (_table.c.number <= last))


async def kinds_of(store: Database, guild_id: int, member_id: int) -> list[str]:
    """Return the sorted names of the games in which a member has finished a duplicate in this
    server."""
    mine = (_table.c.by_id == member_id) | (_table.c.member_id == member_id)
    here = (_table.c.guild_id == guild_id) & _table.c.over.is_(True)
    rows = await store.rows(select(_table.c.game).where(here, mine).distinct())
    return sorted(row.game for row in rows)


async def progress(store: Database, of: Duplicate) -> Progress:
    """Return the duplicate together with the games that its members have played in it."""
    return Progress(
        of,
        {
            who.id: tuple([await game_of(store, deal, who.id) for deal in of.deals])
            for who in of.members
        },
    )


def added(new: Duplicate) -> Statement:
    """Return the SQL statement that stores a new duplicate. Executing it raises Conflict when the
    duplicate's number is taken."""
    row = {
        "number": new.number,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "message_id": new.message_id,
        "game": new.game,
        "by_id": new.first.id,
        "by_name": new.first.name,
        "member_id": new.second.id,
        "name": new.second.name,
        "began": to_number(new.began),
        "until": to_number(new.until),
        "sitting": new.sitting or None,
        "over": new.over,
        "broken_off": new.broken_off,
        "told": new.told,
    }
    return Statement(insert(_table), [row])


def ended(
    of: Duplicate, points: tuple[int, int] | None, *, broken_off: bool = False
) -> list[Statement]:
    """Return the SQL statements that end a duplicate, and delete the bot players' moves in its
    deals. `points` are the sums of points of the two members (None: there is no result). With
    `broken_off`, the duplicate is stored as broken off, and its members are not notified of the
    end. Executing the statements raises Conflict when the duplicate was over before."""
    this = update(_table).where(_table.c.number == of.number, _table.c.over.is_(False))
    first, second = points or (None, None)
    replies = schema.day_replies
    end = {"over": True, "by_points": first, "points": second}
    apart = {"broken_off": True, "told": True} if broken_off else {}
    return [
        Statement(this.values(**end, **apart), expected=1),
        Statement(delete(replies).where(replies.c.day.in_(of.deals))),
    ]


async def _found(store: Database, which: ColumnElement[bool]) -> list[Duplicate]:
    rows = await store.rows(select(_table).where(which).order_by(_table.c.number))
    return [_read(row) for row in rows]


def _read(row: Row[Any]) -> Duplicate:
    return Duplicate(
        row.number,
        row.guild_id,
        row.channel_id,
        row.game,
        Person(row.by_id, row.by_name),
        Person(row.member_id, row.name),
        to_moment(row.began),
        to_moment(row.until),
        row.sitting or "",
        row.message_id,
        row.over,
        row.broken_off,
        None if row.points is None else (row.by_points, row.points),
        row.told,
    )


def _member_forgotten(member_id: int) -> list[Statement]:
    """Return the statements that remove a member's name and id from duplicates. All these
    duplicates are over after that, also those in which the member was still playing."""
    columns = (("by_id", "by_name"), ("member_id", "name"))
    return [
        Statement(
            update(_table)
            .where(_table.c[own] == member_id)
            .values({own: FORGOTTEN, name: "", "over": True})
        )
        for own, name in columns
    ]


def _server_forgotten(guild_id: int) -> list[Statement]:
    return [Statement(delete(_table).where(_table.c.guild_id == guild_id))]


KEPT: Final = Kept(
    member_forgotten=_member_forgotten,
    server_forgotten=_server_forgotten,
    parts={
        "duplicates_by_others": whole(_table, "member_id"),
        "duplicates": Part(
            _table,
            ("by_id",),
            (
                "by_id",
                "by_name",
                "guild_id",
                "channel_id",
                "game",
                "began",
                "until",
                "sitting",
                "by_points",
                "points",
            ),
        ),
    },
)
