"""Errors in a move, a position or a game's options. Each has a sentence for a person."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from typing import Any, Self

from games.sentences import marked, of_caller


class Sentence(str):
    """An English sentence that keeps its `template` and the `params` with which the template was
    filled, so that it can be translated.

    A parameter may itself be such a sentence. In a template without parameters, braces are ordinary
    characters."""

    __slots__ = ("params", "template")

    template: str
    params: dict[str, Any]

    def __new__(cls, template: str, /, **params: Any) -> Self:
        """The sentence made by filling the blanks of `template` with `params`. A `template` that is
        already a Sentence is returned itself if there are no `params`."""
        if isinstance(template, cls) and not params:
            return template
        template = of_caller(template)
        sentence = super().__new__(cls, template.format(**params) if params else template)
        sentence.template, sentence.params = template, params
        return sentence

    @classmethod
    def joined(cls, sentences: Iterable[str]) -> Self:
        """Several sentences as one, in this order; a plain string counts as a sentence without
        parameters."""
        known = [
            sentence if isinstance(sentence, Sentence) else cls(sentence) for sentence in sentences
        ]
        parts = {f"sentence{number}": sentence for number, sentence in enumerate(known)}
        return cls(" ".join(f"{{{name}}}" for name in parts), **parts)


class ReadableError(Exception):
    """An error with a sentence for a person; the base of every error that people read.

    `reason` is this sentence, which can be translated; `str(error)` is its English text. To raise
    one error as another kind, pass the reason on: `TableError(error.reason)`."""

    template = marked("That isn't possible.")
    """The sentence of an error that was raised without one."""

    reason: Sentence

    def __init__(self, template: str = "", /, **params: Any) -> None:
        self.reason = Sentence(template or self.template, **params)
        super().__init__(self.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make copies and pickles of the error without calling `__init__`, whose arguments differ
        between subclasses."""
        return (copyreg.__newobj__, (type(self), str(self)), self.__dict__)  # type: ignore[attr-defined]  # typeshed lacks it


class GameError(ReadableError):
    """Any refusal by the rules; nothing has changed when one is raised."""


class InvalidMove(GameError):
    """The text isn't a move: its verb is unknown, a word in it that should be a card is none, or
    the seat does not exist."""


class IllegalMove(GameError):
    """A move that the rules refuse here. `rule` is the id of the rule that refuses it
    (`DUR-20`)."""

    def __init__(self, template: str, /, *, rule: str, **params: Any) -> None:
        super().__init__(template, **params)
        self.rule = rule


class OptionsError(GameError, ValueError):
    """Options that don't fit each other or the number of players, or the name of a preset that
    doesn't exist."""


class PositionError(GameError, ValueError):
    """A position that can't be read: a key has the wrong shape, or a text is no card."""


class RecordError(GameError, ValueError):
    """A record that cannot be read or does not replay."""
