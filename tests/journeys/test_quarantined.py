"""Test a table that can't continue, because its game is no longer installed or its record is
damaged. A moderator can close the table at once, and a member who sits there can close it after a
day."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import func, select, update

from bot.core.model import Phase
from bot.db import schema
from tests.journeys import ways
from tests.journeys.conftest import Evening, custom_id
from tests.limits import check_request, text_of
from tests.present import present


async def moderator(evening: Evening) -> MemberActor:
    role = evening.guild.create_role(
        "moderator", permissions=discord.Permissions(manage_messages=True)
    )
    return evening.guild.add_member(evening.env.create_user("mod", global_name="Mod"), roles=[role])


async def phase(evening: Evening) -> Phase:
    """Return the phase of the oldest table."""
    async with evening.bot.service.store.engine.connect() as connection:
        oldest = select(schema.tables.c.id).order_by(schema.tables.c.created_at).limit(1)
        table_id = (await connection.execute(oldest)).scalar_one()
    return (await evening.bot.tables.get(table_id)).phase


@pytest.fixture
async def aside(untimed: Evening) -> Evening:
    """Return an evening with a table of Nora and Pavel that can't continue. The stored header of
    its game names a game that isn't installed (bezique), and the bot has been restarted since
    then."""
    await untimed.dealt("durak", untimed.pavel)
    await untimed.env.settle()
    async with untimed.bot.service.store.engine.begin() as connection:
        gone = func.replace(schema.games.c.header, "durak ", "bezique ")
        await connection.execute(update(schema.games).values(header=gone))
    await untimed.restart()
    return untimed


async def test_it_says_why_it_can_not_go_on_and_who_may_close_it(aside: Evening) -> None:
    assert "This game can't go on" in aside.text
    assert (
        "A moderator can close this table. So can any player, after a day without "
        "a move." in aside.text
    )
    assert custom_id(aside.message, "Close the table…")
    for request in aside.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_moderator_closes_it_at_once_by_its_button(aside: Evening) -> None:
    mod = await moderator(aside)
    question = present((await mod.click(aside.message, label="Close the table…")).response)
    assert question.ephemeral
    assert "Close this table for good" in text_of(question.components)
    assert await phase(aside) is Phase.QUARANTINED
    await mod.click(question, label="Yes, close the table")
    assert await phase(aside) is Phase.CLOSED
    assert "This table is closed." in aside.text
    assert "bezique" in aside.text, "the reason stays in sight"


@pytest.mark.usefixtures("long_days")
async def test_who_sits_there_closes_it_after_a_day_and_strangers_never(aside: Evening) -> None:
    refused = present((await aside.press(aside.nora, "Close the table…")).response)
    assert "after a day without a move" in refused.content
    await aside.env.advance_time(86400)
    refused = present((await aside.press(aside.bert, "Close the table…")).response)
    assert "You're not at this table" in refused.content
    assert await phase(aside) is Phase.QUARANTINED
    question = present((await aside.press(aside.pavel, "Close the table…")).response)
    await aside.pavel.click(question, label="Yes, close the table")
    assert await phase(aside) is Phase.CLOSED
    assert "This table is closed." in aside.text


async def test_it_is_closed_by_the_command_when_its_message_is_gone(aside: Evening) -> None:
    mod = await moderator(aside)
    aside.env.backend.delete_message(aside.channel.id, aside.message.id)
    await aside.env.settle()
    question = await ways.to_closing(aside.channel, mod)
    await mod.click(question, label="Yes, close the table")
    assert await phase(aside) is Phase.CLOSED


async def test_it_takes_none_of_the_servers_tables_once_it_is_closed(aside: Evening) -> None:
    await aside.bot.tables.preferences.change_server(aside.guild.id, most_tables=1)
    refused = present((await aside.bert.slash(aside.channel, "play", game="durak")).response)
    assert "This server has reached its limit for open tables (1)" in refused.content
    mod = await moderator(aside)
    question = present((await mod.click(aside.message, label="Close the table…")).response)
    await mod.click(question, label="Yes, close the table")
    assert not present(
        (await aside.bert.slash(aside.channel, "play", game="durak")).response
    ).ephemeral


async def test_a_deleted_channel_closes_it_too(aside: Evening) -> None:
    aside.env.backend.delete_channel(aside.channel.id)
    await aside.env.settle()
    assert await phase(aside) is Phase.CLOSED
