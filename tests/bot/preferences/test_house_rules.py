"""Tests of what can be chosen before a game besides the game's options: seats, sides, handicaps and
speed. Also tests of the rules that a server sets for its tables."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any, cast

import pytest

from bot.core.errors import BadChoice, HostOnly, NotSeated, TooManyTables, WrongChannel, WrongPhase
from bot.core.fairness import seed_of
from bot.core.model import Phase, Speed, Table
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from games.dritzak import Dritzak
from tests.bot.conftest import Drawn, Now
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
)
from tests.bot.subjects import tables_of
from tests.present import present

PRESSES = itertools.count(1)


async def create(tables: Tables, **choice: Any) -> Table:
    values: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host": ANN,
        "game": "heaps",
        "interaction_id": next(PRESSES),
        **choice,
    }
    return (await tables.opening.create(**values)).table


async def test_the_host_moves_people_to_other_seats_and_so_to_other_sides(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await lobby(tables, ANN, BOB, CAT, bots=1, teams=True)
    assert table.sides == (0, 1, 0, 1)
    table = (await tables.move_seat(table.id, ANN.id, 1, 2)).table
    assert names(table) == ["Ann", "Cat", "Bob", "bot"]
    assert (
        table.sides[present(table.seat_of(BOB.id))] == table.sides[present(table.seat_of(ANN.id))]
    )
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    with pytest.raises(HostOnly):
        await tables.move_seat(table.id, BOB.id, 0, 1)
    for seat in (-1, 4):
        with pytest.raises(BadChoice, match="no seat"):
            await tables.move_seat(table.id, ANN.id, seat, 1)
    # Who sits down or gets up later doesn't undo it.
    await tables.dismiss_bot(table.id, ANN.id)
    assert names((await tables.invite_bot(table.id, ANN.id)).table) == [
        "Ann",
        "Cat",
        "Bob",
        "bot",
    ]
    table = (await tables.start(table.id, ANN.id)).table
    assert names(table) == ["Ann", "Cat", "Bob", "bot"]
    with pytest.raises(WrongPhase):
        await tables.move_seat(table.id, ANN.id, 0, 1)


async def test_seats_moved_before_the_next_game_stay_moved(tables: Tables) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB, CAT))
    await tables.rematch(table.id, ANN, 601)
    await tables.rematch(table.id, CAT, 602)
    await tables.move_seat(table.id, ANN.id, 0, 1)
    table = (await tables.rematch(table.id, BOB, 603)).table
    assert (table.phase, names(table)) == (Phase.PLAYING, ["Cat", "Ann", "Bob"])
    # What the last game hands on is told by seats.
    assert table.previous is None


@pytest.mark.parametrize(
    ("game", "options", "seats", "sides"),
    [
        ("durak", {}, 4, (0, 1, 2, 3)),
        ("durak", {"teams": "pairs"}, 4, (0, 1, 0, 1)),
        ("durak", {"teams": "pairs"}, 3, (0, 1, 2)),
        ("tredici", {"teams": 2}, 5, (0, 0, 0, 1, 1)),
        ("dritzak", {}, 1, (0,)),
    ],
)
async def test_sides_are_shown_before_the_game(
    tables: Tables, game: str, options: dict[str, Any], seats: int, sides: tuple[int, ...]
) -> None:
    table = await lobby(tables, ANN, bots=seats - 1, game=game, **options)
    assert table.sides == sides


async def test_a_handicap_is_taken_on_by_oneself(tables: Tables, store: Store, now: Now) -> None:
    table = await lobby(tables, ANN, BOB, bots=1)
    table = (await tables.handicap(table.id, BOB.id, "slow", True)).table
    table = (await tables.handicap(table.id, BOB.id, "blindfold", True)).table
    assert [seat.handicaps for seat in table.seats] == [set(), {"slow", "blindfold"}, set()]
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    table = (await tables.handicap(table.id, BOB.id, "blindfold", False)).table
    with pytest.raises(BadChoice, match="no handicap called wings"):
        await tables.handicap(table.id, ANN.id, "wings", True)
    with pytest.raises(NotSeated):
        await tables.handicap(table.id, CAT.id, "slow", True)
    table = (await tables.start(table.id, ANN.id)).table
    with pytest.raises(WrongPhase):
        await tables.handicap(table.id, ANN.id, "slow", True)
    for member in (ANN, BOB):
        table = (await tables.resign(table.id, member.id)).table
    assert present(table.record).header.handicaps == {1: {"slow"}}


async def test_the_jinx_goes_into_the_deal_and_other_games_have_none(tables: Tables) -> None:
    table = await lobby(tables, ANN, BOB, game="dritzak")
    await tables.handicap(table.id, BOB.id, "jinx", True)
    table = (await tables.start(table.id, ANN.id)).table
    assert cast("Dritzak", table.live).jinxed == {1}
    table = await lobby(tables, ANN, BOB, game="durak")
    with pytest.raises(BadChoice, match="This game has no handicaps"):
        await tables.handicap(table.id, BOB.id, "jinx", True)


async def test_the_press_on_start_goes_into_the_seed_as_the_last_one(tables: Tables) -> None:
    table = await lobby(tables, ANN, bots=1)
    table = (await tables.start(table.id, ANN.id, 999)).table
    table = (await tables.resign(table.id, ANN.id)).table
    assert table.seed == seed_of(bytes.fromhex(present(table.secret)), [501, 999]).hex()
    assert "joined 501 999" in present(table.deal_header)


async def test_different_presses_on_start_deal_differently(
    store: Store, now: Now, tmp_path: Path
) -> None:
    hands = set()
    for press in (None, 7, 8):
        own = await Store.open(f"sqlite:///{tmp_path}/{press}.db")
        table = await lobby(tables_of(own, now, entropy=Drawn()), ANN, bots=1)
        dealt = (await tables_of(own, now).start(table.id, ANN.id, press)).table
        hands.add(present(dealt.view(0)).hand)
        await own.close()
    assert len(hands) == 3


async def test_a_server_has_its_own_rules_for_new_tables(
    tables: Tables, store: Store, now: Now
) -> None:
    server = tables.preferences
    await server.save_preset(GUILD, "heaps", "friday", preset="long", options={"passing": False})
    await server.game_rules(GUILD, "heaps", preset="friday")
    await server.change_server(GUILD, speed=Speed.BY_POST)
    fresh = tables_of(store, now, entropy=Drawn())
    table = await create(fresh)
    assert (table.preset, table.house, table.speed) == ("long", "friday", Speed.BY_POST)
    assert table.options == {"cards": 6, "passing": False, "teams": False}
    await same_from_disk(store, fresh, tables_of(store, now), table.id)
    # What is chosen goes before it, and elsewhere it doesn't hold.
    table = await create(fresh, preset="plain", speed="quick")
    assert (table.preset, table.house, table.speed, table.options["cards"]) == (
        "plain",
        "",
        Speed.QUICK,
        4,
    )
    assert (await create(fresh, guild_id=GUILD + 1)).options["cards"] == 4


async def test_a_house_preset_is_chosen_like_any_other(tables: Tables) -> None:
    await tables.preferences.save_preset(GUILD, "heaps", "friday", options={"cards": 3})
    table = await lobby(tables, ANN, BOB)
    table = (await tables.choose(table.id, ANN.id, preset="friday")).table
    assert (table.preset, table.house, table.options["cards"]) == ("plain", "friday", 3)
    # A table that departs from it doesn't claim to play by it.
    assert (await tables.choose(table.id, ANN.id, speed="quick")).table.house == "friday"
    table = (await tables.choose(table.id, ANN.id, options={"passing": False})).table
    assert (table.house, table.options["cards"]) == ("", 3)
    table = (await tables.choose(table.id, ANN.id, preset="long")).table
    assert (table.preset, table.house, table.options["cards"]) == ("long", "", 6)
    with pytest.raises(BadChoice, match="Heaps has no preset called monday"):
        await tables.choose(table.id, ANN.id, preset="monday")


async def test_speeds_that_the_server_doesnt_have(tables: Tables) -> None:
    await tables.preferences.change_server(GUILD, speeds=["quick", "relaxed"], speed="relaxed")
    table = await create(tables)
    assert table.speed is Speed.RELAXED
    with pytest.raises(BadChoice, match="no “by-post” speed here"):
        await tables.choose(table.id, ANN.id, speed=Speed.BY_POST)
    with pytest.raises(BadChoice, match="no “none” speed"):
        await create(tables, speed="none")


async def test_channels_that_the_server_wants_no_tables_in(tables: Tables) -> None:
    await tables.preferences.change_server(GUILD, channels=[CHANNEL, 77])
    with pytest.raises(WrongChannel) as caught:
        await create(tables, channel_id=21)
    assert caught.value.reason.params["channels"] == (CHANNEL, 77)
    # A thread belongs to its channel.
    assert (await create(tables, channel_id=21, parent_id=77)).phase is Phase.LOBBY
    assert (await create(tables)).phase is Phase.LOBBY
    assert (await create(tables, guild_id=GUILD + 1, channel_id=21)).phase is Phase.LOBBY


@pytest.mark.parametrize("by_server", [False, True])
async def test_no_more_tables_than_there_may_be(store: Store, now: Now, by_server: bool) -> None:
    tables = tables_of(
        store, now, rules=TableRules(most_tables=50 if by_server else 2), entropy=Drawn()
    )
    if by_server:
        await tables.preferences.change_server(GUILD, most_tables=2)
    opened = await asyncio.gather(*(create(tables) for _ in range(6)), return_exceptions=True)
    refused = [table for table in opened if isinstance(table, TooManyTables)]
    assert len(refused) == 4
    assert str(refused[0]).startswith("This server has reached its limit for open tables (2)")
    assert len(await tables.where.open_in(CHANNEL)) == 2
    assert (await create(tables, guild_id=GUILD + 1)).phase is Phase.LOBBY
    # One that is closed, or whose game is over, makes room.
    first = next(table for table in opened if isinstance(table, Table))
    await tables.close(first.id, ANN.id)
    assert (await create(tables)).phase is Phase.LOBBY
    with pytest.raises(TooManyTables):
        await create(tables)
