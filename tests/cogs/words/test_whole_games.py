"""Tests of the languages of the example games. The games have all of Shijo's languages, from
catalogues that are compiled when the games are installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from zipfile import ZipFile

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from hatchling.builders.wheel import WheelBuilder

import games
from cogs.discord.languages import LANGUAGES, SOURCE, speaking
from cogs.locale.extract import KEYWORDS
from cogs.words import _
from cogs.words.load import found, words_of
from tests import WHOLE_GAMES
from tests.cogs.plugins import with_words
from tests.games.plugins import EXAMPLES

OTHERS = [code for code in LANGUAGES if code != SOURCE]
LINE = 100
"""The most characters that a line of a select can have."""
each_game = pytest.mark.parametrize("name", WHOLE_GAMES)


def package(name: str) -> Path:
    return EXAMPLES / name / f"shijo_{name}"


def catalogue(name: str, language: str) -> Catalog:
    path = package(name) / "locale" / language / "LC_MESSAGES" / f"{name}.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def texts_of(entry: Message) -> list[str]:
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or ())


def blanks(text: str) -> set[str]:
    return {blank for _text, blank, _form, _as in Formatter().parse(text) if blank}


@each_game
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_with_its_blanks(name: str, language: str) -> None:
    own = catalogue(name, language)
    marks = {text for _p, _l, text, *_ in extract_from_dir(package(name), keywords=KEYWORDS)}
    lacking = []
    for mark in marks:
        one = mark if isinstance(mark, str) else mark[0]
        entry = own.get(one)
        if entry is None or not all(texts_of(entry)):
            lacking.append(one)
    assert not lacking
    for entry in own:
        if not entry.id:
            continue
        assert (entry.id if isinstance(entry.id, str) else tuple(entry.id)) in marks, "left over"
        texts = texts_of(entry)
        wanted = blanks(entry.id if isinstance(entry.id, str) else entry.id[1])
        assert all(blanks(text) == wanted for text in texts), entry.id


@pytest.fixture(params=WHOLE_GAMES)
def name(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with with_words(EXAMPLES / request.param, tmp_path):
        yield request.param


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_fit_a_selects_line(name: str, language: str) -> None:
    options = games.load(name).Options
    with speaking(language):
        notes = [_(note) for note in options.preset_notes.values()]
        notes += [_(field.description or "") for field in options.model_fields.values()]
    assert [note for note in notes if not 0 < len(note) <= LINE] == []


def test_its_words_are_whole(name: str) -> None:
    kind = games.load(name)
    assert found().broken == {}
    words = words_of(name)
    game = kind.new(seats=kind.players[-1] if kind.name == "hearts" else 4, seed=b"words")
    verbs = {move.verb for seat in range(game.seats) for move in game.legal_moves(seat)}
    assert verbs <= words.verbs.keys()
    assert {"skilled", "casual", "beginner"} == words.strengths.keys()


@each_game
def test_its_wheel_has_its_catalogues(name: str, tmp_path: Path) -> None:
    project = tmp_path / "examples" / name
    hidden = shutil.ignore_patterns("*.mo*", "__pycache__")
    shutil.copytree(EXAMPLES / name, project, ignore=hidden)
    shutil.copy(EXAMPLES.parent / ".gitignore", tmp_path)
    (tmp_path / "cogs" / "locale").mkdir(parents=True)
    shutil.copy(EXAMPLES.parent / "cogs" / "locale" / "compiled.py", tmp_path / "cogs" / "locale")
    (wheel,) = WheelBuilder(str(project)).build(directory=str(tmp_path / "dist"))
    with ZipFile(wheel) as packed:
        wanted = {f"shijo_{name}/locale/{code}/LC_MESSAGES/{name}.mo" for code in OTHERS}
        assert set(packed.namelist()) >= wanted


def test_a_stranger_is_told_what_it_is_like_and_how_long_it_takes(name: str) -> None:
    kind = games.load(name)
    assert kind.gist
    assert kind.kin
    assert kind.minutes
