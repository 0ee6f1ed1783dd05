"""Test `/owner`: it blocks servers and members, shows a notice on all tables, ends the process, and
shows the bot's numbers."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.config import OwnerSettings
from bot.core.model import Phase, Table
from cogs.puzzles.command import DailyPuzzles
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.limits import check_request, text_of
from tests.present import present


@dataclass
class Owned:
    """An evening in a server that has the command `/owner`. `boss` owns the bot and administrates
    the server. `mod` only administrates the server."""

    evening: Evening
    boss: MemberActor
    mod: MemberActor

    async def order(self, order: str, **options: Any) -> str:
        """Let the boss use `/owner` with the subcommand `order`. Check that only the boss sees the
        answer, and return its text."""
        before = len(self.evening.env.http_requests)
        said = shown(await self.boss.slash(self.evening.channel, f"owner {order}", **options))
        assert said.ephemeral
        for request in self.evening.env.http_requests[before:]:
            check_request(request.method, request.path, request.json)
        return said.content or text_of(said.components)


def shown(result: InteractionResult) -> ResponseMessage:
    return present(result.response or next(iter(result.followups), None))


def unseen(result: InteractionResult) -> bool:
    """Return whether the bot has acknowledged the press or command but shown nothing to the
    member."""
    pressed_on = result.deferred and not result.ephemeral
    return result.acknowledged and not result.followups and (pressed_on or not result.response)


@pytest.fixture
async def owned(evening: Evening) -> Owned:
    return await owned_by_the_boss(evening)


async def owned_by_the_boss(evening: Evening) -> Owned:
    made = evening.guild.create_role("admin", permissions=discord.Permissions(administrator=True))
    boss, mod = (
        evening.guild.add_member(
            evening.env.create_user(name.lower(), global_name=name), roles=[made]
        )
        for name in ("Boss", "Mod")
    )
    settings = OwnerSettings(server=evening.guild.id, members=(boss.id,))
    evening.settings = evening.settings.model_copy(update={"owner": settings})
    await evening.restart()
    return Owned(evening, boss, mod)


def sent(evening: Evening, since: int) -> list[tuple[str, str]]:
    """Return (method, path) of each request about messages in channels. The first `since` requests
    are left out."""
    return [
        (request.method, request.path)
        for request in evening.env.http_requests[since:]
        if re.match(r"/channels/\d+/messages", request.path)
    ]


async def test_it_is_in_the_server_that_the_settings_name_and_nowhere_else(owned: Owned) -> None:
    evening = owned.evening
    there = owned.boss.available_commands(evening.channel)
    assert "owner blocks" in there
    assert not [
        name for name in evening.nora.available_commands(evening.channel) if "owner" in name
    ]
    other = evening.env.create_guild("Elsewhere", owner=owned.boss.user)
    hall = other.create_text_channel("hall")
    elsewhere = other.add_member(evening.nora.user)
    commands = elsewhere.available_commands(hall)
    assert "play" in commands
    assert not [name for name in commands if "owner" in name]


async def test_without_the_setting_there_is_none(evening: Evening) -> None:
    role = evening.guild.create_role("admin", permissions=discord.Permissions(administrator=True))
    mod = evening.guild.add_member(evening.env.create_user("mod"), roles=[role])
    commands = mod.available_commands(evening.channel)
    assert "settings" in commands
    assert not [name for name in commands if "owner" in name]
    (pressed,) = await at_once(evening, Click(mod, await evening.lobby(), "a:end"))
    assert "older version" in shown(pressed).content
    assert not evening.bot.draining


async def test_who_administrates_the_server_but_not_the_bot_is_refused(owned: Owned) -> None:
    evening = owned.evening
    for order, options in (
        ("block", {"member": str(evening.pavel.id)}),
        ("unblock", {"id": "5"}),
        ("blocks", {}),
        ("notice", {"text": "Hello"}),
        ("drain", {}),
        ("numbers", {}),
    ):
        said = shown(await owned.mod.slash(evening.channel, f"owner {order}", **options))
        assert "Only the bot's owner" in said.content, order
    (pressed,) = await at_once(evening, Click(owned.mod, await evening.lobby(), "a:end"))
    assert "Only the bot's owner" in shown(pressed).content
    assert not evening.bot.draining
    # Discord says who owns the application: there, it is asked once.
    evening.bot.owner_id = owned.mod.id
    said = shown(await owned.mod.slash(evening.channel, "owner blocks"))
    assert "Nobody is blocked." in text_of(said.components)


async def test_a_blocked_member_leaves_and_is_told_once_until_the_block_is_taken_back(
    owned: Owned,
) -> None:
    evening = owned.evening
    await evening.dealt("durak", evening.pavel, evening.aiko)
    game = (await evening.table()).id
    await evening.env.advance_time(1)
    first, evening.message = evening.message, await evening.another(evening.bert, "dritzak")
    lobby = (await evening.table()).id
    await evening.press(evening.pavel, "Join")
    told = await owned.order("block", member=str(evening.pavel.id), reason="Automated presses")
    assert f"`{evening.pavel.id}` is blocked" in told

    table = await evening.bot.tables.get(game)
    assert present(table.view(None)).seats[1].resigned, "the others play on"
    assert table.phase is Phase.PLAYING
    assert "Pavel" not in evening.text
    assert (await evening.bot.tables.get(lobby)).seat_of(evening.pavel.id) is None

    join = custom_id(evening.message, "Join")
    (pressed,) = await at_once(evening, Click(evening.pavel, evening.message, join))
    said = shown(pressed)
    assert said.ephemeral
    assert said.content == "The bot's owner has blocked you. Automated presses"
    assert unseen(await evening.pavel.slash(evening.channel, "play", game="durak"))
    (again,) = await at_once(evening, Click(evening.pavel, first, custom_id(first, "My hand")))
    assert unseen(again)

    await evening.restart()
    (again,) = await at_once(evening, Click(evening.pavel, evening.message, join))
    assert unseen(again), "kept, and still told once"
    assert (await evening.bot.tables.get(lobby)).seat_of(evening.pavel.id) is None
    assert evening.bot.meter.refused["member"] == 1
    listed = await owned.order("blocks")
    assert f"<@{evening.pavel.id}>" in listed
    assert "Automated presses" in listed
    # Their data stays theirs; and who asks to be forgotten stays blocked.
    privacy = await ways.to_data(evening.channel, evening.pavel)
    file = shown(await evening.pavel.click(privacy, label="Download my data"))
    assert "everything I keep about you" in file.content
    question = await ways.to_forgetting(evening.channel, evening.pavel)
    await evening.pavel.click(question, label="Yes, forget me")
    assert unseen(await evening.pavel.slash(evening.channel, "play", game="durak"))

    assert "no longer blocked" in await owned.order("unblock", id=str(evening.pavel.id))
    await evening.press(evening.pavel, "Join")
    assert "Pavel" in evening.text
    assert "isn't blocked" in await owned.order("unblock", id=str(evening.pavel.id))


async def test_a_block_that_was_given_while_the_process_was_down_is_carried_out_after_its_start(
    owned: Owned,
) -> None:
    evening = owned.evening
    await evening.lobby("durak", evening.pavel)
    orders = evening.bot.service.orders
    evening.bot.tables.served.shards = type(evening.bot.tables.served.shards)(1, ())
    with evening.env.time_context():
        await orders.block_member(evening.pavel.id, "")
    assert "Pavel" in evening.text, "another process serves this table"
    await evening.restart()
    assert "Pavel" not in evening.text


async def test_the_list_of_blocks_has_the_newest_and_the_number_of_the_others(
    owned: Owned,
) -> None:
    evening = owned.evening
    orders = evening.bot.service.orders
    with evening.env.time_context():
        for some_id in range(1, 46):
            block = orders.block_server if some_id % 3 == 0 else orders.block_member
            await block(some_id, "*Automated* presses " * 15)
            await evening.env.advance_time(1)
    listed = (await owned.order("blocks")).splitlines()
    ids = [int(found[1]) for line in listed if (found := re.search(r"`(\d+)`", line))]
    assert ids == list(range(45, 45 - len(ids), -1))
    assert len(ids) > 20
    assert listed[-1] == f"… and {45 - len(ids)} more"


async def test_an_owner_can_not_be_blocked_nor_their_server(owned: Owned) -> None:
    for whom in ({"member": str(owned.boss.id)}, {"server": str(owned.evening.guild.id)}):
        assert "can't block the bot's owners" in await owned.order("block", **whom)
    for nonsense in ({}, {"member": "1", "server": "2"}):
        assert "Enter a member's ID or a server's ID" in await owned.order("block", **nonsense)
    assert "That isn't an ID." in await owned.order("block", member="Pavel")
    assert "That isn't an ID." in await owned.order("unblock", id="Pavel")
    assert "Nobody is blocked." in await owned.order("blocks")


async def test_a_blocked_server_has_its_tables_closed_void_and_opens_no_more(
    owned: Owned, rng: random.Random
) -> None:
    evening = owned.evening
    other = evening.env.create_guild("Elsewhere")
    hall = other.create_text_channel("hall")
    dora, emil = (other.add_member(evening.env.create_user(name)) for name in ("dora", "emil"))
    evening.message = shown(await dora.slash(hall, "play", game="durak"))
    await evening.press(emil, "Join")
    await evening.press(dora, "Start")
    (table,) = await evening.bot.tables.where.open_in(hall.id)
    await evening.dealt("durak", evening.pavel)
    mine = (await evening.table()).id

    assert "is blocked" in await owned.order("block", server=str(other.id), reason="Spam")
    evening.message = ResponseMessage(
        evening.env, evening.env.backend.get_message(hall.id, present(table.message_id))
    )
    assert "This table is closed" in evening.text
    assert "has blocked this server" in evening.text
    (past,) = (await evening.bot.service.history.history(other.id)).games
    assert past.kind == "void"
    assert (await evening.bot.tables.get(mine)).phase is Phase.PLAYING

    for member in (dora, emil):
        said = shown(await member.slash(hall, "play", game="durak"))
        assert said.content == "The bot's owner has blocked this server. Spam"
        assert unseen(await member.slash(hall, "play", game="durak"))
    preferences, puzzles = evening.bot.tables.preferences, evening.bot.cog(DailyPuzzles)
    await preferences.change_server(other.id, puzzle_channel=hall.id, puzzle_hour=0)
    before = len(evening.env.http_requests)
    with evening.env.time_context():
        await puzzles.do_due()
    assert not sent(evening, before), "nothing is posted there"
    assert "**Elsewhere**" in await owned.order("blocks")
    await owned.order("unblock", id=str(other.id))
    with evening.env.time_context():
        await puzzles.do_due()
    assert [method for method, _ in sent(evening, before)] == ["POST"]
    assert "host" in text_of(shown(await dora.slash(hall, "play", game="durak")).components)


def now_at(evening: Evening, table: Table) -> ResponseMessage:
    """Return the current message of a table."""
    there = evening.env.backend.get_message(table.channel_id, present(table.message_id))
    return ResponseMessage(evening.env, there)


async def texts(evening: Evening) -> list[str]:
    """Return the texts of the messages of the channel's tables."""
    tables = await evening.bot.tables.where.open_in(evening.channel.id)
    return [text_of(now_at(evening, table).components) for table in tables]


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Owned]:
    """Yield an evening in a server of the bot's owner. Tables have no time limit, and lobbies stay
    open for a day."""
    async with Evening(tmp_path, speed="none", lobby_idle=86400).begin() as evening:
        yield await owned_by_the_boss(evening)


NOTICE = "📣 Back in **five** minutes."


@pytest.mark.usefixtures("long_days")
async def test_a_notice_stands_on_all_open_tables_by_edits_alone_until_it_ends(
    slow: Owned,
) -> None:
    evening = slow.evening
    await evening.dealt("durak", evening.pavel)
    await evening.another(evening.aiko, "dritzak")
    # With the next change, both would be posted anew.
    await evening.env.advance_time(50 * 60)
    before = len(evening.env.http_requests)
    told = await slow.order("notice", text="Back in **five**  minutes.", minutes=10)
    assert told.startswith(f"{NOTICE}\n")
    assert len(await texts(evening)) == 2
    assert all(text.startswith(NOTICE) for text in await texts(evening))
    assert [method for method, _ in sent(evening, before)] == ["PATCH", "PATCH"]

    await evening.restart()
    later = await evening.another(evening.bert, "durak")
    assert text_of(later.components).startswith(NOTICE), "a new table has it, too"
    before = len(evening.env.http_requests)
    await evening.env.advance_time(11 * 60)
    assert len(await texts(evening)) == 3
    assert not [text for text in await texts(evening) if "📣" in text]
    assert [method for method, _ in sent(evening, before)] == ["PATCH"] * 3


@pytest.mark.parametrize("minutes", [-20, 20])
async def test_a_notice_comes_down_after_its_time_also_if_the_clock_was_set(
    slow: Owned, minutes: int
) -> None:
    evening = slow.evening
    await evening.dealt("durak", evening.pavel)
    await slow.order("notice", text="Back in **five**  minutes.", minutes=30)
    evening.clock_set_by = timedelta(minutes=minutes)
    for _ in range(30 - minutes - 2):
        await evening.env.advance_time(60)
    assert (await texts(evening))[0].startswith(NOTICE)
    for _ in range(4):
        await evening.env.advance_time(60)
    assert "📣" not in (await texts(evening))[0]


async def test_a_notice_stays_until_it_is_taken_back_but_not_on_results(
    owned: Owned, rng: random.Random
) -> None:
    evening = owned.evening
    await evening.dealt("durak", evening.pavel)
    assert "no notice to take down" in await owned.order("notice")
    assert "until you take it down" in await owned.order("notice", text="A cup on Friday!")
    assert evening.text.startswith("📣 A cup on Friday!")
    await owned.order("notice", text="A cup on Sunday!")
    assert evening.text.startswith("📣 A cup on Sunday!")
    await evening.finish(rng)
    assert "📣" not in evening.text
    lobby = await evening.lobby("tredici")
    assert text_of(lobby.components).startswith("📣 A cup on Sunday!")
    assert "taken the notice down" in await owned.order("notice")
    assert "📣" not in evening.text
    assert "no notice to take down" in await owned.order("notice")


async def test_the_end_of_the_process_is_asked_for_once(owned: Owned) -> None:
    evening, bot = owned.evening, owned.evening.bot
    await evening.dealt("durak", evening.pavel)
    await owned.order("notice", text="Back in five minutes.")
    question = shown(await owned.boss.slash(evening.channel, "owner drain"))
    assert "I'll finish handling the buttons" in text_of(question.components)
    assert not bot.draining
    assert "End all processes" not in str(question.components), "there is one"
    await at_once(
        evening,
        Click(owned.boss, question, custom_id(question, "End this process")),
    )
    assert "Shutting down." in text_of(question.components)
    assert bot.is_closed()


async def test_who_presses_while_the_process_ends_is_told_so(owned: Owned) -> None:
    evening = owned.evening
    await evening.dealt("durak", evening.pavel)
    await owned.order("notice", text="Back in five minutes.")
    evening.bot.draining = True
    pressed = await evening.press(evening.pavel, "My hand")
    said = shown(pressed)
    assert said.ephemeral
    assert said.content == (
        "I'm restarting. Please try again in a moment.\n📣 Back in five minutes."
    )
    ran = shown(await evening.pavel.slash(evening.channel, "hand"))
    assert "I'm restarting" in ran.content
    evening.bot.draining = False


async def test_the_numbers_are_those_of_the_process_and_of_the_database(
    owned: Owned, rng: random.Random
) -> None:
    evening, bot = owned.evening, owned.evening.bot
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    await evening.dealt("durak", evening.bert)
    await evening.lobby("dritzak", evening.bert)
    asked = sum(bot.meter.answers.values())
    told = await owned.order("numbers")
    size = evening.database.stat().st_size
    found = re.search(r"Database: ([\d.]+) MB", told)
    assert abs(float(present(found)[1]) - size / 1_000_000) < 0.1
    for line in (
        "Servers: 1",
        "Shards: 0 of 1",
        "Running since <t:",
        f"Tables in memory: {bot.service.process_counts().live_tables}",
        "Bot moves waiting: 0",
        "Members: 3",
        "Open tables: 1 in play, 1 in the lobby",
        "Games finished: 1 in the last day, 1 in the last week",
        f"discord.py {discord.__version__} · ",
    ):
        assert line in told, told
    assert f"Button presses per minute: {asked / 5:.1f} (response time: median " in told
