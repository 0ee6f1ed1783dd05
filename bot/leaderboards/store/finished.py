"""Queries for the effects of single finished games, such as changes of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Row, select

from bot.core.ratings import START
from bot.db import schema
from bot.db.database import Database
from bot.leaderboards.model import Booked, Moved, Sort
from bot.leaderboards.seasons import named, season_before
from bot.leaderboards.store import boards

SERIES: Final = 99
"""How many games before a finished game are examined for the score of its series."""

_results: Final = schema.results


async def games_played(store: Database, guild_id: int) -> list[str]:
    """Return the names of the games (durak, say) that have been finished in a server. The game that
    was finished most often comes first."""
    ladders = schema.ladders
    question = (
        select(ladders.c.game)
        .where(ladders.c.guild_id == guild_id)
        .order_by(ladders.c.seq.desc(), ladders.c.game)
    )
    return [row.game for row in await store.rows(question)]


async def booked(store: Database, guild_id: int, table_id: str, number: int) -> Booked:
    """Return the effects of a finished game on ratings and series. The effects are computed from
    the present results. In a game that doesn't count, no rating changes."""
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
        select(_results, before)
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
        series=await _series(store, guild_id, table_id, number),
        champion=await _champion(store, seats),
    )


async def _champion(store: Database, seats: Sequence[Row[Any]]) -> int | None:
    """Return the seat of last season's champion in this game. The last season is the season before
    the one in which the game ended, and its champion is the member who came first in this kind of
    game. Return None when the champion didn't play, or when there is no such season."""
    first = next(iter(seats), None)
    season = None if first is None or not first.season else season_before(named(first.season))
    if first is None or season is None:
        return None
    which = boards.Which(first.guild_id, first.game, season.name, Sort.RATING, "")
    page = await boards.board(store, which, 0, 1, None)
    best = [line.member_id for line in page.lines if line.figure is not None]
    return next((each.seat for each in seats if each.member_id in best), None)


async def _series(store: Database, guild_id: int, table_id: str, number: int) -> tuple[int, ...]:
    """Return how many games each seat's player has won in the series that ends with that game. A
    series is a run of games at one table with the same players. The numbers are in the order of the
    seats. The result is empty when the series has only this game."""
    rows = await store.rows(
        select(_results)
        .where(
            _results.c.guild_id == guild_id,
            _results.c.table_id == table_id,
            _results.c.number.between(number - SERIES, number),
        )
        .order_by(_results.c.number.desc(), _results.c.seat)
    )
    match: list[dict[tuple[int | None, str], bool]] = []
    for _game, seats in groupby(rows, key=lambda row: row.number):
        won = {_player(each): _won(each) for each in seats}
        if match and won.keys() != match[0].keys():
            break
        match.append(won)
    if match[1:]:
        return tuple(sum(won[player] for won in match) for player in match[0])
    return ()


def _player(row: Row[Any]) -> tuple[int | None, str]:
    """Return a key that identifies a seat's player. For a member it is the id without a name,
    because members change their names. For a bot player it is the name."""
    return row.member_id, row.name if row.member_id is None else ""


def _won(row: Row[Any]) -> bool:
    return row.kind == "won" and row.rank == 1 and row.annulled_by is None
