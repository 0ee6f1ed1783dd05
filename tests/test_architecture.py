"""Test that docs/architecture.md names all subjects and packages, and what each of them is allowed
to import."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURE = (ROOT / "docs" / "press.svg").read_text(encoding="utf-8")
PACKAGES = re.compile(r"^\| (`(?:bot|cogs|games)/.+?) \| .+? \| ?(.*?) ?\|$", re.MULTILINE)
SUBJECTS = re.compile(r"^\| `(\w+)` \| .+? \| (bot|cogs|bot, cogs) \| ?(.*?) ?\|$", re.MULTILINE)
SHARED = {"bot": {"core", "db", "thinking"}, "cogs": {"table", "edits", "discord", "words"}}
"""The packages of its own room that every subject is allowed to import."""


def named(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def rows() -> dict[str, set[str] | None]:
    """Return what each package is allowed to import of its room. None means everything. The keys
    are `room.name`."""
    found: dict[str, set[str] | None] = {}
    for places, allowed in PACKAGES.findall(PAGE):
        for room, name in re.findall(r"`(\w+)/(\w+?)(?:/|\.py)`", places):
            found[f"{room}.{name}"] = None if allowed == "everything" else named(allowed)
    for name, rooms, knows in SUBJECTS.findall(PAGE):
        for room in rooms.split(", "):
            found[f"{room}.{name}"] = named(knows) | SHARED[room]
    return found


ROWS = rows()


def children(room: str) -> dict[str, list[Path]]:
    """Return the packages and modules directly in a room, with the files of each."""
    found = {}
    for path in sorted((ROOT / room).iterdir()):
        if path.suffix == ".py" and path.name != "__init__.py":
            found[path.stem] = [path]
        elif (path / "__init__.py").exists():
            found[path.name] = sorted(path.rglob("*.py"))
    return found


def imported(files: list[Path], room: str) -> set[str]:
    names = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith(f"{room}.")}


@pytest.mark.parametrize("room", ["bot", "cogs"])
def test_the_page_has_a_line_for_each_subject_and_package_of_a_room(room: str) -> None:
    assert {name for name in ROWS if name.startswith(f"{room}.")} == {
        f"{room}.{name}" for name in children(room)
    }


def test_the_page_has_a_line_for_each_package_of_games_and_names_its_modules() -> None:
    for name, files in children("games").items():
        assert f"games.{name}" in ROWS if len(files) > 1 else f"`{name}`" in PAGE, name


@pytest.mark.parametrize("package", [name for name in ROWS if not name.startswith("games.")])
def test_a_package_imports_what_its_line_allows(package: str) -> None:
    room, _, name = package.partition(".")
    known = children(room)
    allowed = ROWS[package]
    assert allowed is None or imported(known[name], room) - {name} <= allowed


@pytest.mark.parametrize("row", SUBJECTS.findall(PAGE))
def test_a_subject_knows_each_that_its_line_names(row: tuple[str, str, str]) -> None:
    name, rooms, knows = row
    known: set[str] = set()
    for room in rooms.split(", "):
        known |= imported(children(room)[name], room)
    assert named(knows) <= known


def test_the_picture_shows_files_that_there_are() -> None:
    shown = re.findall(r'font-weight="bold" font-size="11">([\w/]+)</text>', PICTURE)
    assert len(shown) > 10
    for name in shown:
        assert any((ROOT / room / f"{name}.py").exists() for room in ("cogs", "bot", "games")), name


def files() -> dict[str, Path]:
    """Return the file of every module in the rooms. The keys are the modules' dotted names."""
    found = {}
    for room in ("games", "bot", "board", "cogs"):
        for path in (ROOT / room).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def test_no_files_import_one_another_in_a_circle() -> None:
    known = files()
    needs: dict[str, set[str]] = {}
    for name, path in known.items():
        needs[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                of = {f"{node.module}.{alias.name}" for alias in node.names} & known.keys()
                needs[name] |= of or ({node.module} & known.keys())
        needs[name].discard(name)
    while free := {name for name, of in needs.items() if not of}:
        needs = {name: of - free for name, of in needs.items() if name not in free}
    assert not needs, "each of these needs another one of them, or what does"
