"""Test the bot in channels to which the bot doesn't belong. Members who have installed the bot for
themselves can learn there, solve puzzles and play. Only the member sees the bot's answers. The bot
can edit an answer only for some time after the member's last press."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardroom.people import Opening, Person
from cardroom.room import Plan, Room
from cardroom.visitor import Seen, Visitor, visiting
from tests.beyond import the_first
from tests.journeys.hands import CHANGED, STRING_SELECT, is_move
from tests.shijo_process import PATIENT, shijo_process

EPHEMERAL = 1 << 6
PEOPLE = (Person("Nora", moderator=True, installed=True), Person("Pavel", installed=True))
SERVER, GROUP = 0, 3
GALLERY = 12


def plan(file: Path | None = None) -> Plan:
    return Plan(file=file, patience=PATIENT, opening=Opening(people=PEOPLE, elsewhere="Elsewhere"))


def place(room: Room, kind: int) -> str:
    """Return the id of a channel in which the bot isn't a member. `kind` is Discord's number for a
    type of channel: `SERVER` for a server's text channel, or `GROUP` for a group."""
    here = room.people.guild["id"]
    return next(
        str(each["id"])
        for each in room.world.channels.all()
        if each["type"] == kind and each.get("guild_id") != here
    )


def moves_of(seen: Seen) -> list[dict[str, Any]]:
    return [part for part in seen.parts if is_move(part)]


async def play_out(who: Visitor, table: Seen, *, most: int = 400) -> None:
    """Press the first move that the table offers, until the game is over. Fail if the game isn't
    over after `most` presses."""
    for _ in range(most):
        await who.until(lambda: moves_of(table) or "Again" in table.labels)
        if "Again" in table.labels:
            return
        part = moves_of(table)[0]
        values = [part["options"][0]["value"]] if part["type"] == STRING_SELECT else []
        done = await who.press(table, part, values)
        assert done.text == CHANGED or (done.status, done.message_id) == ("done", table.id), done
    pytest.fail("the game has no end")


def asked_of_channels(room: Room) -> list[str]:
    """Return the requests by which the bot posted or changed messages in channels. Answers to
    presses aren't among them."""
    return [
        f"{each.method} {each.path}"
        for each in room.api.requests
        if each.path.startswith("/channels") and each.method != "GET"
    ]


@pytest.mark.parametrize("kind", the_first(1, [SERVER, GROUP]))
async def test_a_game_alone_where_the_bot_is_not_is_one_message_that_its_player_alone_sees(
    tmp_path: Path, kind: int
) -> None:
    async with (
        Room(plan()) as room,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
        shijo_process(tmp_path, room),
    ):
        there = place(room, kind)
        await nora.until(lambda: nora.commands)
        table = (await nora.slash("play", channel=there, game="tredici")).seen
        assert {"Start", "⚙️", "Add bot"} <= table.labels
        assert not {"Join", "My hand"} & table.labels
        lists = [part["custom_id"] for part in table.parts if part["type"] == STRING_SELECT]
        assert not [each for each in lists if "speed" in each], "nobody could be told of a clock"
        await nora.click(table, label="Start")
        assert "Your hand" in picture_of(table)
        await play_out(nora, table)
        assert "result" in table.text
        assert "Tell me about new tables" not in table.labels
        again = (await nora.click(table, label="Again")).seen
        assert again.id != table.id, "the result stays"
        await nora.until(lambda: "result" in table.text and again.labels)
        assert (await nora.click(table, label="Replay")).seen.data["flags"] & EPHEMERAL
        await pavel.open(there)
        shown = await pavel.slash("rules", channel=there, game="durak")
        assert list(pavel.messages) == [shown.message_id], "nobody saw anything of it"
        assert all(each["flags"] & EPHEMERAL for each in nora.messages.values())
        assert asked_of_channels(room) == []


def picture_of(seen: Seen) -> str:
    """Return the description of the only picture in a message."""
    (gallery,) = [part for part in seen.parts if part["type"] == GALLERY]
    (item,) = gallery["items"]
    described: str = item["description"]
    return described


async def test_the_game_is_carried_along_and_outlives_a_restart(tmp_path: Path) -> None:
    async with (
        Room(plan()) as room,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        server, group = place(room, SERVER), place(room, GROUP)
        async with shijo_process(tmp_path, room):
            await nora.until(lambda: nora.commands)
            first = (await nora.slash("play", channel=server, game="durak")).seen
            await nora.click(first, label="Start")
            again = (await nora.slash("play", channel=group, game="durak")).seen
            assert "Your hand" in picture_of(again), "the same game, not another one"
            await nora.until(lambda: "moved to a newer message below" in first.text)
            others = await pavel.slash("play", channel=group, game="durak")
            assert "Start" in others.seen.labels, "each has a pocket of their own"
            asked = (await pavel.click(others.seen, label="Add bot")).seen
            await pavel.press(asked, next(p for p in asked.parts if "custom_id" in p), [])
            await pavel.until(lambda: "3. 🤖" in others.seen.text)
            gear = (await pavel.click(others.seen, label="⚙️")).seen
            await pavel.click(gear, label="Leave")
            await pavel.until(lambda: "This table is closed." in others.seen.text)
        async with shijo_process(tmp_path, room):
            await nora.until(lambda: nora.online and moves_of(again))
            part = moves_of(again)[0]
            assert (await nora.press(again, part, [])).status == "done"
            assert "## Durak" in (await nora.slash("hand")).seen.text, (
                "their own game follows them to where the bot is, too"
            )
            here = (await nora.slash("hand", channel=server)).seen
            assert here.data["channel_id"] == server
            assert "Your hand" in picture_of(here)
            menu = (await nora.click(here, label="More…")).seen
            assert {"Rules", "Resign", "Close the table…"} <= menu.labels
            sure = (await nora.click(menu, label="Resign")).seen
            await nora.click(sure, label="Yes, resign")
            await nora.until(lambda: "result" in here.text)
            assert asked_of_channels(room) == []


async def test_lessons_puzzles_and_rules_where_the_bot_is_not(tmp_path: Path) -> None:
    async with (
        Room(plan()) as room,
        visiting(room.page_url, "Nora") as nora,
        shijo_process(tmp_path, room),
    ):
        there = place(room, SERVER)
        await nora.until(lambda: nora.commands)
        lessons = (await nora.slash("learn", channel=there, game="durak")).seen
        begin = next(part for part in lessons.parts if ":begin:" in part.get("custom_id", ""))
        assert "Step 1" in (await nora.press(lessons, begin, [])).seen.text
        home = (await nora.slash("puzzle", channel=there)).seen
        await nora.until(lambda: [part for part in home.parts if ":puzzle" in str(part)])
        wanted = next(part for part in home.parts if ":puzzle" in part.get("custom_id", ""))
        puzzle = (await nora.press(home, wanted, [])).seen
        await nora.until(lambda: "Puzzle for" in puzzle.text)
        move = next(part for part in puzzle.parts if "custom_id" in part)
        answer = (await nora.press(puzzle, move, [])).seen
        await nora.until(lambda: "thinking" not in answer.text and answer.text)
        assert "Durak" in (await nora.slash("rules", channel=there, game="durak")).seen.text
        for name in ("me", "help"):
            assert (await nora.slash(name, channel=there)).seen.text
        assert all(each["flags"] & EPHEMERAL for each in nora.messages.values())


async def test_what_needs_the_bot_says_so_and_how_to_add_it(tmp_path: Path) -> None:
    async with (
        Room(plan()) as room,
        visiting(room.page_url, "Nora") as nora,
        shijo_process(tmp_path, room),
    ):
        server = place(room, SERVER)
        await nora.until(lambda: nora.commands)
        refused = await nora.slash("leaderboard", channel=server)
        assert refused.status == "refused", "Discord does not even offer it"
        guild = room.world.guilds[room.world.channels[server]["guild_id"]]
        room.world.guilds.put({**guild, "commands_only": True})
        said = (await nora.slash("leaderboard", channel=server)).seen
        assert said.data["flags"] & EPHEMERAL
        assert "haven't been added here" in said.text
        assert "oauth2/authorize" in said.text
        assert "Start" in (await nora.slash("play", channel=server, game="durak")).seen.labels
        assert asked_of_channels(room) == []
