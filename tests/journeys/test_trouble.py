"""Test that nothing is lost when messages or channels are deleted, permissions are missing, Discord
has trouble, or the database fails."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from bot.core.model import Panel, Phase, Table
from bot.db import NotWritten
from bot.tables.store.tables import Store
from cogs.edits.answers import Drawn
from cogs.edits.message_sync import MessageSync
from cogs.table.upkeep import TableUpkeep
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, actions, at_once, custom_id
from tests.limits import text_of, walk
from tests.present import present


def sync(evening: Evening) -> MessageSync:
    return cast("TableUpkeep", evening.bot.get_cog("TableUpkeep")).sync


async def open_hands(evening: Evening) -> set[int]:
    """Return the ids of the members whose open hands the bot still keeps up to date."""
    table = await evening.table()
    with evening.env.time_context():
        return {panel.member_id for panel in await evening.bot.tables.shown.panels(table.id)}


def shown_in(evening: Evening) -> list[int]:
    """Return the ids of the channel's messages that show a running game."""
    messages = (
        evening.env.backend.get_message(evening.channel.id, each.id)
        for each in evening.channel.history()
    )
    return [
        each.id
        for each in messages
        if "My hand" in {part.get("label") for part in walk(each.components)}
    ]


async def test_a_deleted_table_message_is_posted_anew(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    old = evening.message.id
    evening.env.backend.delete_message(evening.channel.id, old)
    await evening.env.settle()
    await evening.find_message()
    assert evening.message.id != old
    assert "Trump" in evening.text
    await evening.play_out(rng, evening.nora, evening.pavel)


async def test_a_message_deleted_while_the_bot_was_away_is_posted_anew_at_the_next_move(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    await evening.hand(first)
    old = evening.message.id
    # The bot does not hear of it: as if the message had been deleted while no process ran.
    stored = evening.env.backend.messages[evening.channel.id].pop(old)
    assert stored.id == old
    await evening.do(first, next(actions(evening.panels[first.id])))
    await evening.find_message()
    assert evening.message.id != old
    assert "Trump" in evening.text


async def test_a_deleted_channel_closes_its_tables_void(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.env.settle()
    after = await evening.bot.tables.get(table.id)
    assert after.phase is Phase.CLOSED
    assert present(after.outcome).kind == "void"
    other = evening.guild.create_text_channel("elsewhere")
    board = text_of(present((await evening.nora.slash(other, "leaderboard")).response).components)
    assert "Nora" not in board
    answer = present((await evening.nora.slash(other, "hand")).response)
    assert "not at any table" in answer.content


async def test_where_the_bot_may_not_post_one_answer_says_so_and_no_table_stays(
    evening: Evening,
) -> None:
    everyone = present(evening.bot.get_guild(evening.guild.id)).default_role
    quiet = evening.guild.create_text_channel(
        "announcements", overwrites={everyone: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await evening.nora.slash(quiet, "play", game="durak")
    assert present(result.response).ephemeral
    assert "Send Messages" in present(result.response).content
    assert not result.followups
    assert await evening.bot.tables.where.open_in(quiet.id) == []


async def test_when_the_lobby_can_not_be_sent_no_table_stays(evening: Evening) -> None:
    evening.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50001)
    result = await evening.nora.slash(evening.channel, "play", game="durak")
    assert result.response is not None
    assert result.response.ephemeral
    assert await evening.bot.tables.where.open_in(evening.channel.id) == []


async def test_without_access_the_table_is_left_alone_and_hands_go_on(
    evening: Evening, rng: random.Random, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    version = (await evening.table()).version
    for _ in range(6):
        assert await evening.play_on(rng, evening.nora, evening.pavel)
    assert (await evening.table()).version == version + 6
    edits = [
        request
        for request in evening.env.http_requests
        if request.method == "PATCH" and request.path.startswith("/channels/")
    ]
    assert len(edits) <= 1
    warnings = [record for record in caplog.records if "can't be shown" in record.getMessage()]
    assert len(warnings) == 1


async def test_an_edit_that_discord_fails_to_make_is_made_again(
    evening: Evening, rng: random.Random
) -> None:
    sync(evening).queue.retries = (0.01, 0.01)
    await evening.dealt("durak", evening.pavel)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=2)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    await evening.hand(first)
    await evening.do(first, next(actions(evening.panels[first.id])))
    await evening.env.settle()
    assert "attacks with" in evening.text


async def test_a_dead_token_is_forgotten_at_the_first_refusal(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    other = evening.pavel if first is evening.nora else evening.nora
    evening.env.inject_error(
        "PATCH", "/webhooks/*/*/messages/*", status=401, code=50027, times=None
    )
    start = len(evening.env.http_requests)
    await evening.do(first, next(actions(evening.panels[first.id])))
    assert await open_hands(evening) == {first.id}
    await evening.until(rng, lambda now: now.version > table.version + 3)
    refused = [
        request
        for request in evening.env.http_requests[start:]
        if request.path.startswith("/webhooks/")
    ]
    assert len(refused) <= 2, "one for each of the two tokens"
    evening.env.backend.faults.clear()
    # My hand makes a new one, which follows again.
    await evening.hand(other)
    assert other.id in await open_hands(evening)


async def test_a_refusal_of_the_older_hand_keeps_the_newer_one_open(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A member opens their hand anew while an edit of their older hand is under way. Discord
    refuses that edit."""
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    table = await evening.table()
    mover = evening.member_at(table, present(table.view(None)).waiting_on[0])
    other = evening.pavel if mover is evening.nora else evening.nora
    hands, usual = sync(evening).hands, sync(evening).hands._webhook
    with evening.env.time_context():
        older = present(await hands.last(table.id, other.id))
    newer = replace(older, token="newer", message_id=present(older.message_id) + 1)

    async def refused(*_: object, **__: object) -> None:
        async with sync(evening).messages.holding(table.id, other.id):
            await hands.follow(newer)
        gone = cast("aiohttp.ClientResponse", SimpleNamespace(status=404, reason="Not Found"))
        raise discord.NotFound(gone, {"code": 10008, "message": "Unknown Message"})

    def webhook(panel: Panel) -> discord.Webhook:
        if panel.token != older.token:
            return usual(panel)
        return cast("discord.Webhook", SimpleNamespace(edit_message=refused))

    monkeypatch.setattr(hands, "_webhook", webhook)
    await evening.do(mover, next(actions(evening.panels[mover.id])))
    with evening.env.time_context():
        assert await hands.last(table.id, other.id) == newer


async def test_a_move_that_can_not_be_saved_has_not_happened(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.dealt("durak", evening.pavel)
    before = await evening.table()
    first = evening.member_at(before, present(before.view(None)).waiting_on[0])
    panel = await evening.hand(first)

    async def full(*_: object) -> None:
        raise NotWritten(reason="disk full: 6S")

    press = next(actions(panel))
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", full)
        answer = await evening.do(first, press)
        assert present(answer.response).ephemeral
        assert "couldn't save that" in present(answer.response).content
    assert await evening.table() == before
    await evening.do(first, press)
    assert (await evening.table()).version == before.version + 1


async def test_names_neither_format_nor_mention(evening: Evening) -> None:
    rude = evening.guild.add_member(
        evening.env.create_user("rude", global_name="**@everyone** `x` <@1>")
    )
    opened = present((await rude.slash(evening.channel, "play", game="durak")).response)
    # A picture's description formats nothing, and mentions nobody.
    text = "\n".join(part["content"] for part in walk(opened.components) if "content" in part)
    assert "@everyone" not in text
    assert "<@1>" not in text
    assert "\\*\\*" in text
    message = evening.channel.history()[-1]
    assert not message.mention_everyone
    assert message.mentions == []


async def test_a_name_in_a_refusal_is_escaped_once_and_turns_nothing_round(
    evening: Evening,
) -> None:
    rude = evening.guild.add_member(
        evening.env.create_user("rude", global_name="*Ann*\N{RIGHT-TO-LEFT OVERRIDE}_")
    )
    await evening.lobby("durak", evening.pavel)
    answer = present(
        (await evening.nora.slash(evening.channel, "profile", member=rude.user)).response
    )
    assert answer.content.startswith("\\*Ann\\*\\_ ")


async def test_an_old_table_message_that_was_left_behind_still_answers(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    old = evening.message
    evening.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50013)
    await ways.to_table(evening.channel, evening.nora)
    hand = present((await evening.pavel.click(old, label="My hand")).response)
    assert "Your hand" in text_of(hand.components)


async def test_who_joins_at_a_message_left_behind_is_shown_in_the_newer_one(
    evening: Evening,
) -> None:
    await evening.lobby("durak")
    old = evening.message
    evening.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50013)
    await ways.to_table(evening.channel, evening.nora)
    await evening.pavel.click(old, label="Join")
    await evening.env.settle()
    await evening.find_message()
    assert evening.message.id != old.id
    assert "**Pavel**" in evening.text
    assert "**Pavel**" in text_of(old.components)


async def test_of_two_who_bring_the_table_at_once_one_message_stays(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(61)
    clicks = []
    for member in (evening.nora, evening.pavel):
        menu = present((await member.click(evening.message, label="More…")).response)
        clicks.append(Click(member, menu, custom_id(menu, "Show the table")))
    await at_once(evening, *clicks)
    assert shown_in(evening) == [(await evening.table()).message_id]


async def test_a_message_brought_while_another_is_posted_does_not_stay(
    untimed: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    await untimed.env.advance_time(61)
    posts = sync(untimed).posts
    usual = posts._post_new

    async def meanwhile_brought(table: Table) -> discord.Message:
        brought = await usual(table)
        await posts.remove(await posts.placed(table, brought.id))
        return await usual(table)

    monkeypatch.setattr(posts, "_post_new", meanwhile_brought)
    for number in range(20):
        await untimed.aiko.send(untimed.channel, f"message {number}")
    assert shown_in(untimed) == [(await untimed.table()).message_id]


async def test_a_table_brought_during_an_edit_shows_a_move_made_meanwhile(
    untimed: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    hand = present((await untimed.nora.slash(untimed.channel, "hand")).response)
    table, tables = await untimed.table(), untimed.bot.tables
    queue, posts, ended = sync(untimed).queue, sync(untimed).posts, asyncio.Event()
    edit, public = posts._edit, sync(untimed).public

    async def slowly_edited(shown: Table, message_id: int) -> None:
        await ended.wait()
        await edit(shown, message_id)

    async def slowly_drawn(shown: Table) -> Drawn:
        drawn = await public(shown)
        (seat,) = present(table.live).waiting_on
        member = untimed.member_at(table, seat)
        ended.set()
        await tables.move(table.id, member.id, present(table.view(seat)).moves[0], table.version)
        await queue.sent(table.id)
        return drawn

    monkeypatch.setattr(posts, "_edit", slowly_edited)
    sync(untimed).show_anew(table)
    monkeypatch.setattr(sync(untimed), "public", slowly_drawn)
    await untimed.nora.click(hand, label="Show the table")
    await untimed.env.settle()
    await untimed.find_message()
    assert untimed.message.id == (await untimed.table()).message_id
    assert "attacks with" in untimed.text


async def test_a_stranger_gets_a_link_and_moves_nothing(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    menu = await ways.to_menu(evening.channel, evening.aiko)
    answer = present((await evening.aiko.click(menu, label="Show the table")).response)
    assert answer.ephemeral
    assert str(evening.message.id) in answer.content
    assert (await evening.table()).message_id == evening.message.id
