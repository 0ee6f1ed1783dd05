"""Plays a lesson: makes the game as it is after some of the lesson's steps."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

from games.core import Event, Game
from games.errors import GameError
from games.lessons import Lesson, Step
from games.sentences import marked


class NoSuchLesson(GameError, LookupError):
    """Raised when the game has no lesson of this name, or the lesson has no step of this number."""

    template = marked("That lesson is gone. `/learn` shows all the lessons.")


@dataclass(frozen=True, slots=True)
class Made:
    """A move made in a lesson, with its events."""

    seat: int
    move: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LessonStage:
    """A lesson after `done` of its steps: the game at this point, and all moves that were made
    before it."""

    lesson: Lesson
    done: int
    game: Game
    made: tuple[Made, ...]

    @property
    def step(self) -> Step | None:
        """The next step to do. None at the end of the lesson."""
        return self.lesson.steps[self.done] if self.done < len(self.lesson.steps) else None


def lesson_of(kind: type[Game], name: str) -> Lesson:
    """Return the game's lesson with the name `name`. Raises NoSuchLesson when there is none."""
    found = next((lesson for lesson in kind.lessons if lesson.name == name), None)
    if found is None:
        raise NoSuchLesson
    return found


def after(kind: type[Game], lesson: Lesson) -> str | None:
    """Return the name of the lesson that follows this one. Returns None after the last lesson."""
    names = [each.name for each in kind.lessons]
    following = names[names.index(lesson.name) + 1 :]
    return following[0] if following else None


def stage(kind: type[Game], lesson: Lesson, done: int) -> LessonStage:
    """Return the lesson after `done` of its steps.

    Raises NoSuchLesson when the lesson has fewer steps. Raises other GameErrors when the lesson has
    a fault: its position can't be read, or one of its moves is refused."""
    if not 0 <= done <= len(lesson.steps):
        raise NoSuchLesson
    options = kind.options(lesson.preset, **lesson.options)
    game = kind.from_position(copy.deepcopy(dict(lesson.position)), options=options)
    made = [Made(seat, move, tuple(game.play(seat, move))) for seat, move in _moves(lesson, done)]
    return LessonStage(lesson, done, game, tuple(made))


def _moves(lesson: Lesson, done: int) -> Iterator[tuple[int, str]]:
    for step in lesson.steps[:done]:
        yield lesson.seat, step.move
        yield from step.then
