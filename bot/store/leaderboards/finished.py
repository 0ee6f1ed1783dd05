"""Finished games, as boards count them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Row, and_, or_, select

from bot.domain.ratings import START
from bot.domain.standings import Booked, FinishedGame, Moved
from bot.store import schema
from bot.store.rows import to_moment
from bot.store.store import Store

_results: Final = schema.results


async def games_played(store: Store, guild_id: int) -> list[str]:
    """The games that have been finished in a server, the most played first."""
    ladders = schema.ladders
    question = (
        select(ladders.c.game)
        .where(ladders.c.guild_id == guild_id)
        .order_by(ladders.c.seq.desc(), ladders.c.game)
    )
    return [row.game for row in await store.rows(question)]


async def last_games(store: Store, guild_id: int, limit: int) -> list[FinishedGame]:
    """The last finished games of a server, the newest first."""
    question = (
        select(_results.c.table_id, _results.c.number)
        .where(_results.c.guild_id == guild_id, _results.c.seat == 0)
        .order_by(_results.c.ended_at.desc(), _results.c.table_id)
        .limit(limit)
    )
    found = await store.rows(question)
    return await _these(store, guild_id, [(row.table_id, row.number) for row in found])


async def one_game(store: Store, guild_id: int, table_id: str, number: int) -> FinishedGame | None:
    """A finished game of a server, or None."""
    return next(iter(await _these(store, guild_id, [(table_id, number)])), None)


async def booked(store: Store, guild_id: int, table_id: str, number: int) -> Booked:
    """What a finished game counts for as the standings are now; of a game that is in no standings,
    nothing."""
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
    seats = await store.rows(
        select(_results.c.annulled_by, _results.c.member_id, _results.c.figure, before)
        .where(
            _results.c.guild_id == guild_id,
            _results.c.table_id == table_id,
            _results.c.number == number,
        )
        .order_by(_results.c.seat)
    )
    return Booked(
        tuple(
            None
            if seat.figure is None or seat.member_id is None
            else Moved(START if seat.before is None else seat.before, seat.figure)
            for seat in seats
        ),
        annulled=any(seat.annulled_by is not None for seat in seats),
    )


async def _these(
    store: Store, guild_id: int, games: Sequence[tuple[str, int]]
) -> list[FinishedGame]:
    """These games (table, number) of a server, the latest first."""
    if not games:
        return []
    these = or_(
        *(
            and_(_results.c.table_id == table, _results.c.number == number)
            for table, number in games
        )
    )
    order = [_results.c.ended_at.desc(), _results.c.table_id, _results.c.number, _results.c.seat]
    rows = await store.rows(
        select(_results).where(_results.c.guild_id == guild_id, these).order_by(*order)
    )
    by_game = groupby(rows, key=lambda row: (row.table_id, row.number))
    return [_finished(list(seats)) for _, seats in by_game]


def _finished(seats: Sequence[Row[Any]]) -> FinishedGame:
    first = seats[0]
    return FinishedGame(
        table_id=first.table_id,
        number=first.number,
        game=first.game,
        ended_at=to_moment(first.ended_at),
        names=tuple(row.name for row in seats),
        ranks=tuple(row.rank for row in seats),
        kind=first.kind,
        annulled=first.annulled_by is not None,
    )
