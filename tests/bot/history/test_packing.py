"""Tests of packed games, which are finished games stored as one value. A packed game is read as
before, and needs far less storage."""

from __future__ import annotations

import random
import zlib
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from bot.core.errors import NoFinishedGame, RecordDropped, WrongPhase
from bot.core.model import OpenedGame, Phase
from bot.core.shards import Shards
from bot.db import NotWritten, packed, schema
from bot.db.packed import unpack
from bot.history.records import TOGETHER
from bot.tables.hooks import Duties
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tables.timer import Timer
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    GUILD,
    dealt,
    one_move,
    play_out,
    replays,
    run_out,
    same_from_disk,
    standings,
)
from tests.bot.subjects import history, records, tables_of
from tests.present import present


@pytest.fixture(autouse=True)
def in_whole_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make bot players pause for whole seconds. In packed games, the times of moves are stored in
    whole seconds."""
    monkeypatch.setattr("bot.tables.deadlines.MILLISECOND", timedelta(seconds=1))


@pytest.fixture
async def other(url: str, store: Store, now: Now) -> AsyncIterator[Tables]:
    """Yield the session manager of a second process on the same database."""
    theirs = await Store.open(url)
    yield tables_of(theirs, now, entropy=Drawn())
    await theirs.close()


async def rows_of(store: Store, table_id: str) -> int:
    """Return how many moves of a table are stored as rows of their own (not packed)."""
    moves = schema.moves
    question = select(func.count()).where(moves.c.table_id == table_id)
    return int((await store.rows(question))[0][0])


async def some_games(tables: Tables, now: Now) -> list[tuple[str, int]]:
    """Play three games, and return each as (table id, game number). The first is played to its end,
    the second has a bot player and absent members, and the third is closed by a moderator."""
    first = await play_out(tables, await dealt(tables, ANN, BOB, CAT))
    absent = await run_out(tables, await dealt(tables, ANN, BOB, bots=1), now)
    broken = await one_move(tables, await dealt(tables, BOB, CAT), random.Random(1))
    await tables.close(broken.table.id, 4711, moderator=True)
    return [(table_id, 1) for table_id in (first.id, absent.id, broken.table.id)]


async def opened(tables: Tables, games: list[tuple[str, int]]) -> list[OpenedGame]:
    return [await history(tables).finished(*which, GUILD) for which in games]


async def test_packed_games_are_read_as_before(
    tables: Tables, other: Tables, store: Store, now: Now
) -> None:
    games = await some_games(tables, now)
    running = (await one_move(tables, await dealt(tables, ANN, CAT), random.Random(2))).table
    before, board = await opened(tables, games), await standings(store)
    assert any(game.played.stood_in for game in before)
    sizes = [await rows_of(store, table_id) for table_id, _ in games]
    assert all(sizes)
    await records(tables).tidy()
    assert await opened(tables, games) == before
    assert await standings(store) == board
    assert [await rows_of(store, table_id) for table_id, _ in games] == [0, 0, 0]
    assert await rows_of(store, running.id) == 1
    for table_id, _ in games[:2]:
        await same_from_disk(store, tables, other, table_id)
        replays(await other.get(table_id))
    # The next game at a table whose last one is packed goes on from it.
    again = games[0][0]
    for who in (ANN, BOB, CAT):
        table = (await other.rematch(again, who, 7)).table
    assert present(table.previous) == before[0].outcome
    replays(await play_out(other, table))


async def test_a_process_that_has_not_heard_of_the_end_adds_no_move(
    tables: Tables, other: Tables, store: Store
) -> None:
    table = await dealt(tables, ANN, BOB)
    table = (await one_move(tables, table, random.Random(1))).table
    behind = await other.get(table.id)
    over = await play_out(tables, table)
    await records(tables).tidy()
    seat = min(present(behind.live).waiting_on)
    member = present(behind.seats[seat].member_id)
    with pytest.raises(WrongPhase):
        await other.move(table.id, member, present(behind.view(seat)).moves[0], behind.version)
    assert await rows_of(store, table.id) == 0
    assert (await other.get(table.id)).record == over.record


async def test_many_games_are_packed_a_few_at_a_time_and_after_a_failure_the_rest(
    tables: Tables, store: Store, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = []
    for number in range(TOGETHER + 3):
        table = await play_out(tables, await dealt(tables, ANN, BOB), random.Random(number))
        games.append((table.id, 1))
        now.pass_by(minutes=1)
    before = await opened(tables, games)
    write, written = store.write, 0

    async def failing(*parts: Any) -> None:
        nonlocal written
        written += 1
        if written == 2:
            raise NotWritten(reason="the disk is full")
        await write(*parts)

    monkeypatch.setattr(store, "write", failing)
    with pytest.raises(NotWritten):
        await records(tables).tidy()
    left = [await rows_of(store, table_id) for table_id, _ in games]
    assert left[:TOGETHER] == [0] * TOGETHER
    assert all(left[TOGETHER:])
    await records(tables).tidy()
    assert [await rows_of(store, table_id) for table_id, _ in games] == [0] * len(games)
    assert await opened(tables, games) == before


async def test_the_heartbeat_packs_the_games_of_its_own_servers(
    tables: Tables, store: Store, now: Now
) -> None:
    over = await play_out(tables, await dealt(tables, ANN, BOB))
    timer = Timer(tables, now)
    timer.duties.append(records(tables).duties)
    await timer.start()
    now.pass_by(minutes=1)
    tables.served.shards = Shards(4, (1, 2, 3))  # the tests' server is on the first
    await timer._beat()
    assert await rows_of(store, over.id)
    tables.served.shards = Shards(4, (0,))
    await timer._beat()
    assert not await rows_of(store, over.id)
    await timer.stop()


async def test_a_duty_that_fails_starves_none_after_it(
    tables: Tables, store: Store, now: Now, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing() -> None:
        raise LookupError("7S")

    over = await play_out(tables, await dealt(tables, ANN, BOB))
    timer = Timer(tables, now)
    timer.duties += [Duties(with_each_beat=failing), records(tables).duties]
    await timer.start()
    now.pass_by(minutes=1)
    await timer._beat()
    assert not await rows_of(store, over.id)
    assert "could not be done: LookupError" in caplog.text
    assert "7S" not in caplog.messages[-1]
    await timer.stop()


async def test_old_records_are_dropped_and_their_results_kept(store: Store, now: Now) -> None:
    tables = tables_of(store, now, entropy=Drawn())
    month = timedelta(days=30)
    old = await play_out(tables, await dealt(tables, ANN, BOB))
    now.pass_by(days=29)
    young = await play_out(tables, await dealt(tables, ANN, BOB), random.Random(5))
    board = await standings(store)
    await records(tables, month).tidy()
    await opened(tables, [(old.id, 1), (young.id, 1)])
    now.pass_by(days=2)
    await records(tables, month).tidy()
    with pytest.raises(RecordDropped):
        await history(tables).finished(old.id, 1, GUILD)
    await opened(tables, [(young.id, 1)])
    assert await standings(store) == board
    past = await history(tables).history(GUILD)
    assert [each.table_id for each in past.games] == [young.id, old.id]
    # The table itself is there, and a next game can be played at it.
    fresh = tables_of(store, now, entropy=Drawn())
    table = await fresh.get(old.id)
    assert (table.phase, table.outcome, table.record) == (Phase.OVER, old.outcome, None)
    assert "Ann" in str(table.seats)
    for who in (ANN, BOB):
        table = (await fresh.rematch(old.id, who, 9)).table
    assert (await play_out(fresh, table)).phase is Phase.OVER


async def test_a_damaged_value_spoils_one_game_alone(tables: Tables, store: Store) -> None:
    first, second = [await play_out(tables, await dealt(tables, ANN, BOB)) for _ in range(2)]
    await records(tables).tidy()
    async with store.engine.begin() as connection:
        torn = text("UPDATE games SET packed = :torn WHERE table_id = :id")
        await connection.execute(torn, {"torn": b"\x01nonsense", "id": first.id})
    with pytest.raises(NoFinishedGame):
        await history(tables).finished(first.id, 1, GUILD)
    await opened(tables, [(second.id, 1)])
    swollen = packed.FORM + zlib.compress(b" " * (packed.MOST + 1) + b"[]", 9, packed.RAW)
    assert len(swollen) < packed.MOST / 500
    for value in (b"", b"\x02", b"\x01", b"\x01nonsense", swollen):
        with pytest.raises(ValueError, match="record"):
            unpack(value)
