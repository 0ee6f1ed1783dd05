"""Test that the bot works with each choice that its owner can make in Discord's developer
portal."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.config import DatabaseSettings, DiscordSettings, Settings, WebSettings
from bot.core.errors import CannotConnect
from cardroom.faults import Fault
from cardroom.instances import Step
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from cogs.serving import run
from cogs.watch.doctor import Soundness, findings
from tests.fresh_database import put_fresh_database
from tests.journeys.hands import dealt
from tests.present import present
from tests.shijo_process import PATIENT, log_of, shijo_process

COMMANDS = "/applications/*/commands"
SECRET = "the client's own secret"
BY_BOT = 1


def settings(folder: Path, room: Room) -> Settings:
    """Make an empty database. Return the settings of a bot that uses this database and connects to
    the card room."""
    put_fresh_database(folder / "data" / "shijo.db")
    return Settings(
        discord=DiscordSettings(
            token=SecretStr(room.plan.bot_token),
            api_url=room.api_url,
            gateway_url=room.gateway_url,
        ),
        database=DatabaseSettings(url=f"sqlite:///{folder}/data/shijo.db"),
    )


@pytest.fixture
def _own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


async def test_the_bot_starts_where_activities_are_on_and_leaves_their_entry_point_as_it_is(
    tmp_path: Path,
) -> None:
    async with Room(Plan(patience=PATIENT, portal=Portal(activities=True))) as room:
        (before,) = room.world.commands.all()
        async with (
            shijo_process(tmp_path, room),
            visiting(room.page_url, "Nora") as nora,
        ):
            await nora.until(lambda: nora.commands)
            assert "launch" not in {each["name"] for each in nora.commands}
            assert (await nora.slash("rules", game="durak")).status == "done"
        after = {each["id"]: each for each in room.world.commands.all()}
    assert len(after) > 14
    kept = {key: after[before["id"]][key] for key in before}
    assert {**kept, "version": before["version"]} == before


async def test_with_an_activity_the_bot_answers_its_entry_point_and_a_link_is_left(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    web = {
        "SHIJO_WEB__PUBLIC_URL": f"http://localhost:{port}",
        "SHIJO_WEB__PORT": str(port),
        "SHIJO_WEB__ACTIVITY": "true",
        "SHIJO_WEB__CLIENT_SECRET": SECRET,
    }
    portal = Portal(activities=True, client_secret=SECRET)
    async with (
        Room(Plan(patience=PATIENT, portal=portal)) as room,
        shijo_process(tmp_path, room, **web) as process,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        await nora.until(lambda: nora.commands)
        assert present(room.deeds.entry_point)["handler"] == BY_BOT
        await nora.launch()
        await nora.until(lambda: nora.find("no table here"))
        assert nora.activity is None
        hands = await dealt(nora, pavel)
        await nora.launch()
        assert (await nora.until(lambda: nora.activity))["channel_id"] == nora.channel
        await nora.leave()

        room.instances.refuses.add(Step.LAUNCH)
        done = await nora.click(hands.open[nora], label="Open the table")
        assert any(
            str(part.get("url", "")).startswith(web["SHIJO_WEB__PUBLIC_URL"])
            for part in done.seen.parts
        )
        assert nora.activity is None
        process.send_signal(signal.SIGTERM)
        assert SECRET not in (await log_of(process).read()).decode()


@pytest.mark.usefixtures("_own_addresses")
async def test_the_doctor_names_what_discord_has_added(tmp_path: Path) -> None:
    async with Room(Plan(portal=Portal(activities=True))) as room:
        chosen = settings(tmp_path, room)
        seen = {finding.what: finding async for finding in findings(chosen)}
        assert seen["commands"].soundness is Soundness.ODD, (
            "the bot has not told Discord its own yet"
        )
        room.world.commands.put({"id": "7", "type": 1, "name": "play"})
        seen = {finding.what: finding async for finding in findings(chosen)}
    assert seen["commands"].soundness is Soundness.GOOD
    assert seen["commands"].said == (
        "Discord has 1, plus “launch”, which Discord added for Activities and Shijo leaves alone"
    )


@pytest.mark.usefixtures("_own_addresses")
async def test_the_doctor_misses_an_activity_that_is_off_in_the_portal(tmp_path: Path) -> None:
    web = WebSettings(
        public_url="https://cards.example", activity=True, client_secret=SecretStr(SECRET)
    )
    async with Room(Plan()) as room:
        chosen = settings(tmp_path, room).model_copy(update={"web": web})
        room.world.commands.put({"id": "7", "type": 1, "name": "play"})
        seen = {finding.what: finding async for finding in findings(chosen)}
    assert seen["commands"].soundness is Soundness.ODD
    assert "no Activity" in seen["commands"].said


@pytest.mark.usefixtures("_own_addresses")
@pytest.mark.parametrize(
    ("installs", "good", "said"),
    [
        ((0, 1), True, "servers can add it, and members for themselves"),
        ((0,), True, "servers can add it, but members can't"),
        ((1,), False, "no server can add it. Tick Guild Install"),
    ],
)
async def test_the_doctor_says_who_can_add_the_bot(
    tmp_path: Path, installs: tuple[int, ...], good: bool, said: str
) -> None:
    async with Room(Plan(portal=Portal(installs=installs))) as room:
        seen = {finding.what: finding async for finding in findings(settings(tmp_path, room))}
    assert seen["installation"].soundness is (Soundness.GOOD if good else Soundness.WRONG)
    assert seen["installation"].said.startswith(said)


@pytest.mark.usefixtures("_own_addresses")
@pytest.mark.parametrize(
    ("status", "said"), [(400, "Discord refuses what this bot asks"), (503, "can't be reached")]
)
async def test_what_discord_refuses_is_not_told_as_an_absence(
    tmp_path: Path, status: int, said: str
) -> None:
    async with Room() as room:
        chosen = settings(tmp_path, room)
        room.api.faults.add(Fault("PUT", COMMANDS, status, 50240, "No Entry Point", times=None))
        with pytest.raises(CannotConnect, match=said):
            await run(chosen)


@pytest.mark.usefixtures("_own_addresses")
async def test_the_doctor_tells_a_refusal_from_an_absence(tmp_path: Path) -> None:
    async with Room() as room:
        chosen = settings(tmp_path, room)
        room.api.faults.add(Fault("GET", COMMANDS, 403, 50001, "Missing Access"))
        seen = {finding.what: finding async for finding in findings(chosen)}
    assert seen["Discord"].soundness is Soundness.WRONG
    assert "refuses" in seen["Discord"].said
    assert "Missing Access" in seen["Discord"].said
