"""What is asked of the results and standings about one member, or about finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from bot.domain.tallies import ALL_TIME
from bot.store import schema

_results: Final = schema.results
_own, _other = _results.alias("own"), _results.alias("other")


def standings(guild_id: int, member_id: int) -> Select[Any]:
    """A member's all-time standings in a server, a row for each game, the most played first."""
    table = schema.standings
    here = [
        table.c.guild_id == guild_id,
        table.c.season == ALL_TIME,
        table.c.member_id == member_id,
    ]
    return (
        select(table).where(*here, table.c.games > 0).order_by(table.c.games.desc(), table.c.game)
    )


def deeds(guild_id: int, member_id: int) -> Select[Any]:
    """A member's all-time deeds in a server: game, name, degree, times."""
    table = schema.deeds
    return select(table.c.game, table.c.name, table.c.degree, table.c.times).where(
        table.c.guild_id == guild_id, table.c.season == ALL_TIME, table.c.member_id == member_id
    )


def places(guild_id: int, member_id: int) -> Select[Any]:
    """How often a member came at which rank, by how the game ended and what its last rank was:
    game, rank, kind, last_rank, times."""
    place = [_results.c.game, _results.c.rank, _results.c.kind, _results.c.last_rank]
    return (
        select(*place, func.count().label("times"))
        .where(_of(guild_id, member_id), _counts())
        .group_by(*place)
        .order_by(*place)
    )


def rivals(guild_id: int, member_id: int, *, made_fool: bool) -> Select[Any]:
    """The member who most often lost a game that this one didn't lose, or the other way round:
    member_id, times."""
    loser, winner = (_other, _own) if made_fool else (_own, _other)
    return (
        select(_other.c.member_id, func.count().label("times"))
        .join_from(
            _own,
            _other,
            and_(_other.c.table_id == _own.c.table_id, _other.c.number == _own.c.number),
        )
        .where(
            _own.c.guild_id == guild_id,
            _own.c.member_id == member_id,
            _other.c.member_id != member_id,
            _other.c.member_id > 0,
            _other.c.member_id.not_in(select(schema.hidden.c.member_id)),
            _counts(_own),
            _lost(loser),
            ~_lost(winner),
        )
        .group_by(_other.c.member_id)
        .order_by(func.count().desc(), _other.c.member_id)
        .limit(1)
    )


def history(guild_id: int, member_id: int) -> Select[Any]:
    """A member's figures after each rated game, oldest first in each game: game, ended_at,
    figure."""
    rated = [_of(guild_id, member_id), _results.c.figure.is_not(None)]
    asked = select(_results.c.game, _results.c.ended_at, _results.c.figure).where(*rated)
    return asked.order_by(_results.c.game, _results.c.seq)


def booked(guild_id: int, table_id: str, number: int) -> Select[Any]:
    """What is booked of a finished game for each seat in order: annulled_by, member_id, figure, and
    before, the figure after the last rated game of the same member before it."""
    earlier = _results.alias()
    before = (
        select(earlier.c.figure)
        .where(
            earlier.c.member_id == _results.c.member_id,
            earlier.c.guild_id == _results.c.guild_id,
            earlier.c.game == _results.c.game,
            earlier.c.seq < _results.c.seq,
            earlier.c.figure.is_not(None),
        )
        .order_by(earlier.c.seq.desc())
        .limit(1)
        .scalar_subquery()
        .label("before")
    )
    asked = select(_results.c.annulled_by, _results.c.member_id, _results.c.figure, before)
    mine = [_results.c.table_id == table_id, _results.c.number == number]
    return asked.where(_results.c.guild_id == guild_id, *mine).order_by(_results.c.seat)


def last_games(guild_id: int, limit: int) -> Select[Any]:
    """The last finished games of a server, newest first: table_id, number."""
    first_seats = [_results.c.guild_id == guild_id, _results.c.seat == 0]
    question = select(_results.c.table_id, _results.c.number).where(*first_seats)
    return question.order_by(_results.c.ended_at.desc(), _results.c.table_id).limit(limit)


def seats_of(guild_id: int, games: Sequence[tuple[str, int]]) -> Select[Any]:
    """The results of these games of a server (table, number), the latest game first, by seat."""
    these = or_(
        *(
            and_(_results.c.table_id == table, _results.c.number == number)
            for table, number in games
        )
    )
    order = [_results.c.ended_at.desc(), _results.c.table_id, _results.c.number, _results.c.seat]
    return select(_results).where(_results.c.guild_id == guild_id, these).order_by(*order)


def _of(guild_id: int, member_id: int) -> ColumnElement[bool]:
    return and_(_results.c.guild_id == guild_id, _results.c.member_id == member_id)


def _counts(results: Any = _results) -> ColumnElement[bool]:
    """As GameResult.counts: neither void nor annulled."""
    return and_(results.c.kind != "void", results.c.annulled_by.is_(None))


def _lost(results: Any) -> ColumnElement[bool]:
    """As GameResult.lost_by: gave up, or came last in a game that somebody won."""
    last = and_(
        results.c.kind == "won", results.c.rank == results.c.last_rank, results.c.last_rank > 1
    )
    return or_(results.c.resigned, last)
