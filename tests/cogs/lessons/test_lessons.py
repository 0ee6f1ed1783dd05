"""Tests of the messages of lessons. Everything that can be pressed in such a message gets an
answer, and the messages fit into Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from bot.preferences.model import MemberSettings
from cogs.discord.components import IN_LESSON, LIMIT
from cogs.discord.presses import Input, MoveWords
from cogs.lessons.lesson_table import table_of
from cogs.lessons.lists import drawn_games, glimpse, lessons_message
from cogs.lessons.message import drawn_lesson, lesson_shown
from cogs.table.hand.partial_move import NOTHING, PartialMove, chosen
from cogs.table.message.look import hand_look, table_look
from games.core import Game, Move
from games.lessons import Lesson, Step
from games.teaching import LessonStage, stage
from tests.bot.evening import ANN
from tests.limits import check_component, text_of, walk
from tests.present import present

ALL = [(kind, lesson) for kind in games.available().values() for lesson in kind.lessons]
every_lesson = pytest.mark.parametrize(
    ("kind", "lesson"), ALL, ids=[f"{kind.name}-{lesson.name}" for kind, lesson in ALL]
)
WORDS_ONLY = MemberSettings(text_only=True)


def parts_of(
    kind: type[Game], now: LessonStage, partial_move: PartialMove = NOTHING
) -> list[dict[str, Any]]:
    """Return the components of a lesson's message with pictures."""
    table = table_of(kind, now, ANN.id, ANN.name)
    look = hand_look(table, now.lesson.seat) or table_look(table)
    made: list[dict[str, Any]] = lesson_shown(
        kind, now, table, look, partial_move=partial_move
    ).to_components()
    return made


def presses(kind: type[Game], now: LessonStage) -> Iterator[Move]:
    """Yield every move that can be made by presses in the lesson's message. Moves that need several
    presses are included."""
    seen: set[PartialMove] = set()
    to_do: list[PartialMove] = [NOTHING]
    while to_do:
        partial_move = to_do.pop()
        if frozenset(partial_move) in {frozenset(other) for other in seen}:
            continue
        seen.add(partial_move)
        for part in walk(parts_of(kind, now, partial_move)):
            match = IN_LESSON.match(part.get("custom_id", ""))
            if match is None or part.get("disabled"):
                continue
            assert len(part["custom_id"]) <= LIMIT
            assert match["game"] == kind.name
            assert match["lesson"] == now.lesson.name
            assert int(match["done"]) == now.done
            values = [option["value"] for option in part.get("options", ())] or [""]
            for value in values:
                entered = Input((value,) if value else ())
                view = now.game.view(now.lesson.seat)
                move, next_begun = chosen(view, MoveWords.read(match["move"]), entered)
                if move is not None:
                    yield move
                else:
                    to_do.append(next_begun)


@every_lesson
def test_everything_that_can_be_pressed_is_right_or_told_why_not(
    kind: type[Game], lesson: Lesson
) -> None:
    for done, step in enumerate(lesson.steps):
        now = stage(kind, lesson, done)
        pressed = set(presses(kind, now))
        assert pressed == set(now.game.legal_moves(lesson.seat)), "a move without a press"
        assert step.move in pressed
        assert all(step.consequence(move) for move in pressed - {step.move})


@every_lesson
async def test_every_message_of_a_lesson_fits_into_discords_limits(
    kind: type[Game], lesson: Lesson
) -> None:
    for done in range(len(lesson.steps) + 1):
        now = stage(kind, lesson, done)
        parts = list(walk(parts_of(kind, now)))
        assert len(parts) <= 40
        assert sum(len(part.get("content") or "") for part in parts) <= 4000
        for part in parts:
            check_component(part)


@every_lesson
async def test_a_lesson_can_be_read_without_pictures(kind: type[Game], lesson: Lesson) -> None:
    for done in range(len(lesson.steps) + 1):
        drawn = await drawn_lesson(kind, stage(kind, lesson, done), ANN, wanted=WORDS_ONLY)
        assert drawn.files == ()
        assert "attachment://" not in str(drawn.view.to_components())
        # What the hand is and what lies there are told.
        assert "Berta" in text_of(drawn.view.to_components())


async def test_the_picture_is_that_of_a_hand_and_after_the_game_of_its_end() -> None:
    kind = games.load("durak")
    drawn = await drawn_lesson(kind, stage(kind, kind.lessons[0], 0), ANN)
    assert [file.filename for file in drawn.files] == ["hand.png"]
    assert all(present(file.fp).read(4) == b"\x89PNG" for file in drawn.files)
    last = kind.lessons[-1]
    ended = await drawn_lesson(kind, stage(kind, last, len(last.steps)), ANN)
    assert [file.filename for file in ended.files] == ["result.png"]


def at_a_table_of(seats: int) -> type[Game]:
    """Return a game with one lesson, at a table with this number of seats."""
    kind = games.load("durak")
    game = kind.new(kind.options(None), seats=seats, seed=b"x" * 32)
    seat = min(game.waiting_on)
    first, *others = map(str, game.legal_moves(seat))
    step = Step(task="Play", move=first, why="Good.", wrong=dict.fromkeys(others, "Bad."))
    lesson = Lesson("large", "Large", "About", "Learned", game.position(), (step,), seat)
    return type("Large", (kind,), {"lessons": (lesson,), "name": "large", "title": "Large"})


@pytest.mark.parametrize("seats", [2, 5, 6])
async def test_a_lesson_can_be_at_any_table(seats: int) -> None:
    kind = at_a_table_of(seats)
    assert glimpse(kind)
    table = table_of(kind, stage(kind, kind.lessons[0], 0), ANN.id, ANN.name)
    names = [seat.name for seat in table.seats if seat.member_id != ANN.id]
    assert names == ["Berta", "Cleo", "Dora", "Emil", "Berta 2"][: seats - 1]


async def test_a_lesson_that_can_not_be_drawn_hides_no_other_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken(at_a_table_of(2)):  # type: ignore[misc]
        @classmethod
        def from_position(cls, *_args: Any, **_named: Any) -> Game:
            raise KeyError

    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({"large": Broken, **found}, broken))
    drawn = await drawn_games({}, text_only=False)
    listed = text_of(drawn.view.to_components())
    assert "**Large**" in listed
    assert "**Durak**" in listed
    assert "durak.png" in [file.filename for file in drawn.files]


async def test_the_lists_of_lessons_mark_what_is_done() -> None:
    kind = games.load("durak")
    done = {"durak": frozenset({"beat", "take", "gone"})}
    listed = text_of((await drawn_games(done, text_only=True)).view.to_components())
    assert "**Durak** ✅▫️✅▫️▫️" in listed
    assert "▫️▫️ · Get rid of your cards." in listed, "each game says what it is about"
    told = text_of(lessons_message(kind, done).to_components())
    assert "✅ 1. Attacking and defending\n2. Throwing in\n✅ 3. Picking up" in told
    [bright] = [
        part["label"]
        for part in walk(lessons_message(kind, done).to_components())
        if part.get("style") == 1
    ]
    assert bright == "2. Throwing in", "the first that is not done stands out"
