"""Errors about a move, a position, a record or a game's options. Each error has a sentence for
people."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from typing import Any, Self

from games.sentences import marked, of_caller


class Sentence(str):
    """An English sentence that can be translated. It keeps its `template` and the `params` that
    fill the blanks of the template.

    A parameter may itself be a Sentence. If there are no parameters, braces in the template are
    ordinary characters."""

    __slots__ = ("params", "template")

    template: str
    params: dict[str, Any]

    def __new__(cls, template: str, /, **params: Any) -> Self:
        """Fill the blanks of `template` with `params`. If `template` is already a Sentence and
        there are no `params`, return it unchanged."""
        if isinstance(template, cls) and not params:
            return template
        template = of_caller(template)
        sentence = super().__new__(cls, template.format(**params) if params else template)
        sentence.template, sentence.params = template, params
        return sentence

    @classmethod
    def joined(cls, sentences: Iterable[str]) -> Self:
        """Join several sentences into one, in this order. A plain string is taken as a sentence
        without parameters."""
        known = [
            sentence if isinstance(sentence, Sentence) else cls(sentence) for sentence in sentences
        ]
        parts = {f"sentence{number}": sentence for number, sentence in enumerate(known)}
        return cls(" ".join(f"{{{name}}}" for name in parts), **parts)


class ReadableError(Exception):
    """An error with a sentence for people. It is the base class of every error that people read.

    `reason` is this sentence, which can be translated. `str(error)` is the English text. To raise
    the same reason as another error, pass the reason on: `TableError(error.reason)`."""

    template = marked("You can't do that.")
    """The sentence of an error that was raised without its own sentence."""

    reason: Sentence

    def __init__(self, template: str = "", /, **params: Any) -> None:
        self.reason = Sentence(template or self.template, **params)
        super().__init__(self.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make copies and pickles of the error without calling `__init__`, whose arguments differ
        between subclasses."""
        return (copyreg.__newobj__, (type(self), str(self)), self.__dict__)  # type: ignore[attr-defined]  # typeshed lacks it


class GameError(ReadableError):
    """The base class of all errors by which games refuse something. The game has not changed when
    one of these errors is raised."""


class InvalidMove(GameError):
    """Raised when a text isn't a move, or the seat does not exist. For example, the verb is
    unknown, or a word that should be a card isn't a card."""


class IllegalMove(GameError):
    """Raised when the rules refuse a move now. `rule` is the id of the rule that refuses it
    (`DUR-20`)."""

    def __init__(self, template: str, /, *, rule: str, **params: Any) -> None:
        super().__init__(template, **params)
        self.rule = rule


class OptionsError(GameError, ValueError):
    """Raised when options, or other arguments for a new game, can't be used. For example, options
    don't fit each other or the number of players, no preset has the given name, a handicap or the
    dealer's seat doesn't exist, or the result of the last game can't be read."""


class PositionError(GameError, ValueError):
    """Raised when a position can't be read. For example, a key has the wrong shape, or a text isn't
    a card."""


class RecordError(GameError, ValueError):
    """Raised when a record can't be read, when its game can't be dealt, or when the rules refuse
    one of its steps."""
