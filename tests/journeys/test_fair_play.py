"""Test fair play. A moderator looks at unusual results, a removed member appeals, and a host wants
only players who rarely leave games."""

from __future__ import annotations

import random
import re

import discord
import pytest
from simcord.results import ResponseMessage

from tests.bot.finished import finish
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_leaving import moderator, pressed_late, remove
from tests.limits import check_request, text_of, walk
from tests.present import present
from tests.second_opinion import PlayedGame, Sat


def won(first: int, second: int, *, resigned: bool = False) -> PlayedGame:
    return PlayedGame((Sat(first, 1, 0), Sat(second, 2, 1, resigned=resigned)))


async def played(evening: Evening, *games: PlayedGame) -> None:
    """Store `games` in this server as games that have ended."""
    with evening.env.time_context():
        await finish(evening.bot.service.store, games, guild=evening.guild.id)


def said(message: ResponseMessage) -> str:
    return str(message.content or text_of(message.components))


def lines(message: ResponseMessage) -> list[str]:
    """Return the values that the selects of a message offer."""
    return [line["value"] for part in walk(message.components) for line in part.get("options", ())]


async def test_a_pair_its_games_and_one_press_to_annul(evening: Evening) -> None:
    nora, pavel = evening.nora.id, evening.pavel.id
    await played(evening, *[won(nora, pavel, resigned=True)] * 12)
    mod = await moderator(evening)
    shown = await ways.to_fair_play(evening.channel, mod)
    early = f"**Name {nora}** won 12 times because **Name {pavel}** resigned within 4 moves"
    assert early in said(shown)
    assert f"**Name {nora}** finished ahead of **Name {pavel}** in 12 of 12 rated games" in said(
        shown
    )
    early = next(value for value in lines(shown) if ":early:" in value)
    await mod.select(shown, [early], custom_id="f:show")
    assert "10. " in said(shown)
    assert "11. " not in said(shown)
    assert re.search(r"^1\. Durak · <t:\d+:f> · Name", said(shown), re.MULTILINE)
    before = present(await evening.bot.boards.profile(evening.guild.id, nora)).games[0]
    done = await mod.click(shown, label="Void game 1")
    assert "voided a game" in text_of(present(done.response).components)
    after = present(await evening.bot.boards.profile(evening.guild.id, nora)).games[0]
    assert (before.rated, after.rated) == (12, 11)
    await mod.click(shown, label="Older")
    assert "11. " in said(shown)
    assert "12. " not in said(shown), "the annulled one is no rated game any more"
    await mod.click(shown, label="Back")
    assert "11 times" in said(shown)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_who_is_no_moderator_sees_nothing(evening: Evening) -> None:
    mod = await moderator(evening)
    await played(evening, *[won(evening.nora.id, evening.pavel.id, resigned=True)] * 3)
    shown = await ways.to_fair_play(evening.channel, mod)
    for forged in ("f:all", "f:page:pair:early:1:2", "f:down:appeal:x:1:2"):
        (pressed,) = await at_once(evening, Click(evening.nora, shown, forged))
        assert "You need the *Manage Messages*" in said(present(pressed.response))


async def test_nothing_unusual_is_said_so(evening: Evening) -> None:
    mod = await moderator(evening)
    assert "Nothing unusual." in said(await ways.to_fair_play(evening.channel, mod))


async def test_a_removed_member_appeals_and_the_game_is_annulled(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    menu = present((await evening.press(evening.aiko, "More…")).response)
    nothing = present((await evening.aiko.click(menu, label="Appeal against a removal…")).response)
    assert "You haven't been removed from any game" in said(nothing)
    for _ in range(3):
        await evening.play_on(rng, evening.nora, evening.pavel, evening.aiko)
    await remove(evening, evening.nora, evening.aiko)
    await remove(evening, evening.pavel, evening.aiko)
    await evening.find_message()
    assert "🚪 Removed: **Aiko**. If that was unfair, you can appeal under *More…*." in evening.text
    mine = await ways.to_appeal(evening.channel, evening.aiko)
    assert "not appealed" in said(mine)
    await evening.aiko.click(mine, label="Appeal against removal 1")
    assert "appeal pending" in said(mine)
    mod = await moderator(evening)
    shown = await ways.to_fair_play(evening.channel, mod)
    assert "🙋 **Aiko** is appealing against their removal from Durak" in said(shown)
    await mod.select(shown, [lines(shown)[0]], custom_id="f:show")
    assert "The game is still on." in said(shown)
    await evening.finish(rng)
    assert "🚪 Removed: **Aiko**" in evening.text
    shown = await ways.to_fair_play(evening.channel, mod)
    await mod.select(shown, [lines(shown)[0]], custom_id="f:show")
    await mod.click(shown, label="Void")
    assert "voided" in said(await ways.to_appeal(evening.channel, evening.aiko))
    assert "Nothing unusual." in said(await ways.to_fair_play(evening.channel, mod))


async def test_an_appeal_is_turned_down(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    await remove(evening, evening.nora, evening.aiko)
    await remove(evening, evening.pavel, evening.aiko)
    mine = await ways.to_appeal(evening.channel, evening.aiko)
    await evening.aiko.click(mine, label="Appeal against removal 1")
    mod = await moderator(evening)
    shown = await ways.to_fair_play(evening.channel, mod)
    await mod.select(shown, [lines(shown)[0]], custom_id="f:show")
    await mod.click(shown, label="Turn down")
    assert "Nothing unusual." in said(shown)
    assert "turned down" in said(await ways.to_appeal(evening.channel, evening.aiko))


async def test_a_host_who_moderates_can_not_remove_or_close_to_save_their_rating(
    evening: Evening,
) -> None:
    role = evening.guild.create_role(
        "moderator", permissions=discord.Permissions(manage_messages=True)
    )
    evening.env.backend.add_member_role(evening.guild.id, evening.nora.id, role.id)
    await evening.dealt("durak", evening.pavel)
    done = await pressed_late(evening, evening.nora, evening.pavel)
    assert "With two players" in said(done)
    done = await ways.to_closing(evening.channel, evening.nora)
    assert "another moderator has to close" in said(done)
    assert "result" not in evening.text


async def test_the_host_asks_for_members_who_leave_few_games(evening: Evening) -> None:
    nora, pavel = evening.nora.id, evening.pavel.id
    await played(evening, *[won(nora, pavel)] * 3, *[won(nora, pavel, resigned=True)] * 2)
    await evening.lobby("durak")
    panel = present((await evening.press(evening.nora, "Options")).response)
    await evening.nora.click(panel, label="Reliable players only (under 20% early exits): off")
    assert "Reliable players only (under 20% early exits): on" in said(panel)
    await evening.find_message()
    assert "Only for players who leave fewer than 20% of their games early." in evening.text
    refused = present((await evening.press(evening.pavel, "Join")).response)
    assert "You've left 2 of 5 games early here." in said(refused)
    await evening.press(evening.aiko, "Join")
    assert [seat.name for seat in (await evening.table()).seats] == ["Nora", "Aiko"]
    profile = await evening.pavel.slash(evening.channel, "profile")
    assert "left 40% of games early" in said(present(profile.response))


@pytest.fixture
def rng() -> random.Random:
    return random.Random(5)
