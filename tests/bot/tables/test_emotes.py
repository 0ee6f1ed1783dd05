"""Tests of emotes. An emote is shown at its sender's seat until this seat moves. It disappears
earlier if two chapters of the game (here bouts) have ended. A server can turn emotes off. A member
can't send many emotes in a short time."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.core.errors import NoEmotes, NotSeated, TooManyEmotes, WrongPhase
from bot.core.model import Emote, Phase, Table
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, GUILD, dealt, one_move, same_from_disk, waited_on
from tests.bot.subjects import tables_of
from tests.present import present


def said(table: Table) -> list[Emote | None]:
    return [None if seat.said is None else seat.said.emote for seat in table.seats]


async def test_an_emote_stands_until_its_seat_moves(tables: Tables, store: Store, now: Now) -> None:
    table = await dealt(tables, ANN, BOB, CAT, game="durak")
    table = (await tables.emote(table.id, BOB.id, Emote.GASP)).table
    assert said(table) == [None, Emote.GASP, None]
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    rng = random.Random(1)
    while True:
        before = table
        table = (await one_move(tables, table, rng)).table
        moved = table.recent[-1].seat
        assert said(table)[1] is (None if moved == 1 else Emote.GASP) or table.chapters > 1
        if moved == 1:
            break
    assert said(before)[1] is Emote.GASP
    assert said(table) == [None, None, None]
    assert present(table.live).outcome is None
    assert (await tables.get(table.id)).record is None  # it is no part of what is replayed
    await same_from_disk(store, tables, tables_of(store, now), table.id)


async def test_a_press_made_before_anothers_emote_still_counts(tables: Tables) -> None:
    table, rng = await dealt(tables, ANN, BOB, game="durak"), random.Random(2)
    while "take" not in present(table.view(waited_on(table)[0])).moves:
        table = (await one_move(tables, table, rng)).table
    seat = waited_on(table)[0]
    other = next(each for each in (ANN, BOB) if each.id != table.seats[seat].member_id)
    await tables.emote(table.id, other.id, Emote.CLAP)
    update = await tables.move(
        table.id, present(table.seats[seat].member_id), "take", table.version
    )
    assert update.happenings[0].move == "take"


async def test_emotes_are_few(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, BOB, CAT, game="durak")
    await tables.emote(table.id, ANN.id, Emote.SMIRK)
    now.pass_by(seconds=9)
    with pytest.raises(TooManyEmotes):
        await tables.emote(table.id, ANN.id, Emote.CLAP)
    await tables.emote(table.id, BOB.id, Emote.CLAP)  # each member has a pace of their own
    for _ in range(2):
        now.pass_by(seconds=11)
        await tables.emote(table.id, ANN.id, Emote.CLAP)
    now.pass_by(seconds=11)
    with pytest.raises(TooManyEmotes):
        await tables.emote(table.id, ANN.id, Emote.CLAP)
    rng, table = random.Random(3), await tables.get(table.id)
    while not table.chapters:
        table = (await one_move(tables, table, rng)).table
    await tables.emote(table.id, ANN.id, Emote.HANDS)
    while table.phase is Phase.PLAYING:
        table = (await one_move(tables, table, rng)).table
    assert said(table) == [None, None, None]


async def test_a_clock_that_was_set_back_keeps_no_emote_from_being_shown(
    tables: Tables, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB, game="durak")
    await tables.emote(table.id, ANN.id, Emote.SMIRK)
    now.moment -= timedelta(hours=1)
    await tables.emote(table.id, ANN.id, Emote.CLAP)
    with pytest.raises(TooManyEmotes):
        await tables.emote(table.id, ANN.id, Emote.GASP)


async def test_who_has_left_or_never_sat_shows_none_nor_anybody_where_they_are_off(
    tables: Tables,
) -> None:
    table = await dealt(tables, ANN, BOB, CAT, game="durak")
    with pytest.raises(NotSeated):
        await tables.emote(table.id, 4711, Emote.CLAP)
    await tables.vote_out(table.id, ANN.id, 1)
    await tables.vote_out(table.id, CAT.id, 1)
    with pytest.raises(WrongPhase):
        await tables.emote(table.id, BOB.id, Emote.CLAP)
    await tables.emote(table.id, CAT.id, Emote.CLAP)
    await tables.preferences.change_server(GUILD, by=1, emotes=False)
    with pytest.raises(NoEmotes):
        await tables.emote(table.id, ANN.id, Emote.CLAP)
    quiet = await dealt(tables, ANN, BOB, game="durak")
    assert not quiet.emotes
    await tables.preferences.change_server(GUILD, by=1, emotes=True)
    with pytest.raises(NoEmotes):
        await tables.emote(quiet.id, ANN.id, Emote.CLAP)
