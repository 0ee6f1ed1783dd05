"""Tests of removing members and closing tables, by votes, by moderators, by hosts who leave, or
because nobody has moved for a day."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select, update

from bot.core.errors import AlreadyVoted, BadChoice, HostOnly, NotDeserted, NotSeated, WrongPhase
from bot.core.model import Person, Phase, Speed, Update
from bot.db import schema
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    dealt,
    lobby,
    names,
    play_out,
    replays,
    run_out,
    same_from_disk,
)
from tests.bot.subjects import tables_of
from tests.looked_at import due, next_deadline
from tests.present import present

DAN = Person(1004, "Dan")
MODERATOR = 4711


async def test_most_of_the_others_put_a_member_out(tables: Tables, store: Store, now: Now) -> None:
    table = await dealt(tables, ANN, BOB, CAT, DAN)
    table = (await tables.vote_out(table.id, ANN.id, 3)).table
    assert table.seats[3].votes == {ANN.id}
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    with pytest.raises(AlreadyVoted):
        await tables.vote_out(table.id, ANN.id, 3)
    assert table.recent == ()
    update = await tables.vote_out(table.id, BOB.id, 3)
    assert [(step.seat, step.move) for step in update.happenings] == [(3, "resign")]
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    # Who is out has no vote any more: of Ann, Bob and Cat, two others decide about each.
    with pytest.raises(WrongPhase, match="You've left this game"):
        await tables.vote_out(table.id, DAN.id, 0)
    assert (await tables.vote_out(table.id, BOB.id, 2)).happenings == ()
    assert (await tables.vote_out(table.id, ANN.id, 2)).happenings[0].move == "resign"
    table = await play_out(tables, await tables.get(table.id))
    replays(table)
    assert [seat.votes for seat in table.seats][:2] == [frozenset(), frozenset()]


async def test_what_cant_be_voted_on_is_refused_in_words(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB, CAT, bots=1)
    for by, seat, error, sentence in [
        (DAN.id, 0, NotSeated, "You're not at this table."),
        (ANN.id, 0, BadChoice, "You can't vote yourself out. Press “Leave” or “Resign” instead."),
        (ANN.id, 3, BadChoice, "There's a bot in that seat."),
        (ANN.id, 9, BadChoice, "There's no seat 10 at this table."),
    ]:
        with pytest.raises(error) as caught:
            await tables.vote_out(table.id, by, seat)
        assert str(caught.value) == sentence
    await tables.resign(table.id, CAT.id)
    before = await tables.get(table.id)
    for by, moderator in ((ANN.id, False), (MODERATOR, True)):
        with pytest.raises(WrongPhase, match="You can't do that at this table right now"):
            await tables.vote_out(table.id, by, 2, moderator=moderator)
    assert await tables.get(table.id) == before, "nobody has voted"


async def test_nobody_wins_a_game_for_two_by_a_vote(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, BOB, bots=1)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    with pytest.raises(BadChoice, match="while a bot is filling in for them"):
        await tables.vote_out(table.id, ANN.id, 1)
    while not table.seats[1].absent:
        if 0 in present(table.live).waiting_on:
            table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
        else:
            now.moment = present(await next_deadline(tables))
            table = present(await tables.run_due(table.id)).table
    assert (await tables.vote_out(table.id, ANN.id, 1)).happenings[0].move == "resign"


async def test_a_moderator_puts_anyone_out_at_once(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    update = await tables.vote_out(table.id, MODERATOR, 0, moderator=True)
    assert [(step.seat, step.move) for step in update.happenings] == [(0, "resign")]
    assert update.table.host_id == BOB.id


async def test_in_a_lobby_a_member_who_is_voted_out_gets_up(tables: Tables) -> None:
    table = await lobby(tables, ANN, BOB, CAT)
    assert names((await tables.vote_out(table.id, BOB.id, 0)).table) == ["Ann", "Bob", "Cat"]
    table = (await tables.vote_out(table.id, CAT.id, 0)).table
    assert (names(table), table.host_id) == (["Bob", "Cat"], BOB.id)
    table = (await tables.vote_out(table.id, MODERATOR, 1, moderator=True)).table
    assert names(table) == ["Bob"]
    # A vote of somebody who has left since counts no more.
    for who in (ANN, CAT, DAN):
        await tables.join(table.id, who, 600)
    await tables.vote_out(table.id, ANN.id, 0)
    await tables.leave(table.id, ANN.id)
    table = (await tables.vote_out(table.id, CAT.id, 0)).table
    assert names(table) == ["Bob", "Cat", "Dan"]


async def test_the_hosts_rights_pass_on_when_they_resign(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB, CAT, bots=1)
    table = (await tables.resign(table.id, BOB.id)).table
    assert table.host_id == ANN.id
    table = (await tables.resign(table.id, ANN.id)).table
    # Bob has left as well.
    assert table.host_id == CAT.id
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    replays(await run_out(tables, table, now))


async def test_a_running_game_isnt_void_because_its_host_likes_it_so(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB)
    for member in (ANN, BOB):
        with pytest.raises(NotDeserted):
            await tables.close(table.id, member.id)
    with pytest.raises(NotSeated):
        await tables.close(table.id, DAN.id)
    assert await tables.get(table.id) == table
    over = await play_out(tables, table)
    with pytest.raises(HostOnly):
        await tables.close(over.id, BOB.id)
    assert (await tables.close(over.id, ANN.id)).table.phase is Phase.CLOSED


@pytest.mark.parametrize("moved", [False, True])
async def test_anyone_who_plays_closes_a_table_that_nobody_has_moved_at_for_a_day(
    tables: Tables, store: Store, now: Now, moved: bool
) -> None:
    table = await lobby(tables, ANN, BOB)
    await tables.choose(table.id, ANN.id, speed=Speed.NONE)
    table = (await tables.start(table.id, ANN.id)).table
    last = now()
    now.pass_by(hours=20)
    if moved:
        last = now()
        table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    assert table.moved_at == last
    now.pass_by(hours=20)
    if moved:
        with pytest.raises(NotDeserted):
            await tables.close(table.id, BOB.id)
        now.pass_by(hours=4)
    with pytest.raises(NotSeated):
        await tables.close(table.id, DAN.id)
    table = (await tables.close(table.id, BOB.id)).table
    assert (table.phase, present(table.outcome).kind) == (Phase.CLOSED, "void")
    await same_from_disk(store, tables, tables_of(store, now), table.id)


async def test_a_table_whose_clock_runs_isnt_deserted(tables: Tables, now: Now) -> None:
    table = await lobby(tables, ANN, BOB)
    await tables.choose(table.id, ANN.id, speed=Speed.BY_POST)
    table = (await tables.start(table.id, ANN.id)).table
    now.pass_by(hours=24)
    # A bot player moves, and Bob has a day of his own.
    await tables.run_due(table.id)
    now.pass_by(hours=23)
    with pytest.raises(NotDeserted):
        await tables.close(table.id, ANN.id)


@pytest.mark.parametrize("damage", ["the record", "the row"])
async def test_a_moderator_closes_a_table_that_was_set_aside_and_all_of_it_is_kept(
    store: Store, tables: Tables, now: Now, damage: str
) -> None:
    table = await dealt(tables, ANN, BOB)
    await tables.registry.placed(table.id, CHANNEL, 5)
    spoilt = schema.games if damage == "the record" else schema.tables
    async with store.engine.begin() as connection:
        if damage == "the record":
            await connection.execute(update(spoilt).values(header="shijo rec"))
        else:
            await connection.execute(update(spoilt).values(options="{"))
    fresh = tables_of(store, now)
    assert (await fresh.get(table.id)).phase is Phase.QUARANTINED
    now.pass_by(hours=23, minutes=59)
    with pytest.raises(NotDeserted if damage == "the record" else NotSeated):
        await fresh.close(table.id, ANN.id)
    told: list[Update] = []
    fresh.listen(told.append)
    closed = (await fresh.close(table.id, MODERATOR, moderator=True, reason="Broken.")).table
    assert (closed.phase, closed.reason, closed.message_id) == (Phase.CLOSED, "Broken.", 5)
    assert [update.table for update in told] == [closed]
    again = await tables_of(store, now).get(table.id)
    assert (again.phase, again.version) == (Phase.CLOSED, closed.version)
    async with store.engine.connect() as connection:
        row = (await connection.execute(select(schema.tables))).one()
        kept = (await connection.execute(select(schema.games.c.header))).scalar_one()
    assert kept == "shijo rec" if damage == "the record" else row.options == "{"
    assert json.loads(row.seating) == []


async def test_a_table_that_was_set_aside_by_its_moves_is_closed_all_the_same(
    store: Store, tables: Tables, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB)
    await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])
    async with store.engine.begin() as connection:
        await connection.execute(update(schema.moves).values(move="lay RJ"))
    before = now()
    now.pass_by(hours=5)
    fresh = tables_of(store, now)
    aside = await fresh.get(table.id)
    # It counts on from what was shown of it, so that messages follow.
    assert (aside.phase, aside.version, aside.moved_at) == (
        Phase.QUARANTINED,
        table.version + 1,
        before,
    )
    now.pass_by(hours=18, minutes=59)
    with pytest.raises(NotDeserted):
        await fresh.close(table.id, BOB.id)
    now.pass_by(minutes=1)
    with pytest.raises(NotSeated):
        await fresh.close(table.id, CAT.id)
    closed = (await fresh.close(table.id, BOB.id)).table
    assert (closed.phase, closed.version) == (Phase.CLOSED, aside.version + 1)
    assert closed.reason == aside.reason
    assert await tables_of(store, now).where.closable_in(CHANNEL) == []
    assert await due(tables_of(store, now), now()) == []
