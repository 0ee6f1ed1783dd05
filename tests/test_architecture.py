"""docs/architecture.md names the packages that there are, and what each may import."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURE = (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(bot|cogs|games)/(\w+?)(?:/|\.py)` \| (.+?) \| ?(.*?) ?\|$", re.MULTILINE)
ROWS = {f"{room}.{name}": allowed for room, name, _purpose, allowed in ROW.findall(PAGE)}


def children(room: str) -> dict[str, list[Path]]:
    """The packages and modules that lie in a room, with their files."""
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
def test_the_page_has_a_line_for_each_package_and_module_of_a_room(room: str) -> None:
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
    allowed = known if ROWS[package] == "everything" else re.findall(r"`(\w+)`", ROWS[package])
    assert set(allowed) <= set(known)
    assert imported(known[name], room) - {name} <= set(allowed)


def test_the_picture_shows_the_packages() -> None:
    shown = set(re.findall(r">([\w, …]+)</text>", PICTURE))
    for package in ROWS:
        assert package.partition(".")[2] in shown, package
