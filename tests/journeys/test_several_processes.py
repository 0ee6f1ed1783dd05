"""Test several processes of the bot on one database, which share Discord's shards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.pictures.emoji import FACE_NAMES
from cardroom.room import Plan, Room
from cogs.discord.card_emoji import face_of
from tests.fleet import (
    Member,
    evening,
    fleet,
    moves_of,
    pressed_until_done,
    replays,
    until_taken_over,
)
from tests.postgresql import Cluster
from tests.shijo_process import PATIENT, made_earlier


async def test_a_game_goes_on_in_another_process_when_its_own_is_killed(
    postgresql: Cluster,
) -> None:
    """Two processes that start together on an empty database share the shards. If one process is
    killed, the other one continues the killed process's game, and no move is lost."""
    async with evening(postgresql, processes=2) as made:
        assert sorted(made.room.gateway.begun) == [(0, 2), (1, 2)], "each has one of the shards"
        before = await moves_of(made.database)
        owner = made.owner
        owner.process.kill()
        await until_taken_over(made, owner)
        await pressed_until_done(made.hands, 60)
        await made.hands.move()
        after = await moves_of(made.database)
        assert after[: len(before)] == before
        assert len(after) > len(before)
        await replays(made.database)
        assert not made.room.gateway.refused


async def test_a_second_process_on_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    """Only one process can use a SQLite database, even if each process has its own shards. The
    second process logs one line and exits with status 1."""
    shards = [
        {"SHIJO_DISCORD__SHARD_COUNT": "2", "SHIJO_DISCORD__SHARDS": f"[{number}]"}
        for number in range(2)
    ]
    async with (
        Room(Plan(shards=2)) as room,
        fleet(tmp_path, room, "sqlite:///data/shijo.db") as started,
    ):
        await started.start(**shards[0])
        await room.gateway.identified(timeout=60)
        second = await started.start(**shards[1])
        async with asyncio.timeout(60):
            assert await second.process.wait() == 1
        started.members.remove(second)
        (line,) = await said(second)
        assert "another Shijo is using it" in line
        assert "data/shijo.db" in line


@pytest.mark.beyond
async def test_one_of_several_processes_uploads_the_card_emoji(
    postgresql: Cluster, tmp_path: Path
) -> None:
    async with (
        Room(Plan(patience=PATIENT, shards=2)) as room,
        fleet(tmp_path, room, postgresql.new_database()) as started,
    ):
        made_earlier(room, FACE_NAMES[6:])
        for _ in range(2):
            await started.start(SHIJO_DISCORD__CARD_EMOJI="true")
        await started.until_served(2, within=180)
        async with asyncio.timeout(60):
            while not any("emoji" in line for each in started.members for line in each.said):
                started.must_run()
                await asyncio.sleep(0.1)
        known = sorted(face_of(each["name"]) for each in room.world.emojis.all())
        lines = [line for each in started.members for line in await said(each)]
    assert known == sorted(FACE_NAMES)
    (told,) = [line for line in lines if "emoji" in line]
    assert "Uploaded 6 emoji" in told


async def said(member: Member) -> list[str]:
    """End a process of the bot, and return all lines of its log. `member` is the process."""
    await member.end()
    return member.said
