"""What custom ids say about moves: the words of a move, and what is still missing.

In a hand panel `h:<table>:<version>:<verb>[:words…]` is a whole move; `…:*<n>` is its n-th select
of single moves, `…:+<n>` its n-th select of sets, `…:!` the button that opens a modal for more
cards than a select holds, `…:?<n>` a button that only begins a move, and `…:@page` the select of a
panel's pages. A select whose verb is `@any` holds whole moves. Lessons use the same forms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cogs.discord.components import IN_HAND

PRESET_NAME: Final = "name"
"""The text field of the modal that asks for the name of a house preset."""

SINGLE: Final = "*"
SET: Final = "+"
MODAL: Final = "!"
BEGIN: Final = "?"
NUMBERED: Final = re.compile(r"[*+!?][0-9]{1,6}")
"""The ending that numbers one of several such selects or buttons."""
PAGE: Final = "@page"
TALK: Final = "@talk"
"""Stands for a verb: the button that offers emotes, or before an emote the one that shows it."""
AHEAD: Final = "@ahead"
"""Stands for a verb: before a plan (`throw 9S + throw 9H`) the button that chooses it before one's
turn, in a select whose values are plans, and alone the button that takes it back."""
BACKWARDS: Final = "@undo"
"""Stands for a verb: the button that takes the last move back, or agrees to that."""
ADVICE: Final = "@advice"
"""Stands for a verb: the button that asks for advice."""
ANY: Final = "@any"
"""Stands for a verb in a select that holds whole moves."""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The words of a move that a custom id holds. `kind` is `SINGLE`, `SET`, `MODAL`, `BEGIN`, or
    empty for a button with a whole move."""

    words: tuple[str, ...]
    kind: str = ""
    number: int = 0

    def __str__(self) -> str:
        tail = f":{self.kind}{self.number}" if self.kind else ""
        return f"{':'.join(self.words)}{tail}"

    @classmethod
    def read(cls, text: str) -> MoveWords:
        """The words in the last part of a custom id."""
        *words, last = text.split(":")
        if words and NUMBERED.fullmatch(last):
            return cls(tuple(words), last[0], int(last[1:]))
        return cls((*words, last))

    def move(self, values: list[str]) -> str:
        """The move's text, with the values chosen in a select. A value of a set may carry a copy's
        number (`5S#2`)."""
        chosen = [value.partition("#")[0] for value in values]
        return " ".join((*(word for word in self.words if word != ANY), *chosen))


@dataclass(frozen=True, slots=True)
class HandId:
    """The parts of a panel's custom id; the last three as in MoveWords."""

    table: str
    version: int
    words: tuple[str, ...]
    kind: str = ""
    number: int = 0

    def __str__(self) -> str:
        return IN_HAND.id(self.table, self.version, self._move)

    @property
    def _move(self) -> MoveWords:
        return MoveWords(self.words, self.kind, self.number)

    @classmethod
    def read(cls, match: re.Match[str]) -> HandId:
        """The parts of a custom id that `IN_HAND` matched."""
        move = MoveWords.read(match["move"])
        return cls(match["table"], int(match["version"]), move.words, move.kind, move.number)

    def move(self, values: list[str]) -> str:
        """The move's text, with the values chosen in a select."""
        return self._move.move(values)


def in_modal(number: int) -> str:
    """The custom id of the `number`th select of a modal for more cards than one select holds."""
    return f"{SET}{number}"
