"""Tests of the lists for `/watch` and `/history`, and of reading finished games for `/replay` and
`/verify`."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import text

from bot.core.errors import NoFinishedGame
from bot.core.fairness import verify
from bot.core.model import Phase
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, CHANNEL, GUILD, dealt, lobby, names, play_out, run_out
from tests.bot.subjects import history
from tests.looked_at import position_after
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")


async def test_the_open_tables_of_a_server_newest_first(tables: Tables, now: Now) -> None:
    waiting = await lobby(tables, ANN, BOB)
    now.pass_by(seconds=1)
    playing = await dealt(tables, BOB, CAT, bots=1)
    await tables.registry.placed(playing.id, CHANNEL, 55)
    now.pass_by(seconds=1)
    closed = await lobby(tables, ANN)
    await tables.close(closed.id, ANN.id)
    await play_out(tables, await dealt(tables, ANN, CAT))
    first, second = await history(tables).open_tables(GUILD)
    assert (first.id, first.phase, first.message_id, first.channel_id) == (
        playing.id,
        Phase.PLAYING,
        55,
        CHANNEL,
    )
    assert names(first) == ["Bob", "Cat", "bot"]
    assert (second.id, second.phase, second.message_id, second.game) == (
        waiting.id,
        Phase.LOBBY,
        None,
        "heaps",
    )
    assert await history(tables).open_tables(GUILD + 1) == []


async def evenings(tables: Tables, now: Now) -> list[tuple[str, int]]:
    """Play seven games at two tables to their end. Return each game as (table id, game number), in
    the order in which the games ended."""
    ended = []
    pairs, sole = await dealt(tables, ANN, BOB), await dealt(tables, BOB, CAT)
    await tables.registry.placed(sole.id, CHANNEL + 1, 9)
    for number in range(1, 7):
        now.pass_by(minutes=5)
        pairs = await play_out(tables, pairs, random.Random(number))
        ended.append((pairs.id, number))
        for who in (ANN, BOB):
            pairs = (await tables.rematch(pairs.id, who, number)).table
        if number == 3:
            now.pass_by(minutes=1)
            sole = await play_out(tables, sole)
            ended.append((sole.id, 1))
    return ended


async def test_history_is_paged_newest_first_for_all_for_a_member_and_for_a_channel(
    tables: Tables, now: Now
) -> None:
    ended = await evenings(tables, now)
    newest = ended[::-1]
    archive = history(tables)
    for page, more in [(0, True), (1, True), (2, False), (3, False)]:
        past_games = await archive.history(GUILD, page=page, size=3)
        assert [(past.table_id, past.number) for past in past_games.games] == newest[
            3 * page : 3 * page + 3
        ]
        assert (past_games.page, past_games.more) == (page, more)
    sole = newest[3]
    for member, games in [
        (ANN, [game for game in newest if game != sole]),
        (CAT, [sole]),
        (BOB, newest),
    ]:
        past_games = await archive.history(GUILD, member_id=member.id)
        assert [(past.table_id, past.number) for past in past_games.games] == games
    past_games = await archive.history(GUILD, channel_id=CHANNEL + 1)
    assert [(past.table_id, past.number) for past in past_games.games] == [sole]
    assert (await archive.history(GUILD, channel_id=CHANNEL, member_id=CAT.id)).games == ()
    assert (await archive.history(GUILD + 1)).games == ()
    assert (await archive.history(GUILD, page=-4, size=3)).page == 0


async def test_a_line_of_history_tells_who_played_and_how_it_ended(
    tables: Tables, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB, bots=1)
    now.pass_by(minutes=9)
    table = (await tables.resign(table.id, ANN.id)).table
    table = await run_out(tables, table, now)
    [past] = (await history(tables).history(GUILD)).games
    assert (past.game, past.channel_id, past.kind) == (
        "heaps",
        CHANNEL,
        present(table.outcome).kind,
    )
    assert past.ended_at == now()
    assert [(seat.name, seat.member_id, seat.resigned) for seat in past.players] == [
        ("Ann", ANN.id, True),
        ("Bob", BOB.id, False),
        (table.seats[2].name, None, False),
    ]
    assert tuple(seat.rank for seat in past.players) == present(table.outcome).ranks


async def test_every_finished_game_can_be_replayed_and_verified(tables: Tables, now: Now) -> None:
    records = {}
    table = await dealt(tables, ANN, BOB, CAT)
    for number in range(1, 5):
        table = await play_out(tables, table, random.Random(number))
        records[number] = (
            table.record,
            table.deal_header,
            table.outcome,
            present(table.live).position(),
        )
        for who in (ANN, BOB, CAT):
            table = (await tables.rematch(table.id, who, 700 + number)).table
    for number, (record, header, outcome, position) in records.items():
        found = await history(tables).finished(table.id, number, GUILD)
        assert (found.record, found.deal_header, found.outcome) == (record, header, outcome)
        assert position_after(found.record).position() == position
        verify(present(found.deal_header))
        assert [seat.name for seat in found.about.players] == ["Ann", "Bob", "Cat"]
        assert found.about.number == number


async def test_a_running_game_and_another_servers_games_are_not_shown(tables: Tables) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB))
    for who in (ANN, BOB):
        table = (await tables.rematch(table.id, who, 1)).table
    assert table.phase is Phase.PLAYING
    for table_id, number, guild in [
        (table.id, 2, GUILD),
        (table.id, 3, GUILD),
        ("none", 1, GUILD),
        (table.id, 1, GUILD + 1),
        (table.id, -1, GUILD),
    ]:
        with pytest.raises(NoFinishedGame):
            await history(tables).finished(table_id, number, guild)
    assert (await history(tables).finished(table.id, 1, GUILD)).outcome.kind


async def test_a_game_that_was_broken_off_is_there_as_void(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    closed = (await tables.close(table.id, 4711, moderator=True)).table
    found = await history(tables).finished(table.id, 1, GUILD)
    assert (found.outcome.kind, found.about.kind, found.record) == ("void", "void", closed.record)
    verify(present(found.deal_header))


@pytest.mark.parametrize("damage", ["other rules", "torn"])
async def test_a_game_by_other_rules_keeps_its_record_and_a_torn_one_is_refused(
    tables: Tables, store: Store, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB))
    header = "replace(header, 'heaps 1', 'heaps 0')" if damage == "other rules" else "'shijo rec'"
    async with store.engine.begin() as connection:
        await connection.execute(text(f"UPDATE games SET header = {header}"))
    if damage == "torn":
        with pytest.raises(NoFinishedGame):
            await history(tables).finished(table.id, 1, GUILD)
        assert table.id in caplog.text
        return
    found = await history(tables).finished(table.id, 1, GUILD)
    assert (found.deal_header, found.outcome, found.record.steps) == (
        None,
        table.outcome,
        present(table.record).steps,
    )
