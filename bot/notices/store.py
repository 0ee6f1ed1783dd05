"""Stored wishes of members for notices of new tables, and the notices that they got."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sqlalchemy import and_, delete, func, insert, select

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.rows import to_number
from bot.db.writer import Statement
from bot.notices.model import HOUR, Waiting


async def wishes(store: Database, guild_id: int, member_id: int) -> frozenset[str]:
    """Return the names of the games for which a member wants notices of new tables in that
    server."""
    table = schema.notice_wishes
    found = await store.rows(
        select(table.c.game).where(table.c.guild_id == guild_id, table.c.member_id == member_id)
    )
    return frozenset(row.game for row in found)


async def waiting(store: Database, guild_id: int, game: str, now: datetime) -> list[Waiting]:
    """Return the members who asked for notices of a server's new tables of a game. Blocked members
    are left out."""
    wish, given = schema.notice_wishes, schema.notices
    blocked = select(schema.blocked_members.c.member_id)
    lately = and_(given.c.member_id == wish.c.member_id, given.c.at > to_number(now - HOUR))
    found = await store.rows(
        select(
            wish.c.member_id,
            func.count(given.c.at).label("lately"),
            func.coalesce(func.max(given.c.at), 0).label("last_told"),
        )
        .select_from(wish.outerjoin(given, lately))
        .where(wish.c.guild_id == guild_id, wish.c.game == game, wish.c.member_id.not_in(blocked))
        .group_by(wish.c.member_id)
    )
    return [Waiting(row.member_id, row.lately, row.last_told) for row in found]


async def is_wanted(store: Database, guild_id: int, game: str) -> bool:
    """Return whether any member has asked for notices of a server's new tables of a game."""
    wish = schema.notice_wishes
    found = select(wish.c.member_id).where(wish.c.guild_id == guild_id, wish.c.game == game)
    return bool(await store.rows(found.limit(1)))


async def is_told(store: Database, table_id: str) -> bool:
    """Return whether any member was notified of the table or event `table_id`. This is a table's
    id, or the key of an event such as a game night."""
    given = schema.notices
    return bool(await store.rows(select(given.c.at).where(given.c.table_id == table_id).limit(1)))


def wished(guild_id: int, member_id: int, games: Iterable[str]) -> list[Statement]:
    """Return the SQL statements that store the names of the games for which a member wants notices
    in that server. The statements first delete the names that were stored before."""
    table = schema.notice_wishes
    rows = [{"guild_id": guild_id, "member_id": member_id, "game": game} for game in sorted(games)]
    mine = delete(table).where(table.c.guild_id == guild_id, table.c.member_id == member_id)
    return [Statement(mine), *([Statement(insert(table), rows)] if rows else [])]


def given(table_id: str, members: Iterable[int], now: datetime) -> list[Statement]:
    """Return the SQL statements that store that these members were notified at the time `now`.
    `table_id` is the id of the new table, or the key of another event such as a game night. The
    statements also delete notices that are more than an hour old. They are not needed any more,
    because the limits on notices count only the last hour."""
    table = schema.notices
    rows = [{"table_id": table_id, "member_id": each, "at": to_number(now)} for each in members]
    return [
        Statement(delete(table).where(table.c.at <= to_number(now - HOUR))),
        Statement(insert(table), rows),
    ]


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete a member's wishes, and the notices that they got."""
    return [
        Statement(delete(table).where(table.c.member_id == member_id))
        for table in (schema.notice_wishes, schema.notices)
    ]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete the wishes for notices of all members of a server."""
    table = schema.notice_wishes
    return [Statement(delete(table).where(table.c.guild_id == guild_id))]


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={
        "notice_wishes": whole(schema.notice_wishes, "member_id"),
        "notices": whole(schema.notices, "member_id"),
    },
)
