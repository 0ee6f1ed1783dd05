"""Test the threads of a server's tables, and servers that remove the bot."""

from __future__ import annotations

import logging
from typing import Any, Final, cast

import discord
import pytest
from sqlalchemy import Engine, event

from cogs.privacy.upkeep import Servers
from tests.journeys.conftest import Evening
from tests.limits import check_request, text_of
from tests.present import present


async def test_each_table_has_a_thread_of_its_own_where_the_server_wants_that(
    evening: Evening,
) -> None:
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    said = present((await evening.nora.slash(evening.channel, "play", game="durak")).response)
    assert "**Nora** opened a table: Durak" in text_of(said.components)
    (thread,) = present(evening.bot.get_guild(evening.guild.id)).threads
    assert thread.name == "Durak · Nora"
    (table,) = await evening.bot.tables.where.open_in(thread.id)
    assert await evening.bot.tables.where.open_in(evening.channel.id) == []
    stored = evening.env.backend.get_message(thread.id, present(table.message_id))
    evening.message = type(said)(evening.env, stored)
    await evening.press(evening.pavel, "Join")
    await evening.press(evening.nora, "Start")
    assert "Trump" in evening.text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_without_the_permission_for_threads_the_table_is_in_the_channel(
    evening: Evening,
) -> None:
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    everyone = present(evening.bot.get_guild(evening.guild.id)).default_role
    plain = evening.guild.create_text_channel(
        "plain", overwrites={everyone: discord.PermissionOverwrite(create_public_threads=False)}
    )
    shown = present((await evening.nora.slash(plain, "play", game="durak")).response)
    assert "1. **Nora** · host" in text_of(shown.components)


async def test_a_server_that_removes_the_bot_is_noted_and_so_is_its_return(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    version = (await evening.table()).version
    guild = present(evening.bot.get_guild(evening.guild.id))
    servers = cast("Servers", evening.bot.get_cog("Servers"))
    with evening.env.time_context():
        await servers.on_guild_remove(guild)
    await evening.env.advance_time(600)
    assert (await evening.bot.tables.get((await evening.table()).id)).version == version, (
        "the clocks are paused"
    )
    with evening.env.time_context():
        await servers.on_guild_join(guild)
    await evening.env.advance_time(190)
    assert (await evening.table()).version > version


async def questions_of_a_start(evening: Evening) -> int:
    """Restart the bot, and return how many statements the bot sent to the database meanwhile."""
    asked = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        await evening.restart()
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return len(asked)


async def test_a_start_asks_as_much_in_thirty_servers_as_in_one(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    in_one = await questions_of_a_start(evening)
    for number in range(30):
        guild = evening.env.create_guild(f"Server {number}")
        await evening.bot.tables.preferences.change_server(guild.id, language="ru")
    caplog.set_level(logging.INFO, "cogs.discord.client")
    assert 0 < await questions_of_a_start(evening) == in_one
    assert "Server 0, Server 1, Server 10" in caplog.text
    assert "and 11 more" in caplog.text, "the log names some of them"


async def test_a_server_that_removed_the_bot_and_added_it_while_it_was_down(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    with evening.env.time_context():
        await evening.bot.service.privacy.guild_left(evening.guild.id)
    await evening.restart(away=600)
    with evening.env.time_context():
        assert await evening.bot.service.privacy.removed() == set()
    version = (await evening.table()).version
    await evening.env.advance_time(190)
    assert (await evening.table()).version > version, "its clocks go on"


FOR_USERS: Final = {"play", "learn", "rules", "puzzle", "hand", "me", "help"}


def test_each_command_says_who_can_install_it_and_where_it_works(evening: Evening) -> None:
    tree = evening.bot.tree
    told = {command.name: command.to_dict(tree) for command in tree.get_commands()}
    installs = {name: payload["integration_types"] for name, payload in told.items()}
    contexts = {name: payload["contexts"] for name, payload in told.items()}
    assert {name for name, kinds in installs.items() if kinds == [0, 1]} == FOR_USERS
    assert {name for name, kinds in installs.items() if kinds == [0]} == told.keys() - FOR_USERS
    assert {name for name, places in contexts.items() if places == [0, 1, 2]} == FOR_USERS
    assert all(
        places in ([0], [0, 1]) for name, places in contexts.items() if name not in FOR_USERS
    )
