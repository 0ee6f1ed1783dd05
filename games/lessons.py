"""The data of lessons: positions, tasks and sentences. A game has its lessons in the class variable
`lessons`. The module `games.teaching` plays them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MOST_PRESSES: Final = 12
"""The most presses of buttons in a lesson, from the list of lessons to its last move."""


@dataclass(frozen=True, slots=True)
class Step:
    """One task in a lesson. `task` is the instruction, `move` is the right move, and `why` is the
    explanation after the right move. `then` has the moves that other seats make after the right
    move, as pairs of a seat and a move. `wrong` maps every other legal move to a sentence: what
    would happen after that move. A key of `wrong` is the text of a move or only its verb."""

    task: str
    move: str
    why: str
    wrong: Mapping[str, str] = field(default_factory=dict)
    then: tuple[tuple[int, str], ...] = ()

    def consequence(self, move: str) -> str | None:
        """Return the sentence about a wrong move: what would happen after it. Returns None when the
        step has no such sentence."""
        return self.wrong.get(move) or self.wrong.get(move.partition(" ")[0])


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a position of a game, and the steps that begin there.

    `name` is unique in its game. It consists of letters, digits and hyphens, because it is part of
    custom ids (the ids of Discord's buttons). The sentences are English and marked for translation.
    A sentence that names cards is a `Sentence`, so that the cards can be shown in the reader's own
    notation. `about` is shown before the first step, and `learned` after the last one.

    The learner sits in `seat`. `preset` (None: the game's default) and `options` decide the
    rules."""

    name: str
    title: str
    about: str
    learned: str
    position: Mapping[str, Any]
    steps: tuple[Step, ...]
    seat: int = 0
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
