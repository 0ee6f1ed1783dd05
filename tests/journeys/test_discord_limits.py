"""Test requests that Discord refuses, although discord.py and the simulator accept them. Also test
what Discord does and the simulator doesn't."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
import pytest
from simcord import interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

import games
from bot.core.model import Person, Phase, Speed
from bot.leaderboards.service import Boards
from bot.preferences.model import GameSettings, HousePreset, ServerSettings
from bot.privacy.service import Privacy
from bot.tables.opening import MOST_HOSTED
from cogs.discord.components import IN_SETTINGS
from cogs.preferences.server_panel import game_panel, tables_tab
from cogs.table.lobby.settings import settings_panel
from cogs.words.load import words_of
from tests.journeys import ways
from tests.journeys.boards import Club
from tests.journeys.conftest import Evening
from tests.limits import check_component, check_emoji, check_request, text_of, walk
from tests.present import present

if TYPE_CHECKING:
    from cogs.privacy.upkeep import Servers
    from cogs.table.upkeep import TableUpkeep


@pytest.mark.parametrize("game", sorted(games.available()))
def test_the_sign_of_every_verb_is_an_emoji_that_discord_knows(game: str) -> None:
    for name, verb in words_of(game).verbs.items():
        check_emoji({"name": verb.mark} if verb.mark else None)
        assert verb.name, name


def test_a_playing_card_s_back_is_no_emoji() -> None:
    for sign in ("🂠", "▶", "OK", "👍👍"):
        with pytest.raises(AssertionError):
            check_emoji({"name": sign})


async def test_where_the_bot_may_send_no_files_the_table_is_told_in_words(
    evening: Evening, rng: random.Random
) -> None:
    everyone = present(evening.bot.get_guild(evening.guild.id)).default_role
    evening.channel = evening.guild.create_text_channel(
        "no-pictures", overwrites={everyone: discord.PermissionOverwrite(attach_files=False)}
    )
    await evening.dealt("durak", evening.pavel)
    hand = await evening.hand(evening.nora)
    for _ in range(4):
        assert await evening.play_on(rng, evening.nora, evening.pavel)
    assert "Trump" in evening.text
    edits = [
        each
        for each in evening.env.http_requests
        if each.path.startswith(f"/channels/{evening.channel.id}/")
    ]
    assert edits, "the table follows the game"
    assert not any((each.json or {}).get("attachments") for each in edits)
    assert hand.attachments, "an answer to a press may carry a picture everywhere"


async def left_behind(evening: Evening, guild_id: int) -> str:
    """Store a running table of a server that the bot has left, and return the table's id. Such a
    table can remain if the process was stopped while the bot left the server."""
    tables = evening.bot.tables
    with evening.env.time_context():
        made = await tables.opening.create(
            guild_id=guild_id, channel_id=5, host=Person(1, "Ann"), game="durak", interaction_id=1
        )
        await tables.join(made.table.id, Person(2, "Ben"), 2)
        await tables.start(made.table.id, 1)
    return made.table.id


async def test_a_server_that_removed_the_bot_while_it_was_down_is_noticed(evening: Evening) -> None:
    table_id = await left_behind(evening, 77)
    await evening.dealt("durak", evening.pavel)
    version = (await evening.bot.tables.get(table_id)).version
    await evening.restart(away=60)
    await evening.env.advance_time(600)
    assert (await evening.bot.tables.get(table_id)).version == version, "the clocks are paused"
    assert (await evening.table()).version > version, "those of the other server go on"


async def test_a_server_that_discord_can_not_reach_has_not_removed_the_bot(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    servers = cast("Servers", evening.bot.get_cog("Servers"))
    guild = evening.bot.get_guild(evening.guild.id)
    # Discord's word for an outage: the server goes, but only for now.
    evening.env.backend.emit("GUILD_DELETE", {"id": str(evening.guild.id), "unavailable": True})
    await evening.env.settle()
    assert evening.bot.get_guild(evening.guild.id) is guild
    await servers.on_ready()
    version = (await evening.table()).version
    await evening.env.advance_time(600)
    assert (await evening.table()).version > version, "nobody took it for a removal"


async def test_nothing_is_reached_by_the_id_of_a_table_of_another_server(evening: Evening) -> None:
    foreign = await left_behind(evening, 77)
    role = evening.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    manager = evening.guild.add_member(
        evening.env.create_user("boss", global_name="Boss"), roles=[role]
    )
    await evening.lobby()
    backend = evening.env.backend
    # discord.py drops presses on what isn't in their message; what is sent by a form is not bound
    # to one.
    field = {"type": 4, "custom_id": "name", "value": "Forged"}
    record, payload = interactions.base_payload(
        backend,
        type=5,
        channel_id=evening.channel.id,
        guild_id=evening.guild.id,
        user_id=manager.id,
        data={"custom_id": f"o:{foreign}:save", "components": [{"type": 18, "component": field}]},
    )
    stored = backend.get_message(evening.channel.id, evening.message.id)
    backend.emit(
        "INTERACTION_CREATE",
        {**payload, "message": dict(serializers.message_payload(backend, stored))},
    )
    await evening.env.settle()
    answer = present(InteractionResult(evening.env, record).response)
    assert answer.ephemeral
    assert "gone" in answer.content
    assert (await evening.bot.tables.preferences.server(77)).games == {}


async def test_a_private_thread_is_listed_inside_it_and_to_those_who_manage_threads(
    evening: Evening,
) -> None:
    guild = present(evening.bot.get_guild(evening.guild.id))
    channel = present(guild.get_channel(evening.channel.id))
    assert isinstance(channel, discord.TextChannel)
    with evening.env.time_context():
        thread = await channel.create_thread(name="hush", type=discord.ChannelType.private_thread)
        await thread.add_user(discord.Object(evening.nora.id))
        await evening.bot.tables.opening.create(
            guild_id=guild.id,
            channel_id=thread.id,
            parent_id=channel.id,
            host=Person(evening.nora.id, "Nora"),
            game="durak",
            interaction_id=1,
        )
    listed = text_of(
        present((await evening.bert.slash(evening.channel, "play")).response).components
    )
    assert "no table here yet" in listed
    inside = next(each for each in evening.channel.threads if each.id == thread.id)
    listed = text_of(present((await evening.nora.slash(inside, "play")).response).components)
    assert "Durak" in listed


def test_tables_may_be_kept_to_any_kind_of_channel_that_people_write_in() -> None:
    (select,) = [
        part
        for part in walk(tables_tab(ServerSettings(), Speed.RELAXED, {}).to_components())
        if part.get("custom_id") == IN_SETTINGS.id("channels")
    ]
    text, voice, news, public_thread, stage, forum = 0, 2, 5, 11, 13, 15
    assert sorted(select["channel_types"]) == [text, voice, news, public_thread, stage, forum]


@pytest.mark.usefixtures("straws")
async def test_annulling_is_acknowledged_before_everything_is_computed_anew(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(evening)
    await club.straws(club.members[:2], "first 0")
    question = await ways.to_annulling(evening.channel, club.keeper)
    compute, known = Boards.annul, len(evening.env.http_requests)

    async def slowly(*named: Any) -> Any:
        deferral = evening.env.http_requests[known]
        assert deferral.path.endswith("/callback")
        assert present(deferral.json)["type"] == 5, "within 3 seconds, however long it picks up"
        return await compute(*named)

    monkeypatch.setattr(Boards, "annul", slowly)
    answer = await club.keeper.click(question, label="Yes, void the game")
    assert "voided a game" in text_of(present(answer.response).components)


async def test_a_table_is_shown_again_when_the_bot_gets_its_access_back(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    assert await evening.play_on(rng, evening.nora, evening.pavel)
    evening.env.backend.faults.clear()
    before = evening.text
    assert await evening.play_on(rng, evening.nora, evening.pavel)
    assert evening.text == before, "for a while it is left alone"
    await evening.env.advance_time(7 * 60)
    table = await evening.table()
    assert any(happening.stand_in for happening in table.recent)
    assert evening.text != before, "then the next change shows it as it stands"
    assert "a bot moved" in evening.text


async def test_a_name_of_nothing_visible_and_one_that_turns_letters_round(evening: Evening) -> None:
    blank = evening.guild.add_member(
        evening.env.create_user("blank", global_name="\N{NO-BREAK SPACE}")
    )
    turned = evening.guild.add_member(
        evening.env.create_user("turned", global_name="\N{RIGHT-TO-LEFT OVERRIDE}Ann\n")
    )
    await evening.lobby("durak", blank, turned)
    assert [seat.name for seat in (await evening.table()).seats] == ["Nora", "?", "Ann"]
    await evening.press(evening.nora, "Start")
    menu = present((await evening.press(evening.nora, "More…")).response)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)
    assert "Ann" in text_of(menu.components)


async def test_where_only_the_commands_were_added_one_plays_alone_and_is_told_what_lacks(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evening.bot, "get_guild", lambda _: None)
    lobby = present((await evening.nora.slash(evening.channel, "play", game="durak")).response)
    assert lobby.ephemeral
    assert "Add a bot" in text_of(lobby.components) or "Nora" in text_of(lobby.components)
    lacking = present((await evening.nora.slash(evening.channel, "leaderboard")).response)
    assert lacking.ephemeral
    assert evening.bot.invite_link in lacking.content


async def test_a_cut_connection_costs_an_answer_and_nothing_else(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.dealt("durak", evening.pavel)

    async def cut(*_: Any, **__: Any) -> Any:
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "send_message", cut)
        await evening.press(evening.nora, "My hand")
    assert [record.message.split()[:2] for record in caplog.records] == [["cut", "off"]]
    assert "Ignoring exception" not in caplog.text
    assert "Your hand" in text_of((await evening.hand(evening.nora)).components)


async def test_a_house_preset_that_the_game_has_too_by_now_is_offered_once(
    evening: Evening,
) -> None:
    house = {"durnius": HousePreset(preset="throw-in"), "our own": HousePreset()}
    server = ServerSettings(games={"durak": GameSettings(house=house)})
    await evening.lobby()
    table = await evening.table()
    settings = settings_panel(table, evening.nora.id, server)
    for view in (settings, game_panel(server, games.load("durak"))):
        for part in walk(view.to_components()):
            check_component(part)
        assert "our own" in str(view.to_components())


async def test_nobody_takes_up_all_tables_of_a_server_alone(evening: Evening) -> None:
    for _ in range(MOST_HOSTED):
        assert not (await evening.another(evening.nora)).ephemeral
    refused = await evening.another(evening.nora)
    assert refused.ephemeral
    assert f"as many tables as you can here ({MOST_HOSTED})" in refused.content
    await evening.another(evening.pavel)
    assert len(await evening.bot.tables.where.open_in(evening.channel.id)) == MOST_HOSTED + 1
    evening.message = present((await ways.to_table(evening.channel, evening.nora)).response)
    await evening.press(evening.nora, "Leave")
    assert not (await evening.another(evening.nora)).ephemeral


async def test_forgetting_is_acknowledged_before_all_tables_are_looked_at(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.dealt("durak", evening.pavel)
    question = await ways.to_forgetting(evening.channel, evening.nora)
    forget, known = Privacy.forget, len(evening.env.http_requests)

    async def slowly(*named: Any) -> Any:
        assert present(evening.env.http_requests[known].json)["type"] == 6, (
            "within 3 seconds, however long it picks up"
        )
        return await forget(*named)

    monkeypatch.setattr(Privacy, "forget", slowly)
    await evening.nora.click(question, label="Yes, forget me")
    assert text_of(question.components) == "Your data has been deleted."
    assert all(seat.name != "Nora" for seat in (await evening.table()).seats)


async def test_a_channel_deleted_while_the_bot_was_away_closes_its_tables(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    # Nobody told the bot: it hears of it by Discord's answer, the next time it wants to show the
    # table.
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10003, times=None)
    await evening.env.advance_time(4 * 60)
    after = await evening.bot.tables.get(table.id)
    assert after.phase is Phase.CLOSED
    assert present(after.outcome).kind == "void"


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10015), (404, 10008), (401, 50027), (403, 50001)]
)
async def test_a_hand_that_can_not_be_edited_any_more_is_not_tried_twice(
    evening: Evening, rng: random.Random, status: int, code: int
) -> None:
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    evening.env.inject_error(
        "PATCH", "/webhooks/*/*/messages/*", status=status, code=code, times=None
    )
    start = len(evening.env.http_requests)
    table = await evening.table()
    await evening.until(rng, lambda now: now.version > table.version + 4)
    tried = [
        each for each in evening.env.http_requests[start:] if each.path.startswith("/webhooks/")
    ]
    assert len(tried) == 2, "one for each of the two hands"


@pytest.mark.parametrize("status", [429, 503])
async def test_a_hand_is_not_forgotten_for_what_passes(
    evening: Evening, rng: random.Random, status: int
) -> None:
    present(cast("TableUpkeep | None", evening.bot.get_cog("TableUpkeep"))).sync.queue.retries = (
        0.01,
        0.01,
    )
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    evening.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=status, times=2)
    assert await evening.play_on(rng, evening.nora, evening.pavel)
    await evening.env.settle()
    for panel in evening.panels.values():
        assert "The table: " in text_of(panel.components), "what was played is shown"
