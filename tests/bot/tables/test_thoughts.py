"""Tests of bot players whose moves are chosen in worker processes: when thinking begins, how long a
table waits, and which results are thrown away."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.core.model import Phase, Speed, Table, Update
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tables.thoughts import PATIENCE
from bot.tables.timer import Timer
from bot.thinking.task import Answer, Task, think
from bot.thinking.workers import Workers
from games.players import DEFAULT
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import ANN, BOB, dealt, one_move, same_from_disk, waited_on
from tests.bot.subjects import tables_of
from tests.looked_at import next_deadline
from tests.present import present

LIMIT = present(Speed.RELAXED.limit)


class Slow(Workers):
    """Replacement workers that answer only when the test calls `finish`."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[Task, asyncio.Future[Answer | None]]] = []

    async def ask(self, task: Task) -> Answer | None:
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self.asked.append((task, future))
        return await future

    async def finish(self) -> None:
        """Answer all requests that still wait for an answer."""
        await asyncio.sleep(0)
        for task, future in self.asked:
            if not future.done():
                future.set_result(think(task))
        for _ in range(3):
            await asyncio.sleep(0)


class Noting(Workers):
    """Real worker processes, with the list `asked` of all tasks that they have got."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes)
        self.asked: list[Task] = []

    async def ask(self, task: Task) -> Answer | None:
        self.asked.append(task)
        return await super().ask(task)


@pytest.fixture
def workers() -> Slow:
    return Slow()


@pytest.fixture
def tables(store: Store, now: Now, workers: Slow) -> Tables:
    return tables_of(store, now, entropy=Drawn(), workers=workers)


async def bots_turn(tables: Tables, **options: object) -> Table:
    """Return a table whose game waits for a bot player's move."""
    table = await dealt(tables, ANN, bots=1, **options)
    while table.phase is Phase.PLAYING and waited_on(table):
        table = (await one_move(tables, table, random.Random(2))).table
    assert table.phase is Phase.PLAYING
    await asyncio.sleep(0)
    return table


async def at_its_time(tables: Tables, now: Now, table: Table) -> Update | None:
    now.moment = table.clocks[1]
    return await tables.run_due(table.id)


async def test_it_thinks_while_people_still_look_at_the_move_before(
    tables: Tables, now: Now, workers: Slow
) -> None:
    table = await bots_turn(tables)
    assert len(workers.asked) == 1
    await workers.finish()
    moves = present(await at_its_time(tables, now, table)).happenings
    assert [move.seat for move in moves] == [1]
    assert moves[0].move == think(workers.asked[0][0]).move


async def test_the_move_follows_at_once_when_the_thought_comes_late(
    store: Store, tables: Tables, now: Now, workers: Slow
) -> None:
    table = await bots_turn(tables)
    woken: list[str] = []
    tables.thoughts.wake = woken.append
    assert await at_its_time(tables, now, table) is None
    assert (await tables.get(table.id)).version == table.version, "nobody is told of the waiting"
    assert not woken
    await workers.finish()
    assert woken == [table.id]
    after = present(await tables.run_due(table.id)).table
    assert after.version > table.version
    await same_from_disk(store, tables, tables_of(store, now), table.id)


async def test_a_table_is_patient_and_then_it_goes_on_with_a_quick_move(
    tables: Tables, now: Now, workers: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    table = await bots_turn(tables)
    assert await at_its_time(tables, now, table) is None
    assert await next_deadline(tables) == now() + PATIENCE
    now.pass_by(seconds=PATIENCE.total_seconds())
    assert present(await tables.run_due(table.id)).happenings
    assert f"at table {table.id} could not think" in caplog.text


async def test_a_process_that_dies_costs_a_quick_move(
    tables: Tables, now: Now, workers: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    table = await bots_turn(tables)
    workers.asked[0][1].set_result(None)
    for _ in range(3):
        await asyncio.sleep(0)
    assert present(await at_its_time(tables, now, table)).happenings
    assert len(caplog.records) == 1


async def test_what_the_table_has_overtaken_is_thrown_away(
    tables: Tables, now: Now, workers: Slow
) -> None:
    table = await dealt(tables, ANN, bots=2, game="durak")
    await asyncio.sleep(0)
    before = len(workers.asked)
    await tables.resign(table.id, ANN.id)
    await asyncio.sleep(0)
    assert all(future.cancelled() for _, future in workers.asked[:before])
    await workers.finish()
    for _ in range(300):
        table = await tables.get(table.id)
        if table.phase is not Phase.PLAYING:
            break
        now.moment = present(await next_deadline(tables))
        await tables.run_due(table.id)
        await workers.finish()
        await tables.run_due(table.id)
    assert table.phase is Phase.OVER
    assert len(tables.thoughts) == 0


async def test_nobody_waits_for_a_thought(tables: Tables, now: Now, workers: Slow) -> None:
    """A member can act at the table while a bot player still thinks. In this test, the member
    resigns."""
    table = await bots_turn(tables)
    assert await at_its_time(tables, now, table) is None
    async with asyncio.timeout(5):
        after = (await tables.resign(table.id, ANN.id)).table
    assert after.phase is Phase.OVER


async def late(tables: Tables, now: Now, table: Table) -> int:
    """Let time run out for the member in the lowest seat whose clock runs, and return the number of
    this seat. A bot player now thinks about a move for the member. The move isn't made yet."""
    seat = min(table.clocks)
    now.moment = table.clocks[seat]
    assert await tables.run_due(table.id) is None
    now.pass_by(seconds=0.3)
    return seat


async def test_a_late_thought_is_not_played_for_a_member_who_is_back(
    tables: Tables, now: Now, workers: Slow
) -> None:
    table = await dealt(tables, ANN, BOB, game="durak")
    while not any(table.seats[seat].absent for seat in table.clocks):
        now.moment = present(await next_deadline(tables))
        await tables.run_due(table.id)
        await workers.finish()
        await tables.run_due(table.id)
        table = await tables.get(table.id)
    seat = await late(tables, now, table)
    await tables.back(table.id, present(table.seats[seat].member_id))
    await workers.finish()
    assert await tables.run_due(table.id) is None
    assert (await tables.get(table.id)).clocks == {seat: now() + LIMIT}
    assert len(tables.thoughts) == 0


async def test_a_late_thought_is_not_played_for_a_member_who_has_just_moved(
    tables: Tables, now: Now, workers: Slow
) -> None:
    """A bot player thinks about a move for a member whose time has run out. Meanwhile the member
    moves, and the game waits for the same member again. The bot player's late move isn't made, and
    the member has the full time for the next move."""
    table, seat = await dealt(tables, ANN, BOB), 2
    while seat not in table.clocks:
        seat = await late(tables, now, table)
        table = (await one_move(tables, table, random.Random(1))).table
    for _ in range(2):
        await workers.finish()
        assert await tables.run_due(table.id) is None
    assert (await tables.get(table.id)).clocks == {seat: now() + LIMIT}
    assert len(tables.thoughts) == 0


async def test_two_bot_players_play_to_the_end_in_processes_of_their_own(store: Store) -> None:
    """Two bot players play a game to its end, and a worker process chooses their moves. The list
    `asked` of `workers` has the tasks that the worker got. Each move of the bot players must be one
    that `think` chooses for one of these tasks."""
    workers = Noting(1)
    clock = Now()
    tables = tables_of(store, clock, entropy=Drawn(), workers=workers)
    timer = Timer(tables, clock)
    told = asyncio.Event()
    tables.listen(lambda _: told.set())
    try:
        await timer.start()
        table = await dealt(tables, ANN, bots=2, game="durak")
        table = (await tables.resign(table.id, ANN.id)).table
        async with asyncio.timeout(60):
            while table.phase is Phase.PLAYING:
                clock.moment, before = min(table.clocks.values()), table.version
                await tables.run_due(table.id)
                while (table := await tables.get(table.id)).version == before:
                    await told.wait()
                    told.clear()
    finally:
        await timer.stop()
        workers.close()
    answers = {think(task).move for task in workers.asked}
    record = present(table.record)
    assert {step.move for step in record.steps if step.seat != 0} <= answers
    assert {seat.strength for seat in table.seats} == {None, DEFAULT}
