"""Test that a member can challenge another member to a game."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.core.model import Phase, Speed
from bot.preferences.model import Challenges
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.limits import check_request, text_of, walk
from tests.present import present

MENU = "Challenge to a game"
DAY = 24 * 3600


async def challenge(
    evening: Evening, by: MemberActor, whom: Any, game: str = "durak", **options: str
) -> ResponseMessage:
    done = await by.slash(evening.channel, "challenge", member=whom, game=game, **options)
    return present(done.response)


def said(message: ResponseMessage) -> str:
    return str(message.content or text_of(message.components))


def mentioned(evening: Evening) -> list[int]:
    """Return the ids of the members whom Discord was allowed to notify, from all requests so
    far."""
    return [
        int(member)
        for request in evening.env.http_requests
        if isinstance(request.json, dict)
        for body in [request.json, request.json.get("data")]
        if isinstance(body, dict) and isinstance(body.get("allowed_mentions"), dict)
        for member in body["allowed_mentions"].get("users") or ()
    ]


def now_says(evening: Evening, message: ResponseMessage) -> str:
    """Return the current text of a message in the channel."""
    stored = evening.env.backend.get_message(message.channel_id, message.id)
    return text_of(ResponseMessage(evening.env, stored).components)


async def answer(
    evening: Evening, shown: ResponseMessage, label: str, by: MemberActor | None = None
) -> InteractionResult:
    by = by or evening.pavel
    asked = present((await by.click(shown, label="Answer")).response)
    assert asked.ephemeral
    return await by.click(asked, label=label)


async def test_accept_deals_at_once_by_the_rules_that_were_named(evening: Evening) -> None:
    presets = await evening.nora.autocomplete(
        evening.channel, "challenge", "rules", "", game="durak"
    )
    preset = presets[1]["value"]
    shown = await challenge(evening, evening.nora, evening.pavel, rules=preset, speed="by-post")
    assert not shown.ephemeral
    assert f"**Nora** challenges <@{evening.pavel.id}> to a game of **Durak**." in said(shown)
    assert "Correspondence" in said(shown)
    assert mentioned(evening) == [], "nobody is mentioned who didn't ask for it"
    done = await answer(evening, shown, "Accept")
    assert "⚔️ Challenge accepted: [Durak](https://" in said(present(done.response))
    table = await evening.table()
    assert table.phase is Phase.PLAYING
    assert [seat.member_id for seat in table.seats] == [evening.nora.id, evening.pavel.id]
    assert (table.game, table.preset, table.speed) == ("durak", preset, Speed.BY_POST)
    assert "**Pavel** accepted **Nora**'s [Durak]" in now_says(evening, shown)
    await evening.find_message()
    assert "Nora" in evening.text, "the table stands in the channel"
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_game_for_more_opens_a_lobby(evening: Evening) -> None:
    shown = await challenge(evening, evening.nora, evening.pavel, game="tredici", rules="teams")
    await answer(evening, shown, "Accept")
    table = await evening.table()
    assert table.phase is Phase.LOBBY
    assert [seat.name for seat in table.seats] == ["Nora", "Pavel"]
    await evening.find_message()
    await evening.press(evening.aiko, "Join")
    assert len((await evening.table()).seats) == 3


async def test_the_menu_asks_for_game_rules_and_speed(evening: Evening) -> None:
    done = await evening.nora.context_menu(evening.channel, MENU, evening.pavel)
    panel = present(done.response)
    assert panel.ephemeral
    for what, value in (("game", "tredici"), ("speed", "quick")):
        name = next(part for part in ids(panel) if part.endswith(f":{what}"))
        await evening.nora.select(panel, [value], custom_id=name)
    done = await evening.nora.click(panel, label="Challenge Pavel")
    shown = done.followups[0]
    assert not shown.ephemeral
    assert "**Tredici**" in said(shown)
    assert "Quick" in said(shown)
    await answer(evening, shown, "Accept")
    assert (await evening.table()).game == "tredici"


def ids(message: ResponseMessage) -> list[str]:
    return [part["custom_id"] for part in walk(message.components) if "custom_id" in part]


async def test_who_declines_is_not_asked_again_that_day_by_the_same_member(
    evening: Evening, long_days: None
) -> None:
    shown = await challenge(evening, evening.nora, evening.pavel)
    done = await answer(evening, shown, "Decline")
    assert "You've declined **Nora**'s challenge." in said(present(done.response))
    assert "**Pavel** declined" in now_says(evening, shown)
    await evening.restart()
    refused = await challenge(evening, evening.nora, evening.pavel)
    assert refused.ephemeral
    assert "Pavel declined your challenge today" in said(refused)
    assert not (await challenge(evening, evening.aiko, evening.pavel)).ephemeral
    await evening.env.advance_time(DAY + 60)
    assert not (await challenge(evening, evening.nora, evening.pavel)).ephemeral


async def test_not_now_may_be_asked_again(evening: Evening) -> None:
    shown = await challenge(evening, evening.nora, evening.pavel)
    again = await challenge(evening, evening.nora, evening.pavel)
    assert "hasn't answered your last challenge" in said(again)
    done = await answer(evening, shown, "Not now")
    assert "You've told **Nora** that you can't play right now." in said(present(done.response))
    assert "right now" in now_says(evening, shown)
    assert not (await challenge(evening, evening.nora, evening.pavel)).ephemeral


async def test_it_expires_after_a_day_across_a_restart(evening: Evening, long_days: None) -> None:
    shown = await challenge(evening, evening.nora, evening.pavel)
    button = custom_id(shown, "Answer")
    await evening.restart(away=DAY - 60)
    assert "challenges" in now_says(evening, shown)
    await evening.env.advance_time(3700)
    assert "didn't answer" in now_says(evening, shown)
    late = await at_once(evening, Click(evening.pavel, shown, button))
    assert "This challenge is over." in said(present(late[0].response))


async def test_one_press_of_two_opens_a_table(evening: Evening) -> None:
    shown = await challenge(evening, evening.nora, evening.pavel)
    asked = present((await evening.pavel.click(shown, label="Answer")).response)
    press = Click(evening.pavel, asked, custom_id(asked, "Accept"))
    done = await at_once(evening, press, press)
    assert "This challenge is over." in said(present(done[1].response))
    assert len(await evening.bot.tables.where.open_in(evening.channel.id)) == 1


async def test_who_may_not_be_challenged_and_who_may_not_answer(evening: Evening) -> None:
    async def refused(whom: Any) -> str:
        shown = await challenge(evening, evening.nora, whom)
        assert shown.ephemeral
        return said(shown)

    bot = evening.guild.add_member(evening.env.create_user("robot", bot=True))
    assert "You can't challenge a bot" in await refused(bot)
    assert "challenge yourself" in await refused(evening.nora)
    stranger = evening.env.create_user("stranger")
    assert "can't see this channel" in await refused(stranger)
    await evening.bot.tables.preferences.change_member(evening.aiko.id, challenges=Challenges.NONE)
    assert "Aiko isn't taking challenges" in await refused(evening.aiko)
    shown = await challenge(evening, evening.nora, evening.pavel)
    other = present((await evening.bert.click(shown, label="Answer")).response)
    assert "Only Pavel can answer this challenge." in said(other)
    own = present((await evening.nora.click(shown, label="Answer")).response)
    await evening.nora.click(own, label="Withdraw challenge")
    assert "You've withdrawn your challenge to **Pavel**." in said(own)
    assert "withdrew their Durak challenge to **Pavel**" in now_says(evening, shown)


@pytest.mark.parametrize("wish", [Challenges.MENTION, Challenges.DIRECT])
async def test_they_are_told_in_the_way_they_chose(evening: Evening, wish: Challenges) -> None:
    panel = present((await evening.pavel.slash(evening.channel, "me")).response)
    await evening.pavel.select(panel, [wish.value], custom_id="m:challenges")
    shown = await challenge(evening, evening.nora, evening.pavel)
    assert "challenges" in said(shown)
    assert mentioned(evening) == [evening.pavel.id] * (wish is Challenges.MENTION)
    direct = [
        request for request in evening.env.http_requests if "challenges you" in str(request.json)
    ]
    assert len(direct) == (wish is Challenges.DIRECT)
    if direct:
        (told,) = present(evening.pavel.user.dm_channel).history()
        await evening.pavel.user.click(told, label="Accept")
        assert (await evening.table()).phase is Phase.PLAYING
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_the_table_stands_in_a_thread_where_the_server_wants_that(evening: Evening) -> None:
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    shown = await challenge(evening, evening.nora, evening.pavel)
    await answer(evening, shown, "Accept")
    (thread,) = present(evening.bot.get_guild(evening.guild.id)).threads
    assert thread.name == "Durak · Nora – Pavel"
    (table,) = await evening.bot.tables.where.open_in(thread.id)
    assert table.phase is Phase.PLAYING
    assert table.message_id is not None


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_thread_that_is_there_already_is_used(evening: Evening, deleted: bool) -> None:
    """Discord refuses a thread if the message has one already. Then the table opens in that thread.
    If that thread was deleted, Discord still refuses another one, and the table opens in the
    channel."""
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    shown = await challenge(evening, evening.nora, evening.pavel)
    if not deleted:
        backend = evening.env.backend
        backend.create_thread(evening.channel.id, "before", evening.pavel.id, message_id=shown.id)
    evening.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    done = await answer(evening, shown, "Accept")
    assert "accepted" in said(present(done.response))
    where = evening.channel.id if deleted else shown.id
    (table,) = await evening.bot.tables.where.open_in(where)
    assert (table.phase, len(table.seats)) == (Phase.PLAYING, 2)
    assert table.message_id is not None


async def test_a_refused_table_leaves_the_challenge_open(evening: Evening) -> None:
    shown = await challenge(evening, evening.nora, evening.pavel)
    await evening.bot.tables.preferences.change_server(evening.guild.id, most_tables=1)
    await evening.lobby("durak", evening.aiko)
    done = await answer(evening, shown, "Accept")
    assert "reached its limit" in said(present(next(iter(done.followups), done.response)))
    await evening.bot.tables.preferences.change_server(evening.guild.id, most_tables=2)
    await answer(evening, shown, "Accept")
    phases = {table.phase for table in await evening.bot.tables.where.open_in(evening.channel.id)}
    assert phases == {Phase.LOBBY, Phase.PLAYING}


async def test_without_the_right_to_post_nothing_is_asked(evening: Evening) -> None:
    everyone = evening.guild.default_role
    silent = discord.PermissionOverwrite(send_messages=False)
    channel = evening.guild.create_text_channel("silent", overwrites={everyone: silent})
    done = await evening.nora.slash(channel, "challenge", member=evening.pavel, game="durak")
    shown = present(done.response)
    assert shown.ephemeral
    assert "I need more permissions: Send Messages" in said(shown)
