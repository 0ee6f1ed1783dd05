"""A server's threads, and servers that remove the bot."""

from __future__ import annotations

from typing import cast

import discord

from cogs.upkeep.servers import Servers
from tests.journeys.conftest import Evening
from tests.limits import check_request, text_of
from tests.present import present


async def test_each_table_has_a_thread_of_its_own_where_the_server_wants_that(
    evening: Evening,
) -> None:
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    said = present((await evening.nora.slash(evening.channel, "play", game="durak")).response)
    assert "**Nora** opens a table: Durak" in text_of(said.components)
    (thread,) = present(evening.bot.get_guild(evening.guild.id)).threads
    assert thread.name == "Durak · Nora"
    (table,) = await evening.bot.tables.open_in(thread.id)
    assert await evening.bot.tables.open_in(evening.channel.id) == []
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
        "its clocks stand still"
    )
    with evening.env.time_context():
        await servers.on_guild_join(guild)
    await evening.env.advance_time(190)
    assert (await evening.table()).version > version
