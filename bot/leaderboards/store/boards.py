"""Queries for leaderboards: which members are listed, in which order, and on which page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    case,
    cast,
    false,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy import Float as SqlFloat

from bot.core.levels import fixed_rating
from bot.core.ratings import SETTLED_AFTER
from bot.core.results import ALL_TIME, BOTS
from bot.core.statistics import BY_ORDER, STATISTICS
from bot.db import schema
from bot.db.database import Database
from bot.leaderboards.model import Board, Line, Sort
from bot.leaderboards.store import seasons

_COUNTS: Final = ("rated", *(statistic.name for statistic in STATISTICS))
_HIGHEST: Final = frozenset(statistic.name for statistic in STATISTICS if statistic.highest)


class Which(NamedTuple):
    """Identifies a leaderboard of a server. `game` None means all games together, and `season` None
    means all time. `sort` is the name of a sort order: a Sort, or the `order` of a statistic. If
    `sort` is Sort.DEED, `deed` is the name of the deed (a noteworthy action) by which the
    leaderboard is sorted."""

    guild_id: int
    game: str | None
    season: str | None
    sort: str
    deed: str

    @property
    def scope(self) -> str:
        """The season's name as the database stores it, or ALL_TIME."""
        return self.season or ALL_TIME


async def board(store: Database, which: Which, page: int, size: int, asker: int | None) -> Board:
    """Return a page of a leaderboard with `size` lines, and the line of the member `asker`. `page`
    counts from 0. For a page after the last one, the last page is returned."""
    members = _members(which)
    total = await _total(store, members, which.sort)
    pages = max(1, -(-total // size))
    page = min(max(page, 0), pages - 1)
    found = await store.rows(_page(_ranked(members, which.sort), page * size, size, asker))
    lines = [_line(row, row.place) for row in found]
    own = next((line for line in lines if line.member_id == asker), None)
    if own is None and asker is not None:
        own = await _unlisted(store, members, asker)
    shown = [line for line in lines if line.place and 0 < line.place - page * size <= size]
    known = await names(
        store, which.guild_id, [line.member_id for line in (*shown, own) if line and line.member_id]
    )
    return Board(
        game=which.game,
        season=which.season,
        sort=which.sort,
        deed=which.deed,
        page=page,
        pages=pages,
        total=total,
        lines=tuple(_renamed(line, known) for line in shown),
        own=_renamed(own, known) if own else None,
        own_hidden=own is not None
        and own.place is None
        and await seasons.is_hidden(store, asker or 0),
        bots=await _bot_lines(store, which),
    )


async def _bot_lines(store: Database, which: Which) -> tuple[Line, ...]:
    """Return the lines of the bot players, one for each strength. The leaderboard of one game is in
    the order of their fixed ratings. The leaderboard of all games together is in the order of their
    wins."""
    found = [_line(row, None) for row in await store.rows(_bots(which))]
    if which.game is not None:
        fixed = {line.name: fixed_rating(which.game, line.name) for line in found}
        figures = {name: rating.figure for name, rating in fixed.items() if rating is not None}
        found = [replace(line, figure=figures.get(line.name)) for line in found]
        found.sort(key=lambda line: (line.figure is None, -(line.figure or 0)))
    return tuple(replace(line, place=place) for place, line in enumerate(found, 1))


async def names(store: Database, guild_id: int, members: Iterable[int]) -> dict[int, str]:
    """Return the last known names of these members in a server. The keys are the members' ids."""
    wanted = list(members)
    if not wanted:
        return {}
    table = schema.standings
    here = [
        table.c.guild_id == guild_id,
        table.c.season == ALL_TIME,
        table.c.member_id.in_(wanted),
    ]
    question = select(table.c.member_id, table.c.name).where(*here).order_by(table.c.seen_at)
    return {row.member_id: row.name for row in await store.rows(question)}


# Questions


async def _total(store: Database, members: Select[Any], sort: str) -> int:
    """Return the number of members that a leaderboard lists. `members` is the query that `_members`
    makes."""
    listed = members.subquery()
    question = select(func.count()).select_from(listed).where(_listed(listed, sort))
    return int((await store.rows(question))[0][0])


async def _unlisted(store: Database, members: Select[Any], member_id: int) -> Line | None:
    """Return a member's line on a leaderboard, even if the member is hidden from it. The `place` of
    this line is None. Return None if the member has finished no game that counts there."""
    everybody = members.subquery()
    question = select(everybody).where(everybody.c.member_id == member_id)
    return next((_line(row, None) for row in await store.rows(question)), None)


def _members(which: Which) -> Select[Any]:
    """Return the query for all members who have games on a leaderboard. Members who are hidden from
    leaderboards or whose data was deleted are included. The columns are member_id, name, figure
    (None: not rated), rated, deed, and a column for each statistic."""
    table = schema.standings
    here = [
        table.c.guild_id == which.guild_id,
        table.c.season == which.scope,
        table.c.strength == "",
    ]
    if which.game is None:
        columns = [
            table.c.member_id,
            func.max(table.c.name).label("name"),
            literal(None).label("figure"),
        ]
        sums = _together(table)
        rows = (
            select(*columns, *sums)
            .where(*here)
            .group_by(table.c.member_id)
            .having(func.sum(table.c.games) > 0)
        )
    else:
        figure = case((table.c.rated > 0, table.c.figure)).label("figure")
        counts = [table.c[count] for count in _COUNTS]
        here += [table.c.game == which.game, table.c.games > 0]
        rows = select(table.c.member_id, table.c.name, figure, *counts).where(*here)
    return _with_deeds(rows, which)


def _together(table: Any) -> list[ColumnElement[Any]]:
    """Return a column for the number of rated games, and a column for each statistic. Each column
    aggregates several rows of `table`. For a statistic with `highest` it is the maximum, and
    otherwise the sum."""
    return [
        (func.max if count in _HIGHEST else func.sum)(table.c[count]).label(count)
        for count in _COUNTS
    ]


def _ranked(members: Select[Any], sort: str) -> Select[Any]:
    """Return the query for the members that a leaderboard lists. It has the columns of `members`
    and the column `place`, which counts from 1."""
    listed = members.subquery()
    place = (
        func.row_number().over(order_by=[*_order(listed, sort), listed.c.member_id]).label("place")
    )
    return select(listed, place).where(_listed(listed, sort))


def _page(ranked: Select[Any], first: int, size: int, asker: int | None) -> Select[Any]:
    """Return the query for the lines with the places `first` + 1 to `first` + `size`, and for the
    line of the member `asker`."""
    lines = ranked.subquery()
    here = and_(lines.c.place > first, lines.c.place <= first + size)
    mine = lines.c.member_id == asker if asker is not None else false()
    return select(lines).where(or_(here, mine)).order_by(lines.c.place)


def _bots(which: Which) -> Select[Any]:
    """Return the query for the bot players of a leaderboard, with a row for each strength. The rows
    are sorted by wins, the most first. The columns have the same names as in `_members`, but `name`
    is the strength, and there is no rating."""
    table = schema.standings
    here = [
        table.c.guild_id == which.guild_id,
        table.c.season == which.scope,
        table.c.member_id == BOTS,
        table.c.strength != "",
    ]
    if which.game is not None:
        here.append(table.c.game == which.game)
    players = (
        select(
            literal(None).label("member_id"),
            table.c.strength.label("name"),
            literal(None).label("figure"),
            *_together(table),
        )
        .where(*here)
        .group_by(table.c.strength)
    )
    lines, done = players.subquery(), schema.deeds
    theirs = [
        done.c.guild_id == which.guild_id,
        done.c.season == which.scope,
        done.c.member_id == BOTS,
        done.c.strength == lines.c.name,
        done.c.name == which.deed,
    ]
    if which.game is not None:
        theirs.append(done.c.game == which.game)
    times = select(func.coalesce(func.sum(done.c.times), 0)).where(*theirs).scalar_subquery()
    return select(lines, times.label("deed")).order_by(
        lines.c.won.desc(), lines.c.lost, lines.c.name
    )


def _line(row: Row[Any], place: int | None) -> Line:
    return Line(
        place=place,
        member_id=row.member_id,
        strength=row.name if row.member_id is None else None,
        name=row.name,
        figure=row.figure,
        rated=int(row.rated),
        counts={statistic.name: int(getattr(row, statistic.name)) for statistic in STATISTICS},
        deed=int(row.deed),
    )


def _renamed(line: Line, known: dict[int, str]) -> Line:
    return replace(line, name=known.get(line.member_id or 0, line.name))


def _listed(board: Any, sort: str) -> ColumnElement[bool]:
    """Return the SQL condition for members that a leaderboard lists. They must not be hidden, and
    their data must not be deleted. On a leaderboard of a deed, they must have done the deed at
    least once."""
    shown = and_(board.c.member_id > 0, board.c.member_id.not_in(select(schema.hidden.c.member_id)))
    return and_(shown, board.c.deed > 0) if sort == Sort.DEED else shown


def _with_deeds(rows: Select[Any], which: Which) -> Select[Any]:
    if not which.deed:
        return rows.add_columns(literal(0).label("deed"))
    table = schema.deeds
    here = [
        table.c.guild_id == which.guild_id,
        table.c.season == which.scope,
        table.c.name == which.deed,
    ]
    if which.game is not None:
        here.append(table.c.game == which.game)
    done = (
        select(table.c.member_id, func.sum(table.c.times).label("times"))
        .where(*here, table.c.strength == "")
        .group_by(table.c.member_id)
    )
    counted, times = rows.subquery(), done.subquery()
    return select(counted, func.coalesce(times.c.times, 0).label("deed")).outerjoin_from(
        counted, times, counted.c.member_id == times.c.member_id
    )


def _unrated(board: Any) -> ColumnElement[int]:
    """Return an SQL sort key that puts members without a rating last."""
    return case((board.c.rated > 0, 0), else_=1)


def _order(board: Any, sort: str) -> list[ColumnElement[Any]]:
    if sort == Sort.RATING:
        return [_unrated(board), board.c.figure.desc(), board.c.won.desc(), board.c.games]
    if sort == Sort.DEED:
        return [board.c.deed.desc(), board.c.games]
    statistic = BY_ORDER[sort]
    ties = [
        board.c[tie.removeprefix("-")].desc() if tie.startswith("-") else board.c[tie]
        for tie in statistic.ties
    ]
    number = board.c[statistic.name]
    if not statistic.share:
        return [number.desc(), *ties]
    unsettled = case((board.c.games >= SETTLED_AFTER, 0), else_=1)
    return [unsettled, cast(number, SqlFloat) / board.c.games, *ties]
