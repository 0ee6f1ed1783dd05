"""Tests of deleting the data of a member who asks for it, and of a server that has removed the
bot."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.core.model import FORGOTTEN, Mention, Panel, Person, Phase, Table, Update
from bot.core.scope import pocket_of
from bot.preferences.model import MemberSettings
from bot.puzzles import store as puzzles
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tables.timer import Timer
from tests.bot.conftest import Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    dealt,
    lobby,
    play_out,
    replays,
    same_from_disk,
)
from tests.bot.subjects import history, lessons, privacy, tables_of
from tests.looked_at import due, next_deadline
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")

EVE = Person(1234567890123, "Evelyn")


async def dump(store: Store) -> str:
    """Return the content of all tables of the database as text."""
    async with store.engine.connect() as connection:
        names = (
            (await connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")))
            .scalars()
            .all()
        )
        rows = [
            str(row)
            for name in names
            for row in (await connection.execute(text(f"SELECT * FROM {name}"))).all()
        ]
    return "\n".join(rows)


async def test_nothing_is_left_of_a_forgotten_members_pocket(
    tables: Tables, store: Store, file: Path
) -> None:
    pocket = pocket_of(EVE.id)
    opened = await tables.opening.create(
        guild_id=pocket, channel_id=pocket, host=EVE, game="heaps", interaction_id=501
    )
    await tables.invite_bot(opened.table.id, EVE.id)
    await tables.start(opened.table.id, EVE.id)
    await tables.preferences.change_server(pocket, language="de")
    await store.write(puzzles.chosen(pocket, 739000, "key", "puzzle", None))
    other = await lobby(tables, BOB)
    assert str(pocket) in await dump(store)

    await privacy(tables).forget(EVE.id)
    kept = await dump(store)
    assert str(pocket) not in kept, "the number is made of the member's id"
    assert str(EVE.id) not in kept
    assert opened.table.id not in kept
    assert other.id in kept

    asked = pocket_of(CAT.id)
    await store.write(puzzles.chosen(asked, 739000, "key", "puzzle", None))
    await privacy(tables).forget(CAT.id)
    assert str(asked) not in await dump(store), "also where nothing was played"


async def test_nothing_is_left_of_a_member_who_wants_to_be_forgotten(
    tables: Tables, store: Store, file: Path, now: Now
) -> None:
    finished = await play_out(tables, await dealt(tables, EVE, BOB))
    again = await play_out(tables, await dealt(tables, EVE, BOB))
    again = (await tables.rematch(again.id, BOB, 601)).table
    waiting = await lobby(tables, EVE, BOB)
    hers = await lobby(tables, EVE)
    playing = await dealt(tables, ANN, EVE, BOB, CAT)
    await tables.vote_out(playing.id, EVE.id, 0)
    left = await dealt(tables, EVE, BOB, CAT)
    await tables.resign(left.id, EVE.id)
    await tables.shown.panel_opened(
        Panel(playing.id, EVE.id, "token", 5, now() + timedelta(minutes=15))
    )
    await tables.shown.mentioned(Mention(playing.id, EVE.id, CHANNEL, 901))
    await tables.shown.mentioned(Mention(playing.id, BOB.id, CHANNEL, 902))
    await tables.preferences.change_member(EVE.id, deck="two")
    await lessons(tables).finished(EVE.id, "durak", "beat")
    assert str(EVE.id) in await dump(store)
    assert [panel.token for panel in await tables.shown.panels(playing.id)] == ["token"]

    told: list[Update] = []
    tables.listen(told.append)
    updates = await privacy(tables).forget(EVE.id)
    kept = await dump(store)
    assert str(EVE.id) not in kept
    assert EVE.name not in kept
    assert await tables.preferences.member(EVE.id) == MemberSettings()
    assert await lessons(tables).by(EVE.id) == {}
    assert await tables.shown.panels(playing.id) == []
    assert await tables.shown.mentions() == [Mention(playing.id, BOB.id, CHANNEL, 902)]

    assert {update.table.id for update in updates} == {waiting.id, hers.id, playing.id, again.id}
    assert (await tables.get(hers.id)).phase is Phase.CLOSED
    assert [seat.name for seat in (await tables.get(waiting.id)).seats] == ["Bob"]
    assert (await tables.get(again.id)).awaited == ()
    for table_id in (playing.id, left.id):
        table = await tables.get(table_id)
        assert table.seat_of(EVE.id) is None
        assert FORGOTTEN in [seat.member_id for seat in table.seats]
        await same_from_disk(store, tables, tables_of(store, now), table_id)
    # The games go on, and those that are over are there still.
    table = await tables.get(playing.id)
    while table.phase is Phase.PLAYING:
        now.moment = present(await next_deadline(tables))
        for table_id in await due(tables, now()):
            await tables.run_due(table_id)
        table = await tables.get(table.id)
    replays(table)
    assert str(EVE.id) not in await dump(store)
    past = await history(tables).finished(finished.id, 1, GUILD)
    assert [seat.name == "Bob" for seat in past.about.players] == [False, True]
    assert past.record == finished.record
    # She may come back as anybody.
    assert (await tables.join(waiting.id, EVE, 700)).table.seat_of(EVE.id) is not None


async def test_forgetting_somebody_who_never_played_changes_nothing(
    tables: Tables, store: Store, file: Path
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB))
    before = await dump(store)
    assert await privacy(tables).forget(EVE.id) == []
    assert await dump(store) == before
    assert await tables.get(table.id) == table


@pytest.mark.parametrize("restarted", [False, True])
async def test_time_stands_still_in_a_server_that_has_removed_the_bot(
    tables: Tables, store: Store, now: Now, restarted: bool
) -> None:
    here, there = await dealt(tables, ANN, BOB), await elsewhere(tables)
    now.pass_by(seconds=20)
    await privacy(tables).guild_left(GUILD)
    await privacy(tables).guild_left(GUILD)
    now.pass_by(days=20)
    if restarted:
        tables = tables_of(store, now)
    assert await due(tables, now()) == [there.id]
    await privacy(tables).guild_joined(GUILD)
    table = await tables.get(here.id)
    assert table.clocks == {0: now() + timedelta(seconds=160)}
    assert here.id not in await due(tables, now())
    now.pass_by(seconds=70)
    assert here.id in await due(tables, now())
    assert present(await tables.run_due(here.id)).half_time == (0,)
    # Coming back once more changes nothing.
    await privacy(tables).guild_joined(GUILD)
    assert (await tables.get(here.id)).clocks == {0: now() + timedelta(seconds=90)}


async def elsewhere(tables: Tables) -> Table:
    update = await tables.opening.create(
        guild_id=99, channel_id=CHANNEL, host=ANN, game="heaps", interaction_id=1
    )
    await tables.join(update.table.id, BOB, 2)
    return (await tables.start(update.table.id, ANN.id)).table


async def test_a_restart_meanwhile_does_not_push_its_tables_on_twice(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB)
    await privacy(tables).guild_left(GUILD)
    await tables.timing.alive()
    now.pass_by(days=2)
    fresh = tables_of(store, now)
    await fresh.timing.postpone()
    await privacy(fresh).guild_joined(GUILD)
    assert (await fresh.get(table.id)).clocks == {0: now() + timedelta(minutes=3)}


async def test_after_thirty_days_the_data_of_a_server_is_deleted_by_the_clock(
    tables: Tables, store: Store, file: Path, now: Now
) -> None:
    before = await dump(store)
    finished = await play_out(tables, await dealt(tables, ANN, EVE))
    running = await dealt(tables, ANN, EVE)
    await tables.shown.mentioned(Mention(running.id, ANN.id, CHANNEL, 901))
    await tables.preferences.change_server(GUILD, threads=True)
    other = await play_out(tables, await elsewhere(tables))
    await tables.shown.mentioned(Mention(other.id, ANN.id, CHANNEL, 902))
    await privacy(tables).guild_left(GUILD)
    timer = Timer(tables, now)
    timer.duties.append(privacy(tables).duties)
    await timer.start()
    now.pass_by(days=30, seconds=-1)
    await timer._beat()
    assert (await history(tables).history(GUILD)).games
    now.pass_by(seconds=1)
    await timer._beat()
    await timer.stop()
    assert (await history(tables).history(GUILD)).games == ()
    assert await history(tables).open_tables(GUILD) == []
    assert await tables.where.open_in(CHANNEL) == [other]
    assert await tables.shown.mentions() == [Mention(other.id, ANN.id, CHANNEL, 902)]
    assert not (await tables.preferences.server(GUILD)).threads
    kept = await dump(store)
    assert finished.id not in kept
    assert EVE.name not in kept
    assert f"({GUILD}," not in kept
    assert other.id in kept
    assert len(before) < len(kept)


async def test_a_server_that_came_back_in_time_keeps_everything(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB)
    await privacy(tables).guild_left(GUILD)
    now.pass_by(days=29)
    await privacy(tables).guild_joined(GUILD)
    now.pass_by(days=29)
    await privacy(tables).sweep()
    assert (await tables.get(table.id)).phase is Phase.PLAYING


async def test_open_hands_in_memory_are_those_in_the_database(
    store: Store, tables: Tables, now: Now
) -> None:
    """The list of a table's open hand messages (panels) is read from the database once and then
    kept in memory. It always equals the list in the database."""
    at = await dealt(tables, ANN, BOB)
    shown, soon = tables.shown, now() + timedelta(minutes=15)

    async def tokens() -> list[str]:
        return [panel.token for panel in await shown.panels(at.id)]

    assert await tokens() == []
    await shown.panel_opened(Panel(at.id, ANN.id, "first", 5, soon))
    other = Panel(at.id, BOB.id, "other", 6, soon + timedelta(minutes=15))
    await shown.panel_opened(other)
    assert await tokens() == ["first", "other"]
    await shown.panel_opened(Panel(at.id, ANN.id, "second", 7, soon))
    assert await tokens() == ["second", "other"]
    now.pass_by(minutes=15)
    assert await tokens() == ["other"]
    await shown.panel_gone(other)
    assert await tokens() == []
    assert await store.panels(at.id, now()) == []
