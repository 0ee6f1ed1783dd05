"""Updates the standings (the totals and ratings of players) when a game ends. This is done in the
same transaction that stores the game's results.

All games of one kind (durak, say) in a server form a ladder. The games of a ladder are numbered and
counted in the order in which they ended."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.levels import edition
from bot.core.results import BOTS, GameResult, Player, SeatResult
from bot.db import schema
from bot.db.rows import TableRow, to_moment, to_number
from bot.db.writer import Work
from bot.leaderboards.seasons import SeasonKind, season_at
from bot.leaderboards.store.standings import Ladder, add_deeds, standings_of, write_standings
from bot.leaderboards.tallies import Tallies
from games.core import Deed

_ADD_RESULTS: Final = insert(schema.results)
_SET_FIGURES: Final = (
    update(schema.results)
    .where(
        schema.results.c.table_id == bindparam("key_table"),
        schema.results.c.number == bindparam("key_number"),
        schema.results.c.seat == bindparam("key_seat"),
    )
    .values(figure=bindparam("new_figure"))
)


def booked(table: TableRow, rows: Sequence[Mapping[str, Any]]) -> list[Work]:
    """Return the database work that stores the results of a table's finished game and updates the
    standings (the totals and ratings of players). `rows` are the rows to add to the database table
    `results`, one for each seat."""
    ladder = Ladder(table.guild_id, table.game)
    return [Work(lambda connection: book(connection, ladder, rows))]


class Stored(NamedTuple):
    """Identifies the stored result of one seat: by the table's id, the number of the game at that
    table, and the seat. `figure` is the rating in points that was stored for the player after that
    game (None: no rating was stored)."""

    table_id: str
    number: int
    seat: int
    figure: int | None


class Counted(NamedTuple):
    """A finished game to be counted. `result` is its result. `stored` has an entry for each seat,
    which says in which row of the database table `results` the seat's result is stored."""

    result: GameResult
    stored: Sequence[Stored]


class Results:
    """Rows of the database table `results`, in which the rows of each game are adjacent."""

    def __init__(self, rows: Sequence[Row[Any]]) -> None:
        self._rows = rows

    def games(self) -> list[Counted]:
        """Return the games to which these rows belong, in the order of the rows. With many games
        this takes long, so it must not run in the event loop."""
        by_game = groupby(self._rows, key=lambda row: (row.game, row.seq))
        return [_counted(list(seats)) for _, seats in by_game]


async def book(
    connection: AsyncConnection, ladder: Ladder, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Store the results of a game that has just ended, and count them in the standings of `ladder`
    (a server's games of one kind). `rows` are the rows for the database table `results`. This
    function adds three values to each row: the game's number, its season, and whether a single
    member played against bot players."""
    seq = await _next_number(connection, ladder)
    season = await _season(connection, ladder.guild_id, rows[0]["ended_at"])
    members = sum(row["member_id"] is not None for row in rows)
    shared = {"seq": seq, "season": season, "practice": members == 1 < len(rows)}
    await connection.execute(_ADD_RESULTS, [{**row, **shared} for row in rows])
    await settle(connection, ladder)


async def settle(connection: AsyncConnection, ladder: Ladder) -> None:
    """Count those finished games of a ladder (a server's games of one kind) that are not counted
    yet."""
    ladders = schema.ladders
    counted = (
        await connection.execute(select(ladders.c.counted).where(ladder.of(ladders)))
    ).scalar_one()
    games = (await finished(connection, ladder, after=counted)).games()
    if not games:
        return
    before = await standings_of(
        connection, ladder, {key for game in games for key in game.result.tally_keys()}
    )
    tallies = Tallies({key: replace(tally) for key, tally in before.items()})
    figures = count(tallies, games)
    await write_standings(connection, ladder, before, tallies.of)
    await add_deeds(connection, ladder, tallies.deeds)
    await write_figures(connection, figures)
    await connection.execute(
        update(ladders).where(ladder.of(ladders)).values(counted=games[-1].result.seq)
    )


def count(tallies: Tallies, games: Iterable[Counted]) -> list[dict[str, Any]]:
    """Count these games in their order, and update `tallies` (the players' totals and ratings).
    Return the rows for `write_figures`. There is one row for each seat for which the stored rating
    after the game is missing or wrong."""
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
    """Return the results of those finished games of a ladder (a server's games of one kind) whose
    number is above `after` and at most `to` (None: no limit). They are in the order of these
    numbers."""
    results = schema.results
    question = (
        select(results)
        .where(ladder.of(results), results.c.seq > after)
        .order_by(results.c.seq, results.c.seat)
    )
    if to is not None:
        question = question.where(results.c.seq <= to)
    return Results((await connection.execute(question)).all())


async def write_figures(connection: AsyncConnection, figures: Sequence[Mapping[str, Any]]) -> None:
    """Write the players' all-time ratings after each game into the stored results. `figures` are
    the rows that `count` returns."""
    if figures:
        await connection.execute(_SET_FIGURES, list(figures))


async def _next_number(connection: AsyncConnection, ladder: Ladder) -> int:
    """Return the number of the game that has just ended in its ladder (a server's games of one
    kind). No other transaction can get a number in this ladder until this transaction ends."""
    ladders = schema.ladders
    raised = await connection.execute(
        update(ladders).where(ladder.of(ladders)).values(seq=ladders.c.seq + 1)
    )
    if not raised.rowcount:
        await connection.execute(
            insert(ladders),
            [
                {
                    **ladder.values(),
                    "seq": 1,
                    "counted": 0,
                    "revision": 0,
                    "levels": edition(ladder.game),
                }
            ],
        )
        return 1
    return int(
        (await connection.execute(select(ladders.c.seq).where(ladder.of(ladders)))).scalar_one()
    )


async def _season(connection: AsyncConnection, guild_id: int, ended_at: int) -> str | None:
    """Return the name of the season of a game that ended at `ended_at` (milliseconds since 1970).
    First store that this season has games. Return None for a server without seasons."""
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


def _counted(rows: Sequence[Row[Any]]) -> Counted:
    first = rows[0]
    seats = tuple(
        SeatResult(
            player=Player(BOTS, row.strength or "bot")
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
        first.game,
        first.seq,
        first.kind,
        first.last_rank,
        first.season,
        first.ended_at,
        annulled,
        seats,
    )
    stored = [Stored(row.table_id, row.number, row.seat, row.figure) for row in rows]
    return Counted(result, stored)
