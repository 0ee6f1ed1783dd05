"""Tests of the command line as the bot's host uses it. The bot runs as a real process, and each
problem is one clear line."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import games
from cardroom.room import Plan, Room
from games.record import Header, Record, dumps
from tests import ready_process
from tests.beyond import BEYOND

ROOT = Path(__file__).parents[2]


def shijo(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command `shijo` with `arguments` in `folder`, and return the finished process. The
    process gets the variables in `environment`. It gets no other variables that configure Shijo
    (`SHIJO_…`), except the port of the demo."""
    return ready_process.shijo(folder, arguments, _with(environment))


def started_anew(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the bot as `python -m bot` in `folder`, and wait for it to end. Of the variables that
    configure Shijo, only those in `environment` and the port of the demo are set."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=_with(environment),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def _with(environment: dict[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SHIJO_")}
    return {**inherited, "PYTHONPATH": str(ROOT), "SHIJO_DEMO__PORT": "0", **environment}


def one_line(finished: subprocess.CompletedProcess[str]) -> str:
    """Check that the command failed with one line and no traceback, and return this line."""
    assert finished.returncode == 1, finished.stderr
    lines = finished.stderr.splitlines()
    assert len(lines) == 1, finished.stderr
    assert lines[0].startswith("shijo: ")
    return lines[0]


def test_an_unknown_key(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[discord]\ntokn = "x"\n', encoding="utf-8")
    assert "config.toml: discord.tokn: no such key" in one_line(started_anew(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    assert "data/shijo." in one_line(shijo(tmp_path, "demo"))


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder", encoding="utf-8")
    assert "data/shijo." in one_line(shijo(tmp_path, "demo"))


def test_a_database_from_a_newer_version(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with sqlite3.connect(tmp_path / "data" / "shijo.db") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('from_the_future')")
    database.close()
    said = one_line(shijo(tmp_path, "demo"))
    assert "newer version" in said


@pytest.mark.parametrize("command", ["run", "backup", "restore"])
def test_a_database_address_that_is_none(tmp_path: Path, command: str) -> None:
    (tmp_path / "backup.db").write_text("")
    address = "postgresql://shijo:open-sesame@[::1/shijo"
    file = [] if command == "run" else [f"{command}.db"]
    said = one_line(shijo(tmp_path, command, *file, SHIJO_DATABASE__URL=address))
    assert "database.url" in said or "restore.db" in said
    assert "open-sesame" not in said


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = one_line(shijo(tmp_path, "demo", SHIJO_DEMO__PORT=str(port)))
    assert str(port) in said
    assert "demo.port" in said


async def test_a_wrong_token(tmp_path: Path) -> None:
    import asyncio

    async with Room(Plan(bot_token="the.right.one")) as discord:
        finished = await asyncio.to_thread(
            shijo,
            tmp_path,
            SHIJO_DISCORD__TOKEN="the.wrong.one",
            SHIJO_DISCORD__API_URL=discord.api_url,
            SHIJO_DISCORD__GATEWAY_URL=discord.gateway_url,
        )
    said = one_line(finished)
    assert "token" in said
    assert "the.wrong.one" not in said


def test_discord_out_of_reach(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    said = one_line(
        shijo(
            tmp_path,
            SHIJO_DISCORD__TOKEN="a.b.c",
            SHIJO_DISCORD__API_URL=f"http://127.0.0.1:{port}/api/v10",
        )
    )
    assert "can't be reached" in said


@BEYOND
def test_a_plug_in_that_cant_be_used_is_named_at_the_start(tmp_path: Path) -> None:
    info = tmp_path / "damaged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: damaged\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[shijo.games]\npoker = damaged:Poker\n[shijo.players]\ndurak.expert = damaged:choose\n",
        encoding="utf-8",
    )
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    finished = started_anew(
        tmp_path,
        SHIJO_DISCORD__TOKEN="a.b.c",
        SHIJO_DISCORD__API_URL=f"http://127.0.0.1:{port}/api/v10",
        PYTHONPATH=os.pathsep.join([str(ROOT), str(tmp_path)]),
    )
    for name in ("poker", "durak.expert"):
        assert (
            f"The plug-in {name} can't be used: ModuleNotFoundError: No module named 'damaged'"
            in finished.stderr
        )


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_not_there(tmp_path: Path, command: str) -> None:
    assert "no-such-file can't be read" in one_line(shijo(tmp_path, command, "no-such-file"))


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_options_nested_100_000_deep(tmp_path: Path, command: str) -> None:
    deep = f"options {'[' * 100_000}{']' * 100_000}"
    lines = ["game durak 2", deep, "seats 2", "seed 00"]
    if command == "verify":
        lines = ["shijo deal 1", *lines, "joined 1 2", "secret-hash 00", "secret 00", "deal 00"]
        lines.append("digest " + sha256("\n".join(lines).encode()).hexdigest())
    else:
        lines.insert(0, "shijo record 1")
    (tmp_path / "deep.txt").write_text("\n".join(lines), encoding="utf-8")
    said = one_line(shijo(tmp_path, command, "deep.txt"))
    assert "it is nested too deep" in said
    assert len(said) < 200


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_something_else(tmp_path: Path, command: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Shijo,\n", encoding="utf-8")
    one_line(shijo(tmp_path, command, "letter.txt"))


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_a_record_for_a_billion_seats_is_refused_at_once(tmp_path: Path, command: str) -> None:
    durak = games.load("durak")
    options = durak.options().model_dump(mode="json")
    header = Header(durak.name, durak.version, options, 1_000_000_000, bytes(32))
    (tmp_path / "many.txt").write_text(dumps(Record(header)))
    told = shijo(tmp_path, command, "many.txt")
    assert "is for 2 to" in one_line(told)


def test_a_record_is_analysed_as_text_and_as_json(tmp_path: Path) -> None:
    whole = (ROOT / "tests" / "golden" / "durak-durnius-2.txt").read_text(encoding="utf-8")
    head, _, moves = whole.partition("\n\n")
    (tmp_path / "game.txt").write_text(f"{head}\n\n" + "\n".join(moves.splitlines()[:3]))
    told = shijo(tmp_path, "analyse", "game.txt")
    assert told.returncode == 0, told.stderr
    first, *decisions, _, _ = told.stdout.splitlines()
    assert first.startswith("durak, 2 seats, 3 decisions")
    assert [line.split(":")[0].split() for line in decisions] == [
        ["1.", "seat", "0"],
        ["2.", "seat", "1"],
        ["3.", "seat", "0"],
    ]
    assert all("with open hands:" in line for line in decisions)
    data = json.loads(shijo(tmp_path, "analyse", "--json", "game.txt").stdout)
    assert [each["step"] for each in data["decisions"]] == [0, 1, 2]
    (tmp_path / "broken.txt").write_text(f"{head}\n\n0 beat 6S 7S\n")
    assert "does not replay" in one_line(shijo(tmp_path, "analyse", "broken.txt"))
