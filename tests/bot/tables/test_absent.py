"""Tests of members who don't move in time. Such a member gets a notice at half of their time. Then
bot players move for the member, who can come back."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.core.errors import BadChoice, NotSeated, WrongPhase
from bot.core.model import Person, Phase, Speed, Table, Update
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    dealt,
    lobby,
    one_move,
    paused,
    play_out,
    replays,
    run_out,
    same_from_disk,
    waited_on,
)
from tests.bot.subjects import tables_of
from tests.looked_at import due, next_deadline
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")

PAUSE = timedelta(seconds=1)


async def at_speed(tables: Tables, speed: str, *people: Person, bots: int = 0) -> Table:
    table = await lobby(tables, *people, bots=bots)
    await tables.choose(table.id, table.host_id, speed=speed)
    return (await tables.start(table.id, table.host_id)).table


@pytest.mark.parametrize(
    ("speed", "limit"),
    [
        ("quick", timedelta(seconds=30)),
        ("relaxed", timedelta(minutes=3)),
        ("by-post", timedelta(hours=24)),
    ],
)
async def test_each_speed_has_its_time(
    tables: Tables, store: Store, now: Now, speed: str, limit: timedelta
) -> None:
    table = await at_speed(tables, speed, ANN, BOB)
    assert (table.speed, table.speed.limit) == (Speed(speed), limit)
    assert table.clocks == {0: now() + limit + table.speed.reserve}
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    now.pass_by(seconds=(limit + table.speed.reserve).total_seconds())
    assert present(await tables.run_due(table.id)).happenings[0].stand_in


async def test_without_a_limit_nothing_is_ever_due(tables: Tables, now: Now) -> None:
    table = await at_speed(tables, Speed.NONE, ANN, BOB)
    assert (table.clocks, table.speed.limit, await next_deadline(tables)) == (
        {},
        None,
        None,
    )
    now.pass_by(days=400)
    assert await tables.run_due(table.id) is None


async def test_a_speed_that_isnt_there_is_refused_in_words(tables: Tables) -> None:
    table = await lobby(tables)
    with pytest.raises(BadChoice, match="no “glacial” speed here"):
        await tables.choose(table.id, ANN.id, speed="glacial")


@pytest.mark.parametrize("restarted", [False, True])
async def test_half_time_is_told_once_for_each_turn(
    tables: Tables, store: Store, now: Now, restarted: Tables
) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    now.pass_by(seconds=89)
    assert await tables.run_due(table.id) is None
    now.pass_by(seconds=1)
    assert await due(tables, now()) == [table.id]
    told: list[Update] = []
    tables.listen(told.append)
    update = present(await tables.run_due(table.id))
    assert (update.half_time, update.happenings) == ((0,), ())
    assert told == [update]
    # It changes nothing that is shown on a panel: presses from before stay good.
    assert (update.table.version, update.table.clocks) == (table.version, table.clocks)
    assert update.table.reminded == {0}
    if restarted:
        tables = tables_of(store, now)
    assert await next_deadline(tables) == now() + timedelta(seconds=90)
    for _ in range(17):
        now.pass_by(seconds=5)
        assert await tables.run_due(table.id) is None

    # After the move, Bob and Cat are waited on: they are told when half of their own time is over.
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    assert table.reminded == frozenset()
    now.pass_by(seconds=30)
    table = (await tables.move(table.id, BOB.id, "pass")).table
    now.pass_by(seconds=60)
    assert present(await tables.run_due(table.id)).half_time == (2,)


async def test_two_processes_tell_half_time_once(tables: Tables, url: str, now: Now) -> None:
    from bot.tables.store.tables import Store

    theirs = await Store.open(url)
    other = tables_of(theirs, now)
    table = await dealt(tables, ANN, BOB, CAT)
    await other.get(table.id)
    now.pass_by(seconds=90)
    updates = [await manager.run_due(table.id) for manager in (tables, other, tables, other)]
    assert [update and update.half_time for update in updates] == [(0,), None, None, None]
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    now.pass_by(seconds=90)
    updates = [await manager.run_due(table.id) for manager in (other, tables)]
    assert [update and update.half_time for update in updates] == [(1, 2), None]
    await theirs.close()


async def test_bot_players_are_not_told_of_half_time(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, bots=1)
    await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])
    assert paused(present(await next_deadline(tables)), now)


async def test_bot_players_hurry_once_no_member_plays_on(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, bots=5, game="durak")
    rng = random.Random(3)
    while not any(each.is_bot and seat in table.clocks for seat, each in enumerate(table.seats)):
        table = (await one_move(tables, table, rng)).table
    assert paused(present(await next_deadline(tables)), now), "while Ann plays, all can follow"
    began, moves = now(), table.version
    table = (await tables.resign(table.id, ANN.id)).table
    over = await run_out(tables, table, now)
    moves = len(present(over.record).steps)
    assert moves > 20
    assert (now() - began) / moves < PAUSE / 4


async def absent(
    tables: Tables, table: Table, now: Now, member: Person, *, stand_ins: int = 3
) -> Table:
    """Let time pass for `member` until bot players have moved for them `stand_ins` times in a row,
    and return the table. The other players move at random."""
    rng, seat = random.Random(4), present(table.seat_of(member.id))
    while table.seats[seat].missed < stand_ins:
        others = [number for number in sorted(present(table.live).waiting_on) if number != seat]
        if others:
            mover = present(table.seats[others[0]].member_id)
            table = (
                await tables.move(table.id, mover, rng.choice(present(table.view(others[0])).moves))
            ).table
        else:
            now.pass_by(minutes=3)
            table = present(await tables.run_due(table.id)).table
    return table


async def test_after_three_times_in_a_row_a_bot_player_keeps_the_seat(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await absent(tables, await dealt(tables, ANN, BOB, cards=8), now, BOB, stand_ins=2)
    assert not table.seats[1].absent
    table = await absent(tables, table, now, BOB)
    assert [seat.absent for seat in table.seats] == [False, True]
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    # From now on it moves at a bot player's pace, and nobody is reminded.
    while 1 not in present(table.live).waiting_on:
        table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    assert list(table.clocks) == [1]
    assert table.reminded == frozenset()
    now.pass_by(seconds=1.125)
    update = present(await tables.run_due(table.id))
    assert (update.happenings[0].seat, update.happenings[0].stand_in) == (1, True)
    assert update.table.seats[1].missed == 4


@pytest.mark.parametrize("way", ["I'm back", "a move"])
async def test_who_is_back_has_the_seat_and_all_the_time_again(
    tables: Tables, store: Store, now: Now, way: str
) -> None:
    table = await absent(tables, await dealt(tables, ANN, BOB, cards=8), now, BOB)
    while 1 not in present(table.live).waiting_on:
        table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    if way == "I'm back":
        before = table
        table = (await tables.back(table.id, BOB.id)).table
        assert table.version == before.version + 1
        assert table.clocks == {1: now() + timedelta(minutes=3)}
        # A press from before that names no card is as good as it was: nobody has moved.
        assert (
            await tables.move(table.id, BOB.id, present(table.view(1)).moves[0], before.version)
        ).happenings
    else:
        table = (await tables.move(table.id, BOB.id, present(table.view(1)).moves[0])).table
    table = await tables.get(table.id)
    assert not table.seats[1].absent
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    with pytest.raises(WrongPhase, match="You're already here"):
        await tables.back(table.id, BOB.id)
    with pytest.raises(NotSeated):
        await tables.back(table.id, CAT.id)
    # It takes three more to lose it again.
    table = await absent(tables, table, now, BOB, stand_ins=5)
    assert not table.seats[1].absent
    replays(await run_out(tables, table, now))


async def test_being_back_is_kept_when_the_process_ends_before_the_next_move(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await absent(tables, await dealt(tables, ANN, BOB, cards=8), now, BOB)
    await tables.back(table.id, BOB.id)
    fresh = tables_of(store, now)
    assert not (await fresh.get(table.id)).seats[1].absent


async def test_a_press_from_before_a_vote_is_good_and_one_from_before_a_move_is_not(
    tables: Tables,
) -> None:
    from bot.core.errors import StaleTable

    table = await dealt(tables, ANN, BOB, CAT)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    await tables.vote_out(table.id, ANN.id, 1)
    after = (await tables.move(table.id, CAT.id, "pass", table.version)).table
    with pytest.raises(StaleTable):
        await tables.move(table.id, BOB.id, "pass", table.version)
    assert await tables.get(table.id) == after


async def test_a_table_by_post_lives_for_weeks(store: Store, now: Now) -> None:
    """A game by post can be played for weeks when each member moves once a day and the bot is
    restarted every day. No bot player ever moves for them."""
    rng = random.Random(3)
    tables = tables_of(store, now, entropy=Drawn())
    table = await at_speed(tables, Speed.BY_POST, ANN, BOB, CAT)
    began = now()
    while table.phase is Phase.PLAYING:
        now.pass_by(hours=23)
        tables = tables_of(store, now, entropy=Drawn())
        for table_id in await due(tables, now()):
            update = present(await tables.run_due(table_id))
            assert not update.happenings
            assert update.half_time
        table = (await one_move(tables, await tables.get(table.id), rng)).table
        # Whoever else is waited on has their own day.
        for seat in sorted(
            present(table.live).waiting_on - {min(present(table.live).waiting_on, default=0)}
        ):
            table = (
                await tables.move(
                    table.id,
                    present(table.seats[seat].member_id),
                    present(table.view(seat)).moves[0],
                )
            ).table
    assert now() - began > timedelta(days=7)
    assert sum(seat.missed for seat in table.seats) == 0
    replays(table)


async def test_deadlines_and_half_times_are_postponed_by_the_downtime(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB)
    now.pass_by(seconds=80)
    await tables.timing.alive()
    now.pass_by(hours=7)
    fresh = tables_of(store, now)
    await fresh.timing.postpone()
    assert await next_deadline(fresh) == now() + timedelta(seconds=10)
    now.pass_by(seconds=10)
    assert present(await fresh.run_due(table.id)).half_time == (0,)
    assert await next_deadline(fresh) == now() + timedelta(seconds=90)
    assert (await play_out(fresh, await fresh.get(table.id))).phase is Phase.OVER


async def test_who_is_out_may_accuse_and_is_never_waited_on(tables: Tables, now: Now) -> None:
    """By rule DUR-71, a player without cards can still accuse another player of cheating. The game
    never waits for such a player: no clock runs for them, member or bot player."""
    options = {"game": "durak", "deck": "24", "cheating": True}
    table = await dealt(tables, ANN, BOB, bots=2, **options)
    rng, accused = random.Random(71), 0
    for _ in range(5):
        while table.phase is Phase.PLAYING:
            seats = present(table.view(None)).seats
            assert not [seat for seat in table.clocks if seats[seat].out]
            out = [seat for seat in (0, 1) if seats[seat].out and present(table.view(seat)).moves]
            if out:
                member = present(table.seats[out[0]].member_id)
                update = await tables.move(
                    table.id, member, present(table.view(out[0])).moves[0], table.version
                )
                accused += update.happenings[0].events[0].name == "accuse"
                table = update.table
            elif waited_on(table):
                table = (await one_move(tables, table, rng)).table
            else:
                now.moment = present(await next_deadline(tables))
                table = present(await tables.run_due(table.id)).table
        replays(table)
        if accused:
            return
        table = await dealt(tables, ANN, BOB, bots=2, **options)
    pytest.fail("nobody who was out could accuse in five games")
