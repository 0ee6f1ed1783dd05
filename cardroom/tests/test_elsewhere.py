"""Tests of guilds in which the bot isn't a member. Users who have installed the application for
themselves can use its commands in these guilds, as on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands

from cardroom.people import Opening, Person
from cardroom.permissions import Permission
from cardroom.room import Plan, Room
from cardroom.visitor import Visitor
from guests import Guest, running

Press = discord.Interaction[Any]
EPHEMERAL = 1 << 6
PEOPLE = (Person("Nora", moderator=True, installed=True), Person("Pavel"))


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    opening = Opening(people=PEOPLE, elsewhere="Elsewhere")
    async with Room(Plan(patience=10, opening=opening)) as opened:
        yield opened


def place(room: Room, kind: int) -> str:
    """Return the id of the first channel of this kind outside the first guild."""
    here = room.people.guild["id"]
    return next(
        str(each["id"])
        for each in room.world.channels.all()
        if each["type"] == kind and each.get("guild_id") != here
    )


def guest(heard: list[Press]) -> Guest:
    """Return a bot with one command for each kind of installation, and one command that names no
    kind. The interactions that it receives are added to `heard`."""
    made = Guest()

    async def answer(press: Press) -> None:
        heard.append(press)
        await press.response.send_message("said")

    for name, installs in {
        "server": app_commands.AppInstallationType(guild=True),
        "own": app_commands.AppInstallationType(user=True),
        "both": None,
    }.items():
        made.tree.add_command(
            app_commands.Command(
                name=name, description=name, callback=answer, allowed_installs=installs
            )
        )
    return made


async def test_what_a_user_has_installed_works_everywhere_and_the_rest_where_the_bot_is(
    room: Room, nora: Visitor, pavel: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Press] = []
    async with running(guest(heard), room, monkeypatch):
        await nora.until(lambda: len(nora.commands) == 3)
        await pavel.until(lambda: len(pavel.commands) == 2)
        places = {"here": nora.channel, "guild": place(room, 0), "group": place(room, 3)}
        worked = {
            (name, where)
            for name in ("server", "own", "both")
            for where, channel in places.items()
            if (await nora.slash(name, channel=channel)).status == "done"
        }
        assert worked == {
            ("server", "here"),
            *((name, where) for name in ("own", "both") for where in places),
        }
        done = await pavel.slash("both", channel=places["guild"])
        assert (done.status, done.text) == ("refused", "There is no such command here.")
        room.people.install(pavel.me["id"])
        await pavel.until(lambda: len(pavel.commands) == 3)
        assert (await pavel.slash("both", channel=places["group"])).status == "done"


async def test_the_bot_is_told_by_which_installation_and_of_the_place_only_what_it_may_know(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Press] = []
    bot = guest(heard)
    async with running(bot, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        for channel in (nora.channel, place(room, 0), place(room, 3)):
            await nora.slash("both", channel=channel)
        here, elsewhere, group = heard
        assert (here.is_guild_integration(), here.is_user_integration()) == (True, True)
        for press in (elsewhere, group):
            assert (press.is_guild_integration(), press.is_user_integration()) == (False, True)
            assert not press.app_permissions.view_channel
            assert press.app_permissions.attach_files
        assert [each.context.to_array() for each in heard] == [[0], [0], [2]]
        assert elsewhere.guild_id is not None
        assert bot.get_guild(elsewhere.guild_id) is None
        assert group.guild_id is None
        for press in (elsewhere, group):
            there = bot.get_partial_messageable(press.channel_id or 0)
            with pytest.raises(discord.Forbidden):
                await there.send("I am not there")
        heard_before = list(bot.heard)
        await nora.say("Nobody listens", channel=place(room, 0))
        await nora.say("Nobody listens", channel=place(room, 3))
        await nora.slash("both")
        assert "message" not in bot.heard[len(heard_before) :][:-1]


async def test_only_five_follow_ups_where_the_bot_is_not(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, codes = Guest(), []

    @bot.tree.command()
    async def talk(press: Press) -> None:
        """Try to send six follow-up messages after the first answer."""
        await press.response.send_message("0", ephemeral=True)
        for number in range(1, 7):
            try:
                await press.followup.send(str(number), ephemeral=True)
            except discord.HTTPException as error:
                codes.append((number, error.code))
        await press.edit_original_response(content="ready")

    async with running(bot, room, monkeypatch):
        await nora.until(lambda: nora.commands)
        done = await nora.slash("talk", channel=place(room, 0))
        await nora.until(lambda: done.seen.text == "ready")
        assert codes == [(6, 40094)]
        done = await nora.slash("talk")
        await nora.until(lambda: done.seen.text == "ready")
        assert len(codes) == 1, "where the bot is there is no such limit"


async def test_where_external_apps_are_not_allowed_the_user_alone_sees_the_answers(
    room: Room, nora: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(guest([]), room, monkeypatch):
        await nora.until(lambda: nora.commands)
        open_to_all = await nora.slash("own", channel=place(room, 0))
        assert not open_to_all.seen.data["flags"] & EPHEMERAL
        for role in list(room.world.roles.all()):
            allowed = int(role["permissions"]) & ~int(Permission.USE_EXTERNAL_APPS)
            room.world.roles.put({**role, "permissions": str(allowed)})
        alone = await nora.slash("own", channel=place(room, 0))
        assert alone.seen.data["flags"] & EPHEMERAL
        here = await nora.slash("both")
        assert not here.seen.data["flags"] & EPHEMERAL
