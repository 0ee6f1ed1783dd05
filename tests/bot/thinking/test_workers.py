"""Tests of worker processes that choose bot players' moves. A worker gets only what a seat is
allowed to know. A worker that dies is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from multiprocessing import active_children
from pathlib import Path

import pytest

import games
from bot.tables.store.tables import Store
from bot.thinking.task import Task, advise, lines_of, think
from bot.thinking.workers import Workers
from games.cards import deck
from games.core import Move, View
from games.players import LEVELS
from games.players.finding import Finding
from games.told_events import told
from tests import WHOLE_GAMES
from tests.beyond import the_first
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import ANN, BOB, lobby, waited_on
from tests.bot.subjects import tables_of
from tests.cogs.plugins import own_package
from tests.games import durak_tables
from tests.present import present

__all__ = ["own_package"]

CHANCE = bytes(32)


def task_of(strength: str, game: str = "durak") -> Task:
    kind = games.load(game)
    dealt = kind.new(kind.options(), seats=2, seed=b"a thought")
    seat = min(dealt.waiting_on)
    return Task.of(game, strength, dealt.view(seat), lines_of(told(dealt.dealt(), seat)), CHANCE)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1)
    yield made
    made.close()


async def test_a_process_answers_as_this_one_would_and_another_when_it_has_died(
    workers: Workers,
) -> None:
    task = task_of(LEVELS[0])
    first = await workers.ask(task)
    assert first == think(task)
    assert first is not None
    assert not first.fault
    (process,) = active_children()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    assert await workers.ask(task) is None
    assert await workers.ask(task) == first


@pytest.mark.parametrize("game", the_first(1, ["durak", "dritzak", "tredici", *WHOLE_GAMES]))
@pytest.mark.usefixtures("own_package")
async def test_advice_is_found_by_a_process_from_what_the_seat_may_know(
    store: Store, now: Now, workers: Workers, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = tables_of(store, now, entropy=Drawn(), workers=workers)
    table = await lobby(tables, ANN, BOB, bots=games.load(game).players[0] - 2, game=game)
    await tables.choose(table.id, table.host_id, learning=True)
    table = (await tables.start(table.id, table.host_id)).table
    seat = waited_on(table)[0]
    asked: list[Task] = []
    run = workers.run

    async def noted(function: Callable[[Task], Finding | None], task: Task) -> Finding | None:
        asked.append(task)
        return await run(function, task)

    monkeypatch.setattr(workers, "run", noted)
    finding, version = await tables.advise(table.id, present(table.seats[seat].member_id))
    assert version == table.version
    assert finding.move in present(table.view(seat)).moves
    assert active_children(), "a process of its own"
    assert finding == advise(asked[0])


def task_of_a_long_end() -> Task:
    """Return a task with a long endgame of Durak. In this task, the level `master` stops its
    search, because the search has reached the largest number of positions that can be
    remembered."""
    game = durak_tables.table("6S 8S 10S QS 6D 8D 10D QD 6H", "7S 9S JS KS 7D 9D JD KD 7H")
    gone = sorted({*deck("6")}.difference(*game.position()["hands"]))
    lines = lines_of([("bout-repelled", {"seat": 1, "cards": gone})])
    return Task.of("durak", LEVELS[0], game.view(0), lines, CHANCE)


async def test_a_worker_is_small_and_gives_way(workers: Workers) -> None:
    for game in ("durak", "dritzak", "tredici"):
        await workers.ask(task_of(LEVELS[0], game))
    await workers.ask(task_of_a_long_end())
    (process,) = active_children()
    status = Path(f"/proc/{process.pid}/status")
    if not await asyncio.to_thread(status.exists):
        pytest.skip("this system does not tell how much memory a process has")
    text = await asyncio.to_thread(status.read_text)
    most = next(line.split()[1] for line in text.splitlines() if line.startswith("VmHWM"))
    assert int(most) < 60 * 1024, f"{int(most) // 1024} MiB"
    assert os.getpriority(os.PRIO_PROCESS, process.pid or 0) > os.getpriority(os.PRIO_PROCESS, 0)


def test_a_player_that_fails_moves_at_random_and_says_nothing_of_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken:
        def watch(self, name: str, fields: object) -> None:
            """Ignore the event."""

        def choose(self, view: View, rng: object) -> Move:
            raise ValueError(str(view.moves))

    monkeypatch.setattr("bot.thinking.task.seated", lambda *_: Broken())
    answer = think(task_of("anything"))
    assert answer.fault.startswith("ValueError\n")
    assert answer.move.split()[-1] not in answer.fault
