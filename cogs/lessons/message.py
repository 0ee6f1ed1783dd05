"""A lesson as a message: the table and the learner's hand as they look in a game, the task, and
what can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.core.model import Person, Table
from bot.preferences.model import MemberSettings
from cogs.discord.components import IN_LESSON
from cogs.discord.layout import Block, clip, line, message, rows
from cogs.discord.presses import MoveWords
from cogs.edits.answers import Drawn
from cogs.lessons.lesson_table import table_of
from cogs.lessons.lists import lessons_button
from cogs.table.drawn import with_picture
from cogs.table.hand.choices import offer
from cogs.table.hand.controls import USUAL, Pressable, to_press
from cogs.table.hand.panel import own_blocks
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.look import Look, own_look
from cogs.words import _
from cogs.words.cards import retold
from games.core import Game
from games.teaching import LessonStage, after, lesson_of

HEAD_TEXT: Final = 700
TASK_TEXT: Final = 700

GREEN: Final = discord.ButtonStyle.success
GREY: Final = discord.ButtonStyle.secondary


def lesson_shown(
    kind: type[Game],
    stage: LessonStage,
    table: Table,
    shown: Look | None,
    *,
    notice: str = "",
    partial_move: PartialMove = NOTHING,
) -> ui.LayoutView:
    """Return the message of a lesson. `shown` is the content of the learner's hand message. When
    the lesson's game has ended, it is the content of the table's message instead. `notice` is a
    line about the last press, and `partial_move` the move that the learner has begun. After the
    last step, the message says what to remember and offers the next lesson."""
    step = stage.step
    told = f"**👉 {retold(step.task)}**" if step is not None else _remember(kind, stage)
    pressable = (
        _next(kind, stage)
        if step is None
        else [
            *(_to_press(kind, stage, shown, partial_move) if shown is not None else ()),
            *rows([lessons_button("game", _("All lessons"), GREY, kind.name)]),
        ]
    )
    return message(
        [
            clip(_head(kind, stage), HEAD_TEXT),
            *own_blocks(table, shown),
            clip("\n".join(filter(None, (notice, told))), TASK_TEXT),
            line(),
            *pressable,
        ]
    )


def right(why: str) -> str:
    """Return the sentence that answers the right move in a lesson. It tells `why` the move is
    right."""
    return f"> ✅ {retold(why)}"


def wrong(consequence: str) -> str:
    """Return the sentence that answers a wrong move in a lesson. It tells the `consequence` of the
    move."""
    # Translators: After a wrong move in a lesson; {consequence} says what would have happened.
    return "> ❌ " + _("{consequence} Try again.", consequence=retold(consequence))


def _head(kind: type[Game], stage: LessonStage) -> str:
    lesson = stage.lesson
    title = _(lesson.title)
    head = f"## 🎓 {_(kind.title)} · {title}"
    if stage.step is None:
        return head
    steps = _("Step {step} of {steps}", step=stage.done + 1, steps=len(lesson.steps))
    about = f"\n{retold(lesson.about)}" if stage.done == 0 else ""
    return f"{head}\n-# {steps}{about}"


def _remember(kind: type[Game], stage: LessonStage) -> str:
    learned = _("🎓 **Remember:** {learned}", learned=retold(stage.lesson.learned))
    if after(kind, stage.lesson) is not None:
        return learned
    title = _(kind.title)
    whole = _(
        "That was the last {game} lesson. Ready for a game? A beginner bot is waiting.", game=title
    )
    return f"{learned}\n{whole}"


def _to_press(
    kind: type[Game], stage: LessonStage, hand: Look, partial_move: PartialMove
) -> Iterator[Block]:
    name, done = stage.lesson.name, stage.done
    item = Pressable(
        IN_LESSON,
        lambda words, what, number: IN_LESSON.id(
            kind.name, name, done, MoveWords(words, what, number)
        ),
    )
    return to_press(offer(hand.view, hand.words, partial_move), hand.words, item)


def _next(kind: type[Game], stage: LessonStage) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the buttons after a lesson: to the next lesson if there is one, to a game, and to the
    list of lessons."""
    following = after(kind, stage.lesson)
    buttons = []
    if following is not None:
        title = _(lesson_of(kind, following).title)
        # Translators: A button to the next lesson.
        label = _("Next: {lesson}", lesson=title)
        buttons.append(lessons_button("begin", label, GREEN, kind.name, following))
    buttons += [
        lessons_button(
            "play", _("Play against a beginner"), GREY if following else GREEN, kind.name
        ),
        lessons_button("game", _("All lessons"), GREY, kind.name),
    ]
    return rows(buttons)


async def drawn_lesson(
    kind: type[Game],
    now: LessonStage,
    learner: Person,
    *,
    wanted: MemberSettings = USUAL,
    notice: str = "",
    partial_move: PartialMove = NOTHING,
) -> Drawn:
    """Draw the message of a lesson (see `lesson_shown`) for `learner`, with a picture of their
    hand. `now` is the lesson after the steps done so far."""
    table = table_of(kind, now, learner.id, learner.name)
    look = own_look(table, now.lesson.seat, wanted)
    show = partial(lesson_shown, kind, now, table, notice=notice, partial_move=partial_move)
    return await with_picture(look, show, table.id)
