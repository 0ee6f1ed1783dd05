"""What the bot's owner chooses in Discord's developer portal, and how the bot lives with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.config import DatabaseSettings, DiscordSettings, Settings
from bot.core.errors import CannotConnect
from cardroom.faults import Fault
from cardroom.portal import Portal
from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from cogs.serving import run
from cogs.watch.doctor import Soundness, findings
from tests.fresh_database import put_fresh_database
from tests.shijo_process import PATIENT, shijo_process

# They mostly wait for processes of their own: one worker has them all.
pytestmark = pytest.mark.xdist_group("processes")

COMMANDS = "/applications/*/commands"


def settings(folder: Path, room: Room) -> Settings:
    """Of a bot in this process, beside the room."""
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
        "Discord has 1, and “launch” of its own (Activities), which stays"
    )


@pytest.mark.usefixtures("_own_addresses")
@pytest.mark.parametrize(
    ("installs", "good", "said"),
    [
        ((0, 1), True, "servers can add it, and members for themselves"),
        ((0,), True, "servers can add it, but no member alone"),
        ((1,), False, "no server can add it: tick Guild Install"),
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
