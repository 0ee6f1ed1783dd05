"""Test members who let others wait. Such a member is mentioned at half of their time, then a bot
player moves for them, and they can come back."""

from __future__ import annotations

import random
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor

from bot.core.model import Mention
from bot.preferences.model import Mentions
from cogs.table.mentions import Mentions as Cog
from tests.journeys.conftest import Evening, actions
from tests.limits import check_request, text_of
from tests.present import present


def mentions(evening: Evening) -> list[discord.Message]:
    """Return the messages in the channel that mention somebody."""
    return [message for message in evening.channel.history() if message.raw_mentions]


async def waited_for(evening: Evening) -> MemberActor:
    table = await evening.table()
    return evening.member_at(table, present(table.view(None)).waiting_on[0])


async def test_half_of_the_time_over_is_one_mention_that_goes_with_the_move(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.env.advance_time(89)
    assert mentions(evening) == []
    await evening.env.advance_time(2)
    (told,) = mentions(evening)
    assert told.raw_mentions == [member.id]
    assert str(evening.message.id) in told.content
    await evening.hand(member)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert mentions(evening) == []
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_mention_from_before_a_restart_goes_with_the_move_too(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.env.advance_time(91)
    (told,) = mentions(evening)
    await evening.restart()
    assert [message.id for message in mentions(evening)] == [told.id]
    await evening.hand(member)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert mentions(evening) == []
    assert await evening.bot.tables.shown.mentions() == []


async def test_a_direct_message_from_before_a_restart_goes_with_the_move_too(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.bot.tables.preferences.change_member(member.id, mentions=Mentions.DIRECT)
    await evening.env.advance_time(91)
    (told,) = await evening.bot.tables.shown.mentions()
    assert told.channel_id != evening.channel.id
    await evening.restart()
    await evening.hand(member)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert f"/channels/{told.channel_id}/messages/{told.message_id}" in deleted(evening)
    assert await evening.bot.tables.shown.mentions() == []


async def test_a_mention_that_could_not_be_deleted_goes_after_the_next_start(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.env.advance_time(91)
    (told,) = mentions(evening)
    await evening.hand(member)
    evening.env.inject_error("DELETE", "/channels/*/messages/*", status=400, times=1)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert [message.id for message in mentions(evening)] == [told.id]
    await evening.restart()
    assert mentions(evening) == []
    assert await evening.bot.tables.shown.mentions() == []


async def test_a_mention_that_somebody_has_deleted_is_as_good(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.env.advance_time(91)
    (told,) = mentions(evening)
    evening.env.backend.delete_message(evening.channel.id, told.id)
    await evening.env.settle()
    await evening.hand(member)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert await evening.bot.tables.shown.mentions() == []


async def test_a_table_that_is_gone_keeps_no_mention_of_another_table(evening: Evening) -> None:
    """Discord tells the bot that it is ready whenever a new session begins. The bot then looks at
    the table of each mention that it knows. If one of these tables is gone, the bot still deletes
    the old mentions at the other tables."""
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(91)
    (told,) = mentions(evening)
    table, cog = await evening.table(), evening.bot.get_cog("Mentions")
    assert isinstance(cog, Cog)
    cog._known.clear()
    await evening.bot.tables.shown.mention_gone(told.id)
    for table_id, message_id in (("gone", 1), (table.id, told.id)):
        cog._note(Mention(table_id, evening.bert.id, evening.channel.id, message_id))
    await cog.on_ready()
    await evening.env.settle()
    assert mentions(evening) == []


async def test_a_bot_players_move_takes_the_mention_away_too(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(91)
    (told,) = mentions(evening)
    await evening.env.advance_time(90)
    assert told.id not in {message.id for message in mentions(evening)}
    assert "time ran out, so a bot moved" in evening.text


async def test_a_member_who_wants_no_mention_gets_none(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.bot.tables.preferences.change_member(member.id, mentions=Mentions.OFF)
    await evening.env.advance_time(91)
    assert mentions(evening) == []
    assert not any("channels" in path and "/users/@me" in path for path in paths(evening))


def deleted(evening: Evening) -> list[str]:
    return [request.path for request in evening.env.http_requests if request.method == "DELETE"]


def paths(evening: Evening) -> list[str]:
    return [request.path for request in evening.env.http_requests]


async def test_a_direct_message_instead_and_a_refused_one_costs_nothing(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    member = await waited_for(evening)
    await evening.bot.tables.preferences.change_member(member.id, mentions=Mentions.DIRECT)
    await evening.env.advance_time(91)
    assert mentions(evening) == []
    assert "/users/@me/channels" in paths(evening)
    sent = next(
        request for request in evening.env.http_requests if "Your move at" in str(request.json)
    )
    assert str(evening.channel.id) not in sent.path
    await evening.hand(member)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert any(request.method == "DELETE" for request in evening.env.http_requests)

    other = await waited_for(evening)
    await evening.bot.tables.preferences.change_member(other.id, mentions=Mentions.DIRECT)
    evening.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await evening.env.advance_time(91)
    assert mentions(evening) == []
    version = (await evening.table()).version
    await evening.hand(other)
    await evening.do(other, next(actions(evening.panels[other.id])))
    assert (await evening.table()).version > version


async def test_after_three_times_a_bot_player_keeps_the_seat_until_the_member_is_back(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    for _ in range(40):
        table = await evening.table()
        away = [number for number, seat in enumerate(table.seats) if seat.absent]
        if away or "result" in evening.text:
            break
        await evening.env.advance_time(181)
        await evening.find_message()
    assert away, "somebody missed three turns over over in a row"
    assert "💤 Away:" in evening.text
    member = evening.member_at(table, away[0])
    others = [each for each in (evening.nora, evening.pavel, evening.aiko) if each.id != member.id]
    refused = present((await evening.press(others[0], "I'm back")).response)
    if not table.seats[present(table.seat_of(others[0].id))].absent:
        assert refused.ephemeral
    await evening.press(member, "I'm back")
    now = await evening.table()
    assert not now.seats[away[0]].absent


async def test_a_table_is_relaxed_where_nobody_says_otherwise_and_its_lobby_says_so(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    assert "Rules: **Classic** · Relaxed: 3 minutes per move" in evening.text
    await evening.press(evening.nora, "Start")
    await evening.env.advance_time(179)
    assert "a bot moved" not in evening.text
    await evening.env.advance_time(2)
    assert "a bot moved" in evening.text


async def test_the_bots_settings_name_the_speed_of_new_tables_unless_the_server_does(
    tmp_path: Path,
) -> None:
    async with Evening(tmp_path, speed="by-post").begin() as evening:
        await evening.lobby("durak")
        assert "Rules: **Classic** · Correspondence: 24 hours per move" in evening.text
        await evening.bot.tables.preferences.change_server(
            evening.guild.id, speeds=["quick", "none"]
        )
        await evening.lobby("durak")
        assert "Rules: **Classic** · Quick: 30 seconds per move" in evening.text
        await evening.bot.tables.preferences.change_server(evening.guild.id, speed="none")
        await evening.lobby("durak")
        assert "Rules: **Classic** · No clock" in evening.text


@pytest.mark.usefixtures("long_days")
async def test_the_speed_is_chosen_in_the_lobby_and_by_post_lasts_for_a_day_and_a_reserve(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    await evening.choose(evening.nora, "speed", "by-post")
    assert "Rules: **Classic** · Correspondence: 24 hours per move" in evening.text
    assert "speed" not in str((await evening.gear(evening.pavel)).components), "only for the host"
    await evening.press(evening.nora, "Start")
    version = (await evening.table()).version
    await evening.env.advance_time(11 * 3600)
    assert mentions(evening) == []
    await evening.env.advance_time(3600 + 60)
    assert len(mentions(evening)) == 1
    await evening.restart()
    assert (await evening.table()).version == version
    await evening.env.advance_time(12 * 3600)
    assert (await evening.table()).version == version, "the reserve of three days runs"
    for _ in range(3):
        await evening.env.advance_time(24 * 3600)
    assert (await evening.table()).version > version


@pytest.mark.usefixtures("long_days")
async def test_the_quick_speed_is_half_a_minute_and_without_a_clock_nobody_hurries(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    await evening.choose(evening.nora, "speed", "quick")
    await evening.press(evening.nora, "Start")
    await evening.env.advance_time(31)
    assert "a bot moved" in evening.text

    await evening.lobby("durak", evening.aiko)
    await evening.choose(evening.nora, "speed", "none")
    await evening.press(evening.nora, "Start")
    version = (await evening.table()).version
    for _ in range(6):  # the simulator gives each step five seconds of real time
        await evening.env.advance_time(3600)
    assert (await evening.bot.tables.get((await evening.table()).id)).version == version


async def test_the_mention_names_the_table_and_nobody_else(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(91)
    (told,) = mentions(evening)
    assert "Durak" in told.content
    assert len(told.raw_mentions) == 1
    assert not told.mention_everyone
    assert "Trump" in text_of(evening.message.components)
