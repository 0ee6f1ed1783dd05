"""Tests that the page's catalogues have the same texts in every language, and no text that the page
doesn't use."""

from __future__ import annotations

import re
from pathlib import Path

import cardroom

PAGE = Path(cardroom.__file__).parent / "page" / "js"
KEY = re.compile(r"^  (\w+): ", re.MULTILINE)
SAID = re.compile(r"\"(\w+)\"")


def keys(language: str) -> list[str]:
    return KEY.findall((PAGE / "words" / f"{language}.js").read_text(encoding="utf-8"))


def test_each_language_has_all_words() -> None:
    for file in (PAGE / "words").glob("*.js"):
        assert keys(file.stem) == keys("en"), file.name


def test_every_word_is_said() -> None:
    files = [file for file in PAGE.rglob("*.js") if file.parent.name != "words"]
    said = {key for file in files for key in SAID.findall(file.read_text(encoding="utf-8"))}
    assert not set(keys("en")) - said
