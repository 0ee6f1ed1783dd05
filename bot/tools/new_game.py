"""`shijo new-game`: writes a package with a complete, playable game, as a start for a new game."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import StringIO
from keyword import kwlist
from pathlib import Path
from token import NAME as NAME_TOKEN
from tokenize import generate_tokens
from typing import Final

import games
from bot.core.errors import Refusal

SCAFFOLD: Final = files("bot.tools") / "scaffold"
"""The folder with the templates for the package of a new game. The names of the files end with
`ENDING`. The content of the files has placeholders such as `@name@`."""
ENDING: Final = ".txt"
NAME: Final = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST: Final = 32
"""The most characters of a game's name: it goes into records and custom ids."""
RULE: Final = 3
"""A rule's number begins with this many letters of the game's name, as in `DUR-23`."""

NEXT: Final = """\
{folder} holds {title}: a whole game, which you can change as you like. What to do now:

    {beside}pip install --editable {folder}
    {beside}shijo check {name}
    {beside}shijo run

How each part works: docs/new-game.md."""


def new_game(parsed: argparse.Namespace) -> None:
    """`shijo new-game`: writes a package for a new game into a new folder, both with the name that
    was given. Raises Refusal when the name is not allowed, or the folder already exists or can't be
    written."""
    name: str = parsed.name
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise Refusal(
            f"use lower-case letters, digits and single hyphens for a game's name, {LONGEST} "
            f"characters or fewer: {name}"
        )
    if name in games.available():
        raise Refusal(f"there's already a game called {name}")
    blanks = _blanks(name)
    if blanks["@class@"] in _used(blanks):
        raise Refusal(f"use another name: the game's code already uses {blanks['@class@']}")
    folder = Path(parsed.folder) / name
    try:
        _write(folder, blanks)
    except OSError as error:
        raise Refusal(f"can't write the game: {error}") from None
    title, beside = blanks["@title@"], _programs()
    print(NEXT.format(folder=folder, name=name, title=title, beside=beside))


def _used(blanks: Mapping[str, str]) -> set[str]:
    """Return all names that the code of the new package uses, and Python's keywords. The name of
    the game's own class is left out. The code would not work if this class had one of the returned
    names."""
    files = _laid_out(SCAFFOLD, {**blanks, "@class@": ""})
    code = (text for place, text in files if place.endswith(".py"))
    tokens = (token for text in code for token in generate_tokens(StringIO(text).readline))
    return {*kwlist, *(token.string for token in tokens if token.type == NAME_TOKEN)}


def _write(folder: Path, blanks: Mapping[str, str]) -> None:
    """Write the new package into `folder`. Raises Refusal when the folder already exists, and
    OSError when it can't be written."""
    if folder.exists():
        raise Refusal(f"{folder} already exists")
    for place, text in _laid_out(SCAFFOLD, blanks):
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _programs() -> str:
    """Return the folder to write in front of `pip` and `shijo` in the printed commands, with a
    slash at its end, so that the shell finds the programs of this Python. The result is empty when
    the shell finds this Python's `shijo` anyway."""
    own = Path(sys.executable).parent
    found = shutil.which("shijo")
    if found is not None and Path(found).parent == own:
        return ""
    here = Path.cwd()
    return f"{own.relative_to(here) if own.is_relative_to(here) else own}{os.sep}"


def _blanks(name: str) -> Mapping[str, str]:
    words = name.split("-")
    return {
        "@name@": name,
        "@package@": name.replace("-", "_"),
        "@title@": " ".join(words).capitalize(),
        "@class@": "".join(word.capitalize() for word in words),
        "@RULE@": name.replace("-", "").upper()[:RULE],
    }


def _laid_out(
    folder: Traversable, blanks: Mapping[str, str], path: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield every file of the new package, as its path in the package and its content. The files
    are made from the templates in `folder`, where `blanks` has the text for each placeholder.
    `path` is the folder's path in the template."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        place = f"{path}/{entry.name}".lstrip("/")
        if entry.is_dir():
            yield from _laid_out(entry, blanks, place)
        elif entry.name.endswith(ENDING):
            place = place.removesuffix(ENDING).replace("catalogue.po", f"{blanks['@name@']}.po")
            yield (
                re.sub("^package(?=/)", f"shijo_{blanks['@package@']}", place),
                _filled(entry.read_text(encoding="utf-8"), blanks),
            )


def _filled(text: str, blanks: Mapping[str, str]) -> str:
    for blank, value in blanks.items():
        text = text.replace(blank, value)
    return text
