from __future__ import annotations

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable
from contextvars import Context
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.core.errors import NotSaved
from bot.core.model import Phase, Speed, Update
from bot.tables.downtime import Timing
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from bot.tables.timer import HEARTBEAT, Timer
from games.core import Move
from games.players import Forgetful
from games.shuffle import Chance
from games.view import View
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    dealt,
    lobby,
    paused,
    play_out,
    replays,
    run_out,
    some_move,
    standings,
    waited_on,
)
from tests.bot.subjects import tables_of
from tests.looked_at import due, next_deadline
from tests.present import present

LIMIT, PAUSE = timedelta(minutes=3), timedelta(seconds=1)


async def test_a_seats_clock_goes_on_while_it_is_waited_on(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    assert table.clocks == {0: now() + LIMIT}
    now.pass_by(seconds=30)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    started = now()
    assert table.clocks == {1: started + LIMIT, 2: started + LIMIT}
    now.pass_by(seconds=30)
    table = (await tables.move(table.id, BOB.id, "pass")).table
    assert table.clocks == {2: started + LIMIT}
    # Half of a member's time is a deadline too: it is told.
    assert await next_deadline(tables) == started + LIMIT / 2
    now.pass_by(seconds=30)
    table = (await tables.move(table.id, CAT.id, "pass")).table
    assert table.clocks == {0: now() + LIMIT}


async def test_a_bot_player_moves_for_a_member_whose_time_is_up(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, BOB)
    now.pass_by(seconds=179)
    assert present(await tables.run_due(table.id)).happenings == ()
    assert await tables.run_due(table.id) is None
    assert await due(tables, now()) == []
    now.pass_by(seconds=1)
    assert await due(tables, now()) == [table.id]
    update = present(await tables.run_due(table.id))
    [happening] = update.happenings
    assert (happening.seat, happening.stand_in) == (0, True)
    assert [seat.missed for seat in update.table.seats] == [1, 0]
    assert update.table.clocks == {1: now() + LIMIT}
    assert await tables.run_due(table.id) is None


async def test_an_absent_table_plays_itself_to_the_end(
    tables: Tables, now: Now, store: Store
) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    while table.phase is Phase.PLAYING:
        now.moment = present(await next_deadline(tables))
        [table_id] = await due(tables, now())
        table = present(await tables.run_due(table_id)).table
    assert await next_deadline(tables) is None
    assert sum(seat.missed for seat in table.seats) == len(present(table.record).steps)
    replays(table)
    assert [line.games for line in await standings(store)] == [1, 1, 1]


async def test_bot_players_play_a_whole_game_in_their_own_time(
    tables: Tables, now: Now, store: Store
) -> None:
    table = await dealt(tables, ANN, BOB, bots=2)
    rng = random.Random(1)
    while table.phase is Phase.PLAYING:
        if waited_on(table):
            member, move = some_move(table, rng)
            table = (await tables.move(table.id, member, move)).table
            continue
        assert max(table.clocks.values()) <= now() + PAUSE * 9 / 8
        now.moment = present(await next_deadline(tables))
        table = present(await tables.run_due(table.id)).table
        assert not any(happening.stand_in for happening in table.recent)
    assert {line.member_id for line in await standings(store)} == {ANN.id, BOB.id}


async def test_without_a_limit_members_have_all_the_time(store: Store, now: Now) -> None:
    tables = tables_of(store, now, rules=TableRules(speed=Speed.NONE), entropy=Drawn())
    table = await dealt(tables, ANN, bots=1)
    assert table.clocks == {}
    assert await next_deadline(tables) is None
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    assert list(table.clocks) == [1]
    assert paused(table.clocks[1], now)


async def test_a_bot_player_chooses_by_its_view_and_the_secret_alone(
    store: Store, now: Now, tmp_path: Path
) -> None:
    async def game(url: str) -> list[tuple[int, str]]:
        from bot.tables.store.tables import Store

        store = await Store.open(url)
        tables = tables_of(store, now, entropy=Drawn())
        table = await dealt(tables, ANN, bots=2)
        table = await run_out(tables, table, now)
        await store.close()
        return [(step.seat, step.move) for step in present(table.record).steps]

    assert await game(f"sqlite:///{tmp_path}/one.db") == await game(f"sqlite:///{tmp_path}/two.db")


@pytest.mark.parametrize("fault", ["raises", "illegal"])
async def test_a_bot_player_that_fails_does_not_stop_the_table(
    tables: Tables,
    now: Now,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: str,
) -> None:
    def broken(view: View, rng: Chance) -> Move:
        if fault == "raises":
            raise ValueError(view.hand[0])
        return Move.make("dance")

    table = await lobby(tables, ANN, bots=1)
    monkeypatch.setattr("bot.thinking.task.seated", lambda game, strength: Forgetful(broken))
    table = (await tables.start(table.id, ANN.id)).table
    hand = present(table.view(0)).hand
    now.pass_by(minutes=3)
    update = present(await tables.run_due(table.id))
    assert update.happenings[0].move.startswith("lay")
    assert table.id in caplog.text
    assert not any(card in caplog.text for card in hand)


async def test_deadlines_are_postponed_by_the_downtime(store: Store, now: Now) -> None:
    first = tables_of(store, now, entropy=Drawn())
    timer = Timer(first, now)
    await timer.start()
    table, waiting = await dealt(first, ANN, BOB), await lobby(first, CAT)
    now.pass_by(seconds=80)
    await timer.stop()

    for _ in range(2):
        now.pass_by(hours=5)
        second = tables_of(store, now)
        timer = Timer(second, now)
        await timer.start()
        again = await second.get(table.id)
        assert again.clocks == {0: now() + timedelta(seconds=100)}
        assert await next_deadline(second) == now() + timedelta(seconds=10)
        # A crash: nothing more is written, and the next start goes by the heartbeat of this one.
        timer._going = False
        present(timer._timer).cancel()
    now.pass_by(seconds=100)
    assert await due(second, now()) == [table.id]
    assert present(await second.run_due(table.id)).happenings[0].stand_in
    now.pass_by(minutes=28)
    assert waiting.id in await due(second, now())
    assert present(await second.run_due(waiting.id)).table.phase is Phase.CLOSED


async def test_after_a_crash_deadlines_go_by_the_last_sign_of_life(store: Store, now: Now) -> None:
    tables = tables_of(store, now, entropy=Drawn())
    await Timer(tables, now).start()
    table = await dealt(tables, ANN, BOB)
    now.pass_by(seconds=40)
    # The move is the last sign of life, later than the heartbeat.
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    now.pass_by(days=3)
    fresh = tables_of(store, now)
    assert await fresh.timing.postpone() == timedelta(days=3)
    assert (await fresh.get(table.id)).clocks == {1: now() + LIMIT}


Armed = tuple[datetime, int, asyncio.Handle]


class LoopTime:
    """A replacement for `call_later` of the event loop, for the bot's `Timer` alone. Its timers
    don't ring by themselves. When a test calls `go_on`, the clock `now` goes on by the given time,
    and every timer that is due in this time rings."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: Now) -> None:
        self.now = now
        self.timers: list[Armed] = []
        self.number = itertools.count()
        self.real = asyncio.get_running_loop().call_later
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self.call_later)

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.Handle:
        if not isinstance(getattr(callback, "__self__", None), Timer):
            return self.real(delay, callback, *args, context=context)
        handle = asyncio.Handle(callback, args, asyncio.get_running_loop())
        heapq.heappush(
            self.timers, (self.now() + timedelta(seconds=delay), next(self.number), handle)
        )
        return handle

    @property
    def alive(self) -> list[Armed]:
        return [timer for timer in self.timers if not timer[2].cancelled()]

    async def go_on(self, timer: Timer, time: timedelta) -> None:
        end = self.now() + time
        while self.timers and self.timers[0][0] <= end:
            when, _, handle = heapq.heappop(self.timers)
            if not handle.cancelled():
                self.now.moment = max(when, self.now())
                handle._run()
                await timer._background.finish()
        self.now.moment = end


@pytest.fixture
async def loop_time(monkeypatch: pytest.MonkeyPatch, now: Now) -> LoopTime:
    return LoopTime(monkeypatch, now)


async def test_the_timer_drives_games_with_one_timer(
    tables: Tables, now: Now, loop_time: LoopTime
) -> None:
    timer = Timer(tables, now)
    await timer.start()
    ended = []
    tables.listen(
        lambda update: ended.append(update.table.id) if update.table.phase is Phase.OVER else None
    )
    games = [await dealt(tables, ANN, bots=2), await dealt(tables, BOB, CAT, bots=1)]
    idle = await lobby(tables, ANN)
    for _ in range(60):
        assert len(loop_time.alive) == 1
        await loop_time.go_on(timer, timedelta(seconds=31))
    assert sorted(ended) == sorted(table.id for table in games)
    assert (await tables.get(idle.id)).phase is Phase.CLOSED
    await timer.stop()
    await timer.stop()
    assert loop_time.alive == []


async def test_a_table_that_fails_does_not_stop_the_timer(
    tables: Tables,
    now: Now,
    loop_time: LoopTime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    timer = Timer(tables, now)
    await timer.start()
    bad, good = await dealt(tables, ANN, BOB), await dealt(tables, BOB, CAT)
    real, failing = Tables.run_due, True

    async def run_due(self: Tables, table_id: str) -> Update | None:
        if table_id == bad.id and failing:
            raise RuntimeError("6S")
        return await real(self, table_id)

    monkeypatch.setattr(Tables, "run_due", run_due)
    await loop_time.go_on(timer, timedelta(seconds=181))
    assert (await tables.get(good.id)).recent
    assert not (await tables.get(bad.id)).recent
    assert bad.id in caplog.text
    assert "6S" not in caplog.text
    failing = False
    await loop_time.go_on(timer, timedelta(seconds=30))
    assert (await tables.get(bad.id)).recent
    await timer.stop()


async def test_the_heartbeat_is_written_once_a_minute_and_survives_a_failing_database(
    tables: Tables,
    store: Store,
    now: Now,
    loop_time: LoopTime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    timer = Timer(tables, now)
    await timer.start()
    start = now()
    beats = []
    real = Timing.alive

    async def alive(self: Timing) -> None:
        beats.append(now())
        if len(beats) == 1:
            raise NotSaved
        await real(self)

    monkeypatch.setattr(Timing, "alive", alive)
    await loop_time.go_on(timer, HEARTBEAT * 3)
    assert beats == [start + HEARTBEAT, start + HEARTBEAT * 2, start + HEARTBEAT * 3]
    assert await store.heartbeats() == [(0, 1, start + HEARTBEAT * 3)]
    await timer.stop()


async def test_members_who_play_are_never_stood_in_for(
    tables: Tables, now: Now, loop_time: LoopTime
) -> None:
    timer = Timer(tables, now)
    await timer.start()
    table = await dealt(tables, ANN, BOB)
    rng = random.Random(1)
    while table.phase is Phase.PLAYING:
        await loop_time.go_on(timer, timedelta(seconds=179))
        member, move = some_move(table, rng)
        table = (await tables.move(table.id, member, move)).table
    assert sum(seat.missed for seat in table.seats) == 0
    await timer.stop()
    assert (await play_out(tables, table)) == table
