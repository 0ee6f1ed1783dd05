"""Tests of all errors that people read. The values in their sentences are shown as they are,
whatever characters the values contain."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from string import Formatter
from typing import Any

import pytest

import bot
import cogs
import games
from bot.core.errors import BadChoice, WrongChannel
from bot.db import StoreError
from cogs.discord.languages import LANGUAGES, speaking
from cogs.words.cards import readable, retold
from games.errors import IllegalMove, ReadableError, Sentence

HOSTILE: list[Any] = [
    *("{", "}", "{}", "{0}", "{{", "{red, black}", "{reason}", "{a.__class__}", "%s", "%(a)s"),
    *(2**63, -(2**64), ("{", "%d")),
]
FOR_DEVELOPERS = {
    *("ContractBroken", "TooManyNodes", "TooManyMoves", "Silent", "MaybeCommitted", "CommitFailed"),
    *("LeasesLost", "ServedElsewhere", "FileGone", "NotUsable", "WouldEndProcess"),
}
"""Errors that nobody reads on Discord. They come from games that break a promise, searches that
give up, the database, the loading of plug-ins, and processes that must not answer any more."""


def below(error: type[BaseException]) -> Iterator[type[BaseException]]:
    for other in error.__subclasses__():
        yield other
        yield from below(other)


def all_errors() -> list[type[BaseException]]:
    """Return every exception class that games, bot and cogs define."""
    for room in (games, bot, cogs):
        for module in walk_packages(room.__path__, f"{room.__name__}."):
            # The migrations are Alembic's to run.
            if ".migrations." not in module.name:
                import_module(module.name)
    ours = ("games", "bot", "cogs")
    found = {one for one in below(BaseException) if one.__module__.split(".")[0] in ours}
    return sorted(found, key=lambda one: f"{one.__module__}.{one.__qualname__}")


READABLE = [
    one
    for one in all_errors()
    # These take channels or what the database said, and no words.
    if issubclass(one, ReadableError) and not issubclass(one, (WrongChannel, StoreError))
]


def made(kind: type[ReadableError], template: str, /, **params: Any) -> ReadableError:
    """Return an error of class `kind` with this template and the values `params`. An IllegalMove
    also gets the id of a rule."""
    if issubclass(kind, IllegalMove):
        return kind(template, rule="DUR-20", **params)
    return kind(template, **params)


def test_every_error_that_people_read_is_of_one_class() -> None:
    others = {one.__name__ for one in all_errors() if not issubclass(one, ReadableError)}
    assert others == FOR_DEVELOPERS
    assert {"OptionsError", "TableFull", "HeaderError", "ConfigError", "NotYourPanel"} <= {
        one.__name__ for one in READABLE
    }


@pytest.mark.parametrize("kind", READABLE, ids=lambda kind: kind.__name__)
def test_what_an_error_tells_of_is_told_as_it_is(kind: type[ReadableError]) -> None:
    for value in HOSTILE:
        told = made(kind, "So {value} it is.", value=value)
        whole = made(kind, f"So {value} it is.")
        inside = made(kind, "{reason}", reason=Sentence("So {value} it is.", value=value))
        for error in (told, whole, inside):
            passed_on = BadChoice(error.reason)
            again = pickle.loads(pickle.dumps(error))
            assert str(error) == str(passed_on) == str(again) == f"So {value} it is."
            assert passed_on.reason.params == again.reason.params == error.reason.params


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", READABLE, ids=lambda kind: kind.__name__)
def test_an_error_s_own_sentence_takes_any_value_in_any_language(
    kind: type[ReadableError], language: str
) -> None:
    blanks = [name for _, name, _, _ in Formatter().parse(kind.template) if name]
    for value in HOSTILE if blanks else []:
        error = made(kind, kind.template, **dict.fromkeys(blanks, value))
        with speaking(language):
            assert retold(error.reason).count(str(readable(value))) >= len(blanks)
