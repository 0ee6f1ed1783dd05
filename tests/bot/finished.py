"""Functions that write finished games directly into the database. Tests use these games to check
what follows from games, such as standings and badges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from bot.core.model import Phase
from bot.db import schema
from bot.db.rows import GameRow, TableRow
from bot.db.writer import Statement, Work
from bot.leaderboards.service import Boards
from bot.leaderboards.store.books import booked
from bot.tables.store import changes
from bot.tables.store.tables import Store
from tests.second_opinion import Numbers, PlayedGame

START = datetime(2026, 1, 1, tzinfo=UTC)
DERIVED = (schema.standings, schema.deeds)


def as_parts(
    guild: int, game: str, number: int, played: PlayedGame, at: datetime
) -> list[Statement | Work]:
    """Return the statements that store a table of the server `guild` with one finished game,
    `played`. They store the table, the start of the game and its end, all with the time `at`.
    `game` is the name of the card game, such as `durak`. The table's id is made of `guild`, the
    first two letters of `game`, and `number`, so `number` must be different for each table of a
    game in a server."""
    table = TableRow(
        id=f"{guild}-{game[:2]}-{number}",
        guild_id=guild,
        channel_id=1,
        message_id=None,
        host_id=1,
        phase=Phase.OVER,
        game=game,
        preset="plain",
        options={},
        seats=(),
        version=1,
        game_number=1,
        secret=b"",
        created_at=at,
    )
    results = [
        {
            "seat": seat,
            "name": f"Name {sat.who}",
            "member_id": None if sat.is_bot else sat.who,
            "strength": sat.who if sat.is_bot else None,
            "kind": played.kind if played.moved else "void",
            "side": sat.side,
            "rank": sat.rank,
            "last_rank": max(other.rank for other in played.sats),
            "honours": (),
            "deeds": sat.deeds,
            "resigned": sat.resigned,
            "moves": 1,
            "stand_ins": 0,
        }
        for seat, sat in enumerate(played.sats)
    ]
    return [
        *changes.table_added(table),
        *changes.game_started(table, GameRow("", b"", (), {}, None, (), version=1, started_at=at)),
        *changes.game_ended(table, {}, results, at, booked),
    ]


async def finish(
    store: Store,
    games: Iterable[PlayedGame],
    *,
    guild: int = 10,
    game: str = "durak",
    first: int = 1,
) -> None:
    """Store finished `games` of the card game `game` in the server `guild`, each at a table of its
    own (see `as_parts`). Their numbers are `first`, `first` + 1 and so on. Each game ends as many
    hours after `START` as its number. The games are booked one after the other, but all in one
    commit, which is faster."""
    parts = [
        as_parts(guild, game, number, played, START + timedelta(hours=number))
        for number, played in enumerate(games, first)
    ]
    await store.write(*parts)


async def derived(store: Store, *, guild: int | None = None) -> list[tuple[Any, ...]]:
    """Return all rows of the database tables that are computed from game results (`DERIVED`:
    standings and deeds). After them, the list has one row for each seat of each result, which
    contains the seat's rating figure. If `guild` is given, return only the rows of that server."""
    found = []
    for table in DERIVED:
        question = select(table).order_by(*table.primary_key.columns)
        if guild is not None:
            question = question.where(table.c.guild_id == guild)
        found += [tuple(row) for row in await store.rows(question)]
    results = schema.results
    question = select(
        results.c.guild_id, results.c.game, results.c.seq, results.c.seat, results.c.figure
    )
    if guild is not None:
        question = question.where(results.c.guild_id == guild)
    rows = await store.rows(
        question.order_by(results.c.guild_id, results.c.game, results.c.seq, results.c.seat)
    )
    return [*found, *(tuple(row) for row in rows)]


async def agrees(
    boards: Boards,
    people: dict[int | str, Numbers],
    *,
    guild: int = 10,
    game: str = "durak",
    season: str | None = None,
    ids: Sequence[int] = (),
) -> None:
    """Check that a leaderboard shows the players in `people` with their numbers, and nobody else.
    `people` has the numbers of each member id and of each level of a bot player. The members must
    be sorted by rating. Members whose number of games is 0 must not be on the board. If `ids` is
    given, members whose ids aren't in it must not be on the board either."""
    board = await boards.board(guild, game=game, season=season, size=100)
    shown = {line.member_id: line for line in board.lines} | {
        line.strength: line for line in board.bots
    }
    listed = {
        who
        for who, numbers in people.items()
        if isinstance(who, str) or (numbers.games and (not ids or who in ids))
    }
    assert set(shown) == listed
    for who in listed:
        line, numbers = shown[who], people[who]
        assert (line.figure, line.rated, line.games) == (
            numbers.figure,
            numbers.rated,
            numbers.games,
        ), who
        assert (line.won, line.lost) == (numbers.won, numbers.lost), who
    rated = [line.figure for line in board.lines if line.figure is not None]
    assert rated == sorted(rated, reverse=True)
    assert [line.place for line in board.lines] == list(range(1, len(board.lines) + 1))
