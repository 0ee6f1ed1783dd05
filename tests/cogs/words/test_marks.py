"""Tests of the functions that mark sentences to translate. The marked sentences are found in any
file, and everything that people read is marked."""

from __future__ import annotations

import ast
import shutil
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import games
from bot.core.errors import TableError
from cogs.locale import __main__ as translators
from cogs.locale.extract import KEYWORDS, ROOMS, ROOT, calls, messages, strings, template, unread
from cogs.locale.notes import OF_CALLS, note_at, notes_in
from cogs.table.rules import offer_games
from games.core import Game
from games.errors import GameError, PositionError, RecordError
from games.players import BUILT_IN, RANDOM, TITLES
from tests.cogs.commands import all_commands, parameters_of

ENDINGS = {"close", "closed", "break_off"}
"""The functions that end a table with a reason that its members are told."""
FOR_AUTHORS = {"contract", "sample.py", "hidden.py"}
"""Names of files and folders whose errors are for programmers who write games or bot players.
Members don't read these errors."""


def sentences(root: Path = ROOT) -> set[tuple[str, str]]:
    """Return all marked sentences of the code, each as (context, text) or as (singular, plural)."""
    return {
        (message.context, message.one) if message.context else (message.one, message.many)
        for message in messages(root)
    }


def known() -> set[str]:
    return {message.one for message in messages()}


@cache
def trees(*rooms: str) -> list[tuple[Path, ast.Module]]:
    return [
        (path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8")))
        for room in rooms
        for path in sorted((ROOT / room).rglob("*.py"))
    ]


@pytest.mark.beyond
def test_renaming_every_file_loses_no_sentence(tmp_path: Path) -> None:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("*.[!p]*"))
    for number, path in enumerate(sorted(tmp_path.rglob("*.py"))):
        path.rename(tmp_path / ROOMS[number % len(ROOMS)] / f"file{number}.py")
    assert sentences(tmp_path) == sentences()


def test_babel_can_read_every_mark() -> None:
    assert not unread()


@pytest.mark.parametrize(
    "source",
    [
        "f\"{_('Nobody sits here.')}\"",
        '_(f"{name} sits here.")',
        '_("Nobody " + verb)',
        '_("Nobody sits here." if empty else "Somebody sits here.")',
        "marked(text)",
    ],
)
def test_a_mark_that_babel_cannot_read_is_named(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cogs").mkdir()
    (tmp_path / "cogs" / "lobby.py").write_text(f"def said(name, verb):\n    return {source}\n")
    monkeypatch.setattr(translators, "unread", lambda: unread(tmp_path))
    assert translators.main(["--check", "de"]) == 1
    assert "  cogs/lobby.py:2: " in capsys.readouterr().out


NOTED = """
HABITS = [marked("hoards trumps")]

# Translators: A word below
# a name.
ROLES = [
    marked("attacking"),
    # Translators: Who deals.
    marked("dealer"),
]

# Translators: A setting.

DECK = marked("Deck")
view = ui.Button(
    label=_("Join"),
)
limit = option(
    1,
    marked("Length"),
    marked("The game ends then."),
    deal=marked("one deal"),
)
"""


@pytest.mark.parametrize(
    ("sentence", "note"),
    [
        ("hoards trumps", ""),
        ("attacking", "A word below a name."),
        ("dealer", "Who deals."),
        ("Deck", "A setting."),
        ("Join", "A button."),
        ("Length", "An option of a game: its title, or what it does."),
        ("The game ends then.", "An option of a game: its title, or what it does."),
        ("one deal", "A value of a game's option “Length”."),
    ],
)
def test_translators_are_told_where_a_sentence_stands(sentence: str, note: str) -> None:
    """Each sentence in a catalogue can have a note for translators. The note comes from a comment
    above the sentence in the code, or from the call around it, such as that of a button. If there
    are several notes, the innermost one is used."""
    lines = NOTED.splitlines()
    (line,) = (number for number, text in enumerate(lines, 1) if sentence in text)
    assert note_at(notes_in(NOTED), line) == note


def test_a_note_about_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2"):
        notes_in("both = (\n    # Translators: Nothing.\n)\n")


def test_the_calls_that_give_notes_exist() -> None:
    sources = (path.read_text() for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    called = {
        getattr(node.func, "id", getattr(node.func, "attr", ""))
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
    }
    assert not OF_CALLS.keys() - called


def test_notes_are_in_the_catalogues() -> None:
    with (ROOT / "cogs/locale/de/LC_MESSAGES/shijo.po").open("rb") as file:
        written = read_po(file)
    for catalogue in (template(), written):
        told = {message.id: message.auto_comments for message in catalogue}
        assert told["smirks"] == ["A player's emote, after their name: “Ada smirks”."]
        assert told["Join"] == ["A button."]


def errors() -> set[str]:
    def below(error: type[Exception]) -> set[str]:
        return {error.__name__}.union(*map(below, error.__subclasses__()))

    return (below(GameError) | below(TableError)) - {PositionError.__name__, RecordError.__name__}


def test_the_sentence_of_every_refusal_is_marked() -> None:
    refusals, there, unmarked = errors(), known(), []
    for path, tree in trees(*ROOMS):
        if FOR_AUTHORS & set(path.parts):
            continue
        for name, call in calls(tree):
            given: list[ast.AST] = []
            if name in refusals:
                given = list(call.args[:1])
            elif name.removeprefix("_") in ENDINGS:
                given = [*call.args[1:2], *(each for each in call.keywords if each.arg == "reason")]
            said = [text for each in given for text in strings(each)]
            unmarked += [f"{path}:{call.lineno}: {text}" for text in said if text not in there]
    assert [text for text in unmarked if not text.endswith(": {reasons}")] == []


def kinds() -> list[type[Game]]:
    return [kind for kind in games.available().values() if kind.__module__.startswith("games.")]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: str(kind.name))
def test_every_word_of_a_game_is_marked(kind: type[Game]) -> None:
    options = kind.Options
    shown = {kind.title, kind.summary, *options.preset_titles.values()}
    shown |= {*options.preset_notes.values()}
    assert set(options.preset_titles) == set(options.presets)
    for field in options.model_fields.values():
        extra: Any = field.json_schema_extra
        shown |= {field.title or "", field.description or "", *extra["labels"].values()}
    missing = {text for text in shown - known() if any(map(str.isalpha, text))}
    assert not missing


def test_every_bot_player_has_a_name_to_translate() -> None:
    strengths = {RANDOM, *(name for players in BUILT_IN.values() for name in players)}
    assert strengths <= TITLES.keys()
    assert set(TITLES.values()) <= known()


def test_commands_and_their_parameters_are_marked() -> None:
    offer_games()  # a test before this one may have started a bot with packages
    shown = set()
    for command in all_commands():
        shown |= {command.name, command.description}
        for parameter in parameters_of(command):
            shown |= {str(parameter.display_name), str(parameter.description)}
            shown |= {choice.name for choice in parameter.choices}
    shown = {each for each in shown if not each.isdecimal()}
    own = {kind.title for kind in games.available().values()} - {kind.title for kind in kinds()}
    assert shown - own <= known()


@pytest.mark.parametrize("name", ["simple-eights"])
def test_a_package_marks_its_sentences_in_the_same_way(name: str) -> None:
    package = ROOT / "examples" / name / f"shijo_{name.replace('-', '_')}"
    with (package / "locale" / "ru" / "LC_MESSAGES" / f"{name}.po").open("rb") as file:
        translated = {message.id for message in read_po(file) if message.id and message.string}
    found = extract_from_dir(package, [("**.py", "python")], keywords=KEYWORDS)
    marks = {text for _path, _line, text, *_rest in found}
    assert translated
    assert translated <= marks
    assert marks <= translated | known(), "not translated"


@pytest.mark.parametrize("name", ["simple-eights"])
def test_a_packages_catalogue_is_compiled(name: str) -> None:
    """The compiled catalogue in an example package is what `pybabel compile` makes of its `.po`
    file."""
    folder = (
        ROOT
        / "examples"
        / name
        / f"shijo_{name.replace('-', '_')}"
        / "locale"
        / "ru"
        / "LC_MESSAGES"
    )
    with (folder / f"{name}.po").open("rb") as file:
        written = [message for message in read_po(file) if message.id]
    with (folder / f"{name}.mo").open("rb") as compiled:
        read = GNUTranslations(compiled)
    for message in written:
        if isinstance(message.id, str):
            assert read.gettext(message.id) == message.string
        else:
            forms = [read.ngettext(message.id[0], message.id[1], number) for number in (1, 2, 5)]
            assert forms == list(message.string or ())
