"""Test the notices to members who want to be told when a table opens."""

from __future__ import annotations

import random

import discord
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.notices.upkeep import SETTLED
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.limits import check_request, text_of, walk
from tests.present import present


async def wish(evening: Evening, member: MemberActor, *games: str) -> ResponseMessage:
    panel = await ways.to_pings(evening.channel, member)
    assert panel.ephemeral
    return present((await member.select(panel, list(games), custom_id="n:games")).response)


def mentions(evening: Evening) -> list[discord.Message]:
    """Return the messages in the channel that mention somebody."""
    return [message for message in evening.channel.history() if message.raw_mentions]


async def test_who_asked_is_told_of_a_new_table_once(evening: Evening) -> None:
    for member in (evening.nora, evening.pavel, evening.aiko):
        await wish(evening, member, "durak")
    await wish(evening, evening.bert, "tredici")
    await evening.lobby("durak", evening.aiko)
    await evening.env.advance_time(SETTLED - 1)
    assert mentions(evening) == []
    await evening.env.advance_time(2)
    (told,) = mentions(evening)
    assert told.raw_mentions == [evening.pavel.id], "Nora and Aiko sit there"
    assert "**Nora** opened a table: [Durak](https://discord.com/channels/" in told.content
    assert str(evening.message.id) in told.content
    await evening.restart()
    await evening.env.advance_time(60)
    assert len(mentions(evening)) == 1
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_table_that_is_closed_at_once_is_told_to_nobody(evening: Evening) -> None:
    await wish(evening, evening.pavel, "durak")
    await evening.lobby("durak")
    question = await ways.to_closing(evening.channel, evening.nora)
    await evening.nora.click(question, label="Yes, close the table")
    await evening.env.advance_time(60)
    assert mentions(evening) == []


async def test_quiet_hours_are_by_the_members_clock(evening: Evening) -> None:
    await wish(evening, evening.pavel, "durak")
    (zone,) = await evening.pavel.autocomplete(evening.channel, "me", "time-zone", "vilni")
    assert zone["value"] == "Europe/Vilnius"
    await evening.pavel.slash(evening.channel, "me", **{"time-zone": zone["value"]})
    panel = await ways.to_pings(evening.channel, evening.pavel)
    assert "(Europe/Vilnius)" in text_of(panel.components)
    shown = present((await evening.pavel.select(panel, ["0"], custom_id="n:from")).response)
    await evening.pavel.select(shown, ["0"], custom_id="n:until")
    await evening.lobby("durak")
    await evening.env.advance_time(60)
    assert mentions(evening) == []
    await evening.pavel.select(shown, ["-"], custom_id="n:from")
    await evening.another(evening.bert)
    await evening.env.advance_time(60)
    assert [told.raw_mentions for told in mentions(evening)] == [[evening.pavel.id]]


async def test_a_time_zone_that_there_is_not_is_refused_in_words(evening: Evening) -> None:
    answer = await evening.pavel.slash(evening.channel, "me", **{"time-zone": "Atlantis"})
    assert "There's no time zone called Atlantis." in present(answer.response).content


async def test_moderators_may_forbid_notices(evening: Evening) -> None:
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = evening.guild.add_member(evening.env.create_user("boss"), roles=[role])
    panel = await ways.to_community(evening.channel, boss)
    await boss.select(panel, ["0"], custom_id="s:notices")
    shown = await wish(evening, evening.pavel, "durak")
    assert "turned these pings off" in text_of(shown.components)
    await evening.lobby("durak")
    await evening.env.advance_time(60)
    assert mentions(evening) == []


async def test_the_button_on_a_result_leads_there(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    menu = present((await evening.press(evening.bert, "More…")).response)
    panel = present((await evening.bert.click(menu, label="Pings for new tables…")).response)
    assert panel.ephemeral
    assert {part.get("custom_id") for part in walk(panel.components)} >= {"n:games", "n:from"}
