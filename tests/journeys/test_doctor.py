"""Test that `shijo doctor` reports each problem in one line, and says what to do about it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.__main__ import main
from bot.config import DatabaseSettings, DiscordSettings, Settings
from cardroom.people import Opening
from cardroom.permissions import MEMBERS, Permission
from cardroom.room import Plan, Room
from cogs.watch import doctor
from cogs.watch.doctor import Finding, Soundness, findings
from tests.fresh_database import put_fresh_database


def settings(folder: Path, room: Room | None = None, token: str = "") -> Settings:
    discord = (
        DiscordSettings()
        if room is None
        else DiscordSettings(token=SecretStr(token or room.plan.bot_token), api_url=room.api_url)
    )
    database = DatabaseSettings(url=f"sqlite:///{folder}/data/shijo.db")
    return Settings(discord=discord, database=database)


async def found(chosen: Settings, monkeypatch: pytest.MonkeyPatch) -> dict[str, Finding]:
    """Run the doctor's checks with the settings `chosen`. Return the last finding about each
    subject. The keys are the names of the subjects."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    return {finding.what: finding async for finding in findings(chosen)}


def wrong(all_of_them: dict[str, Finding]) -> list[str]:
    return [what for what, finding in all_of_them.items() if finding.soundness is Soundness.WRONG]


async def test_a_bot_that_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_fresh_database(tmp_path / "data" / "shijo.db")
    async with Room() as room:
        seen = await found(settings(tmp_path, room), monkeypatch)
    assert wrong(seen) == []
    looked_at = {"settings", "versions", "database", "disk", "clock", "Discord", "commands"}
    assert {*looked_at, "servers"} <= set(seen)
    assert seen["servers"].said == "the bot is in 1"


async def test_a_variable_without_effect_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHIJO_SERVICE_HOST", "10.0.0.1")
    seen = await found(settings(tmp_path), monkeypatch)
    assert seen["variable SHIJO_SERVICE_HOST"].soundness is Soundness.ODD


async def test_a_missing_permission_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_fresh_database(tmp_path / "data" / "shijo.db")
    opening = Opening(permissions=MEMBERS & ~Permission.ATTACH_FILES)
    async with Room(Plan(opening=opening)) as room:
        # Everybody may attach files there, unless that is taken from everybody.
        for role in room.world.roles.all():
            allowed = int(role["permissions"]) & ~int(Permission.ATTACH_FILES)
            room.world.roles.put({**role, "permissions": str(allowed)})
        seen = await found(settings(tmp_path, room), monkeypatch)
    assert wrong(seen) == ["server The Card Room"]
    assert "attach files" in seen["server The Card Room"].said


async def test_a_wrong_token_a_full_disk_and_a_wrong_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_fresh_database(tmp_path / "data" / "shijo.db")
    monkeypatch.setattr(doctor, "LEAST_FREE", 10**9)
    monkeypatch.setattr(doctor, "MOST_SKEW", -1.0)
    async with Room() as room:
        seen = await found(settings(tmp_path, room, "the.wrong.one"), monkeypatch)
    assert wrong(seen) == ["disk", "clock", "Discord"]
    assert "the.wrong.one" not in str(seen)


async def test_a_damaged_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "data" / "shijo.db"
    put_fresh_database(file)
    content = await asyncio.to_thread(file.read_bytes)
    half = len(content) // 2
    damaged = content[:half] + b"\xff" * 9000 + content[half + 9000 :]
    await asyncio.to_thread(file.write_bytes, damaged)
    assert wrong(await found(settings(tmp_path), monkeypatch)) == ["database"]


def test_the_command_prints_a_line_each_and_fails_when_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[Any]
) -> None:
    put_fresh_database(tmp_path / "data" / "shijo.db")
    config = tmp_path / "config.toml"
    config.write_text(f'[database]\nurl = "sqlite:///{tmp_path}/data/shijo.db"\n', "utf-8")
    assert main(["--config", str(config), "doctor"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) >= 4
    monkeypatch.setattr(doctor, "LEAST_FREE", 10**9)
    assert main(["--config", str(config), "doctor"]) == 1
    assert "1 to fix" in capsys.readouterr().err
