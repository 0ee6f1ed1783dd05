"""Tests of members who act in the same instant, and of processes that write to one database."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Sequence
from pathlib import Path

import pytest

from bot.core.errors import NotSaved, StaleTable, TableError
from bot.core.model import Happening, Person, Phase, Table, Update
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from games.core import GameError, IllegalMove
from tests.beyond import the_first
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    dealt,
    lobby,
    log_of,
    names,
    one_move,
    replays,
    same_from_disk,
    some_move,
    standings,
    waited_on,
)
from tests.bot.subjects import tables_of
from tests.looked_at import next_deadline
from tests.present import present

DAN = Person(1004, "Dan")


@pytest.fixture
async def other(url: str, store: Store, now: Now) -> AsyncIterator[Tables]:
    """Yield the session manager of another process, with a connection of its own. The two processes
    share only the database."""
    theirs = await Store.open(url)
    yield tables_of(theirs, now, entropy=Drawn())
    await theirs.close()


async def answered(*commands: Awaitable[Update | None]) -> list[Update | BaseException | None]:
    """Run all `commands` at the same time and return their results. A refused command's result is
    its error, which must be a TableError or GameError with a text."""
    answers = await asyncio.gather(*commands, return_exceptions=True)
    assert all(not isinstance(answer, BaseException) or str(answer) for answer in answers)
    assert not [
        a
        for a in answers
        if isinstance(a, BaseException) and not isinstance(a, TableError | GameError)
    ]
    return answers


async def test_two_throw_ins_at_once_both_count(tables: Tables, store: Store) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    bobs, cats = present(table.view(1)).moves[0], present(table.view(2)).moves[0]
    first, second = await asyncio.gather(
        tables.move(table.id, BOB.id, bobs, table.version),
        tables.move(table.id, CAT.id, cats, table.version),
    )
    assert {first.table.version, second.table.version} == {table.version + 1, table.version + 2}
    assert sorted((await log_of(store, table.id))[1:]) == [(1, bobs), (2, cats)]


async def test_the_same_press_ten_times_at_once_counts_once(tables: Tables, store: Store) -> None:
    table = await dealt(tables)
    move = present(table.view(0)).moves[0]
    answers = await answered(
        *(tables.move(table.id, ANN.id, move, table.version) for _ in range(10))
    )
    assert sum(isinstance(answer, IllegalMove) for answer in answers) == 9
    assert await log_of(store, table.id) == [(0, move)]


async def test_two_bare_presses_at_once_one_is_stale(tables: Tables, store: Store) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    answers = await answered(
        *(tables.move(table.id, who.id, "pass", table.version) for who in (BOB, CAT))
    )
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [StaleTable]
    assert len(await log_of(store, table.id)) == 2


async def test_two_processes_that_hear_of_one_command_open_one_table(
    tables: Tables, other: Tables, store: Store
) -> None:
    opening = [
        each.opening.create(
            guild_id=GUILD, channel_id=CHANNEL, host=ANN, game="heaps", interaction_id=77
        )
        for each in (tables, other)
    ]
    made = await answered(*opening)
    assert sorted(type(each).__name__ for each in made) == ["OpenedElsewhere", "Update"]
    assert await store.count_open(GUILD) == 1


async def test_everybody_joins_a_full_table_at_once(tables: Tables) -> None:
    table = await lobby(tables, ANN)
    crowd = [Person(2000 + number, f"P{number}") for number in range(12)]
    answers = await answered(
        *(tables.join(table.id, who, number) for number, who in enumerate(crowd))
    )
    assert sum(isinstance(answer, TableError) for answer in answers) == 9
    assert len((await tables.get(table.id)).seats) == 4


async def test_two_processes_play_one_move_each_and_never_the_same(
    tables: Tables, other: Tables, store: Store
) -> None:
    table = await dealt(tables, ANN, BOB)
    await other.get(table.id)
    moves = present(table.view(0)).moves
    answers = await answered(
        tables.move(table.id, ANN.id, moves[0], table.version),
        other.move(table.id, ANN.id, moves[1], table.version),
    )
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [IllegalMove]
    assert len(await log_of(store, table.id)) == 1
    [update] = [answer for answer in answers if isinstance(answer, Update)]
    table = await play_in_turn([tables, other], update.table)
    assert await log_of(store, table.id) == [
        (step.seat, step.move) for step in present(table.record).steps
    ]
    assert [line.games for line in await standings(store)] == [1, 1]


async def play_in_turn(managers: Sequence[Tables], table: Table) -> Table:
    """Play `table` to its end and return it. The session managers in `managers`, each a process of
    its own, make moves in turn. So each of them has to read the moves of the others first."""
    rng, number = random.Random(6), 0
    while table.phase is Phase.PLAYING:
        table = (await one_move(managers[number % len(managers)], table, rng)).table
        number += 1
    replays(table)
    return table


async def test_a_game_broken_off_by_one_process_is_not_played_on_by_another(
    tables: Tables, other: Tables, store: Store
) -> None:
    table = await dealt(tables, ANN, BOB)
    await other.get(table.id)
    await tables.close(table.id, 4711, moderator=True)
    with pytest.raises(TableError, match="closed"):
        await other.move(table.id, ANN.id, present(table.view(0)).moves[0], table.version)
    assert await other.run_due(table.id) is None
    await same_from_disk(store, tables, other, table.id)


async def test_a_lobby_of_two_processes_loses_nobody(tables: Tables, other: Tables) -> None:
    table = await lobby(tables, ANN)
    await other.get(table.id)
    answers = await answered(
        tables.join(table.id, BOB, 1),
        other.join(table.id, CAT, 2),
        tables.choose(table.id, ANN.id, preset="long"),
        other.invite_bot(table.id, ANN.id),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    # One more command on each brings both up to date.
    await answered(tables.leave(table.id, 9), other.leave(table.id, 9))
    here, there = await tables.get(table.id), await other.get(table.id)
    assert here == there
    assert set(names(here)) == {"Ann", "Bob", "Cat", "bot"}
    assert (here.preset, here.version) == ("long", table.version + 4)


async def test_the_clocks_of_two_processes_move_once(
    tables: Tables, other: Tables, now: Now, store: Store
) -> None:
    table = await dealt(tables, ANN, bots=2)
    await next_deadline(other)
    while table.phase is Phase.PLAYING:
        now.pass_by(minutes=2)
        await answered(tables.run_due(table.id), other.run_due(table.id))
        before, table = table, await tables.get(table.id)
        assert table.version - before.version <= 3
    log = await log_of(store, table.id)
    assert len(set(log) - {entry for entry in log if entry[1] == "pass"}) == sum(
        move != "pass" for _, move in log
    )


@pytest.mark.parametrize("seed", the_first(2, range(6)))
async def test_storms(tables: Tables, other: Tables, store: Store, now: Now, seed: int) -> None:
    """Members press random buttons at the same time, in two processes, while clocks run. Each
    accepted move is stored once, in one order and without a gap."""
    rng = random.Random(seed)
    table = await dealt(tables, ANN, BOB, CAT, bots=seed % 2)
    played: list[Happening] = []
    tables.listen(lambda update: played.extend(update.happenings))
    other.listen(lambda update: played.extend(update.happenings))
    while table.phase is Phase.PLAYING:
        now.pass_by(seconds=rng.choice([0, 1, 30, 120]))
        await answered(
            *(press(rng.choice([tables, other]), table, rng) for _ in range(rng.randint(1, 8)))
        )
        table = await tables_of(store, now).get(table.id)
    log = await log_of(store, table.id)
    assert log == [(step.seat, step.move) for step in present(table.record).steps]
    assert sorted((happening.seat, happening.move) for happening in played) == sorted(log)
    replays(table)
    assert [line.games for line in await standings(store)] == [1, 1, 1]


def press(manager: Tables, table: Table, rng: random.Random) -> Awaitable[Update | None]:
    if rng.random() < 0.1 or not waited_on(table):
        return manager.run_due(table.id)
    if rng.random() < 0.02:
        return manager.resign(table.id, rng.choice([ANN, BOB, CAT]).id)
    member, move = some_move(table, rng)
    return manager.move(
        table.id, member, move, rng.choice([None, table.version, table.version - 1])
    )


async def test_a_locked_database_is_a_clear_refusal_and_no_loss(
    url: str, file: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await dealt(tables)
    locker = sqlite3.connect(file, isolation_level=None)
    monkeypatch.setattr("bot.db.engine.BUSY_TIMEOUT", 0.01)
    impatient = await _impatient(url, tables)
    locker.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotSaved):
        await impatient.move(table.id, ANN.id, present(table.view(0)).moves[0])
    assert await impatient.get(table.id) == table
    locker.execute("ROLLBACK")
    locker.close()
    assert (
        await impatient.move(table.id, ANN.id, present(table.view(0)).moves[0])
    ).table.version == table.version + 1
    await impatient._store.close()


async def _impatient(url: str, tables: Tables) -> Tables:
    return tables_of(await Store.open(url), tables._now)
