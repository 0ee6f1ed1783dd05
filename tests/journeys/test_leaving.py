"""Test how a player is removed from a table, and how a table is closed."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.core.model import Phase
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.limits import check_request, text_of, walk
from tests.present import present


async def moderator(evening: Evening) -> MemberActor:
    role = evening.guild.create_role(
        "moderator", permissions=discord.Permissions(manage_messages=True)
    )
    return evening.guild.add_member(evening.env.create_user("mod", global_name="Mod"), roles=[role])


async def remove(evening: Evening, by: MemberActor, whom: MemberActor) -> ResponseMessage:
    menu = present((await evening.press(by, "More…")).response)
    assert menu.ephemeral
    table = await evening.table()
    await by.select(menu, [str(whom.id)], custom_id=f"t:{table.id}:remove:{table.game_number}")
    return menu


def removing(menu: ResponseMessage) -> dict[str, Any]:
    """Return the select of the menu *More…* with the players who can be removed."""
    return next(part for part in walk(menu.components) if ":remove:" in str(part.get("custom_id")))


async def pressed_late(evening: Evening, by: MemberActor, whom: MemberActor) -> ResponseMessage:
    """Choose a player to remove, as in a menu *More…* that was opened when the player could still
    be removed. Return the bot's answer."""
    table = await evening.table()
    custom_id = f"t:{table.id}:remove:{table.game_number}"
    click = Click(by, evening.message, custom_id, values=(str(whom.id),))
    (pressed,) = await at_once(evening, click)
    return present(pressed.response)


async def history_of(evening: Evening) -> str:
    shown = present((await evening.nora.slash(evening.channel, "history")).response)
    return text_of(shown.components)


async def test_most_of_the_others_remove_somebody(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    menu = await remove(evening, evening.nora, evening.aiko)
    assert "More than half" in text_of(menu.components)
    assert "🗳️ **Nora** voted to remove **Aiko**." in evening.text
    opened = present((await evening.press(evening.nora, "More…")).response)
    assert [option["label"] for option in removing(opened)["options"]] == ["Pavel"]
    again = await pressed_late(evening, evening.nora, evening.aiko)
    assert "already voted for that" in again.content
    menu = await remove(evening, evening.pavel, evening.aiko)
    assert "**Aiko** has been removed" in text_of(menu.components)
    table = await evening.table()
    assert present(table.view(None)).seats[2].resigned
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_moderator_removes_at_once(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    mod = await moderator(evening)
    said = await ways.to_removing(evening.channel, mod, evening.aiko)
    assert said.ephemeral
    assert "has been removed" in text_of(said.components)
    assert present((await evening.table()).view(None)).seats[2].resigned


async def test_who_has_resigned_can_not_be_removed(evening: Evening) -> None:
    """A member who has resigned isn't in the menu *More…* any more. A menu that was opened before
    the resignation still offers this member. If somebody chooses the member there, the bot refuses,
    and nobody is removed."""
    await evening.dealt("durak", evening.pavel, evening.aiko, evening.bert)
    mod = await moderator(evening)
    seen = [present((await evening.press(who, "More…")).response) for who in (evening.nora, mod)]
    question = present((await evening.press(evening.aiko, "Resign")).response)
    await evening.aiko.click(question, label="Yes, resign")

    menu = present((await evening.press(evening.nora, "More…")).response)
    assert [option["label"] for option in removing(menu)["options"]] == ["Pavel", "Bert"]
    for who, menu in zip((evening.nora, mod), seen, strict=True):
        asked = await who.select(
            menu, [str(evening.aiko.id)], custom_id=removing(menu)["custom_id"]
        )
        assert "You can't do that at this table right now." in present(asked.response).content
    assert "voted to remove" not in evening.text


async def test_a_game_that_nobody_has_moved_in_names_no_fool(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    asked = present((await evening.press(evening.pavel, "Resign")).response)
    assert "won't count" in text_of(asked.components)
    await evening.pavel.click(asked, label="Yes, resign")
    for text in (evening.text, await history_of(evening)):
        assert "doesn't count" in text
        assert "fool" not in text
    await evening.restart()
    await evening.find_message()
    assert "doesn't count" in evening.text
    assert "**Pavel** resigned before the first move." in evening.text


async def test_in_a_game_of_two_nobody_wins_by_a_vote(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    menu = await ways.to_menu(evening.channel, evening.nora)
    assert "With two players" in text_of(menu.components)
    said = await pressed_late(evening, evening.nora, evening.pavel)
    assert "With two players" in said.content
    assert "result" not in evening.text


async def test_a_running_game_is_closed_by_a_moderator_after_one_question(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    mod = await moderator(evening)
    question = await ways.to_closing(evening.channel, mod)
    assert question.ephemeral
    assert "won't count" in text_of(question.components)
    assert (await evening.table()).phase is Phase.PLAYING
    await mod.click(question, label="Yes, close the table")
    assert "This table is closed" in evening.text
    assert await evening.bot.tables.where.open_in(evening.channel.id) == []


@pytest.mark.usefixtures("long_days")
async def test_players_close_a_deserted_game_after_a_day(untimed: Evening) -> None:
    await untimed.dealt("durak", untimed.pavel)
    menu = present((await untimed.press(untimed.pavel, "More…")).response)
    refused = present((await untimed.pavel.click(menu, label="Close the table…")).response)
    assert "after a day without a move" in refused.content
    await untimed.env.advance_time(86400 + 60)
    await untimed.pavel.click(menu, label="Close the table…")
    await untimed.pavel.click(menu, label="Yes, close the table")
    assert "This table is closed" in untimed.text


async def test_a_host_closes_the_lobby_and_others_can_not(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel)
    refused = await ways.to_closing(evening.channel, evening.pavel)
    assert refused.ephemeral
    assert "Only the host" in refused.content
    assert not refused.components, "it is said before anything is asked"
    question = await ways.to_closing(evening.channel, evening.nora)
    await evening.nora.click(question, label="Yes, close the table")
    assert "This table is closed" in evening.text


async def test_a_result_stays_when_its_table_is_closed(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(random.Random(1))
    told = evening.text
    assert "result" in told
    with evening.env.time_context():  # as by a question that was asked before the game
        await evening.bot.tables.close(table.id, evening.nora.id)
    await evening.restart()
    assert evening.text == told
    again = present((await evening.press(evening.pavel, "Again")).response)
    assert "host" in text_of(again.components), "another table, by the same rules"


async def test_who_may_close_no_table_is_told_so_before_they_are_asked(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    for member, why in (
        (evening.nora, "after a day without a move"),
        (evening.pavel, "after a day without a move"),
        (evening.bert, "You're not at this table."),
    ):
        refused = await ways.to_closing(evening.channel, member)
        assert refused.ephemeral
        assert why in refused.content
        assert not refused.components
    menu = present((await evening.press(evening.pavel, "More…")).response)
    refused = present((await evening.pavel.click(menu, label="Close the table…")).response)
    assert "after a day without a move" in refused.content
    assert (await evening.table()).phase is Phase.PLAYING


async def test_each_table_of_the_channel_is_reached_though_its_message_is_far_away(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    game = await evening.table()
    await evening.env.advance_time(1)
    lobby = present((await evening.pavel.slash(evening.channel, "play", game="dritzak")).response)
    await evening.nora.click(lobby, label="Join")
    table = await evening.table()
    refused = await ways.to_closing(evening.channel, evening.nora, table.id)
    assert "Only the host, Pavel, can do that." in refused.content
    question = await ways.to_closing(evening.channel, evening.pavel, table.id)
    await evening.pavel.click(question, label="Yes, close the table")
    assert [table.id for table in await evening.bot.tables.where.open_in(evening.channel.id)] == [
        game.id
    ]


async def test_who_moderates_one_channel_moderates_no_table_of_another(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    may = discord.PermissionOverwrite(manage_messages=True)
    own = evening.guild.create_text_channel("aikos-own", overwrites={evening.aiko: may})
    refused = await ways.to_closing(own, evening.aiko, table.id)
    assert "You're not at this table." in refused.content
    forged = f"t:{table.id}:close-yes:{table.game_number}"
    (pressed,) = await at_once(evening, Click(evening.aiko, refused, forged))
    assert "You're not at this table." in present(pressed.response).content
    assert (await evening.table()).phase is Phase.PLAYING


@pytest.mark.parametrize("known", [True, False])
async def test_who_moderates_everywhere_closes_a_table_from_any_channel(
    evening: Evening, known: bool
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    elsewhere = evening.guild.create_text_channel("elsewhere")
    if not known:  # as an archived thread
        with evening.env.time_context():
            await evening.bot.tables.registry.placed(table.id, 1, 1)
    question = await ways.to_closing(elsewhere, await moderator(evening), table.id)
    assert "won't count" in text_of(question.components)


async def test_the_hosts_rights_pass_on_when_they_resign_and_the_menu_says_who_has_them(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel, evening.aiko)
    menu = present((await evening.press(evening.aiko, "More…")).response)
    assert "**Nora** is the host. They choose the rules" in text_of(menu.components)
    await evening.press(evening.nora, "Start")
    menu = present((await evening.press(evening.aiko, "More…")).response)
    told = text_of(menu.components)
    assert "**Nora** is the host." in told
    assert "choose the rules" not in told, "they are chosen"
    question = present((await evening.press(evening.nora, "Resign")).response)
    await evening.nora.click(question, label="Yes, resign")
    menu = present((await evening.press(evening.aiko, "More…")).response)
    assert "**Pavel** is the host" in text_of(menu.components)
    assert custom_id(menu, "Close the table…")


async def test_who_can_not_resign_is_told_so_before_they_are_asked(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    resign = custom_id(evening.message, "Resign")
    version = (await evening.table()).version
    question = present((await evening.press(evening.nora, "Resign")).response)
    assert (await evening.table()).version == version, "nothing is changed by asking"
    await evening.nora.click(question, label="Yes, resign")
    for member, why in (
        (evening.nora, "You've left this game."),
        (evening.bert, "You're not at this table."),
    ):
        refused = present((await evening.press(member, "Resign")).response)
        assert refused.ephemeral
        assert why in refused.content
        assert not refused.components

    # The last of the others wins; a button that was still seen then asks nothing.
    question = present((await evening.press(evening.pavel, "Resign")).response)
    await evening.pavel.click(question, label="Yes, resign")
    assert "result" in evening.text
    (answer,) = await at_once(evening, Click(evening.aiko, evening.message, resign))
    assert not present(answer.response).components
