"""Test practice: tables in a member's direct messages, at which only the member and bot players
sit."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import AppCommandContext
from simcord.results import ResponseMessage

from bot.core.errors import NoSuchTable
from bot.core.model import Phase, Speed, Table
from bot.core.scope import pocket_of, scope_of
from cogs.discord.interactions import pressed_table
from tests.journeys.conftest import Evening, actions
from tests.limits import text_of, walk
from tests.present import present


def said(message: ResponseMessage) -> str:
    return text_of(message.components) or str(message.content)


class Practice:
    """A member's table in direct messages."""

    def __init__(self, evening: Evening, user: Any) -> None:
        self.evening, self.user = evening, user

    async def command(self, name: str, **options: Any) -> ResponseMessage:
        shown: ResponseMessage = present((await self.user.slash(name, **options)).response)
        return shown

    async def to_replay(self) -> ResponseMessage:
        """Open the replay of the first game in the list of `/history`, and return the message of
        the replay."""
        listed = await self.command("history")
        select = next(part for part in walk(listed.components) if part.get("options"))
        wanted = [select["options"][0]["value"]]
        pressed = await self.user.select(listed, wanted, custom_id=select["custom_id"])
        shown: ResponseMessage = present(pressed.response)
        return shown

    async def play(self, game: str = "durak") -> None:
        """Open a table by `/play`, and press *Start*."""
        self.message = await self.command("play", game=game)
        await self.user.click(self.message, label="Start")

    async def table(self) -> Table:
        return (await self.evening.bot.tables.where.open_in(self.user.dm_channel.id))[0]

    async def hand(self) -> None:
        """Press *My hand*, and store the hand message in `panel`."""
        pressed = await self.user.click(self.message, label="My hand")
        self.panel: ResponseMessage = present(pressed.response)
        assert self.panel.ephemeral

    async def play_on(self, rng: random.Random, presses: int) -> None:
        """Press `presses` random moves in the hand panel. Between them, let time pass while bot
        players move."""
        while presses:
            table = await self.table()
            view = present(table.view(table.seat_of(self.user.id)))
            if view.seat in view.waiting_on:
                offered = [each for each in actions(self.panel) if not each.values]
                await self.user.click(self.panel, custom_id=rng.choice(offered).custom_id)
                presses -= 1
            else:
                await self.evening.env.advance_time(1)

    async def give_up(self) -> Table:
        """Resign, which ends the game. Return the table."""
        asked = present((await self.user.click(self.message, label="Resign")).response)
        await self.user.click(asked, label="Yes, resign")
        return await self.table()


@pytest.fixture
def nora(evening: Evening) -> Practice:
    return Practice(evening, evening.nora.user)


@pytest.fixture
def pavel(evening: Evening) -> Practice:
    return Practice(evening, evening.pavel.user)


async def test_a_game_its_replay_and_another_in_direct_messages(
    evening: Evening, nora: Practice, rng: random.Random
) -> None:
    lobby = await nora.command("play", game="durak")
    table = await nora.table()
    assert [seat.is_bot for seat in table.seats] == [False, True], "somebody to play against"
    assert table.guild_id == scope_of(None, nora.user.dm_channel.id)
    assert table.speed is Speed.NONE, "nobody waits"
    labels = [each.label for each in actions(lobby)]
    assert "Start" in labels
    assert "Join" not in labels
    nora.message = lobby
    await nora.user.click(lobby, label="Start")
    await nora.hand()
    version = (await nora.table()).version
    await nora.play_on(rng, 4)
    assert (await nora.table()).version > version
    await nora.give_up()
    assert "result" in said(nora.message), "the message follows the game"

    replay = await nora.to_replay()
    assert replay.ephemeral
    assert "You: " in said(replay)
    assert "Nora" in said(await nora.command("history"))
    check = await nora.user.click(replay, label="Check the shuffle")
    assert "✔" in present(check.response).content
    again = await nora.user.click(nora.message, label="Again")
    nora.message = present(again.response)
    table = await nora.table()
    assert table.phase is Phase.PLAYING
    assert table.game_number == 2
    await nora.hand()
    await nora.play_on(rng, 2)


async def test_practice_goes_on_after_a_restart(
    evening: Evening, nora: Practice, rng: random.Random
) -> None:
    await nora.play()
    await nora.hand()
    await nora.play_on(rng, 1)
    await evening.restart()
    await nora.play_on(rng, 2)
    await nora.give_up()
    assert "result" in said(nora.message)


async def test_the_commands_for_a_table_work_in_direct_messages(
    evening: Evening, nora: Practice
) -> None:
    await nora.play()
    assert (await nora.command("hand")).ephemeral
    hand = await nora.command("hand")
    brought = present((await nora.user.click(hand, label="Show the table")).response)
    assert not brought.ephemeral
    assert "Durak" in said(await nora.command("rules"))
    nora.message = brought
    menu = present((await nora.user.click(brought, label="More…")).response)
    await nora.user.click(menu, label="Close the table…")
    closing = menu
    await nora.user.click(closing, label="Yes, close the table")
    assert not await evening.bot.tables.where.open_in(nora.user.dm_channel.id)


async def test_members_practise_each_for_themselves(
    evening: Evening, nora: Practice, pavel: Practice
) -> None:
    await nora.play()
    await pavel.play()
    mine, other = await nora.table(), await pavel.table()
    assert mine.guild_id != other.guild_id
    tables = evening.bot.tables
    assert [each.id for each in await tables.where.seated(mine.guild_id, nora.user.id)] == [mine.id]
    assert await tables.where.seated(evening.guild.id, nora.user.id) == []
    # A table's button works only where the table stands.
    pressed: Any = SimpleNamespace(
        guild_id=None,
        channel_id=pavel.user.dm_channel.id,
        client=evening.bot,
        context=AppCommandContext(dm_channel=True),
        user=pavel.user,
    )
    assert (await pressed_table(pressed, other.id)).id == other.id
    with pytest.raises(NoSuchTable):
        await pressed_table(pressed, mine.id)
    assert "Nora" not in said(await pavel.command("history"))


async def test_there_is_no_server_whose_settings_or_boards_could_be_shown(
    evening: Evening, nora: Practice
) -> None:
    told = await nora.command("settings")
    assert told.ephemeral
    assert "no server settings" in said(told)
    told = await nora.command("leaderboard")
    assert told.ephemeral
    assert "Games here are just practice" in said(told)


async def test_practice_counts_on_no_servers_board(
    evening: Evening, nora: Practice, rng: random.Random
) -> None:
    await nora.play()
    await nora.hand()
    await nora.play_on(rng, 1)
    assert (await nora.give_up()).phase is Phase.OVER
    assert await evening.bot.boards.games(evening.guild.id) == []
    assert await evening.bot.boards.profile(evening.guild.id, nora.user.id) is None


async def test_a_lesson_leads_to_practice_in_direct_messages(
    evening: Evening, nora: Practice
) -> None:
    lessons = await nora.command("learn", game="durak")
    begun = await nora.user.click(lessons, label="Play against a beginner")
    assert present(begun.response).ephemeral
    pocket = pocket_of(nora.user.id)
    (table,) = await evening.bot.tables.where.seated(pocket, nora.user.id)
    assert table.phase is Phase.PLAYING
    assert [seat.strength for seat in table.seats] == [None, "beginner"]
    assert "Durak" in said(await nora.command("hand"))


async def test_tables_speak_the_members_language(evening: Evening, nora: Practice) -> None:
    settings = await nora.command("me")
    await nora.user.select(settings, ["ru"], custom_id="m:language")
    lobby = await nora.command("play", game="durak")
    assert "хозяин" in said(lobby)


async def test_a_forgotten_members_practice_is_deleted(
    evening: Evening, nora: Practice, pavel: Practice
) -> None:
    await nora.play()
    await nora.give_up()
    await nora.play()
    await pavel.play()
    kept = present((await nora.user.click(await nora.command("me"), label="My data…")).response)
    asked = present((await nora.user.click(kept, label="Forget me…")).response)
    await nora.user.click(asked, label="Yes, forget me")
    assert await evening.bot.tables.where.open_in(nora.user.dm_channel.id) == []
    assert await evening.bot.tables.where.open_in(pavel.user.dm_channel.id)
    assert "Nobody has finished a game here" in said(await nora.command("history"))


async def test_the_bot_leaves_no_direct_messages_at_a_restart(
    evening: Evening, nora: Practice
) -> None:
    await nora.play()
    assert (await nora.table()).guild_id not in await evening.bot.service.privacy.servers()
    await evening.restart()
    await evening.env.advance_time(5)
    assert (await nora.table()).phase is Phase.PLAYING
