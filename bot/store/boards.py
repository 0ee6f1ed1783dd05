"""What is asked of the standings: boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

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

from bot.domain.ratings import SETTLED_AFTER
from bot.domain.standings import Line, Sort
from bot.domain.tallies import ALL_TIME
from bot.store import schema

_COUNTS: Final = ("rated", "games", "won", "lost")


def members(guild_id: int, game: str | None, season: str | None, deed: str = "") -> Select[Any]:
    """A row for each member of a board, those without a game left out, hidden and forgotten ones
    not.

    Columns: member_id, name, figure (None: not rated), rated, games, won, lost, deed.
    """
    table = schema.standings
    here = [
        table.c.guild_id == guild_id,
        table.c.season == (season or ALL_TIME),
        table.c.strength == "",
    ]
    if game is None:
        columns = [
            table.c.member_id,
            func.max(table.c.name).label("name"),
            literal(None).label("figure"),
        ]
        sums = [func.sum(table.c[count]).label(count) for count in _COUNTS]
        rows = (
            select(*columns, *sums)
            .where(*here)
            .group_by(table.c.member_id)
            .having(func.sum(table.c.games) > 0)
        )
    else:
        figure = case((table.c.rated > 0, table.c.figure)).label("figure")
        counts = [table.c[count] for count in _COUNTS]
        here += [table.c.game == game, table.c.games > 0]
        rows = select(table.c.member_id, table.c.name, figure, *counts).where(*here)
    return _with_deeds(rows, guild_id, game, season, deed)


def ranked(members_of: Select[Any], sort: Sort) -> Select[Any]:
    """The listed members of a board with their places."""
    board = members_of.subquery()
    place = (
        func.row_number().over(order_by=[*_order(board, sort), board.c.member_id]).label("place")
    )
    return select(board, place).where(_listed(board, sort))


def total(members_of: Select[Any], sort: Sort) -> Select[Any]:
    """How many members of a board are listed."""
    board = members_of.subquery()
    return select(func.count()).select_from(board).where(_listed(board, sort))


def one(members_of: Select[Any], member_id: int) -> Select[Any]:
    """A member of a board, listed or not."""
    board = members_of.subquery()
    return select(board).where(board.c.member_id == member_id)


def page(ranked_members: Select[Any], first: int, size: int, asker: int | None) -> Select[Any]:
    """The lines of a page that begins after the place `first`, and the asker's."""
    lines = ranked_members.subquery()
    here = and_(lines.c.place > first, lines.c.place <= first + size)
    mine = lines.c.member_id == asker if asker is not None else false()
    return select(lines).where(or_(here, mine)).order_by(lines.c.place)


def bots(guild_id: int, game: str | None, season: str | None, deed: str = "") -> Select[Any]:
    """The bot players of a board by rating, those of all games together by wins.

    Columns: strength, figure (None: not rated), rated, games, won, lost, deed.
    """
    table, scope = schema.standings, season or ALL_TIME
    here = [table.c.guild_id == guild_id, table.c.season == scope, table.c.strength != ""]
    if game is None:
        sums = [func.sum(table.c[count]).label(count) for count in _COUNTS]
        board = (
            select(table.c.strength, literal(None).label("figure"), *sums)
            .where(*here)
            .group_by(table.c.strength)
        )
    else:
        figure = case((table.c.rated > 0, table.c.figure)).label("figure")
        counts = [table.c[count] for count in _COUNTS]
        board = select(table.c.strength, figure, *counts).where(*here, table.c.game == game)
    lines, done = board.subquery(), schema.deeds
    theirs = [
        done.c.guild_id == guild_id,
        done.c.season == scope,
        done.c.strength == lines.c.strength,
    ]
    theirs += [done.c.name == deed] if game is None else [done.c.name == deed, done.c.game == game]
    times = select(func.coalesce(func.sum(done.c.times), 0)).where(*theirs).scalar_subquery()
    by = (
        [lines.c.won.desc(), lines.c.lost]
        if game is None
        else [_unrated(lines), lines.c.figure.desc()]
    )
    return select(lines, times.label("deed")).order_by(*by, lines.c.strength)


def line(row: Row[Any], place: int | None) -> Line:
    """A row of `members` as a line."""
    return Line(
        place=place,
        member_id=row.member_id,
        strength=None,
        name=row.name,
        figure=row.figure,
        rated=int(row.rated),
        games=int(row.games),
        won=int(row.won),
        lost=int(row.lost),
        deed=int(row.deed),
    )


def bot_line(row: Row[Any], place: int) -> Line:
    """A row of `bots` as a line."""
    return Line(
        place=place,
        member_id=None,
        strength=row.strength,
        name=row.strength,
        figure=row.figure,
        rated=int(row.rated),
        games=int(row.games),
        won=int(row.won),
        lost=int(row.lost),
        deed=int(row.deed),
    )


def names(guild_id: int, members_of: Iterable[int]) -> Select[Any]:
    """The names of members in a server, a later one after an earlier one."""
    table = schema.standings
    here = [
        table.c.guild_id == guild_id,
        table.c.season == ALL_TIME,
        table.c.member_id.in_(list(members_of)),
    ]
    return select(table.c.member_id, table.c.name).where(*here).order_by(table.c.seen_at)


def _listed(board: Any, sort: Sort) -> ColumnElement[bool]:
    """Neither forgotten nor hidden; and on a board of a deed, done at least once."""
    shown = and_(board.c.member_id > 0, board.c.member_id.not_in(select(schema.hidden.c.member_id)))
    return and_(shown, board.c.deed > 0) if sort is Sort.DEED else shown


def _with_deeds(
    rows: Select[Any], guild_id: int, game: str | None, season: str | None, deed: str
) -> Select[Any]:
    if not deed:
        return rows.add_columns(literal(0).label("deed"))
    table = schema.deeds
    here = [
        table.c.guild_id == guild_id,
        table.c.season == (season or ALL_TIME),
        table.c.name == deed,
    ]
    if game is not None:
        here.append(table.c.game == game)
    done = (
        select(table.c.member_id, func.sum(table.c.times).label("times"))
        .where(*here)
        .group_by(table.c.member_id)
    )
    counted, times = rows.subquery(), done.subquery()
    return select(counted, func.coalesce(times.c.times, 0).label("deed")).outerjoin_from(
        counted, times, counted.c.member_id == times.c.member_id
    )


def _unrated(board: Any) -> ColumnElement[int]:
    """Behind all who have a rating."""
    return case((board.c.rated > 0, 0), else_=1)


def _order(board: Any, sort: Sort) -> list[ColumnElement[Any]]:
    match sort:
        case Sort.RATING:
            return [_unrated(board), board.c.figure.desc(), board.c.won.desc(), board.c.games]
        case Sort.WINS:
            return [board.c.won.desc(), board.c.lost, board.c.games]
        case Sort.GAMES:
            return [board.c.games.desc(), board.c.won.desc(), board.c.lost]
        case Sort.LOST:
            part = cast(board.c.lost, SqlFloat) / board.c.games
            return [case((board.c.games >= SETTLED_AFTER, 0), else_=1), part, board.c.games.desc()]
        case Sort.DEED:
            return [board.c.deed.desc(), board.c.games]
