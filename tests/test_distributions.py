"""Test that Shijo and the card room are two distributions. Each wheel holds only its own files, and
neither distribution needs the other."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
CARD_ROOM = ROOT / "cardroom"


def wheel(project: Path, folder: Path) -> set[str]:
    """Build a project's wheel, and unpack it into `folder`. Return the names of the wheel's files,
    apart from its metadata (.dist-info)."""
    (path,) = WheelBuilder(str(project)).build(directory=str(folder / "dist"))
    with ZipFile(path) as packed:
        packed.extractall(folder)
        return {name for name in packed.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the unpacked wheel of Shijo, as a host would install it."""
    folder = tmp_path_factory.mktemp("host")
    wheel(ROOT, folder)
    return folder


def alone(host: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `shijo` with the unpacked wheel in `host` and the installed dependencies, but nothing
    from the checkout."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SHIJO_")}
    return subprocess.run(
        # Without `site`, the paths that a checkout adds to the environment are not looked at.
        [sys.executable, "-S", "-m", "bot", *arguments],
        cwd=host,
        env={
            **inherited,
            "PYTHONPATH": os.pathsep.join([str(host), sysconfig.get_path("purelib")]),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_hosts_wheel_has_no_card_room(host: Path) -> None:
    there = {path.name for path in host.iterdir() if path.is_dir()} - {"dist"}
    assert {name for name in there if not name.endswith(".dist-info")} == {
        "games",
        "board",
        "bot",
        "cogs",
        "shijo",
    }
    assert not [*host.rglob("*cardroom*")]


def test_a_wheel_without_its_extras_needs_what_the_games_need(host: Path) -> None:
    (metadata,) = host.glob("shijo-*.dist-info/METADATA")
    needed = re.findall(r"^Requires-Dist: (\w+)[^;\n]*$", metadata.read_text(), re.MULTILINE)
    assert needed == ["pydantic"]


@pytest.mark.parametrize("command", ["demo", "run"])
def test_a_host_is_told_how_to_get_the_card_room(host: Path, command: str) -> None:
    finished = alone(host, command)
    assert finished.returncode == 1
    (said,) = finished.stderr.splitlines()
    assert said.startswith("shijo: there's no card room here. `make run` in a checkout")
    assert "discord_cardroom wheel" in said
    assert "token" in said


def test_the_card_rooms_wheel_has_its_page_and_no_tests(tmp_path: Path) -> None:
    kept = {
        str(path.relative_to(CARD_ROOM))
        for path in (CARD_ROOM / "cardroom").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "cardroom/page/index.html" in kept
    assert wheel(CARD_ROOM, tmp_path) == kept


def imported(path: Path) -> set[str]:
    """Return the names of the top-level packages that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.partition(".")[0] for name in names}


def test_the_card_room_and_its_tests_import_nothing_of_shijos() -> None:
    project = tomllib.loads((CARD_ROOM / "pyproject.toml").read_text(encoding="utf-8"))
    needed = {*sys.stdlib_module_names, *project["project"]["dependencies"], "cardroom"}
    # yarl comes with aiohttp.
    tested = needed | {"discord", "guests", "hypothesis", "pytest", "yarl"}
    for folder, allowed in (("cardroom", needed), ("tests", tested)):
        files = [*(CARD_ROOM / folder).rglob("*.py")]
        assert files
        for path in files:
            assert imported(path) <= allowed, path
