"""Every lesson of every game is played through, with every wrong move in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import games
from games.contract import ContractBroken, check_lesson, check_lessons
from games.core import Game
from games.lessons import Lesson
from games.teaching import NoSuchLesson, after, lesson_of, stage

OURS = ("durak", "dritzak", "tredici")
ALL = [(kind, lesson) for kind in games.available().values() for lesson in kind.lessons]
every_lesson = pytest.mark.parametrize(
    ("kind", "lesson"), ALL, ids=[f"{kind.name}-{lesson.name}" for kind, lesson in ALL]
)
DURAK = games.load("durak")
FIRST = DURAK.lessons[0]


@every_lesson
def test_a_lesson_leads_to_its_end_and_answers_whatever_is_pressed(
    kind: type[Game], lesson: Lesson
) -> None:
    before = repr(lesson)
    check_lesson(kind, lesson)
    assert stage(kind, lesson, len(lesson.steps)).step is None
    assert repr(lesson) == before, "its data stays as it was"


@every_lesson
def test_the_learner_is_the_one_whose_move_it_is(kind: type[Game], lesson: Lesson) -> None:
    for done, step in enumerate(lesson.steps):
        waiting = stage(kind, lesson, done).game.waiting_on
        assert step.move in {"kische", "tredici"} or lesson.seat in waiting, step.task


@pytest.mark.parametrize("name", OURS)
def test_each_of_our_games_has_three_to_five_lessons(name: str) -> None:
    kind = games.load(name)
    check_lessons(kind)
    assert 3 <= len(kind.lessons) <= 5
    assert all(1 < len(lesson.steps) <= 5 for lesson in kind.lessons)


def test_the_walk_off_and_the_thirteen_cards_really_win() -> None:
    for name, lesson, honours in (
        ("dritzak", "walk-off", ("walk-off:0:1",)),
        ("tredici", "tredici", ()),
        ("durak", "end", ()),
    ):
        kind = games.load(name)
        taught = lesson_of(kind, lesson)
        outcome = stage(kind, taught, len(taught.steps)).game.outcome
        assert outcome is not None
        assert outcome.ranks == (1, 2)
        assert outcome.honours == honours


def test_lessons_follow_one_another() -> None:
    names = [lesson.name for lesson in DURAK.lessons]
    assert [after(DURAK, lesson) for lesson in DURAK.lessons] == [*names[1:], None]


def test_a_lesson_that_is_gone_is_told() -> None:
    with pytest.raises(NoSuchLesson):
        lesson_of(DURAK, "cheating")
    with pytest.raises(NoSuchLesson):
        stage(DURAK, FIRST, 99)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"move": "attack AS"}, "asks for .*, which isn't legal"),
        ({"wrong": {}}, "says nothing about"),
        ({"wrong": {**FIRST.steps[0].wrong, "take": "No."}}, "nobody can ever read"),
        ({"then": ((1, "beat 6S 7S"),)}, " breaks after .* steps: "),
    ],
)
def test_a_broken_lesson_is_found(change: dict[str, Any], said: str) -> None:
    broken = replace(FIRST, steps=(replace(FIRST.steps[0], **change), *FIRST.steps[1:]))
    with pytest.raises(ContractBroken, match=said):
        check_lesson(DURAK, broken)


def test_a_lesson_that_takes_too_long_is_found() -> None:
    kind = games.load("tredici")
    change = lesson_of(kind, "change")
    many = replace(change, steps=change.steps[:1] * 4)
    with pytest.raises(ContractBroken):
        check_lesson(kind, many)
