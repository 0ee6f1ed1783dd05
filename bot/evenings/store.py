"""Queries and statements for evenings and game nights: the games from which evenings are computed,
which summaries of evenings have been posted in a server, and the stored game nights."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, and_, delete, func, insert, or_, select, update

from bot.core.model import Phase
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.evenings.model import PlayedGame
from bot.leaderboards.store.books import Counted, Results

Which = tuple[str, int]
"""A game: the table's id, and the number of the game at that table."""


class Told(NamedTuple):
    """The last evening of a server whose summary was posted, or is being posted. `until` is the end
    of that evening. `posting_since` is the time when a process began to post the summary. It is
    None when the summary was certainly posted."""

    until: datetime
    posting_since: datetime | None = None


async def finished(
    store: Database, guild_id: int, since: datetime, until: datetime
) -> list[PlayedGame]:
    """Return a server's games that ended at `since` or later and before `until`, in the order in
    which they ended."""
    results, games, tables = schema.results, schema.games, schema.tables
    theirs = and_(games.c.table_id == results.c.table_id, games.c.number == results.c.number)
    rows = await store.rows(
        select(results, games.c.started_at, tables.c.channel_id)
        .join_from(results, games, theirs)
        .join(tables, tables.c.id == results.c.table_id)
        .where(
            results.c.guild_id == guild_id,
            results.c.ended_at >= to_number(since),
            results.c.ended_at < to_number(until),
        )
        .order_by(results.c.ended_at, results.c.table_id, results.c.number, results.c.seat)
    )
    beside: dict[Which, list[Row[Any]]] = {}
    for row in rows:
        beside.setdefault((row.table_id, row.number), []).append(row)
    return [_played(each, beside) for each in Results(rows).games()]


def _played(counted: Counted, beside: Mapping[Which, list[Row[Any]]]) -> PlayedGame:
    which = counted.stored[0].table_id, counted.stored[0].number
    seats = beside[which]
    began, ended = to_moment(seats[0].started_at), to_moment(seats[0].ended_at)
    moves = sum(row.moves for row in seats)
    return PlayedGame(*which, seats[0].channel_id, began, ended, moves, counted.result)


async def ended_at(store: Database, guild_id: int, table_id: str, number: int) -> datetime | None:
    """Return when a server's game ended, or None when there is no such finished game."""
    results = schema.results
    rows = await store.rows(
        select(results.c.ended_at)
        .where(
            results.c.guild_id == guild_id,
            results.c.table_id == table_id,
            results.c.number == number,
        )
        .limit(1)
    )
    return to_moment(rows[0].ended_at) if rows else None


async def running(store: Database, guild_id: int) -> list[datetime]:
    """Return the times at which the running games of a server have begun."""
    games, tables = schema.games, schema.tables
    now = and_(games.c.table_id == tables.c.id, games.c.number == tables.c.game_number)
    rows = await store.rows(
        select(games.c.started_at)
        .join_from(tables, games, now)
        .where(tables.c.guild_id == guild_id, tables.c.phase == Phase.PLAYING.value)
    )
    return [to_moment(row.started_at) for row in rows]


async def lately(store: Database, since: datetime) -> list[int]:
    """Return the ids of the servers that might need a new summary of an evening. In these servers a
    game has ended at `since` or later, and it is not known that the summary of the last evening was
    posted."""
    results, told = schema.results, schema.evenings
    newest = func.max(results.c.ended_at)
    rows = await store.rows(
        select(results.c.guild_id)
        .join_from(results, told, told.c.guild_id == results.c.guild_id, isouter=True)
        .where(schema.EACH_GAME, results.c.guild_id > 0, results.c.ended_at >= to_number(since))
        .group_by(results.c.guild_id, told.c.told_until, told.c.posting_since)
        .having(
            or_(newest > func.coalesce(told.c.told_until, 0), told.c.posting_since.is_not(None))
        )
    )
    return [row.guild_id for row in rows]


async def told(store: Database, guild_id: int) -> Told | None:
    """Return the state of a server's summaries: the last evening whose summary was posted, or is
    being posted. Return None if no summary was ever begun there."""
    table = schema.evenings
    rows = await store.rows(select(table).where(table.c.guild_id == guild_id))
    if not rows:
        return None
    since = rows[0].posting_since
    return Told(to_moment(rows[0].told_until), None if since is None else to_moment(since))


def claimed(guild_id: int, before: Told | None, now: Told) -> list[Statement]:
    """Return the SQL statements that store that a process begins to post an evening's summary.
    Running them raises Conflict unless the stored state is still `before`."""
    table = schema.evenings
    values = {
        "told_until": to_number(now.until),
        "posting_since": None if now.posting_since is None else to_number(now.posting_since),
    }
    if before is None:
        return [Statement(insert(table), [{"guild_id": guild_id, **values}])]
    since = before.posting_since
    mine = update(table).where(
        table.c.guild_id == guild_id,
        table.c.told_until == to_number(before.until),
        table.c.posting_since.is_(None)
        if since is None
        else table.c.posting_since == to_number(since),
    )
    return [Statement(mine.values(**values), expected=1)]


def posted(guild_id: int, until: datetime) -> list[Statement]:
    """Return the SQL statements that store that the summary of the evening which ended at `until`
    is posted."""
    table = schema.evenings
    mine = update(table).where(table.c.guild_id == guild_id, table.c.told_until == to_number(until))
    return [Statement(mine.values(posting_since=None))]


# Game nights


class NightRow(NamedTuple):
    """The stored state of a game night. `event_id` is the id of its event on Discord. It is None
    while there is no event, and 0 while a process is about to make the event. `opened` is true when
    the tables have been opened."""

    event_id: int | None
    opened: bool


async def with_nights(store: Database) -> list[tuple[int, str]]:
    """Return the servers that have game nights, as pairs of the server's id and its settings as
    JSON text."""
    servers = schema.servers
    # A default is not written, so the name alone says that a day was chosen.
    named = servers.c.settings.contains('"night_day"')
    rows = await store.rows(select(servers.c.guild_id, servers.c.settings).where(named))
    return [(row.guild_id, row.settings) for row in rows]


async def night_of(store: Database, guild_id: int, at: datetime) -> NightRow | None:
    """Return the stored state of a server's game night at that time, or None if it isn't stored."""
    table = schema.game_nights
    rows = await store.rows(
        select(table).where(table.c.guild_id == guild_id, table.c.at == to_number(at))
    )
    return NightRow(rows[0].event_id, rows[0].opened) if rows else None


def night_noted(guild_id: int, at: datetime) -> list[Statement]:
    """Return the SQL statements that store a server's game night at that time. Running them raises
    Conflict when it is already stored."""
    row = {"guild_id": guild_id, "at": to_number(at), "event_id": None, "opened": False}
    return [Statement(insert(schema.game_nights), [row])]


async def other_events(
    store: Database, guild_id: int, at: datetime | None, now: datetime
) -> list[int]:
    """Return the ids of the events on Discord for a server's future game nights. The game night at
    the time `at` is left out (None: none is left out)."""
    table = schema.game_nights
    rows = await store.rows(
        select(table.c.event_id).where(
            table.c.guild_id == guild_id,
            table.c.at != (0 if at is None else to_number(at)),
            table.c.at > to_number(now),
            table.c.event_id > 0,
        )
    )
    return [row.event_id for row in rows]


def nights_forgotten(guild_id: int, but: datetime | None) -> list[Statement]:
    """Return the SQL statements that delete a server's game nights, except the one at the time
    `but` (None: delete all)."""
    table = schema.game_nights
    kept = 0 if but is None else to_number(but)
    others = delete(table).where(table.c.guild_id == guild_id, table.c.at != kept)
    return [Statement(others)]


def event_noted(guild_id: int, at: datetime, before: int | None, event_id: int) -> list[Statement]:
    """Return the SQL statements that store `event_id` as the Discord event of a game night. Running
    them raises Conflict when the stored event is no longer `before`."""
    table = schema.game_nights
    mine = update(table).where(
        table.c.guild_id == guild_id,
        table.c.at == to_number(at),
        table.c.event_id.is_(None) if before is None else table.c.event_id == before,
    )
    return [Statement(mine.values(event_id=event_id), expected=1)]


def night_opened(guild_id: int, at: datetime) -> list[Statement]:
    """Return the SQL statements that store that the tables of a game night are open."""
    table = schema.game_nights
    mine = update(table).where(table.c.guild_id == guild_id, table.c.at == to_number(at))
    return [Statement(mine.values(opened=True))]


async def favourites(store: Database, guild_id: int, since: datetime) -> list[str]:
    """Return the names of the games that were played in a server since `since`, from the most to
    the least often played. Void games, annulled games and practice against bot players don't
    count."""
    results = schema.results
    times = func.count()
    rows = await store.rows(
        select(results.c.game, times)
        .where(
            results.c.guild_id == guild_id,
            results.c.ended_at >= to_number(since),
            results.c.seat == 0,
            results.c.kind != "void",
            results.c.annulled_by.is_(None),
            ~results.c.practice,
        )
        .group_by(results.c.game)
        .order_by(times.desc(), results.c.game)
    )
    return [row.game for row in rows]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete a server's game nights, and the record of which
    summaries of evenings were posted there."""
    return [
        Statement(delete(table).where(table.c.guild_id == guild_id))
        for table in (schema.evenings, schema.game_nights)
    ]


KEPT: Final = Kept(server_forgotten=server_forgotten)
