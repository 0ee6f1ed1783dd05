"""Lessons as data: positions, tasks and sentences. A game's lessons are in its class variable
`lessons`; `games.teaching` plays them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MOST_PRESSES: Final = 12
"""A lesson takes no more presses than this, from the list of lessons to its last move."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do in a lesson. `task` is the instruction, `move` the right move, `why` the
    explanation afterwards. `then` are the moves that other seats make after it, as pairs of a seat
    and a move. `wrong` holds the consequence of every other legal move, by the move's text or by
    its verb."""

    task: str
    move: str
    why: str
    wrong: Mapping[str, str] = field(default_factory=dict)
    then: tuple[tuple[int, str], ...] = ()

    def consequence(self, move: str) -> str | None:
        """The consequence of this wrong move; None when the lesson states none."""
        return self.wrong.get(move) or self.wrong.get(move.partition(" ")[0])


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a position of a game after the deal, and the steps from there on.

    `name` is unique in its game and goes into custom ids (letters, digits and hyphens). The
    sentences are English, marked for translation; a sentence that names cards is a `Sentence`,
    whose cards are shown in the reader's own notation. `about` is read before the first step,
    `learned` after the last one. The learner sits in `seat`; `preset` (None: the game's default)
    and `options` define the rules."""

    name: str
    title: str
    about: str
    learned: str
    position: Mapping[str, Any]
    steps: tuple[Step, ...]
    seat: int = 0
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
