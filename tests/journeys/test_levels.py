"""Test bot players at a table: how well they play, who chooses their level, and when they say
something."""

from __future__ import annotations

import math
import random
from typing import Any

import discord
import pytest

from bot.core.people import of_level
from cogs.table.lobby.command import Lobbies
from cogs.words.remarks import remark_at
from games.players import LEVELS
from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present


async def test_who_adds_a_bot_player_says_who_and_how_good(evening: Evening) -> None:
    await evening.lobby("durak")
    question = present((await evening.press(evening.nora, "Add bot")).response)
    assert question.ephemeral
    labels = [part["label"] for part in walk(question.components) if part.get("label")]
    assert labels == [each.name for level in reversed(LEVELS) for each in of_level(level)]
    told = text_of(question.components)
    assert "**Skilled** · remembers every card" in told
    assert "Berta hoards trumps" in told
    assert "Cleo never passes an attack on" in told
    seated = present((await evening.nora.click(question, label="Berta")).response)
    assert "Berta joined. Add another?" in text_of(seated.components)
    off = [part["label"] for part in walk(seated.components) if part.get("disabled")]
    assert off == ["Berta"], "nobody sits at a table twice"
    await evening.nora.click(seated, label="Wanda")
    table = await evening.table()
    assert [seat.strength for seat in table.seats] == [None, "skilled", "beginner"]
    assert "**Berta** · Skilled · hoards trumps" in evening.text
    assert "**Wanda** · Beginner" in evening.text
    await evening.press(evening.nora, "Start")
    assert await evening.hand(evening.nora)


async def test_when_all_of_a_level_sit_there_a_nameless_one_comes(evening: Evening) -> None:
    await evening.lobby("durak")
    question = present((await evening.press(evening.nora, "Add bot")).response)
    for name in ("Emi", "Milo", "Wanda"):
        assert "Beginner" not in [part.get("label") for part in walk(question.components)]
        question = present((await evening.nora.click(question, label=name)).response)
    await evening.nora.click(question, label="Beginner")
    assert "**Bot 1** · Beginner" in evening.text


async def test_the_question_is_put_away_when_the_game_begins(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel)
    asked = await evening.press(evening.nora, "Add bot")
    answered = await evening.press(evening.pavel, "Add bot")
    await evening.pavel.click(present(answered.response), label="Bruno")
    assert asked.response
    await evening.press(evening.nora, "Start")
    assert not asked.response
    assert not answered.response


async def test_a_question_that_expires_meanwhile_keeps_nobody_from_their_hand(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.press(member, "Add bot")
    questions = evening.bot.cog(Lobbies).questions
    usual = discord.Interaction.delete_original_response

    async def slowly(interaction: discord.Interaction[Any]) -> None:
        await usual(interaction)
        questions._open.expire(math.inf)

    monkeypatch.setattr(discord.Interaction, "delete_original_response", slowly)
    started = await evening.press(evening.nora, "Start")
    (hand,) = started.followups
    assert "Your hand" in text_of(hand.components)


async def test_only_who_sits_there_is_asked(evening: Evening) -> None:
    await evening.lobby("durak")
    refused = present((await evening.press(evening.pavel, "Add bot")).response)
    assert "You're not at this table" in refused.content


async def test_a_server_has_a_level_of_its_own(evening: Evening) -> None:
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    user = evening.env.create_user("boss", global_name="Boss")
    boss = evening.guild.add_member(user, roles=[role])
    panel = present((await boss.slash(evening.channel, "settings")).response)
    await boss.select(panel, ["beginner"], custom_id="s:level")
    await evening.lobby("durak", bots=1)
    table = await evening.table()
    assert table.seats[1].strength == "beginner"
    await boss.select(panel, ["-"], custom_id="s:level")
    await evening.add_bot(evening.nora)
    assert (await evening.table()).seats[2].strength == evening.settings.players.level


async def test_a_bot_player_says_something_now_and_then(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", bots=2)
    for _ in range(300):
        if "💬" in evening.text:
            break
        if not await evening.play_on(rng, evening.nora):
            assert "result" in evening.text
            await evening.press(evening.nora, "Again")
            await evening.press(evening.nora, "Start")
            evening.panels.clear()
    table = await evening.table()
    remark = present(remark_at(table))
    assert f"💬 **{table.seats[remark.seat].name}**: *{remark.line}*" in evening.text


async def test_the_host_and_the_server_may_tell_bot_players_to_be_silent(evening: Evening) -> None:
    await evening.lobby("durak", bots=1)
    panel = present((await evening.press(evening.nora, "Options")).response)
    panel = present((await evening.nora.click(panel, label="Bot chat: on")).response)
    assert not (await evening.table()).remarks
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    user = evening.env.create_user("boss", global_name="Boss")
    boss = evening.guild.add_member(user, roles=[role])
    settings = present((await boss.slash(evening.channel, "settings")).response)
    await boss.click(settings, label="Bot chat at the table: on")
    panel = present((await evening.nora.click(panel, label="Bot chat: off")).response)
    assert "Bots don't chat on this server." in text_of(panel.components)
    assert not (await evening.table()).remarks
    await evening.another(evening.nora)
    assert not (await evening.table()).remarks, "nor do those of new tables"


async def test_a_profile_tells_how_the_member_did_against_whom(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", bots=1)
    await evening.hand(evening.nora)
    assert await evening.play_on(rng, evening.nora)
    asked = present((await evening.press(evening.nora, "Resign")).response)
    await evening.nora.click(asked, label="Yes, resign")
    name = (await evening.table()).seats[1].name
    profile = present((await evening.nora.slash(evening.channel, "profile")).response)
    assert f"🤖 Record against bots: {name} 0–1" in text_of(profile.components)
