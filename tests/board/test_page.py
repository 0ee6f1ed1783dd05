"""Tests of the files of the board's page. The files are small and complete, and do nothing that a
strict content security policy forbids."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from pathlib import Path

import games
from cogs.doors.words import LABELS
from tests.board.sprite import SPRITE, sprite

PAGE = SPRITE.parent
FILES = [path for path in sorted(PAGE.rglob("*")) if path.is_file()]
LOADED = [path for path in FILES if path.suffix in {".html", ".js", ".css", ".svg", ".woff2"}]
SCRIPTS = [path for path in LOADED if path.suffix == ".js"]
FIRST_LOAD = 150_000
"""The most bytes that the files of the first load may have together, compressed."""
IN_DISCORD = {"activity.js", "vendor/embedded-app-sdk.js"}
"""The scripts that only a page inside Discord loads."""


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_first_load_is_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes(), mtime=0)) for path in LOADED}
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_what_is_from_elsewhere_is_as_it_was_fetched() -> None:
    listed = re.findall(
        r"^([0-9a-f]{64})  (\S+)$", text(PAGE / "vendor/VENDORED.txt"), re.MULTILINE
    )
    for digest, name in listed:
        assert sha256((PAGE / "vendor" / name).read_bytes()).hexdigest() == digest, name
    named = {(PAGE / "vendor" / name).resolve() for _, name in listed}
    assert {
        path for path in FILES if path.parent.name == "vendor" and path.suffix == ".js"
    } <= named


def test_the_sprite_has_the_outlines_of_the_pictures() -> None:
    assert text(SPRITE) == sprite(), "write it anew: python -m tests.board.sprite"


def test_nothing_is_inline_and_nothing_comes_from_a_third_party() -> None:
    page = text(PAGE / "index.html")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    for path in [path for path in LOADED if path.suffix in {".html", ".js", ".css"}]:
        own = text(path).replace("http://www.w3.org/", "")
        assert path.parent.name == "vendor" or not re.search(r"https?://|\sstyle=|data:", own), path


def test_all_that_is_imported_is_there() -> None:
    for path in SCRIPTS:
        for name in re.findall(r'(?:from|import) "(\.[^"]+)"', text(path)):
            assert (path.parent / name).is_file(), f"{path.name}: {name}"


def test_all_modules_are_fetched_at_once() -> None:
    named = set(re.findall(r'(?:href|src)="/page/([^"]+\.js)"', text(PAGE / "index.html")))
    assert named == {path.relative_to(PAGE).as_posix() for path in SCRIPTS} - IN_DISCORD


def test_the_page_has_all_the_labels_that_it_asks_for_and_no_more() -> None:
    asked = {name for path in SCRIPTS for name in re.findall(r"\btext\.(\w+)", text(path))}
    assert asked == set(LABELS)


def test_no_game_is_named() -> None:
    names = {"cheat", "eights", "hearts", *games.available()}
    for path in SCRIPTS:
        words = set(re.findall(r"[a-z]+", text(path).lower()))
        assert not words & names, path
