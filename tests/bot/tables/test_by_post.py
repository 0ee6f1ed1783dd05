"""Tests of games by post (a day per move), with each player's reserve of time, vacations, and
tables that sleep while everybody is away."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.core.errors import NotDeserted
from bot.core.model import RESERVE, Person, Phase, Speed, Table
from bot.core.shards import Shards, shard_of
from bot.preferences.vacation import A_YEAR, NoVacationLeft, OnVacation, left
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import ANN, BOB, CAT, lobby, one_move, play_out, same_from_disk, waited_on
from tests.bot.subjects import tables_of
from tests.looked_at import due, next_deadline
from tests.present import present

DAY = timedelta(days=1)
MOVE = timedelta(hours=24)


async def by_post(tables: Tables, *people: Person, bots: int = 0) -> Table:
    table = await lobby(tables, *people, bots=bots)
    await tables.choose(table.id, table.host_id, speed=Speed.BY_POST)
    return (await tables.start(table.id, table.host_id)).table


async def turn_of(tables: Tables, table: Table, seat: int, rng: random.Random) -> Table:
    """Let the other seats make random moves until the game waits for `seat` alone, and return the
    table."""
    while waited_on(table) != [seat]:
        others = [other for other in waited_on(table) if other != seat]
        member = present(table.seats[others[0]].member_id)
        move = rng.choice(present(table.view(others[0])).moves)
        table = (await tables.move(table.id, member, move)).table
    return table


async def passes(tables: Tables, table: Table, now: Now) -> Table:
    """Move the clock on to the next deadline, let the bot do what is due at it, and return the
    table."""
    now.moment = present(await next_deadline(tables))
    update = await tables.run_due(table.id)
    return update.table if update is not None else await tables.get(table.id)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(11)


async def test_who_takes_longer_than_a_day_uses_up_the_reserve_of_that_game(
    tables: Tables, store: Store, now: Now, rng: random.Random
) -> None:
    table = await by_post(tables, ANN, BOB)
    used = timedelta()
    for hours in (20, 30, 24, 60):
        table = await turn_of(tables, table, 0, rng)
        assert table.clocks[0] == now() + MOVE + RESERVE - used
        assert table.reserves[0] == RESERVE - used
        now.pass_by(hours=hours)
        used += max(timedelta(hours=hours) - MOVE, timedelta())
        table = (await one_move(tables, table, rng)).table
        assert table.seats[0].spent == used
        assert table.seats[1].spent == timedelta(), "each has their own"
        await same_from_disk(store, tables, tables_of(store, now), table.id)
    table = await play_out(tables, table, rng)
    for who in (ANN, BOB):
        table = (await tables.rematch(table.id, who, 900 + who.id)).table
    assert [seat.spent for seat in table.seats] == [timedelta(), timedelta()], "an earlier game"


async def test_after_the_day_and_the_reserve_a_bot_player_moves_once(
    tables: Tables, now: Now
) -> None:
    table = await by_post(tables, ANN, BOB)
    now.pass_by(hours=12)
    assert present(await tables.run_due(table.id)).half_time == (0,), "half of the day"
    now.pass_by(days=3)
    assert await tables.run_due(table.id) is None
    now.pass_by(hours=12)
    update = present(await tables.run_due(table.id))
    assert update.happenings[0].stand_in
    assert update.table.seats[0].spent == RESERVE


async def test_a_month_without_anybody_loses_nothing(
    tables: Tables, store: Store, now: Now, rng: random.Random
) -> None:
    table = await by_post(tables, ANN, BOB, CAT)
    table = (await one_move(tables, table, rng)).table
    while await next_deadline(tables) is not None:
        table = await passes(tables, table, now)
    assert table.asleep
    missed = sum(seat.missed for seat in table.seats)
    assert missed <= 4, "a turn or two of each, in case that the others are there"
    assert not any(seat.absent for seat in table.seats)
    now.pass_by(days=31)
    fresh = tables_of(store, now, entropy=Drawn())
    await fresh.timing.postpone()
    table = await fresh.get(table.id)
    assert (table.phase, table.asleep, await fresh.run_due(table.id)) == (
        Phase.PLAYING,
        True,
        None,
    )
    assert [seat.spent for seat in table.seats] == [timedelta()] * 3
    table = (await fresh.back(table.id, CAT.id)).table
    assert not table.asleep
    for seat in waited_on(table):
        assert table.clocks[seat] == now() + MOVE + RESERVE
    table = await play_out(fresh, table, rng)
    assert sum(seat.missed for seat in table.seats) == missed


async def test_a_sleeping_table_wakes_by_a_move(
    tables: Tables, now: Now, rng: random.Random
) -> None:
    table = await by_post(tables, ANN, bots=1)
    while await next_deadline(tables) is not None:
        table = await passes(tables, table, now)
    assert table.asleep
    assert sum(seat.missed for seat in table.seats) == 0, "with bot players nobody waits"
    table = (await one_move(tables, table, rng)).table
    assert not table.asleep


async def test_while_one_other_is_there_a_bot_player_stands_in(
    tables: Tables, now: Now, rng: random.Random
) -> None:
    table = await by_post(tables, ANN, BOB)
    for _ in range(3):
        table = await turn_of(tables, table, 1, rng)
        while table.clocks and waited_on(table) == [1] and not table.seats[1].absent:
            table = await passes(tables, table, now)
        if table.phase is not Phase.PLAYING:
            break
        assert table.seats[1].missed
        assert not table.asleep


async def test_a_vacation_stops_the_clocks_of_its_member_alone(
    tables: Tables, store: Store, now: Now, rng: random.Random
) -> None:
    first, second = await by_post(tables, ANN, BOB), await by_post(tables, BOB, ANN)
    relaxed = await lobby(tables, ANN, CAT)
    await tables.choose(relaxed.id, ANN.id, speed=Speed.RELAXED)
    relaxed = (await tables.start(relaxed.id, ANN.id)).table
    now.pass_by(hours=6)
    await tables.vacations.take(ANN.id, 5)
    first, second = await tables.get(first.id), await tables.get(second.id)
    assert first.clocks[0] == now() - timedelta(hours=6) + MOVE + RESERVE + 5 * DAY
    assert second.clocks[0] == now() - timedelta(hours=6) + MOVE + RESERVE, "Bob's"
    assert first.seats[0].vacation == second.seats[1].vacation == now() + 5 * DAY
    assert (await tables.get(relaxed.id)).seats[0].vacation is None
    # A turn that begins during the vacation begins after it.
    now.pass_by(days=1)
    second = await turn_of(tables, second, 1, rng)
    assert second.clocks[1] == now() + 4 * DAY + MOVE + RESERVE
    await same_from_disk(store, tables, tables_of(store, now), second.id)
    # Half of the day is told after the vacation only.
    assert await tables.run_due(first.id) is None
    with pytest.raises(OnVacation):
        await tables.vacations.take(ANN.id, 2)
    now.pass_by(days=1)
    await tables.vacations.take(ANN.id, None)
    second = await tables.get(second.id)
    assert second.clocks[1] == now() + MOVE + RESERVE
    assert (await tables.get(first.id)).clocks[0] == now() + MOVE + RESERVE - timedelta(hours=6)
    taken = (await tables.preferences.member(ANN.id)).vacation
    assert left(taken, now()) == A_YEAR - 2 * DAY, "the rest is given back"


async def test_a_vacation_has_fourteen_days_a_year(tables: Tables, now: Now) -> None:
    await tables.vacations.take(ANN.id, 10)
    now.pass_by(days=11)
    with pytest.raises(NoVacationLeft):
        await tables.vacations.take(ANN.id, 5)
    await tables.vacations.take(ANN.id, 4)
    now.pass_by(days=5)
    with pytest.raises(NoVacationLeft):
        await tables.vacations.take(ANN.id, 1)
    now.pass_by(days=350)
    await tables.vacations.take(ANN.id, 14)


async def test_a_table_that_was_not_told_of_a_vacation_finds_it_out(
    tables: Tables, store: Store, now: Now
) -> None:
    """A vacation was saved, but the process ended before it changed the member's tables. At the
    next deadline, the table finds the vacation, and gives the member's clock the time of the
    vacation."""
    table = await by_post(tables, ANN, BOB)
    await tables.vacations.note(ANN.id, 14)
    fresh = tables_of(store, now, entropy=Drawn())
    await fresh.timing.postpone()
    now.pass_by(hours=12)
    assert await due(fresh, now()) == [table.id]
    update = present(await fresh.run_due(table.id))
    assert (update.happenings, update.half_time) == ((), ())
    assert update.table.clocks[0] == now() - timedelta(hours=12) + MOVE + RESERVE + 14 * DAY


async def test_a_table_that_another_process_serves_finds_out_both_ways(
    store: Store, tables: Tables, now: Now
) -> None:
    table = await by_post(tables, ANN, BOB)
    there = tables_of(store, now, shards=Shards(2, (1,)))
    assert shard_of(table.guild_id, 2) == 0
    await there.vacations.take(ANN.id, 14)
    now.pass_by(hours=12)
    away = present(await tables.run_due(table.id)).table
    assert away.clocks[0] == now() - timedelta(hours=12) + MOVE + RESERVE + 14 * DAY
    now.pass_by(days=1)
    await there.vacations.take(ANN.id, None)
    now.pass_by(minutes=2)
    back = present(await tables.run_due(table.id)).table
    assert back.clocks[0] == now() + MOVE + RESERVE, "the vacation began with the turn"
    assert present(back.seats[0].vacation) <= now()


@pytest.mark.parametrize("days", [1, 5])
async def test_a_vacation_of_which_a_table_hears_late_ends_with_the_time_it_began_with(
    store: Store, tables: Tables, now: Now, days: int
) -> None:
    """Another process saves a vacation of `days` days, and the table hears of it only at its next
    deadline. If `days` is 1, the vacation is over by then. If `days` is 5, it still goes on. In
    both cases the member has as much time left after the vacation as before it."""
    table = await by_post(tables, ANN, BOB)
    there = tables_of(store, now, shards=Shards(2, (1,)))
    now.pass_by(hours=12)
    assert present(await tables.run_due(table.id)).half_time == (0,)
    now.pass_by(days=2)
    left = table.clocks[0] - now()
    await there.vacations.take(ANN.id, days)
    until = now() + days * DAY
    assert (await passes(tables, table, now)).clocks[0] == until + left
    assert (await tables.get(table.id)).seats[0].missed == 0
    now.moment = max(now(), until)
    assert await tables.run_due(table.id) is None
    await same_from_disk(store, tables, tables_of(store, now), table.id)


async def test_a_turn_that_began_in_an_unknown_vacation_stands_still_from_then(
    store: Store, tables: Tables, now: Now, rng: random.Random
) -> None:
    table = await turn_of(tables, await by_post(tables, ANN, BOB), 1, rng)
    there = tables_of(store, now, shards=Shards(2, (1,)))
    await there.vacations.take(ANN.id, 5)
    until = now() + 5 * DAY
    now.pass_by(days=1)
    table = await turn_of(tables, table, 0, rng)
    assert (await passes(tables, table, now)).clocks[0] == until + MOVE + RESERVE


async def test_an_old_vacation_changes_nothing(tables: Tables, store: Store, now: Now) -> None:
    there = tables_of(store, now, shards=Shards(2, (1,)))
    await there.vacations.take(ANN.id, 1)
    now.pass_by(days=2)
    table = await by_post(tables, ANN, BOB)
    assert await tables.run_due(table.id) is None
    assert (await tables.get(table.id)).version == table.version


async def test_who_comes_back_first_can_not_close_the_game_of_the_others(
    tables: Tables, now: Now
) -> None:
    table = await by_post(tables, ANN, BOB)
    while await next_deadline(tables) is not None:
        table = await passes(tables, table, now)
    now.pass_by(days=20)
    with pytest.raises(NotDeserted, match="after a month without a move"):
        await tables.close(table.id, ANN.id)
    now.pass_by(days=11)
    assert (await tables.close(table.id, ANN.id)).table.phase is Phase.CLOSED
