"""Checks of lessons. Each lesson must be playable to its end, and must have a sentence for every
legal move."""

from __future__ import annotations

import re
from typing import Final

from games.contract.playing import ContractBroken
from games.core import Game, Move
from games.errors import GameError
from games.lessons import MOST_PRESSES, Lesson
from games.teaching import LessonStage, stage

NAME: Final = re.compile("[A-Za-z0-9-]{1,20}")


def check_lessons(kind: type[Game]) -> None:
    """Check every lesson of a game. Raises ContractBroken."""
    names = [lesson.name for lesson in kind.lessons]
    if len(set(names)) < len(names):
        raise ContractBroken(f"Two lessons of {kind.title} have the same name: {names}.")
    for lesson in kind.lessons:
        check_lesson(kind, lesson)


def check_lesson(kind: type[Game], lesson: Lesson) -> None:
    """Check that a lesson's moves are legal, that the lesson has a sentence for every other legal
    move, and that every such sentence can be reached. The lesson must need at most `MOST_PRESSES`
    presses of buttons. Raises ContractBroken."""
    where = f"The lesson {lesson.name} of {kind.title}"
    if not NAME.fullmatch(lesson.name):
        raise ContractBroken(f"{where} needs a name of 1 to 20 letters, digits and hyphens.")
    presses = 1
    for done, step in enumerate(lesson.steps):
        now, place = _stage(kind, lesson, done, where), f"{where}, step {done + 1},"
        if now.game.outcome is not None:
            raise ContractBroken(f"{place} comes after the end of the game.")
        legal = now.game.legal_moves(lesson.seat)
        if step.move not in legal:
            raise ContractBroken(f"{place} asks for {step.move}, which isn't legal: {legal}.")
        told = {move: step.consequence(move) for move in legal if move != step.move}
        unanswered = [move for move, sentence in told.items() if not sentence]
        if unanswered:
            raise ContractBroken(f"{place} says nothing about {', '.join(unanswered)}.")
        unread = set(step.wrong.values()) - set(told.values())
        if unread:
            raise ContractBroken(f"{place} has a sentence nobody can ever read: {unread}.")
        presses += max(len(Move.parse(step.move).cards), 1)
    _stage(kind, lesson, len(lesson.steps), where)
    if presses > MOST_PRESSES:
        raise ContractBroken(f"{where} takes {presses} presses. The limit is {MOST_PRESSES}.")


def _stage(kind: type[Game], lesson: Lesson, done: int, where: str) -> LessonStage:
    try:
        return stage(kind, lesson, done)
    except GameError as error:
        raise ContractBroken(f"{where} breaks after {done} steps: {error}") from error
