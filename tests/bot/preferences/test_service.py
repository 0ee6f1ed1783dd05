"""Tests of the settings of servers and members. Settings are checked, stored and read again."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.core.errors import BadChoice
from bot.core.model import Speed
from bot.preferences.model import (
    Deck,
    GameSettings,
    HousePreset,
    MemberSettings,
    Mentions,
    Order,
    ServerSettings,
)
from bot.preferences.service import KNOWN_FOR, Preferred
from bot.preferences.store import server_saved
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, CHANNEL, GUILD
from tests.bot.subjects import tables_of


@pytest.fixture
def preferred(store: Store, now: Now) -> Preferred:
    return Preferred(store, now)


async def test_a_server_keeps_what_it_chooses(preferred: Preferred, store: Store, now: Now) -> None:
    assert await preferred.server(GUILD) == ServerSettings()
    await preferred.change_server(GUILD, channels=[5, 6], threads=True)
    await preferred.change_server(GUILD, most_tables=3, language="ru", speed="quick")
    expected = ServerSettings(
        channels=(5, 6), threads=True, most_tables=3, language="ru", speed=Speed.QUICK
    )
    assert await preferred.server(GUILD) == expected
    assert await Preferred(store, now).server(GUILD) == expected
    await preferred.change_server(GUILD, most_tables=None, channels=[])
    assert (await Preferred(store, now).server(GUILD)).most_tables is None
    assert await preferred.server(GUILD + 1) == ServerSettings()
    assert preferred.known_server(GUILD).threads


async def test_a_member_keeps_what_they_choose(
    preferred: Preferred, store: Store, now: Now
) -> None:
    assert await preferred.member(ANN.id) == MemberSettings()
    assert preferred.known_member(4711) == MemberSettings()
    await preferred.change_member(ANN.id, deck="two", order="trumps-last")
    await preferred.change_member(ANN.id, text_only=True, mentions="direct", language="ru")
    expected = MemberSettings(
        deck=Deck.TWO_COLOURS,
        order=Order.TRUMPS_LAST,
        text_only=True,
        mentions=Mentions.DIRECT,
        language="ru",
    )
    assert await preferred.member(ANN.id) == preferred.known_member(ANN.id) == expected
    assert await Preferred(store, now).member(ANN.id) == expected


async def test_what_another_process_changes_of_a_member_is_seen_in_a_minute(
    preferred: Preferred, store: Store, now: Now
) -> None:
    await preferred.member(ANN.id)
    await Preferred(store, now).change_member(ANN.id, deck="two")
    now.pass_by(seconds=(KNOWN_FOR - timedelta(seconds=1)).total_seconds())
    assert (await preferred.member(ANN.id)).deck is Deck.FOUR_COLOURS
    now.pass_by(seconds=1)
    assert (await preferred.member(ANN.id)).deck is Deck.TWO_COLOURS
    # A change is made of what stands in the database, not of what is remembered.
    await Preferred(store, now).change_member(ANN.id, text_only=True)
    assert await preferred.change_member(ANN.id, mentions="off") == MemberSettings(
        deck=Deck.TWO_COLOURS, text_only=True, mentions=Mentions.OFF
    )


async def test_changes_at_once_lose_nothing(preferred: Preferred, store: Store, now: Now) -> None:
    await asyncio.gather(
        *(
            preferred.save_preset(GUILD, "heaps", f"evening {number}", options={"cards": number})
            for number in range(5)
        ),
        preferred.change_server(GUILD, threads=True),
        preferred.change_member(ANN.id, deck="two"),
        preferred.change_member(ANN.id, text_only=True),
    )
    server = await Preferred(store, now).server(GUILD)
    assert list(server.game("heaps").house) == [f"evening {number}" for number in range(5)]
    assert server.threads
    member = await Preferred(store, now).member(ANN.id)
    assert (member.deck, member.text_only) == (Deck.TWO_COLOURS, True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"most_tables": 0}, "most_tables: Input should be greater than or equal to 1"),
        ({"channels": ["here"]}, "channels, 0: Input should be a valid integer"),
        ({"speed": "glacial"}, "speed: Input should be 'quick', 'relaxed'"),
        (
            {"speeds": ["quick"], "speed": "relaxed"},
            "The default speed must be one of the allowed speeds",
        ),
        ({"colour": 1}, "colour: Extra inputs are not permitted"),
    ],
)
async def test_a_server_that_chooses_wrongly_is_told_why(
    preferred: Preferred, store: Store, now: Now, change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadChoice) as caught:
        await preferred.change_server(GUILD, **change)
    assert reason in str(caught.value)
    assert (
        await preferred.server(GUILD)
        == await Preferred(store, now).server(GUILD)
        == ServerSettings()
    )
    with pytest.raises(BadChoice, match="deck: Input should be 'four' or 'two'"):
        await preferred.change_member(ANN.id, deck="three")


async def test_house_presets_are_tried_out_before_they_are_kept(preferred: Preferred) -> None:
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("plain", {}, "already has a preset called plain"),
        ("odd", {"options": {"cards": "many"}}, "cards: Input should be a valid integer"),
        ("odd", {"preset": "monday"}, "Heaps has no preset called monday"),
        ("x" * 41, {}, "at most 40 characters"),
        ("  ", {}, "at least 1 character"),
    ]
    for name, choice, reason in wrong:
        with pytest.raises(BadChoice, match=reason):
            await preferred.save_preset(GUILD, "heaps", name, **choice)
    with pytest.raises(BadChoice, match="no game called chess"):
        await preferred.save_preset(GUILD, "chess", "fast")
    with pytest.raises(BadChoice, match="Heaps has no preset called monday"):
        await preferred.game_rules(GUILD, "heaps", preset="monday")
    assert await preferred.server(GUILD) == ServerSettings()
    for number in range(20):
        await preferred.save_preset(GUILD, "heaps", f"number {number}")
    with pytest.raises(BadChoice, match="at most 20 items"):
        await preferred.save_preset(GUILD, "heaps", "one more")


async def test_a_house_preset_that_is_dropped_or_made_of_another(preferred: Preferred) -> None:
    await preferred.save_preset(GUILD, "heaps", "short", preset="long", options={"cards": 2})
    await preferred.save_preset(
        GUILD, "heaps", "strict", preset="short", options={"passing": False}
    )
    await preferred.game_rules(GUILD, "heaps", preset="short")
    server = await preferred.drop_preset(GUILD, "heaps", "short")
    assert server.game("heaps").preset is None
    strict = HousePreset(preset="long", options={"cards": 2, "passing": False})
    assert server.game("heaps").house == {"strict": strict}
    with pytest.raises(BadChoice, match="This server has no preset called short"):
        await preferred.drop_preset(GUILD, "heaps", "short")


async def test_house_presets_that_an_update_has_broken_lock_nothing(store: Store, now: Now) -> None:
    broken = HousePreset(options={"an_option_of_before": 1})
    house = {"friday": broken, "sunday": broken}
    rules = GameSettings(preset="friday", options={"another": 2}, house=house)
    await store.write(server_saved(GUILD, ServerSettings(games={"heaps": rules}).model_dump_json()))
    preferred = Preferred(store, now)
    with pytest.raises(BadChoice, match="an_option_of_before"):
        await preferred.game_rules(GUILD, "heaps", preset="sunday")
    await preferred.save_preset(GUILD, "heaps", "short", options={"cards": 2})
    await preferred.drop_preset(GUILD, "heaps", "friday")
    server = await preferred.game_rules(GUILD, "heaps", preset="short")
    assert list(server.game("heaps").house) == ["sunday", "short"]
    server = await preferred.drop_preset(GUILD, "heaps", "sunday")
    short = HousePreset(options={"cards": 2})
    assert server.game("heaps") == GameSettings(preset="short", house={"short": short})


async def test_the_default_without_its_dropped_preset_has_only_options_that_fit(
    store: Store, now: Now
) -> None:
    rules = GameSettings(preset="friday", options={"another": 2}, house={"friday": HousePreset()})
    await store.write(server_saved(GUILD, ServerSettings(games={"heaps": rules}).model_dump_json()))
    server = await Preferred(store, now).drop_preset(GUILD, "heaps", "friday")
    assert server.game("heaps") == GameSettings()


async def test_settings_that_cant_be_read_any_more_keep_nobody_from_playing(
    preferred: Preferred, store: Store, now: Now, caplog: pytest.LogCaptureFixture
) -> None:
    await preferred.change_server(GUILD, threads=True)
    await preferred.change_member(ANN.id, deck="two")
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE servers SET settings = '{\"dreams\": 1}'"))
        await connection.execute(text("UPDATE members SET settings = '{'"))
    fresh = Preferred(store, now)
    assert await fresh.server(GUILD) == ServerSettings()
    assert await fresh.member(ANN.id) == MemberSettings()
    assert "ServerSettings can't be read" in caplog.text


async def test_a_default_that_doesnt_hold_any_more_is_refused_in_words(
    tables: Tables, store: Store, now: Now
) -> None:
    await tables.preferences.game_rules(GUILD, "heaps", options={"cards": 3})
    async with store.engine.begin() as connection:
        await connection.execute(
            text("UPDATE servers SET settings = replace(settings, 'cards', 'stones')")
        )
    fresh = tables_of(store, now)
    with pytest.raises(BadChoice, match="stones"):
        await fresh.opening.create(
            guild_id=GUILD, channel_id=CHANNEL, host=ANN, game="heaps", interaction_id=1
        )
