"""Test what can be chosen: by members before a game, by moderators for their server, and by members
for themselves."""

from __future__ import annotations

import json
import random
from typing import Any, ClassVar, Literal

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

import games
from bot.core.model import Phase, Speed
from cogs.table.lobby.welcome import welcome
from games.errors import OptionsError
from games.options import GameOptions, option
from tests.journeys import ways
from tests.journeys.conftest import Evening, action
from tests.journeys.straws import Straws
from tests.limits import check_request, text_of, walk
from tests.present import present


@pytest.fixture
async def boss(evening: Evening) -> MemberActor:
    """Add a member who has the permission to manage the server, and return the member."""
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return evening.guild.add_member(
        evening.env.create_user("boss", global_name="Boss"), roles=[role]
    )


async def choose(member: MemberActor, panel: ResponseMessage, custom_id: str, *values: str) -> None:
    await member.select(panel, list(values), custom_id=custom_id)


async def within_limits(evening: Evening) -> None:
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


# The lobby


async def test_teams_are_shown_and_the_host_changes_places(evening: Evening) -> None:
    await evening.lobby("tredici", evening.pavel, evening.aiko, evening.bert, preset="teams")
    assert "🔴 1. **Nora**" in evening.text
    assert "🔵 4. **Bert**" in evening.text
    panel = present((await evening.press(evening.nora, "Options")).response)
    table = await evening.table()
    await choose(evening.nora, panel, f"o:{table.id}:seat", "3")
    await choose(evening.nora, panel, f"o:{table.id}:place:3", "0")
    assert [seat.name for seat in (await evening.table()).seats] == [
        "Bert",
        "Pavel",
        "Aiko",
        "Nora",
    ]
    other = present((await evening.press(evening.pavel, "Options")).response)
    assert "changing seats?" not in text_of(other.components)
    await within_limits(evening)


@pytest.mark.parametrize("seat", ["0", "1"])
async def test_nobody_changes_places_with_who_has_left(evening: Evening, seat: str) -> None:
    await evening.lobby("durak", evening.pavel)
    panel = present((await evening.press(evening.nora, "Options")).response)
    table = await evening.table()
    await evening.press(evening.pavel, "Leave")
    await choose(evening.nora, panel, f"o:{table.id}:seat", seat)
    placeholders = {part.get("placeholder") for part in walk(panel.components)}
    assert "Change an option…" in placeholders
    assert not placeholders & {"Swap seats with…", "Who's changing seats?"}
    await within_limits(evening)


def labels(message: ResponseMessage) -> set[str | None]:
    return {part.get("label") for part in walk(message.components)}


async def test_the_jinx_is_taken_on_and_put_off_by_oneself(evening: Evening) -> None:
    await evening.lobby("dritzak", evening.pavel)
    await evening.press(evening.pavel, "Jinx")
    assert "2. **Pavel** · jinxed" in evening.text
    assert "**Nora** · host\n" in evening.text
    await evening.press(evening.pavel, "Jinx")
    assert "2. **Pavel**\n" in evening.text
    assert "Jinx" not in labels(await evening.gear(evening.bert)), "who doesn't sit there"
    await evening.lobby("durak")
    assert "Jinx" not in labels(await evening.gear(evening.nora))


async def test_options_that_so_many_can_not_play_are_named_in_the_lobby(evening: Evening) -> None:
    await evening.lobby("dritzak", evening.pavel, bots=5)
    panel = present((await evening.press(evening.nora, "Options")).response)
    table = await evening.table()
    await choose(evening.nora, panel, f"o:{table.id}:field", "decks")
    one = action(panel, "one")
    await choose(evening.nora, panel, one.custom_id, *one.values)
    assert "⚠️" in evening.text
    refused = present((await evening.press(evening.nora, "Start")).response)
    assert refused.ephemeral


async def test_the_lobby_says_that_a_game_will_be_long(evening: Evening) -> None:
    await evening.lobby("dritzak", evening.pavel)
    assert "Long" not in evening.text
    panel = present((await evening.press(evening.nora, "Options")).response)
    table = await evening.table()
    await choose(evening.nora, panel, f"o:{table.id}:field", "decks")
    four = action(panel, "four")
    await choose(evening.nora, panel, four.custom_id, *four.values)
    assert "🕰️ Expect a long game of about 250 moves." in evening.text


# The server


async def test_only_who_manages_the_server_opens_its_settings(
    evening: Evening, boss: MemberActor
) -> None:
    panel = present((await boss.slash(evening.channel, "settings")).response)
    assert panel.ephemeral
    assert "**Channels**" in text_of(panel.components)
    tabs = next(part["components"] for part in walk(panel.components) if part.get("type") == 1)
    assert [tab["label"] for tab in tabs] == ["Tables", "Community", "Fair play"]
    commands = {command.name: command for command in evening.bot.tree.get_commands()}
    assert present(commands["settings"].default_permissions).manage_guild
    await within_limits(evening)


async def test_speeds_tables_and_channels_are_as_the_server_wants_them(
    evening: Evening, boss: MemberActor
) -> None:
    panel = present((await boss.slash(evening.channel, "settings")).response)
    await choose(boss, panel, "s:speeds", "quick", "by-post")
    await choose(boss, panel, "s:speed", "quick")
    await choose(boss, panel, "s:most", "1")
    await evening.lobby("durak")
    assert "Rules: **Classic** · Quick: 30 seconds per move" in evening.text
    speeds = next(
        part
        for part in walk((await evening.gear(evening.nora)).components)
        if part.get("custom_id", "").endswith(":speed")
    )
    assert [option["value"] for option in speeds["options"]] == ["quick", "by-post"]
    assert (
        "This server has reached its limit for open tables (1)"
        in (await evening.another(evening.nora)).content
    )
    await choose(boss, panel, "s:most", "-")

    other = evening.guild.create_text_channel("other")
    await boss.select(panel, [other], custom_id="s:channels")
    refused = present((await evening.nora.slash(evening.channel, "play", game="durak")).response)
    assert "Try another one" in refused.content
    assert f"<#{other.id}>" in refused.content
    assert not present((await evening.nora.slash(other, "play", game="durak")).response).ephemeral
    await within_limits(evening)


async def test_each_setting_says_who_changed_it_last(evening: Evening, boss: MemberActor) -> None:
    panel = present((await boss.slash(evening.channel, "settings")).response)
    assert "Last changed by" not in text_of(panel.components)
    await choose(boss, panel, "s:most", "3")
    assert text_of(panel.components).count(f"Last changed by <@{boss.id}>, <t:") == 1
    community = await ways.to_community(evening.channel, boss)
    assert "Last changed by" not in text_of(community.components)
    await choose(boss, community, "s:language", "de")
    assert "Last changed by" in text_of(community.components)
    await evening.restart()
    shown = present((await boss.slash(evening.channel, "settings")).response)
    assert f"Last changed by <@{boss.id}>" in text_of(shown.components)
    with evening.env.time_context():
        kept = json.loads(await evening.bot.service.export.of(boss.id))
        assert {row["setting"] for row in kept["setting_changes"]} == {"most_tables", "language"}
    question = await ways.to_forgetting(evening.channel, boss)
    await boss.click(question, label="Yes, forget me")
    shown = present((await boss.slash(evening.channel, "settings")).response)
    assert "Last changed by" not in text_of(shown.components)
    await within_limits(evening)


async def test_a_clash_of_settings_is_told_in_words(evening: Evening, boss: MemberActor) -> None:
    panel = present((await boss.slash(evening.channel, "settings")).response)
    await choose(boss, panel, "s:speed", "relaxed")
    await choose(boss, panel, "s:speeds", "quick")
    assert "> The default speed must be one of" in text_of(panel.components)


async def test_a_house_preset_is_saved_chosen_made_the_default_and_deleted(
    evening: Evening, boss: MemberActor
) -> None:
    evening.message = present((await boss.slash(evening.channel, "play", game="durak")).response)
    panel = present((await evening.press(boss, "Options")).response)
    table = await evening.table()
    await choose(boss, panel, f"o:{table.id}:field", "jokers")
    yes = action(panel, "yes")
    await choose(boss, panel, yes.custom_id, *yes.values)
    form = await boss.click(panel, label="Save as house preset…")
    await boss.submit_modal(form, {"name": "Friday"})
    assert "Saved as Friday" in text_of(panel.components)
    assert "🏠 Friday" in text_of((await evening.gear(boss)).components)
    for command in ("challenge", "tournament new"):
        for typed, name in (("frid", "Friday"), ("durnius-p", "durnius-passing"), ("with p", "")):
            offered = await boss.autocomplete(
                evening.channel, command, "rules", typed, game="durak"
            )
            assert [each["value"] for each in offered] == [name or "durnius-passing"]
        assert await boss.autocomplete(evening.channel, command, "rules", "", game="no game") == []

    settings = present((await boss.slash(evening.channel, "settings")).response)
    await choose(boss, settings, "s:game", "durak")
    await choose(boss, settings, "s:preset:durak", "Friday")
    evening.message = await evening.another(evening.nora)
    assert "Rules: **🏠 Friday**" in evening.text
    assert all(
        table.options["jokers"]
        for table in await evening.bot.tables.where.open_in(evening.channel.id)
        if table.host_id == evening.nora.id
    )
    await choose(boss, settings, "s:drop:durak", "Friday")
    assert "Friday" not in text_of(settings.components)
    await within_limits(evening)


async def test_a_house_preset_is_not_saved_once_the_game_has_started(
    evening: Evening, boss: MemberActor
) -> None:
    await evening.lobby("durak", evening.pavel)
    panel = present((await evening.press(boss, "Options")).response)
    form = await boss.click(panel, label="Save as house preset…")
    await evening.press(evening.nora, "Start")
    refused = present((await boss.submit_modal(form, {"name": "Friday"})).response)
    assert "Saved" not in refused.content
    server = await evening.bot.tables.preferences.server(evening.guild.id)
    assert not server.game("durak").house


async def test_any_name_of_a_house_preset_can_be_the_default(
    evening: Evening, boss: MemberActor
) -> None:
    with evening.env.time_context():
        await evening.bot.tables.preferences.save_preset(evening.guild.id, "durak", "-")
    settings = present((await boss.slash(evening.channel, "settings")).response)
    await choose(boss, settings, "s:game", "durak")
    await choose(boss, settings, "s:preset:durak", "-")
    with evening.env.time_context():
        server = await evening.bot.tables.preferences.server(evening.guild.id)
    assert server.game("durak").preset == "-"


# A member


async def test_the_order_of_a_hand_is_the_members(evening: Evening, rng: random.Random) -> None:
    mine = present((await evening.nora.slash(evening.channel, "me")).response)
    assert mine.ephemeral
    await choose(evening.nora, mine, "m:order", "rank")
    await evening.nora.click(mine, custom_id="m:text_only")
    await choose(evening.nora, mine, "m:mentions", "off")
    settings = await evening.bot.tables.preferences.member(evening.nora.id)
    assert (settings.order, settings.text_only, settings.mentions) == ("rank", True, "off")
    await within_limits(evening)


async def test_forgetting_asks_once(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    question = await ways.to_forgetting(evening.channel, evening.nora)
    assert question.ephemeral
    assert "can't undo this" in text_of(question.components)
    assert (await evening.table()).seat_of(evening.nora.id) == 0
    await evening.nora.click(question, label="Yes, forget me")
    assert "Your data has been deleted" in text_of(question.components)
    assert (await evening.table()).seat_of(evening.nora.id) is None
    assert "Nora" not in evening.text


async def test_all_that_is_kept_comes_as_a_file_for_the_member_alone(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    shown = await ways.to_data(evening.channel, evening.nora)
    assert shown.ephemeral
    assert "what your games need" in text_of(shown.components)
    answer = present((await evening.nora.click(shown, label="Download my data")).response)
    assert answer.ephemeral
    (file,) = answer.attachments
    told = json.loads(await file.read())
    assert told["member_id"] == evening.nora.id
    assert [seat["name"] for seat in told["seats"]] == ["Nora"]
    question = present((await evening.nora.click(shown, label="Forget me…")).response)
    assert "can't undo this" in text_of(question.components)


class PaintsOptions(GameOptions):
    presets: ClassVar[dict[str, Any]] = {"{paints}": {}, "two": {"paints": "{red, black}"}}
    paints: Literal["all", "{red, black}"] = option(
        "all", "Paints {0}", "What is painted with: {red, black} or all."
    )

    def clashes(self, seats: int) -> list[str]:
        return [] if self.paints == "all" else ["Not enough: {red, black}."]


class Paints(Straws):
    """A package's game with braces in its texts. The braces must be shown as they are. They mark no
    places for values."""

    name, title, Options = "paints", "Paints {all}", PaintsOptions

    @classmethod
    def check(cls, options: GameOptions, seats: int) -> None:
        if options.clashes(seats):
            raise OptionsError(f"{seats} players need more than {{red, black}}.")


@pytest.fixture
def paints(monkeypatch: pytest.MonkeyPatch) -> None:
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "paints": Paints}, broken))


@pytest.mark.usefixtures("paints")
async def test_braces_in_a_package_s_options_break_no_lobby(evening: Evening) -> None:
    await evening.lobby("paints", evening.pavel)
    panel = present((await evening.press(evening.nora, "Options")).response)
    assert "Paints {0}" in text_of(panel.components)
    await choose(evening.nora, panel, f"o:{(await evening.table()).id}:field", "paints")
    some = action(panel, "{red, black}")
    await choose(evening.nora, panel, some.custom_id, *some.values)
    assert "⚠️ Not enough: {red, black}." in evening.text
    refused = present((await evening.press(evening.nora, "Start")).response)
    assert refused.ephemeral
    assert refused.content == "2 players need more than {red, black}."
    await evening.choose(evening.nora, "preset", "{paints}")
    await evening.press(evening.nora, "Start")
    assert (await evening.table()).phase is Phase.PLAYING


async def test_a_server_is_set_up_in_three_presses_that_can_be_skipped(
    evening: Evening, boss: MemberActor
) -> None:
    channel: Any = present(evening.bot.get_guild(evening.guild.id)).get_channel(evening.channel.id)
    with evening.env.time_context():
        sent = await channel.send(view=welcome())
    posted = ResponseMessage(
        evening.env, evening.env.backend.get_message(evening.channel.id, sent.id)
    )
    refused = present((await evening.nora.click(posted, label="Set up Shijo")).response)
    assert "su:language:pick" not in str(refused.components), "not for everybody"
    panel = present((await boss.click(posted, label="Set up Shijo")).response)
    assert panel.ephemeral
    await choose(boss, panel, "su:language:pick", "de")
    await choose(boss, panel, "su:channel:pick", "here")
    await choose(boss, panel, "su:speed:pick", "quick")
    chosen = await evening.bot.tables.preferences.server(evening.guild.id)
    assert (chosen.language, chosen.channels, chosen.speed) == (
        "de",
        (evening.channel.id,),
        Speed.QUICK,
    )
    changes = await evening.bot.tables.preferences.last_changes(evening.guild.id)
    by = {changes[each].member_id for each in ("language", "channels", "speed")}
    assert by == {boss.id}
    panel = present((await boss.click(posted, label="Set up Shijo")).response)
    for _ in range(3):
        await boss.click(panel, label="Skip")
    assert await evening.bot.tables.preferences.server(evening.guild.id) == chosen
    await within_limits(evening)
