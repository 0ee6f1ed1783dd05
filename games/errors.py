"""What can be wrong with a move, a position or a game's options. Every error carries a sentence for a person."""

from __future__ import annotations

from typing import Any


class GameError(Exception):
    """Any refusal by the rules; nothing has changed when one is raised.

    `template` is the sentence with its blanks, `params` what fills them: a reader in another language gets a
    translated template. `str(error)` is the English sentence.
    """

    def __init__(self, template: str, **params: Any) -> None:
        self.template = template
        self.params = params
        super().__init__(template.format(**params))


class InvalidMove(GameError):
    """Not a move at all: the text has no such verb, names no card, or the seat does not exist."""


class IllegalMove(GameError):
    """A move that the rules refuse here. `rule` is the id of the rule that refuses it (`DUR-20`)."""

    def __init__(self, template: str, *, rule: str, **params: Any) -> None:
        super().__init__(template, **params)
        self.rule = rule


class OptionsError(GameError, ValueError):
    """Options that do not fit each other, the number of players, or no preset of that name."""


class PositionError(GameError, ValueError):
    """A position that cannot be read: a key of the wrong shape, or something that is no card."""


class RecordError(GameError, ValueError):
    """A record that cannot be read or does not replay."""
