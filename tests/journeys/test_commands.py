"""Test the list of commands, `/help`, and old commands, which say where to find their function
now."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.results import InteractionResult

from bot.config import HostSettings
from cogs.discord.tree import IN_ORDER, MOVED
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.limits import check_request, text_of, walk
from tests.present import present

MOST = 14
"""The largest number of commands that the list may have, including the owner's command."""


async def sent(evening: Evening, name: str, kind: int = 2) -> InteractionResult:
    """Send a command by its name alone. An outdated Discord client, which still shows removed
    commands, does the same. `kind` is Discord's type of interaction."""
    record, payload = interactions.base_payload(
        evening.env.backend,
        type=kind,
        channel_id=evening.channel.id,
        guild_id=evening.guild.id,
        user_id=evening.nora.id,
        data={"id": "1", "type": 1, "name": name, "options": []},
    )
    evening.env.backend.emit("INTERACTION_CREATE", payload)
    await evening.env.settle()
    return InteractionResult(evening.env, record)


async def test_discord_is_told_a_short_list_in_the_order_of_use(evening: Evening) -> None:
    told: list[Any] = [
        request.json
        for request in evening.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]
    slash = [each["name"] for each in told[0] if each.get("type", 1) == 1]
    assert tuple(slash) == IN_ORDER
    assert len({*slash, "owner"}) <= MOST


@pytest.mark.parametrize("name", MOVED)
async def test_an_older_command_is_answered_by_where_it_went(evening: Evening, name: str) -> None:
    said = present((await sent(evening, name)).response)
    assert said.ephemeral
    assert said.content == MOVED[name]
    assert name not in IN_ORDER
    # A Discord that still suggests its options is given none.
    assert (await sent(evening, name, kind=4)).acknowledged


async def test_help_does_what_its_buttons_say(evening: Evening) -> None:
    shown = present((await evening.nora.slash(evening.channel, "help")).response)
    assert shown.ephemeral
    assert all(f"/{name}`" in text_of(shown.components) for name in ("play", "learn", "me"))
    for label, told in (
        ("Play", "Open tables"),
        ("Learn", "learn"),
        ("Rules", "rules"),
        ("Settings", "Your settings"),
        ("My hand", "not at any table"),
        ("Leaderboard", "Leaderboard"),
    ):
        answer = await evening.nora.click(shown, label=label)
        said = present(answer.response or next(iter(answer.followups)))
        assert said.ephemeral, label
        assert told in (said.content or text_of(said.components)), label
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_help_names_the_host_and_what_the_bot_lacks_here(evening: Evening) -> None:
    host = HostSettings(name="The *Card* Club", support="https://help.example/", source="")
    evening.bot.settings = evening.bot.settings.model_copy(update={"host": host})
    guild = present(evening.bot.get_guild(evening.guild.id))
    quiet = evening.guild.create_text_channel(
        "quiet", overwrites={guild.me: discord.PermissionOverwrite(attach_files=False)}
    )
    shown = present((await evening.nora.slash(quiet, "help")).response)
    said = text_of(shown.components)
    assert "hosted by The \\*Card\\* Club" in said
    assert "permissions in this channel: Attach Files" in said
    links = {part.get("label"): part["url"] for part in walk(shown.components) if "url" in part}
    assert links == {"Support": "https://help.example/"}
    elsewhere = present((await evening.nora.slash(evening.channel, "help")).response)
    assert "permissions" not in text_of(elsewhere.components)


async def test_a_game_is_chosen_from_the_list_of_tables(evening: Evening) -> None:
    listed = present((await evening.nora.slash(evening.channel, "play")).response)
    assert listed.ephemeral
    opened = present((await evening.nora.click(listed, label="Durak")).response)
    assert not opened.ephemeral
    assert (await evening.table()).host_id == evening.nora.id
    menu = await ways.to_menu(evening.channel, evening.pavel)
    assert "**Nora** is the host" in text_of(menu.components)
    # Who doesn't sit there gets a link, and moves nothing.
    link = present((await evening.pavel.click(menu, label="Show the table")).response)
    assert link.ephemeral
    assert link.content.startswith("Here's the table: https://")
    assert str(opened.id) in link.content


async def test_only_moderators_find_what_is_theirs_in_the_menu(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel)
    labels = {
        part.get("label")
        for part in walk((await ways.to_menu(evening.channel, evening.pavel)).components)
    }
    assert {"Appeal against a removal…", "Pings for new tables…"} <= labels
    assert not {"Fair play", "Void this game…"} & labels
