"""A database as version 9fad022 wrote it, upgraded: its finished and its running games.

It was made by that version's own session manager: five games of Ann, Bob, Cat and Dan that were
played to the end, two of them with a bot player, and two that were running.
"""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.analysis.service import Analyses
from bot.core.fairness import verify
from bot.core.model import OpenedGame, Phase
from bot.db import schema
from bot.leaderboards.service import Boards
from bot.leaderboards.store.recount import rebuild
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from games.analysis.runs import Budget
from games.errors import RecordError
from games.record import outcome_as_json
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, GUILD
from tests.bot.subjects import history, records, tables_of
from tests.looked_at import position_after
from tests.present import present

WRITTEN = Path(__file__).with_name("revision_0008.sql.gz")
DAN = 1004
SMALL = Budget(cost=500, deals=2, close=1, opened=1, nodes=500)
BOARDS = {
    "durak": {BOB.id: (2, 2, 0), ANN.id: (1, 0, 1), CAT.id: (1, 0, 1), DAN: (1, 1, 0)},
    "dritzak": {ANN.id: (1, 0, 0), BOB.id: (1, 0, 0), CAT.id: (1, 0, 0)},
    "tredici": {ANN.id: (1, 1, 0), BOB.id: (2, 0, 1), CAT.id: (1, 0, 0), DAN: (1, 0, 0)},
}
"""Games, won and lost of each member, as that version's boards told them."""
OLD_RULES = "durak"
"""Its rules have another version since then (2)."""
LENGTHS = {"422222": 77, "722222": 122, "a22222": 466, "d22222": 87, "g22222": 106}
"""The moves of the finished games, by table."""
RUNNING_BY_OLD_RULES, RUNNING = "k22222", "n22222"


@pytest.fixture
async def upgraded(tmp_path: Path) -> AsyncIterator[Store]:
    """That database after the first start of this version."""
    file = tmp_path / "shijo.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(gzip.decompress(WRITTEN.read_bytes()).decode())
    connection.close()
    store = await Store.open(f"sqlite:///{file}")
    yield store
    await store.close()


@pytest.fixture
def tables(upgraded: Store, now: Now) -> Tables:
    return tables_of(upgraded, now)


async def opened(tables: Tables) -> list[OpenedGame]:
    """All finished games, as `/history` lists them."""
    listed = (await history(tables).history(GUILD)).games
    return [await history(tables).finished(each.table_id, each.number, GUILD) for each in listed]


async def test_finished_games_of_that_version_are_listed_replayed_and_verified(
    tables: Tables,
) -> None:
    games = await opened(tables)
    assert {game.about.table_id: len(game.record.steps) for game in games} == LENGTHS
    assert {len(game.played.bots) for game in games} == {0, 1}
    for game in games:
        if game.about.game == OLD_RULES:
            assert game.deal_header is None
            with pytest.raises(RecordError, match="rules version 1; here is version 2"):
                position_after(game.record)
        else:
            ended = present(position_after(game.record).outcome)
            assert outcome_as_json(ended) == outcome_as_json(game.outcome)
            assert verify(present(game.deal_header)).header == game.record.header


async def test_packing_them_changes_nothing(upgraded: Store, tables: Tables) -> None:
    before = await opened(tables)
    await records(tables).tidy()
    assert await opened(tables) == before
    moves = schema.moves
    left = select(moves.c.table_id, func.count()).group_by(moves.c.table_id)
    assert set(await upgraded.rows(left)) == {(RUNNING_BY_OLD_RULES, 10), (RUNNING, 10)}


async def test_an_analysis_of_one_is_made_and_one_by_other_rules_is_refused(
    upgraded: Store, tables: Tables
) -> None:
    analyses = Analyses(upgraded)
    analyses.budget = SMALL
    for game in await opened(tables):
        if game.about.game == OLD_RULES:
            with pytest.raises(RecordError):
                await analyses.of(game)
        elif game.about.table_id == "d22222":
            found = await analyses.of(game)
            assert found.decisions
            assert await analyses.kept(game) == found
    analyses.close()


async def test_the_boards_count_what_they_counted(upgraded: Store, now: Now) -> None:
    boards = Boards(upgraded, now=now)
    await boards.count_the_rest()
    for game, members in BOARDS.items():
        board = await boards.board(GUILD, game=game, size=100)
        told = {line.member_id: (line.games, line.won, line.lost) for line in board.lines}
        assert told == members
        # Bot players have fixed ratings since then, so games with them are rated, too.
        assert all(line.rated == line.games for line in board.lines)
    assert (await rebuild(upgraded)).changed == 0


async def test_a_running_game_goes_on_and_one_by_other_rules_is_set_aside(tables: Tables) -> None:
    table = await tables.get(RUNNING)
    assert table.phase is Phase.PLAYING
    seat = min(present(table.live).waiting_on)
    move = present(table.view(seat)).moves[0]
    member = present(table.seats[seat].member_id)
    played = (await tables.move(table.id, member, move, table.version)).table
    assert played.version > table.version
    aside = await tables.get(RUNNING_BY_OLD_RULES)
    assert aside.phase is Phase.ASIDE
    assert "version 1" in aside.reason
