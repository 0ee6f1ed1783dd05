"""The doors to boards (pages that show tables) in the database. The secrets of links and sessions
are stored only as hashes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, delete, func, insert, select, update

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.doors.model import LINK_LASTS, MOST_DOORS, Door, Shows, Sight

_doors = schema.doors


async def by_secret(store: Database, secret: str, now: datetime) -> Door | None:
    """Return the open door whose secret has the hash `secret`. Return None when there is no such
    door, or when it has ended."""
    mine = _doors.c.secret == secret, _doors.c.opened_at.is_not(None)
    found = await store.rows(select(_doors).where(*mine, _doors.c.until > to_number(now)))
    return _read(found[0]) if found else None


async def lately(
    store: Database, member_id: int, scopes: Collection[int], now: datetime
) -> Door | None:
    """Return the newest of the doors that the member got or opened within the last `LINK_LASTS`.
    Only doors to tables in `scopes` count. Return None when there is no such door."""
    lasts = int(LINK_LASTS / timedelta(milliseconds=1))
    since = func.coalesce(_doors.c.opened_at, _doors.c.until - lasts)
    mine = (
        _doors.c.member_id == member_id,
        _doors.c.guild_id.in_(scopes),
        since > to_number(now) - lasts,
    )
    newest = select(_doors).where(*mine).order_by(since.desc(), _doors.c.id).limit(1)
    found = await store.rows(newest)
    return _read(found[0]) if found else None


async def launch_since(store: Database, door: Door, now: datetime) -> Door | None:
    """Return the newest door (a member's access to a board) that was made when the member of `door`
    started the Activity, the page inside Discord. The door must have been opened after `door`, and
    must not have ended. Return None if there is no such door.

    A door that was made by starting the Activity lasts at most `LINK_LASTS` from its opening. All
    other opened doors last longer, so the function can tell the two kinds apart."""
    lasts = int(LINK_LASTS / timedelta(milliseconds=1))
    own = select(_doors.c.opened_at).where(_doors.c.id == door.id).scalar_subquery()
    mine = (
        _doors.c.member_id == door.member_id,
        _doors.c.opened_at > own,
        _doors.c.until - _doors.c.opened_at <= lasts,
        _doors.c.until > to_number(now),
    )
    newest = select(_doors).where(*mine).order_by(_doors.c.opened_at.desc()).limit(1)
    found = await store.rows(newest)
    return _read(found[0]) if found else None


async def of_member(store: Database, member_id: int, guild_id: int | None) -> list[str]:
    """Return the ids of a member's doors to the tables of a server (None: of all servers)."""
    mine = select(_doors.c.id).where(_doors.c.member_id == member_id)
    if guild_id is not None:
        mine = mine.where(_doors.c.guild_id == guild_id)
    return [row.id for row in await store.rows(mine)]


async def still_open(store: Database, ids: Collection[str], now: datetime) -> set[str]:
    """Return those ids in `ids` whose doors have not ended."""
    mine = _doors.c.id.in_(ids), _doors.c.until > to_number(now)
    return {row.id for row in await store.rows(select(_doors.c.id).where(*mine))}


def added(door: Door, secret: str, opened_at: datetime | None = None) -> list[Statement]:
    """Return the SQL statements that store a door. It is a new link, or a session if `opened_at` is
    given. The statements also delete the member's older links to that table that were never opened.
    `secret` is the hash of the door's secret."""
    older = delete(_doors).where(
        _doors.c.member_id == door.member_id,
        _doors.c.table_id == door.table_id,
        _doors.c.opened_at.is_(None),
    )
    row = {
        "id": door.id,
        "secret": secret,
        "table_id": door.table_id,
        "guild_id": door.guild_id,
        "member_id": door.member_id,
        "language": door.language,
        "shows": door.sight.shows,
        "number": door.sight.number,
        "step": door.sight.step,
        "until": to_number(door.until),
        "opened_at": None if opened_at is None else to_number(opened_at),
    }
    return [Statement(older), Statement(insert(_doors), [row])]


def opened(link: str, secret: str, now: datetime, lasts: timedelta) -> list[Statement]:
    """Return the SQL statements that turn a link into a session. `link` and `secret` are the hashes
    of the two secrets, and the session lasts `lasts`. Running them raises Conflict when the link
    doesn't exist or can't be opened any more."""
    change = update(_doors).where(
        _doors.c.secret == link, _doors.c.opened_at.is_(None), _doors.c.until > to_number(now)
    )
    values = {
        "secret": secret,
        "opened_at": to_number(now),
        "until": to_number(now + lasts),
    }
    return [Statement(change.values(values), expected=1)]


def few_of(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete a member's oldest sessions, and keep the `MOST_DOORS`
    sessions that were opened last."""
    mine = _doors.c.member_id == member_id
    newest = (
        select(_doors.c.id)
        .where(mine, _doors.c.opened_at.is_not(None))
        .order_by(_doors.c.opened_at.desc(), _doors.c.id)
        .limit(MOST_DOORS)
    )
    others = mine, _doors.c.opened_at.is_not(None), _doors.c.id.not_in(newest)
    return [Statement(delete(_doors).where(*others))]


def shut(ids: Collection[str]) -> list[Statement]:
    """Return the SQL statements that delete the doors whose ids are in `ids`."""
    return [Statement(delete(_doors).where(_doors.c.id.in_(ids)))]


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete a member's doors."""
    return [Statement(delete(_doors).where(_doors.c.member_id == member_id))]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete the doors to a server's tables."""
    return [Statement(delete(_doors).where(_doors.c.guild_id == guild_id))]


def ended(now: datetime) -> list[Statement]:
    """Return the SQL statements that delete the doors (unopened links and sessions) that have
    ended."""
    return [Statement(delete(_doors).where(_doors.c.until <= to_number(now)))]


def _read(row: Row[Any]) -> Door:
    until = to_moment(row.until)
    sight = Sight(row.table_id, Shows(row.shows), row.number, row.step)
    return Door(row.id, sight, row.guild_id, row.member_id, row.language, until)


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={"boards": whole(_doors, "member_id")},
)
