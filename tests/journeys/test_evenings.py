"""Test the picture of an evening's games. A button on a result shows it, and it is posted in the
channel when the evening is over."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.analysis import store as analyses
from bot.core.model import Table
from bot.evenings.model import PAUSE
from bot.evenings.service import POSTED_WITHIN
from bot.tables.manager import Tables
from cogs.evenings.upkeep import EveningUpkeep
from games.analysis.findings import VERSION, Analysis, Decision, Judgement, to_json
from tests.beyond import the_first
from tests.journeys.conftest import Click, Evening, at_once
from tests.limits import GALLERY, check_request, text_of, walk
from tests.present import present
from tests.sightings import cards_in

pytestmark = pytest.mark.usefixtures("straws")


async def played(evening: Evening, fools: list[int]) -> Table:
    """Play games of Straws between Nora (seat 0) and Pavel (seat 1), and return the table. `fools`
    has the seat that loses each game."""
    tables: Tables = evening.bot.tables
    await evening.dealt("straws", evening.pavel)
    table = await evening.table()
    with evening.env.time_context():
        async with evening.edits_wait():
            for number, fool in enumerate(fools):
                if number:
                    await evening._once_more(table)
                table = await tables.get(table.id)
                first = present(table.seats[0].member_id)
                table = (await tables.move(table.id, first, f"fool {fool}")).table
        await evening.edited()
    await evening.find_message()
    return table


async def analysed(evening: Evening, table: Table, chance: int) -> None:
    """Store an analysis of the table's newest game. According to it, Nora once had a winning chance
    of only `chance` thousandths (90 is 9 %)."""
    found = Judgement("fool 1", chance, 0, exact=False)
    decision = Decision(0, 0, "fool 1", 2, found, found)
    text = json.dumps(to_json(Analysis(table.game, 2, (decision,))))
    with evening.env.time_context():
        made = analyses.made(table.id, table.game_number, text, VERSION, ())
        await evening.bot.service.store.write(made)


def pictures(evening: Evening) -> list[str]:
    """Return the descriptions of the pictures of evenings that were posted in the channel."""
    posted = [
        present(request.json)
        for request in evening.env.http_requests
        if request.method == "POST" and request.path.endswith(f"{evening.channel.id}/messages")
    ]
    galleries = [part for each in posted for part in walk(each.get("components", []))]
    return [
        item["description"]
        for part in galleries
        if part["type"] == GALLERY
        for item in part["items"]
        if "evening.png" in item["media"]["url"]
    ]


async def look(evening: Evening) -> None:
    """Do the due work of evenings once, and wait until the bot has done everything that follows."""
    with evening.env.time_context():
        await evening.bot.cog(EveningUpkeep).do_due()
    await evening.env.settle()


async def test_an_evening_is_shown_by_a_button_and_once_in_the_channel(
    evening: Evening, long_days: None
) -> None:
    table = await played(evening, [1, 1, 0, 1, 1])
    await analysed(evening, table, chance=90)
    menu = present((await evening.press(evening.nora, "More…")).response)
    said = await evening.nora.click(menu, label="The evening so far")
    shown = present(said.response or next(iter(said.followups)))
    assert shown.ephemeral
    (alt,) = [
        item["description"]
        for part in walk(shown.components)
        if part["type"] == GALLERY
        for item in part["items"]
    ]
    assert "5 games · 2 players" in alt
    assert "Player of the night: Nora, Won 4 of 5 games" in alt
    assert "Fool of the night: Pavel, Lost 4 of 5 games" in alt
    assert "Nora 4–1 Pavel" in alt
    assert "Comeback of the night: Nora won a game of Straws after their chances fell to 9%." in alt
    assert "Longest game: Straws, 1 min" in alt
    assert "Fun fact: The quickest game of Straws took 1 move." in alt
    said = await evening.nora.click(shown, label="Show everyone")
    assert not present(said.response or next(iter(said.followups))).ephemeral

    await look(evening)
    assert pictures(evening) == [], "somebody may play on"
    await evening.env.advance_time(PAUSE.total_seconds() + 1)
    await evening.env.settle()
    await look(evening)
    await look(evening)
    assert pictures(evening) == [alt]
    await evening.restart()
    await look(evening)
    assert pictures(evening) == [alt], "once, whatever happens"

    with evening.env.time_context():
        await evening.bot.service.privacy.forget(evening.pavel.id)
    (said,) = await at_once(
        evening, Click(evening.nora, evening.message, f"E:{table.id}:{table.game_number}:open")
    )
    later = present(said.response or next(iter(said.followups)))
    assert "Pavel" not in str(later.components)
    assert "Nora 4–1 ?" in str(later.components)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


@pytest.mark.parametrize("heard", the_first(1, [True, False]), ids=["heard", "lost"])
async def test_an_evening_whose_post_is_cut_is_told_once(
    evening: Evening, long_days: None, monkeypatch: pytest.MonkeyPatch, heard: bool
) -> None:
    """The connection breaks while an evening's picture is being posted. The next try posts the
    picture only if Discord hasn't received it."""
    await played(evening, [1, 1, 0, 1])
    await evening.env.advance_time(PAUSE.total_seconds() + 1)
    await evening.env.settle()
    send = evening.bot.http.send_message

    async def cut(*args: Any, **named: Any) -> Any:
        if heard:
            await send(*args, **named)
        raise ConnectionResetError

    monkeypatch.setattr(evening.bot.http, "send_message", cut)
    await look(evening)
    monkeypatch.setattr(evening.bot.http, "send_message", send)
    assert len(pictures(evening)) == heard
    await evening.env.advance_time(POSTED_WITHIN.total_seconds())
    await evening.restart()
    await look(evening)
    assert len(pictures(evening)) == 1
    await evening.env.advance_time(POSTED_WITHIN.total_seconds())
    await look(evening)
    assert len(pictures(evening)) == 1


async def test_three_games_are_no_evening_yet(evening: Evening) -> None:
    await played(evening, [0, 1, 0])
    menu = present((await evening.press(evening.nora, "More…")).response)
    said = await evening.nora.click(menu, label="The evening so far")
    assert "quiet evening so far" in present(said.response).content


async def test_an_evening_in_a_forum_is_shown_in_the_post_where_it_was_played(
    evening: Evening, long_days: None
) -> None:
    table = await played(evening, [1, 1, 0, 1])
    forum = evening.guild.create_forum_channel("games")
    found = present(evening.bot.get_guild(evening.guild.id)).get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    with evening.env.time_context():
        post = await found.create_thread(name="Straws", content="Tonight")
        await evening.bot.tables.registry.placed(table.id, post.thread.id, 1)
    await evening.env.advance_time(PAUSE.total_seconds() + 1)
    await evening.env.settle()
    await look(evening)
    sent = [each.path for each in evening.env.http_requests if "evening.png" in str(each.json)]
    assert sent == [f"/channels/{post.thread.id}/messages"]


def moderator(evening: Evening) -> MemberActor:
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return evening.guild.add_member(
        evening.env.create_user("boss", global_name="Boss"), roles=[role]
    )


async def test_what_was_played_behind_a_door_is_not_told_outside(evening: Evening) -> None:
    """An evening's picture leaves out games that were played in a channel which not everyone can
    see."""
    guild = present(evening.bot.get_guild(evening.guild.id))
    table = await played(evening, [0, 0, 0, 0])
    boss = moderator(evening)
    hidden = evening.guild.create_text_channel(
        "back-room",
        overwrites={guild.default_role: discord.PermissionOverwrite(view_channel=False)},
    )
    with evening.env.time_context():
        await evening.bot.tables.registry.placed(table.id, hidden.id, 1)
    (said,) = await at_once(
        evening, Click(evening.aiko, evening.message, f"E:{table.id}:{table.game_number}:open")
    )
    told = present(said.response)
    assert "quiet evening" in told.content
    with evening.env.time_context():  # a thread that sleeps is unknown, and may be a private one
        await evening.bot.tables.registry.placed(table.id, 1, 1)
    (said,) = await at_once(
        evening, Click(evening.aiko, evening.message, f"E:{table.id}:{table.game_number}:open")
    )
    assert "quiet evening" in present(said.response).content
    assert not cards_in([told.content, text_of(told.components)])
    said = await boss.slash(evening.channel, "settings", **{"time-zone": "Europe/Vilnius"})
    panel = present(said.response)
    assert "Europe/Vilnius" in text_of(panel.components)
    await boss.click(panel, label="Evening summary: on")
    assert "Last changed by" in text_of(panel.components)
    with evening.env.time_context():
        assert not (await evening.bot.tables.preferences.server(evening.guild.id)).evenings
