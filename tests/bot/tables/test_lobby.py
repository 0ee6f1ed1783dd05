from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.core.errors import (
    AlreadySeated,
    BadChoice,
    HostOnly,
    NoSuchTable,
    NotSeated,
    TableFull,
    TooFewPlayers,
    WrongPhase,
)
from bot.core.fairness import hash_of, seed_of
from bot.core.model import News, Person, Phase, Update
from bot.core.people import PEOPLE, of_level
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    dealt,
    lobby,
    names,
    play_out,
    same_from_disk,
    standings,
)
from tests.bot.subjects import tables_of
from tests.looked_at import due, next_deadline
from tests.present import present


async def test_a_lobby_fills_empties_and_is_the_same_after_a_restart(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await lobby(tables, ANN, BOB, bots=1)
    assert names(table) == ["Ann", "Bob", "bot"]
    assert [seat.is_bot for seat in table.seats] == [False, False, True]
    assert (table.phase, table.game_number, table.host_id) == (Phase.LOBBY, 1, ANN.id)
    await same_from_disk(store, tables, tables_of(store, now), table.id)

    table = (await tables.leave(table.id, BOB.id)).table
    table = (await tables.invite_bot(table.id, ANN.id)).table
    assert names(table) == ["Ann", "bot", "bot"]
    assert len({seat.name for seat in table.seats} & set(PEOPLE)) == 2
    last = table.seats[2]
    table = (await tables.dismiss_bot(table.id, ANN.id, seat=1)).table
    assert table.seats[1:] == (last,)
    table = (await tables.dismiss_bot(table.id, ANN.id)).table
    assert names(table) == ["Ann"]
    await same_from_disk(store, tables, tables_of(store, now), table.id)


async def test_every_change_raises_the_version_and_is_told(tables: Tables) -> None:
    told: list[Update] = []
    tables.listen(told.append)
    table = await lobby(tables, ANN, BOB, bots=1)
    assert [update.table.version for update in told] == [1, 2, 3]
    assert told[-1].table == table
    await tables.registry.placed(table.id, CHANNEL, 77)
    assert len(told) == 3
    table = await tables.get(table.id)
    assert (table.message_id, table.version) == (77, 3)
    assert (await tables.join(table.id, CAT, 9)).table.message_id == 77


async def test_of_two_messages_at_once_the_second_replaces_the_first(tables: Tables) -> None:
    table = await lobby(tables, ANN)
    await tables.registry.placed(table.id, CHANNEL, 5)
    placed = [tables.registry.placed(table.id, CHANNEL, number) for number in (6, 7)]
    assert [former.message_id for former in await asyncio.gather(*placed)] == [5, 6]
    assert (await tables.get(table.id)).message_id == 7


async def test_a_listener_that_fails_keeps_nobody_else_from_hearing(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Update] = []

    def broken(update: Update) -> None:
        raise ValueError("6S")

    tables.listen(broken)
    tables.listen(told.append)
    table = await lobby(tables)
    assert told[-1].table == table
    assert "ValueError" in caplog.text
    assert "6S" not in caplog.text


async def test_seats_are_refused_in_words(tables: Tables) -> None:
    table = await lobby(tables, ANN, BOB, CAT, bots=1)
    for attempt, error, sentence in [
        (
            tables.join(table.id, Person(9, "Dan"), 1),
            TableFull,
            "This table is full (4 players).",
        ),
        (
            tables.invite_bot(table.id, ANN.id),
            TableFull,
            "This table is full (4 players).",
        ),
        (tables.leave(table.id, 9), NotSeated, "You're not at this table."),
        (tables.invite_bot(table.id, 9), NotSeated, "You're not at this table."),
        (tables.start(table.id, BOB.id), HostOnly, "Only the host, Ann, can do that."),
        (
            tables.choose(table.id, BOB.id, preset="long"),
            HostOnly,
            "Only the host, Ann, can do that.",
        ),
        (tables.close(table.id, BOB.id), HostOnly, "Only the host, Ann, can do that."),
        (tables.dismiss_bot(table.id, ANN.id, seat=0), BadChoice, "There's no bot in that seat."),
        (tables.get("nowhere"), NoSuchTable, "This table is gone."),
        (tables.move(table.id, ANN.id, "pass"), WrongPhase, "The game hasn't started yet."),
    ]:
        with pytest.raises(error) as caught:
            await attempt
        assert str(caught.value) == sentence
    assert await tables.get(table.id) == table

    await tables.leave(table.id, CAT.id)
    with pytest.raises(AlreadySeated):
        await tables.join(table.id, BOB, 1)
    with pytest.raises(BadChoice, match=r"There's no “genius” bot. Choose from random"):
        await tables.invite_bot(table.id, ANN.id, "genius")


async def test_bot_players_are_people_of_the_level_asked_for(tables: Tables) -> None:
    table = await lobby(tables, Person(1, "Berta"), game="durak")
    for _ in range(3):
        table = (await tables.invite_bot(table.id, 1, "skilled")).table
    seated = [seat.name for seat in table.seats[1:]]
    assert sorted(seated) == ["Bot 1", "Cleo", "Hugo"], "one of that name sits here already"
    assert {seat.strength for seat in table.seats[1:]} == {"skilled"}
    table = (await tables.invite_bot(table.id, 1, "Otto")).table
    assert (table.seats[-1].name, table.seats[-1].strength) == ("Otto", "master")
    for name in ("Otto", "Berta"):
        with pytest.raises(BadChoice, match=f"{name} is already at this table."):
            await tables.invite_bot(table.id, 1, name)


async def test_tables_meet_different_people(tables: Tables) -> None:
    met = set()
    for _ in range(20):
        table = await lobby(tables, ANN, bots=1, game="durak")
        met.add(table.seats[1].name)
    assert met == {each.name for each in of_level("skilled")}


async def test_too_few_players(tables: Tables) -> None:
    table = await lobby(tables, ANN)
    with pytest.raises(TooFewPlayers, match="at least 2"):
        await tables.start(table.id, ANN.id)
    assert (await tables.get(table.id)).phase is Phase.LOBBY


async def test_options_are_the_presets_with_single_changes(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await lobby(tables)
    assert (table.preset, table.options) == ("plain", {"cards": 4, "passing": True, "teams": False})
    table = (await tables.choose(table.id, ANN.id, options={"passing": False})).table
    table = (await tables.choose(table.id, ANN.id, options={"cards": 5})).table
    assert (table.preset, table.options) == (
        "plain",
        {"cards": 5, "passing": False, "teams": False},
    )
    table = (await tables.choose(table.id, ANN.id, preset="long")).table
    assert (table.preset, table.options) == ("long", {"cards": 6, "passing": True, "teams": False})
    await same_from_disk(store, tables, tables_of(store, now), table.id)

    wrong: list[tuple[dict[str, Any], str]] = [
        ({"preset": "short"}, "Heaps has no preset called short. Choose from plain, long."),
        ({"options": {"cards": "many"}}, "cards: Input should be a valid integer"),
        ({"options": {"colour": 1}}, "colour: Extra inputs are not permitted."),
    ]
    for choice, reason in wrong:
        with pytest.raises(BadChoice) as caught:
            await tables.choose(table.id, ANN.id, **choice)
        assert reason in str(caught.value)
    await tables.choose(table.id, ANN.id, options={"cards": 36})
    with pytest.raises(BadChoice, match="There are not so many cards"):
        await tables.start(table.id, ANN.id)


async def test_unknown_games_and_options_make_no_table(tables: Tables) -> None:
    wrong: list[dict[str, Any]] = [
        {"game": "chess"},
        {"game": "heaps", "preset": "short"},
        {"game": "heaps", "options": {"x": 1}},
    ]
    for choice in wrong:
        with pytest.raises(BadChoice):
            await tables.opening.create(
                guild_id=GUILD, channel_id=CHANNEL, host=ANN, interaction_id=1, **choice
            )
    assert await tables.where.open_in(CHANNEL) == []


async def test_the_hosts_rights_pass_on_and_the_last_member_closes_the_table(
    tables: Tables,
) -> None:
    table = await lobby(tables, ANN, BOB, CAT, bots=1)
    table = (await tables.leave(table.id, ANN.id)).table
    assert table.host_id == BOB.id
    table = (await tables.leave(table.id, CAT.id)).table
    assert table.host_id == BOB.id
    table = (await tables.leave(table.id, BOB.id)).table
    assert table.phase is Phase.CLOSED
    with pytest.raises(WrongPhase, match="closed"):
        await tables.join(table.id, ANN, 1)


async def test_an_idle_lobby_closes_and_one_in_which_something_happens_does_not(
    tables: Tables, now: Now
) -> None:
    table = await lobby(tables, ANN)
    now.pass_by(minutes=20)
    await tables.join(table.id, BOB, 1)
    assert await next_deadline(tables) == now() + timedelta(minutes=30)
    now.pass_by(minutes=20)
    assert await tables.run_due(table.id) is None
    now.pass_by(minutes=10)
    assert await due(tables, now()) == [table.id]
    table = present(await tables.run_due(table.id)).table
    assert table.phase is Phase.CLOSED
    assert table.reason
    assert await next_deadline(tables) is None


async def test_tables_are_found_by_channel_and_by_member(tables: Tables, now: Now) -> None:
    first = await lobby(tables, ANN, BOB)
    now.pass_by(seconds=1)
    second = await dealt(tables, BOB, CAT)
    now.pass_by(seconds=1)
    over = await play_out(tables, await dealt(tables, ANN, CAT))
    now.pass_by(seconds=1)
    closed = await lobby(tables, ANN)
    await tables.close(closed.id, ANN.id)
    assert [table.id for table in await tables.where.open_in(CHANNEL)] == [
        over.id,
        second.id,
        first.id,
    ]
    assert await tables.where.open_in(CHANNEL + 1) == []
    assert [table.id for table in await tables.where.seated(GUILD, BOB.id)] == [second.id, first.id]
    assert [table.id for table in await tables.where.seated(GUILD, ANN.id)] == [first.id]
    assert await tables.where.seated(GUILD + 1, BOB.id) == []


async def test_a_deleted_message_and_a_deleted_channel(tables: Tables, store: Store) -> None:
    waiting, playing = await lobby(tables), await dealt(tables)
    await tables.registry.placed(waiting.id, CHANNEL, 5)
    assert (await tables.where.message_gone(waiting.id)).message_id is None
    assert (await tables.get(waiting.id)).phase is Phase.LOBBY

    updates = await tables.where.channel_gone(CHANNEL)
    assert {update.table.id for update in updates} == {waiting.id, playing.id}
    assert {update.table.phase for update in updates} == {Phase.CLOSED}
    assert present((await tables.get(playing.id)).outcome).kind == "void"
    assert await tables.where.open_in(CHANNEL) == []
    assert await standings(store) == ()


async def test_the_seed_follows_from_the_secret_and_from_who_joined(tables: Tables) -> None:
    waiting = await lobby(tables, ANN, BOB, bots=1)
    assert (waiting.secret, waiting.seed, waiting.record, waiting.deal_header) == (
        None,
        None,
        None,
        None,
    )
    table = (await tables.start(waiting.id, ANN.id)).table
    assert (table.secret, table.seed, table.record, table.deal_header) == (None, None, None, None)
    for member in (ANN, BOB):
        table = (await tables.resign(table.id, member.id)).table
        if table.phase is Phase.OVER:
            break
    secret = bytes.fromhex(present(table.secret))
    assert hash_of(secret) == waiting.secret_hash == table.secret_hash
    assert (
        seed_of(secret, [501, 502]).hex() == table.seed == present(table.record).header.seed.hex()
    )


async def test_listeners_hear_the_news_that_they_want(tables: Tables) -> None:
    heard: dict[News, list[Update]] = {each: [] for each in News}
    for news, updates in heard.items():
        tables.listen(updates.append, news)
    table = await dealt(tables, ANN, BOB)
    await tables.resign(table.id, ANN.id)
    await tables.rematch(table.id, ANN, 3)
    phases = {news: [each.table.phase for each in updates] for news, updates in heard.items()}
    assert phases[News.OPENED] == [Phase.LOBBY]
    assert phases[News.ENDED] == [Phase.OVER]
    assert phases[News.IN_TOURNAMENT] == phases[News.DEED] == phases[News.REMINDER] == []
    assert len(phases[News.ANY]) > 2
