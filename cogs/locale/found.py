"""Finds every sentence that people read: in the code of the cogs, in refusals, in the games'
options, in commands.

The code is read as a syntax tree, so that a sentence is found inside an f-string or another call as
well, with any version of Python.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from discord import app_commands

import cogs
import games
from bot.domain.errors import TableError
from cogs.words.game import in_words
from cogs.words.load import words_of
from games.core import Game
from games.errors import GameError, PositionError, ReadableError, RecordError, Sentence
from games.options import GameOptions
from games.players import BUILT_IN, RANDOM

ROOT: Final = Path(__file__).parents[2]

SINGULAR: Final = frozenset({"_", "marked", "locale_str"})
"""Functions whose first argument is a sentence."""
PLURAL: Final = frozenset({"counted", "both"})
"""Functions whose first two arguments are a sentence for one and for many."""

UNSEEN: Final = frozenset({PositionError.__name__, RecordError.__name__})
"""Errors that nobody on Discord can cause: they are for those who write positions and records by
hand."""
ELSEWHERE: Final = re.compile(r"games/(contract/|\w+/(sample|hidden)\.py)")
"""Where errors are for those who write games and players."""

ENDINGS: Final = frozenset({"close", "closed", "break_off"})
"""Functions of the session manager that end a table; the reason is their second argument or a
keyword."""

SHAPED: Final = re.compile(r"(?=.*\s).*[.!?]$", re.DOTALL)
"""What a sentence looks like where all sentences are meant for people: words, and a full stop."""

ALL_SENTENCES: Final = frozenset({"refusals.py", "options.py"})
"""The modules of a game in which every sentence is meant for people."""


BLANK: Final = re.compile(r"\{\w+\}")
WORDS: Final = re.compile(r"[^\W\d_]")
"""What has no letter beside its blanks is the same in every language."""


class Message(NamedTuple):
    """A sentence (`one`), for more than one thing `many` (else empty), and the file that it is
    from."""

    one: str
    many: str
    place: str


@cache
def messages() -> tuple[Message, ...]:
    """All sentences, in a stable order; a sentence comes once for each file that it is in."""
    found = [*_in_cogs(), *_in_refusals(), *_in_rules(), *_in_commands()]
    return tuple(sorted({message for message in found if WORDS.search(BLANK.sub("", message.one))}))


# In the code


def _trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _texts(node: ast.expr) -> Iterator[str]:
    """The strings that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _texts(value)
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
    ):
        for argument in node.args[1:]:
            yield from _texts(argument)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _in_cogs() -> Iterator[Message]:
    for place, tree in _trees("cogs"):
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if _name(call) in SINGULAR and call.args:
                yield from (Message(text, "", place) for text in _texts(call.args[0]))
            elif _name(call) in PLURAL and len(call.args) > 1:
                yield from (
                    Message(one, many, place)
                    for one, many in zip(_texts(call.args[0]), _texts(call.args[1]), strict=True)
                )


def _in_refusals() -> Iterator[Message]:
    errors = {
        Sentence.__name__,
        ReadableError.__name__,
        *_names_below(GameError),
        *_names_below(TableError),
    } - UNSEEN
    for place, tree in _trees("bot", "games", "cogs"):
        if ELSEWHERE.match(place):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from (Message(text, "", place) for text in _refused_by(node, errors))
            elif isinstance(node, ast.ClassDef):
                yield from (Message(text, "", place) for text in _template_of(node, errors))
        if place.startswith("games/") and Path(place).name in ALL_SENTENCES:
            yield from (Message(text, "", place) for text in _shaped(tree))


def _names_below(error: type[Exception]) -> set[str]:
    return {error.__name__}.union(*map(_names_below, error.__subclasses__()))


def _refused_by(call: ast.Call, errors: set[str]) -> Iterator[str]:
    name = _name(call).removeprefix("_")
    if name in errors and call.args:
        yield from _texts(call.args[0])
    elif name in ENDINGS:
        given = [
            *call.args[1:2],
            *(keyword.value for keyword in call.keywords if keyword.arg == "reason"),
        ]
        yield from (text for argument in given for text in _texts(argument))


def _template_of(defined: ast.ClassDef, errors: set[str]) -> Iterator[str]:
    for statement in defined.body if defined.name in errors else []:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "template" for target in statement.targets
        ):
            yield from _texts(statement.value)


def _shaped(tree: ast.Module) -> Iterator[str]:
    """Every string that is a sentence, save docstrings and other strings that stand alone."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and SHAPED.match(node.value)
        ):
            yield from [] if id(node) in alone else [node.value]


# In the rules of the games


def _in_rules() -> Iterator[Message]:
    for name, kind in games.available().items():
        # A plug-in brings its own texts, and they stay as they are.
        if inspect.getmodule(kind).__name__.startswith("games."):  # type: ignore[union-attr] # it has been imported
            place = f"games/{name}"
            yield from (Message(text, "", place) for text in _of_game(kind))
            yield from (
                Message(text, "", f"{place}/options.py") for text in _of_options(kind.Options)
            )
            # A role that is only a mark in words is its own name in pictures.
            roles = (
                role
                for role, words in words_of(name).roles.items()
                if words.mark and not words.word
            )
            yield from (Message(in_words(role), "", f"cogs/words/{name}.py") for role in roles)
    names = {RANDOM, *(name for players in BUILT_IN.values() for name in players)}
    yield from (Message(in_words(name), "", "games/players") for name in names)
    yield from (
        Message(word, "", "games/options.py")
        for word in (GameOptions.label("", True), GameOptions.label("", False))
    )


def _of_game(kind: type[Game]) -> Iterator[str]:
    yield kind.title
    yield kind.summary
    yield from map(in_words, kind.handicaps)


def _of_options(options: type[GameOptions]) -> Iterator[str]:
    yield from options.preset_titles.values()
    yield from options.preset_notes.values()
    yield from (
        in_words(preset) for preset in options.presets if preset not in options.preset_titles
    )
    for field in options.model_fields.values():
        yield from filter(None, (field.title, field.description))
        extra: Any = field.json_schema_extra
        labels: Mapping[str, str] = extra.get("labels", {}) if isinstance(extra, dict) else {}
        yield from labels.values()


# In the commands


def _in_commands() -> Iterator[Message]:
    for cog in cogs.COGS:
        place = cog.__module__.replace(".", "/") + ".py"
        yield from (Message(text, "", place) for text in _of_commands(cog.__cog_app_commands__))


def _of_commands(known: Iterable[Any]) -> Iterator[str]:
    for command in known:
        yield str(command.name)
        if isinstance(command, app_commands.Group):
            yield command.description
            yield from _of_commands(command.commands)
        elif isinstance(command, app_commands.Command):
            yield command.description
            for parameter in command.parameters:
                yield str(parameter.display_name)
                yield str(parameter.description)
                yield from (choice.name for choice in parameter.choices)
