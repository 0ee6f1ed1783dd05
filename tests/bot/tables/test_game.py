from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from sqlalchemy import Row, select

import games
from bot.core.errors import NotSeated, StaleTable, WrongPhase
from bot.core.fairness import verify
from bot.core.model import Phase, Table, Update
from bot.db import schema
from bot.tables.manager import Tables
from bot.tables.play import RECENT
from bot.tables.store.tables import Store
from games.core import IllegalMove, InvalidMove
from games.record import replay
from tests.bot.conftest import Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    GUILD,
    dealt,
    lobby,
    log_of,
    names,
    one_move,
    play_out,
    replays,
    run_out,
    same_from_disk,
    some_move,
    standings,
    waited_on,
)
from tests.bot.heaps import Heaps
from tests.bot.subjects import tables_of
from tests.present import present


async def test_a_whole_game_is_the_same_after_every_move_from_the_disk(
    tables: Tables, store: Store, now: Now
) -> None:
    rng = random.Random(3)
    table = await dealt(tables, ANN, BOB, CAT)
    count = 0
    while table.phase is Phase.PLAYING:
        now.pass_by(seconds=7)
        before, update = table, await one_move(tables, table, rng)
        table, count = update.table, count + 1
        assert table.version == before.version + 1
        assert update.happenings == table.recent[-1:]
        assert len(table.recent) == min(count, RECENT)
        await same_from_disk(store, tables, tables_of(store, now), table.id)
    assert len(await log_of(store, table.id)) == len(present(table.record).steps) == count
    assert table.outcome == present(table.live).outcome
    replays(table)
    verify(present(table.deal_header))


async def test_a_snapshot_is_not_touched_by_later_moves(tables: Tables) -> None:
    first = await dealt(tables)
    position, version, view = present(first.live).position(), first.version, first.view(0)
    await play_out(tables, first)
    assert present(first.live).position() == position
    assert (first.version, first.phase, first.recent, first.view(0)) == (
        version,
        Phase.PLAYING,
        (),
        view,
    )


async def test_refused_moves_change_nothing(tables: Tables, store: Store) -> None:
    table = await dealt(tables)
    told: list[Update] = []
    tables.listen(told.append)
    leader = present(table.seats[0].member_id)
    other = present(table.view(1)).hand[0]
    for member, move, error in [
        (9, "pass", NotSeated),
        (leader, "pass", IllegalMove),
        (leader, f"lay {other}", IllegalMove),
        (leader, "dance", InvalidMove),
        (leader, "", InvalidMove),
        (leader, "resign", InvalidMove),
        (BOB.id, f"lay {other}", IllegalMove),
    ]:
        with pytest.raises(error):
            await tables.move(table.id, member, move)
    assert await tables.get(table.id) == table
    assert told == []
    assert await log_of(store, table.id) == []


async def test_old_presses(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    lead = present(table.view(0)).moves[0]
    first = (await tables.move(table.id, ANN.id, lead, table.version)).table
    after = (await tables.move(table.id, BOB.id, "pass", first.version)).table
    # A bare move from a panel that shows an older state plays nothing …
    with pytest.raises(StaleTable):
        await tables.move(table.id, CAT.id, "pass", first.version)
    assert await tables.get(table.id) == after
    # … one that names a card that can still be played plays it …
    card = present(after.view(2)).moves[0]
    last = (await tables.move(table.id, CAT.id, card, first.version)).table
    assert last.recent[1].move == "pass"
    assert last.recent[2].move == card
    # … and the same press again plays nothing.
    with pytest.raises(IllegalMove):
        await tables.move(table.id, CAT.id, card, first.version)
    assert await tables.get(table.id) == last


async def test_a_press_from_the_game_before_plays_nothing(tables: Tables) -> None:
    old = await dealt(tables)
    await play_out(tables, old)
    await tables.rematch(old.id, ANN, 601)
    table = (await tables.rematch(old.id, BOB, 602)).table
    seat = waited_on(table)[0]
    with pytest.raises(StaleTable):
        await tables.move(
            table.id,
            present(table.seats[seat].member_id),
            present(table.view(seat)).moves[0],
            old.version,
        )
    assert await tables.get(table.id) == table


async def test_resigning_is_in_the_log_and_in_the_results(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    table = (await tables.resign(table.id, BOB.id)).table
    assert table.recent[-1].move == "resign"
    with pytest.raises(IllegalMove):
        await tables.resign(table.id, BOB.id)
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    table = await play_out(tables, table)
    replays(table)
    [bob] = [row for row in await results(store) if row.member_id == BOB.id]
    assert (bob.resigned, bob.rank, bob.kind) == (True, max(present(table.outcome).ranks), "won")
    with pytest.raises(WrongPhase, match="over"):
        await tables.resign(table.id, ANN.id)


async def results(store: Store) -> Sequence[Row[Any]]:
    return await store.rows(
        select(schema.results).order_by(schema.results.c.number, schema.results.c.seat)
    )


async def test_results_are_written_once_with_all_that_ratings_need(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, cards=3), random.Random(5))
    assert present(table.outcome).kind == "won"
    rows = await results(store)
    assert [row.member_id for row in rows] == [ANN.id, BOB.id]
    for row, seat, rank in zip(rows, table.seats, present(table.outcome).ranks, strict=True):
        assert (row.guild_id, row.game, row.table_id, row.number) == (GUILD, "heaps", table.id, 1)
        assert (row.name, row.kind, row.rank, row.last_rank) == (
            seat.name,
            present(table.outcome).kind,
            rank,
            2,
        )
        assert (row.honours, row.resigned, row.stand_ins) == ('["most:1"]', False, 0)
        assert row.moves == sum(step.seat == row.seat for step in present(table.record).steps)
    # Nothing that comes after the end adds to them: neither a restart nor the clock nor another
    # press.
    fresh = tables_of(store, now)
    now.pass_by(hours=1)
    assert await fresh.run_due(table.id) is None
    with pytest.raises(WrongPhase):
        await fresh.move(table.id, ANN.id, "pass")
    await fresh.close(table.id, ANN.id)
    assert await results(store) == rows


async def test_the_leaderboard_counts_finished_games(
    tables: Tables, heaps: type[Heaps], store: Store
) -> None:
    expected: dict[int, list[int]] = {who.id: [0, 0, 0] for who in (ANN, BOB, CAT)}
    rng = random.Random(5)
    table = await dealt(tables, ANN, BOB, CAT, bots=0)
    for number in range(6):
        table = await play_out(tables, table, rng)
        for seat, rank in zip(table.seats, present(table.outcome).ranks, strict=True):
            counts = expected[present(seat.member_id)]
            counts[0] += 1
            if present(table.outcome).kind == "won":
                counts[1] += rank == 1
                counts[2] += rank == max(present(table.outcome).ranks)
        for who in (ANN, BOB, CAT):
            table = (await tables.rematch(table.id, who, 700 + number)).table
    await tables.close(table.id, 4711, moderator=True)
    lines = await standings(store)
    assert {line.member_id: [line.games, line.won, line.lost] for line in lines} == expected
    assert [line.won for line in lines] == sorted((line.won for line in lines), reverse=True)
    assert {line.name for line in lines} == {"Ann", "Bob", "Cat"}
    assert [line.won for line in await standings(store, "heaps")] == [line.won for line in lines]
    assert await standings(store, "durak") == await standings(store, guild=GUILD + 1) == ()


async def test_again_seats_those_who_ask_where_they_sat(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await lobby(tables, ANN, BOB, CAT, bots=1)
    await tables.choose(table.id, ANN.id, options={"cards": 3})
    old = await play_out_with_bots(tables, (await tables.start(table.id, ANN.id)).table, now)
    told: list[Update] = []
    tables.listen(told.append)

    new = (await tables.rematch(table.id, CAT, 801)).table
    assert (new.phase, new.game_number, new.host_id, new.options["cards"]) == (
        Phase.LOBBY,
        2,
        CAT.id,
        3,
    )
    assert names(new) == ["Cat", "bot"]
    assert (new.secret, new.record, new.outcome, new.live) == (None, None, None, None)
    assert new.secret_hash != old.secret_hash
    new = (await tables.rematch(table.id, ANN, 802)).table
    assert names(new) == ["Ann", "Cat", "bot"]
    assert len(told) == 2
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    # Without Bob there are fewer seats: the last outcome would be told of the wrong ones, so it
    # isn't handed on.
    new = (await tables.start(table.id, CAT.id)).table
    assert names(new) == ["Ann", "Cat", "bot"]
    assert (new.previous, cast("Heaps", new.live).leader) == (None, 0)


async def play_out_with_bots(tables: Tables, table: Table, now: Now) -> Table:
    rng = random.Random(2)
    while table.phase is Phase.PLAYING:
        if waited_on(table):
            table = (await one_move(tables, table, rng)).table
        else:
            now.pass_by(seconds=1.125)
            table = present(await tables.run_due(table.id)).table
    return table


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_last_outcome_goes_into_the_next_game_of_the_same_people(
    tables: Tables, store: Store, now: Now, restarted: Tables
) -> None:
    rng = random.Random(8)
    table = await dealt(tables, ANN, BOB, CAT)
    while present((table := await play_out(tables, table, rng)).outcome).carry["leader"] == 0:
        table = await again(tables, table)
    leader = present(table.outcome).carry["leader"]
    if restarted:
        tables = tables_of(store, now)
    new = await again(tables, table)
    assert cast("Heaps", new.live).leader == leader
    assert new.game_number == table.game_number + 1


async def again(tables: Tables, table: Table) -> Table:
    for who in (BOB, ANN, CAT):
        table = (await tables.rematch(table.id, who, 900)).table
    return table


async def test_breaking_a_game_off_is_void(tables: Tables, store: Store, now: Now) -> None:
    table = await dealt(tables, ANN, BOB)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    closed = (await tables.close(table.id, 4711, moderator=True, reason="Enough.")).table
    assert (closed.phase, closed.reason, present(closed.outcome).kind) == (
        Phase.CLOSED,
        "Enough.",
        "void",
    )
    assert closed.version == table.version + 1
    assert closed.clocks == {}
    replays(closed)
    verify(present(closed.deal_header))
    assert {row.kind for row in await results(store)} == {"void"}
    assert await standings(store) == ()
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    with pytest.raises(WrongPhase, match="closed"):
        await tables.move(table.id, BOB.id, "pass")


async def test_a_moderator_closes_any_table(tables: Tables) -> None:
    table = await dealt(tables)
    assert (await tables.close(table.id, 4711, moderator=True)).table.phase is Phase.CLOSED


async def test_nothing_of_a_running_game_is_in_the_log_of_the_process(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    table = await play_out(tables, await dealt(tables))
    header = present(table.record).header
    hidden = [
        present(table.secret),
        present(table.seed),
        *(step.move for step in present(table.record).steps),
    ]
    ours = [
        record.getMessage()
        for record in caplog.records
        if not record.name.startswith(("asyncio", "aiosqlite"))
    ]
    assert not [message for message in ours if any(text in message for text in hidden)]
    assert header.seed.hex() == table.seed


async def test_a_table_dropped_from_memory_is_read_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.registry, "_most_live", 2)
    rng = random.Random(4)
    playing = [await dealt(tables) for _ in range(5)]
    for _ in range(3):
        playing = [(await one_move(tables, table, rng)).table for table in playing]
        assert len(tables.registry) <= 2
    for table in playing:
        assert await tables.get(table.id) == table
        assert replace(table, live=None).recent
    assert (len(tables.registry), tables.registry.evicted) == (2, 23)


async def test_a_table_in_use_is_never_dropped_from_memory(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.registry, "_most_live", 2)
    used, *others = [await dealt(tables) for _ in range(4)]
    await tables.get(used.id)
    async with tables.registry._at(used.id):
        for table in others:
            await tables.get(table.id)
        assert tables.registry.holds(used.id)
        assert len(tables.registry) == 2
    for table in others[:2]:
        await tables.get(table.id)
    assert not tables.registry.holds(used.id)


async def test_tables_that_are_forgotten_take_no_room(tables: Tables) -> None:
    for _ in range(3):
        await dealt(tables)
    assert (len(tables.registry), tables.registry.evicted) == (3, 0)
    await tables.timing.postpone()
    assert (len(tables.registry), tables.registry.evicted) == (0, 0)


async def test_a_member_who_gives_up_waiting_does_not_undo_the_move(tables: Tables) -> None:
    table = await dealt(tables)
    told: list[Update] = []
    tables.listen(told.append)
    member, move = some_move(table, random.Random(1))
    waiting = asyncio.ensure_future(tables.move(table.id, member, move))
    await asyncio.sleep(0)
    waiting.cancel()
    after = (await tables.resign(table.id, BOB.id)).table
    assert [happening.move for happening in after.recent] == [move, "resign"]
    assert len(told) == 2


async def test_a_table_knows_how_many_bouts_are_over(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await run_out(tables, await dealt(tables, ANN, bots=1, game="durak"), now)
    record, kind = present(table.record), games.load("durak")
    over = 0
    for _, _, events in replay(record):
        over += any(event.name in kind.chapter_names for event in events)
    assert table.chapters == over > 3
    assert (await tables_of(store, now).get(table.id)).chapters == over, "after a restart too"
