"""Keeping the standings: they are updated in the transaction that stores the results.

The games of one kind in a server are a ladder. They are numbered and counted in the order in which
they ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, and_, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.results import DeedKey, GameResult, Key, Player, SeatResult
from bot.domain.seasons import SeasonKind, season_at
from bot.domain.statistics import STATISTICS
from bot.domain.tallies import Tallies, Tally
from bot.store import schema
from bot.store.rows import to_moment, to_number
from games.core import Deed

_FIELDS: Final = tuple(field.name for field in fields(Tally) if field.name != "counts")
_COLUMNS: Final = (*_FIELDS, *(statistic.name for statistic in STATISTICS))
_KEYS: Final = ("guild_id", "game", "season", "member_id", "strength")

_ADD_RESULTS: Final = insert(schema.results)
_ADD_STANDINGS: Final = insert(schema.standings)
_ADD_DEEDS: Final = insert(schema.deeds)


def _keyed(table: Any, *more: str) -> Any:
    return and_(*(table.c[key] == bindparam(f"key_{key}") for key in (*_KEYS, *more)))


_CHANGE_STANDINGS: Final = (
    update(schema.standings)
    .where(_keyed(schema.standings))
    .values({column: bindparam(f"new_{column}") for column in _COLUMNS})
)
_DROP_STANDINGS: Final = delete(schema.standings).where(_keyed(schema.standings))
_SET_FIGURES: Final = (
    update(schema.results)
    .where(
        schema.results.c.table_id == bindparam("key_table"),
        schema.results.c.number == bindparam("key_number"),
        schema.results.c.seat == bindparam("key_seat"),
    )
    .values(figure=bindparam("new_figure"))
)
_MORE_DEEDS: Final = (
    update(schema.deeds)
    .where(_keyed(schema.deeds, "name", "degree"))
    .values(times=schema.deeds.c.times + bindparam("more"))
)


class Ladder(NamedTuple):
    """A server's games of one kind."""

    guild_id: int
    game: str

    def values(self) -> dict[str, Any]:
        """The columns that identify the ladder."""
        return {"guild_id": self.guild_id, "game": self.game}

    def of(self, table: Any) -> Any:
        """The condition that a row of `table` belongs to it."""
        return and_(table.c.guild_id == self.guild_id, table.c.game == self.game)


class Stored(NamedTuple):
    """The stored data of a finished game's seat: whose result it is, and the figure after it."""

    table_id: str
    number: int
    seat: int
    figure: int | None


class Counted(NamedTuple):
    """A finished game, for counting it: the result, and what is stored of each seat."""

    result: GameResult
    stored: Sequence[Stored]


class Results:
    """Results of a ladder as they were read, in their order."""

    def __init__(self, rows: Sequence[Row[Any]]) -> None:
        self._rows = rows

    def games(self) -> list[Counted]:
        """The games of these results. For many results this takes long: not for the event loop."""
        by_game = groupby(self._rows, key=lambda row: row.seq)
        return [_counted(list(seats)) for _, seats in by_game]


async def book(
    connection: AsyncConnection, ladder: Ladder, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Add the results of a game that has just ended (rows of `results` without number and season),
    and count them."""
    seq = await _next_number(connection, ladder)
    season = await _season(connection, ladder.guild_id, rows[0]["ended_at"])
    await connection.execute(_ADD_RESULTS, [{**row, "seq": seq, "season": season} for row in rows])
    await settle(connection, ladder)


async def settle(connection: AsyncConnection, ladder: Ladder) -> None:
    """Count the finished games of a ladder that are not counted yet."""
    ladders = schema.ladders
    counted = (
        await connection.execute(select(ladders.c.counted).where(ladder.of(ladders)))
    ).scalar_one()
    games = (await finished(connection, ladder, after=counted)).games()
    if not games:
        return
    before = await _standings(
        connection, ladder, {key for game in games for key in game.result.tally_keys()}
    )
    tallies = Tallies({key: replace(tally) for key, tally in before.items()})
    figures = count(tallies, games)
    await write_standings(connection, ladder, before, tallies.of)
    await _add_deeds(connection, ladder, tallies.deeds)
    await write_figures(connection, figures)
    await connection.execute(
        update(ladders).where(ladder.of(ladders)).values(counted=games[-1].result.seq)
    )


def count(tallies: Tallies, games: Iterable[Counted]) -> list[dict[str, Any]]:
    """Count games in their order; returns the parameters for `write_figures`: the figures that
    aren't stored yet."""
    figures = []
    for game in games:
        for stored, figure in zip(game.stored, tallies.count(game.result), strict=True):
            if stored.figure != figure:
                figures.append(
                    {
                        "key_table": stored.table_id,
                        "key_number": stored.number,
                        "key_seat": stored.seat,
                        "new_figure": figure,
                    }
                )
    return figures


async def finished(
    connection: AsyncConnection, ladder: Ladder, *, after: int, to: int | None = None
) -> Results:
    """The results of a ladder whose numbers are above `after` and at most `to`, in order."""
    results = schema.results
    question = (
        select(results)
        .where(ladder.of(results), results.c.seq > after)
        .order_by(results.c.seq, results.c.seat)
    )
    if to is not None:
        question = question.where(results.c.seq <= to)
    return Results((await connection.execute(question)).all())


async def write_standings(
    connection: AsyncConnection,
    ladder: Ladder,
    before: Mapping[Key, Tally],
    after: Mapping[Key, Tally],
) -> int:
    """Write the tallies that differ from the stored ones; returns their number."""
    new = [
        {**_key(ladder, key), **_values(tally)} for key, tally in after.items() if key not in before
    ]
    changed = [
        {**_named("key_", _key(ladder, key)), **_named("new_", _values(tally))}
        for key, tally in after.items()
        if key in before and before[key] != tally
    ]
    gone = [_named("key_", _key(ladder, key)) for key in before if key not in after]
    for statement, rows in (
        (_ADD_STANDINGS, new),
        (_CHANGE_STANDINGS, changed),
        (_DROP_STANDINGS, gone),
    ):
        if rows:
            await connection.execute(statement, rows)
    return len(new) + len(changed) + len(gone)


async def write_figures(connection: AsyncConnection, figures: Sequence[Mapping[str, Any]]) -> None:
    """Write the all-time figures after games into their results."""
    if figures:
        await connection.execute(_SET_FIGURES, list(figures))


async def all_standings(connection: AsyncConnection, ladder: Ladder) -> dict[Key, Tally]:
    """All tallies of a ladder as they are stored."""
    return await _tallies(connection, select(schema.standings).where(ladder.of(schema.standings)))


async def all_deeds(connection: AsyncConnection, ladder: Ladder) -> dict[DeedKey, int]:
    """All deeds of a ladder as they are stored."""
    return await _deeds(connection, select(schema.deeds).where(ladder.of(schema.deeds)))


async def replace_deeds(
    connection: AsyncConnection, ladder: Ladder, deeds: Mapping[DeedKey, int]
) -> None:
    """Replace the stored deeds of a ladder."""
    await connection.execute(delete(schema.deeds).where(ladder.of(schema.deeds)))
    if deeds:
        await connection.execute(
            _ADD_DEEDS, [_deed(ladder, key, times) for key, times in deeds.items()]
        )


async def _next_number(connection: AsyncConnection, ladder: Ladder) -> int:
    """The number of the game that has just ended, reserved until the transaction ends."""
    ladders = schema.ladders
    raised = await connection.execute(
        update(ladders).where(ladder.of(ladders)).values(seq=ladders.c.seq + 1)
    )
    if not raised.rowcount:
        await connection.execute(
            insert(ladders), [{**ladder.values(), "seq": 1, "counted": 0, "revision": 0}]
        )
        return 1
    return int(
        (await connection.execute(select(ladders.c.seq).where(ladder.of(ladders)))).scalar_one()
    )


async def _season(connection: AsyncConnection, guild_id: int, ended_at: int) -> str | None:
    """The name of the season of a game; the season is noted as played in."""
    settings, seasons = schema.season_settings, schema.seasons
    chosen = await connection.execute(
        select(settings.c.kind).where(settings.c.guild_id == guild_id)
    )
    season = season_at(SeasonKind(chosen.scalar() or SeasonKind.MONTHLY), to_moment(ended_at))
    if season is None:
        return None
    known = select(seasons.c.name).where(
        seasons.c.guild_id == guild_id, seasons.c.name == season.name
    )
    if (await connection.execute(known)).first() is None:
        row = {"guild_id": guild_id, "name": season.name, "ends": to_number(season.ends)}
        await connection.execute(insert(seasons), [row])
    return season.name


async def _standings(
    connection: AsyncConnection, ladder: Ladder, keys: set[Key]
) -> dict[Key, Tally]:
    standings = schema.standings
    question = select(standings).where(
        ladder.of(standings),
        standings.c.season.in_(sorted({key.season for key in keys})),
        standings.c.member_id.in_(sorted({key.player.member_id for key in keys})),
    )
    found = await _tallies(connection, question)
    return {key: found[key] for key in keys if key in found}


async def _tallies(connection: AsyncConnection, question: Select[Any]) -> dict[Key, Tally]:
    return {
        Key(row.season, Player(row.member_id, row.strength)): Tally(
            **{name: getattr(row, name) for name in _FIELDS},
            counts={statistic.name: getattr(row, statistic.name) for statistic in STATISTICS},
        )
        for row in (await connection.execute(question)).all()
    }


async def _add_deeds(
    connection: AsyncConnection, ladder: Ladder, deeds: Mapping[DeedKey, int]
) -> None:
    if not deeds:
        return
    table = schema.deeds
    of_these = table.c.member_id.in_(sorted({key.player.member_id for key in deeds}))
    there = await _deeds(connection, select(table).where(ladder.of(table), of_these))
    new = [_deed(ladder, key, times) for key, times in deeds.items() if key not in there]
    more = [
        {**_named("key_", _deed_key(ladder, key)), "more": times}
        for key, times in deeds.items()
        if key in there
    ]
    for statement, rows in ((_ADD_DEEDS, new), (_MORE_DEEDS, more)):
        if rows:
            await connection.execute(statement, rows)


async def _deeds(connection: AsyncConnection, question: Select[Any]) -> dict[DeedKey, int]:
    return {
        DeedKey(row.season, Player(row.member_id, row.strength), row.name, row.degree): row.times
        for row in (await connection.execute(question)).all()
    }


def _counted(rows: Sequence[Row[Any]]) -> Counted:
    first = rows[0]
    seats = tuple(
        SeatResult(
            player=Player(0, row.strength or "bot")
            if row.member_id is None
            else Player(row.member_id),
            name=row.name,
            side=row.side,
            rank=row.rank,
            resigned=row.resigned,
            deeds=tuple(Deed(row.seat, *deed) for deed in json.loads(row.deeds))
            if row.deeds != "[]"
            else (),
        )
        for row in rows
    )
    annulled = first.annulled_by is not None
    result = GameResult(
        first.seq, first.kind, first.last_rank, first.season, first.ended_at, annulled, seats
    )
    stored = [Stored(row.table_id, row.number, row.seat, row.figure) for row in rows]
    return Counted(result, stored)


def _values(tally: Tally) -> dict[str, Any]:
    return {**{name: getattr(tally, name) for name in _FIELDS}, **tally.counts}


def _key(ladder: Ladder, key: Key) -> dict[str, Any]:
    player = key.player
    return {
        **ladder.values(),
        "season": key.season,
        "member_id": player.member_id,
        "strength": player.strength,
    }


def _deed_key(ladder: Ladder, key: DeedKey) -> dict[str, Any]:
    return {**_key(ladder, Key(key.season, key.player)), "name": key.name, "degree": key.degree}


def _deed(ladder: Ladder, key: DeedKey, times: int) -> dict[str, Any]:
    return {**_deed_key(ladder, key), "times": times}


def _named(prefix: str, row: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{prefix}{name}": value for name, value in row.items()}
