"""Test table talk: a member shows an emoji at their seat for a while."""

from __future__ import annotations

import re
from typing import Any

import discord
from simcord.results import ResponseMessage

from bot.core.model import Phase
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present


def signs(message: ResponseMessage) -> dict[str, str]:
    """Return the custom ids of a message's buttons. The keys are the emoji on the buttons."""
    parts: list[Any] = [part for part in walk(message.components) if part.get("emoji")]
    return {part["emoji"]["name"]: part["custom_id"] for part in parts if "custom_id" in part}


async def test_an_emote_is_seen_at_the_seat_by_all_who_want_it(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    hand = await evening.hand(evening.nora)
    other = await evening.hand(evening.pavel)
    asked = present((await evening.nora.click(hand, custom_id=signs(hand)["💬"])).response)
    assert asked.ephemeral
    assert list(signs(asked)) == ["😏", "👏", "😱", "🤝"]
    await evening.nora.click(asked, custom_id=signs(asked)["😱"])
    for message in (evening.message, other):
        assert "gasps" in text_of(message.components)
    assert re.search(r"You: .*\bgasp\b", text_of(hand.components))
    await evening.restart()
    bare = present((await evening.press(evening.pavel, "My hand")).response)
    assert "gasps" in text_of(bare.components)
    # Who wants none neither sees one in their hand, nor is offered any.
    panel = present((await evening.pavel.slash(evening.channel, "me")).response)
    await evening.pavel.click(panel, label="Emotes: shown")
    quiet = present((await evening.press(evening.pavel, "My hand")).response)
    assert "gasps" not in text_of(quiet.components)
    assert "💬" not in signs(quiet)
    assert "gasps" in evening.text
    # So soon after the last one, another is refused in words, and the old one stays.
    refused = present((await evening.nora.click(hand, custom_id=signs(hand)["💬"])).response)
    answer = present((await evening.nora.click(refused, custom_id=signs(refused)["👏"])).response)
    assert "moment" in str(answer.content)
    assert "gasps" in evening.text


async def test_a_host_and_a_server_switch_them_off_by_click(evening: Evening) -> None:
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    user = evening.env.create_user("boss", global_name="Boss")
    boss = evening.guild.add_member(user, roles=[role])
    await evening.lobby("durak", evening.pavel)
    options = present((await evening.press(evening.nora, "Options")).response)
    await evening.nora.click(options, label="Emotes: on")
    assert not (await evening.table()).emotes
    # Where the server wants none, no host has any.
    community = await ways.to_community(evening.channel, boss)
    await boss.click(community, label="Emotes at the table: on")
    refused = present((await evening.nora.click(options, label="Emotes: off")).response)
    assert "Emotes are off here." in str(refused.content)
    assert not (await evening.table()).emotes
    await boss.click(community, label="Emotes at the table: off")
    await evening.nora.click(options, label="Emotes: off")
    assert (await evening.table()).emotes
    await evening.press(evening.nora, "Start")
    assert "💬" in signs(await evening.hand(evening.nora))
    await boss.click(community, label="Emotes at the table: on")
    await evening.another(evening.bert)
    both = await evening.bot.tables.where.open_in(evening.channel.id)
    assert [each.emotes for each in both if each.phase is Phase.LOBBY] == [False]
