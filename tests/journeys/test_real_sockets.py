"""Test the bot as a process of its own, on real sockets. The process uses the card room's gateway
and REST API."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import time
from pathlib import Path

import pytest

from bot.pictures.emoji import FACE_NAMES
from cardroom.people import Opening
from cardroom.permissions import Permission
from cardroom.room import Plan, Room
from cardroom.visitor import Seen, Visitor, visiting
from tests.cut_line import Cut, CutLine
from tests.draining import IN_FLIGHT, drained
from tests.games.plugins import install
from tests.journeys.hands import dealt
from tests.shijo_process import (
    PATIENT,
    PATIENT_PROGRAM,
    ROOT,
    STARTING,
    log_of,
    made_earlier,
    shijo_process,
)


async def test_from_start_to_ready_to_a_move_answered(tmp_path: Path) -> None:
    """Start the bot in an interpreter of its own, as a host does. The bot registers its commands,
    logs that it is ready, and answers a move."""
    async with (
        Room(Plan(patience=PATIENT)) as room,
        shijo_process(tmp_path, room, PATIENT_PROGRAM) as process,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        await nora.until(lambda: nora.commands)
        assert {"play", "hand", "rules", "leaderboard"} <= {
            command["name"] for command in nora.commands
        }
        hands = await dealt(nora, pavel)
        assert all(hand.data["flags"] & 64 for hand in hands.open.values()), "each for one alone"
        async with asyncio.timeout(10):
            greeting = await log_of(process).readuntil(b"oauth2/authorize")

    assert b"The Card Room" in greeting
    said = (greeting + await log_of(process).read()).decode()
    assert room.plan.bot_token not in said
    assert "Traceback" not in said
    assert process.returncode == 0


@pytest.mark.beyond
async def test_plug_ins_that_can_not_be_used_are_named_and_stop_nothing(tmp_path: Path) -> None:
    install(
        tmp_path,
        "poker",
        "from games.durak import Durak\n"
        "class Poker(Durak):\n"
        "    name, title = 'poker', 'Poker ' * 20\n",
        "[shijo.games]\npoker = poker:Poker\n",
    )
    ends = "import sys\nsys.exit('no licence')"
    groups = (
        ("games", "whist"),
        ("players", "durak.expert"),
        ("words", "whist"),
    )
    entries = "".join(f"[shijo.{group}]\n{name} = ending:Thing\n" for group, name in groups)
    install(tmp_path, "ending", ends, entries)
    path = os.pathsep.join([str(ROOT), str(tmp_path)])
    async with (
        Room(Plan(patience=PATIENT)) as room,
        shijo_process(tmp_path, room, PYTHONPATH=path) as process,
        visiting(room.page_url, "Nora") as nora,
    ):
        await nora.until(lambda: nora.commands)
        assert process.returncode is None
    said = (await log_of(process).read()).decode()
    named = [line for line in said.splitlines() if "can't be used" in line]
    for what, reason in (
        ("plug-in poker", "its title is not one line of 1 to 100 characters, but 120"),
        ("plug-in whist", "SystemExit: no licence"),
        ("plug-in durak.expert", "SystemExit: no licence"),
        ("words of the plug-in whist", "SystemExit: no licence"),
    ):
        (line,) = [line for line in named if f"The {what} can't be used" in line]
        assert reason in line


@pytest.mark.beyond
async def test_a_table_goes_on_in_the_next_process(tmp_path: Path) -> None:
    async with (
        Room(Plan(patience=PATIENT)) as room,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        async with shijo_process(tmp_path, room):
            hands = await dealt(nora, pavel)
        async with shijo_process(tmp_path, room):
            mover = await hands.move()
            await mover.until(lambda: "attacks with" in hands.table.text)
            hand = hands.open[mover]
            assert hand.data["flags"] & 64, "the hand stays the member's own"


@pytest.mark.beyond
async def test_answers_that_are_cut_off_are_given_once_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    async with (
        Room(Plan(patience=PATIENT)) as room,
        CutLine(room.api_url) as line,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        through = {"SHIJO_DISCORD__API_URL": line.api_url}
        async with shijo_process(tmp_path, room, **through) as process:
            hands = await dealt(nora, pavel)
            before = hands.table.text
            for heard in (True, False):
                line.cuts.append(Cut("/callback", heard=heard))
                mover, press = await hands.next()
                assert (await press).status == ("done" if heard else "failed")
                await mover.until(lambda before=before: hands.table.text != before)  # type: ignore[misc] # mypy #4226
                before = hands.table.text
            await hands.move()
        said = (await log_of(process).read()).decode()
    assert set(line.answers.values()) == {1}
    assert "Traceback" not in said
    assert said.count("cut off at") == 1, "of the other one, Discord had the answer"
    assert "Something went wrong" not in str([*nora.messages.values(), *pavel.messages.values()])


@pytest.mark.beyond
async def test_edits_of_tables_keep_to_the_budget_and_presses_are_answered(tmp_path: Path) -> None:
    few = {"SHIJO_DISCORD__REQUESTS_A_SECOND": "1"}
    async with (
        Room(Plan(limits=True, patience=PATIENT)) as room,
        shijo_process(tmp_path, room, **few),
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        hands = await dealt(nora, pavel)
        edit = re.compile(rf"/channels/\d+/messages/{hands.table.data['id']}")

        def edits() -> list[float]:
            requests = room.api.requests
            return [each.at for each in requests if edit.fullmatch(each.path)]

        for _ in range(3):
            await hands.move()
            await hands.move()
            answered = [time.time()]
            await nora.until(lambda answered=answered: edits()[-1:] > answered)  # type: ignore[misc] # mypy #4226
        assert hands.table.data["attachments"], "it shows the picture again"
    gaps = [later - earlier for earlier, later in itertools.pairwise(edits())]
    assert min(gaps) > 0.99, gaps
    assert {each.status for each in room.api.requests} <= {200, 201, 204}


@pytest.mark.beyond
async def test_a_challenge_is_accepted_though_there_is_a_thread_already(tmp_path: Path) -> None:
    """A challenge can be accepted even if its message already has a thread, which a member or a
    killed process has opened. Discord refuses a second thread with the error 160004."""
    async with (
        Room(Plan(patience=PATIENT)) as room,
        shijo_process(tmp_path, room),
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        await nora.until(lambda: nora.commands)
        panel = (await nora.slash("settings")).seen
        await nora.click(panel, custom_id="s:threads")
        asked = await nora.slash("challenge", member=pavel.me["id"], game="durak")
        shown = await pavel.until(lambda: pavel.find("challenges"))
        where = {"channel_id": nora.channel, "message_id": asked.seen.data["id"]}
        thread = room.deeds.thread(nora.me["id"], {**where, "name": "Who wins?"})
        question = (await pavel.click(shown, label="Answer")).seen
        (yes,) = [each for each in question.parts if str(each.get("custom_id")).endswith(":accept")]
        done = await pavel.press(question, yes, [])
        assert done.status == "done"
        await pavel.open(thread["id"])
        table = await pavel.until(lambda: pavel.find("Waiting for"))
        assert table.data["channel_id"] == thread["id"]
    assert [each.status for each in room.api.requests if each.path.endswith("/threads")] == [400]


@pytest.mark.beyond
async def test_a_new_server_is_two_presses_away_from_its_first_game(tmp_path: Path) -> None:
    async with (
        Room(Plan(opening=Opening(joined=False), joins_after=1.5, patience=PATIENT)) as room,
        shijo_process(tmp_path, room),
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        await nora.open()
        welcome = await nora.until(lambda: nora.find("Play Durak"))
        assert welcome.data["author"]["bot"]
        lobby = (await nora.click(welcome, label="Play Durak")).seen
        assert (await nora.click(lobby, label="Start")).status == "done"
        await nora.until(lambda: "Waiting for" in lobby.text)

        await pavel.until(lambda: pavel.find("Play Durak"))
        assert len(welcomes(pavel)) == 1


def welcomes(visitor: Visitor) -> list[str]:
    return [key for key in visitor.messages if "Play Durak" in Seen(visitor, key).labels]


async def test_what_is_in_flight_at_sigterm_is_answered_and_what_comes_later_is_told_so(
    tmp_path: Path,
) -> None:
    ended = await drained(tmp_path)
    assert ended.answered == ["done"] * (IN_FLIGHT + 1)
    assert ended.late_was_told
    assert ended.status == 0
    assert "Traceback" not in ended.said


@pytest.mark.beyond
async def test_the_owner_ends_the_process_as_sigterm_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot's owner ends the process by `/owner drain`. The bot first answers that it shuts down.
    Then the process exits with status 0, as after SIGTERM."""
    monkeypatch.setattr("cardroom.people.MODERATORS", int(Permission.ADMINISTRATOR))
    async with (
        Room(Plan(patience=PATIENT)) as room,
        visiting(room.page_url, "Nora") as nora,
        shijo_process(tmp_path, room, SHIJO_OWNER__SERVER=room.people.guild["id"]) as process,
    ):
        await nora.until(lambda: "owner" in [each["name"] for each in nora.commands])
        question = (await nora.slash("owner drain")).seen
        assert (await nora.click(question, label="End this process")).status == "done"
        async with asyncio.timeout(PATIENT):
            told = (await log_of(process).read()).decode()
            assert await process.wait() == 0
        await nora.until(lambda: "Shutting down." in question.text)
    assert "The owner ends this process" in told
    assert "Traceback" not in told


@pytest.mark.beyond
async def test_card_emoji_are_uploaded_once_and_one_that_is_deleted_is_made_again(
    tmp_path: Path,
) -> None:
    async with (
        Room(Plan(patience=PATIENT)) as room,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        known = room.world.emojis
        made_earlier(room, FACE_NAMES[5:])
        async with shijo_process(tmp_path, room, SHIJO_DISCORD__CARD_EMOJI="true") as process:
            await nora.until(lambda: len(known) == len(FACE_NAMES), patience=STARTING)
            hands = await dealt(nora, pavel)
            attacker = next(each for each, hand in hands.open.items() if emoji_on(hand))
            shown = emoji_on(hands.open[attacker])
            before = {each["id"] for each in known.all()}
            assert shown <= before
            gone = max(shown)
            with room.world.change():
                known.drop(gone)
            table = Seen(attacker, hands.table.id)
            async with asyncio.timeout(60):
                while len(known) < len(FACE_NAMES):
                    # Discord refuses the hand until the list is read anew.
                    await attacker.click(table, label="My hand")
            opened = (await attacker.click(table, label="My hand")).seen
        said = (await log_of(process).read()).decode()
    after = {each["id"] for each in known.all()}
    assert before - after == {gone}, "the others are the same"
    assert emoji_on(opened) <= after
    assert len(emoji_on(opened)) == len(shown)
    assert "Uploaded 5 emoji" in said
    assert "Uploaded 1 emoji" in said


def emoji_on(hand: Seen) -> set[str]:
    """Return the ids of the application's own emoji on the buttons of a hand."""
    return {part["emoji"]["id"] for part in hand.parts if part.get("emoji", {}).get("id")}
