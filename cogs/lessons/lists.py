"""The lists of lessons: the games, and the lessons of one, with marks for those that are done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ui

import games
from cogs.discord.component import Item
from cogs.discord.components import IN_LESSONS
from cogs.discord.layout import MOST_BUTTONS, message, rows, short
from cogs.words import _
from cogs.words.game import game_line
from games.core import Game

DONE: Final = "✅"
OPEN: Final = "▫️"

Progress = Mapping[str, frozenset[str]]
"""The names of the lessons that a member has finished, by game."""


def taught() -> list[type[Game]]:
    """The games that have lessons."""
    return [kind for kind in games.available().values() if kind.lessons]


def games_message(progress: Progress) -> ui.LayoutView:
    """The games to learn, each with a mark for every lesson."""
    title = _("What would you like to learn?")
    told = _("Each lesson takes a minute or two, and only you see it.")
    lines = [game_line(kind, _marks(kind, progress)) for kind in taught()]
    buttons = [
        lessons_button("game", _(kind.title), discord.ButtonStyle.primary, kind.name)
        for kind in taught()[:MOST_BUTTONS]
    ]
    return message([f"## 🎓 {title}\n{told}", "\n".join(lines), *rows(buttons)])


def lessons_message(kind: type[Game], progress: Progress) -> ui.LayoutView:
    """The lessons of a game; the first that isn't done stands out."""
    done = progress.get(kind.name, frozenset())
    upcoming = next((lesson.name for lesson in kind.lessons if lesson.name not in done), None)
    lines = []
    buttons = []
    for number, lesson in enumerate(kind.lessons, 1):
        title = _(lesson.title)
        lines.append(f"{DONE if lesson.name in done else OPEN} {number}. {title}")
        style = (
            discord.ButtonStyle.primary
            if lesson.name == upcoming
            else discord.ButtonStyle.secondary
        )
        buttons.append(lessons_button("begin", f"{number}. {title}", style, kind.name, lesson.name))
    ways = [
        lessons_button(
            "play", _("Play against a beginner"), discord.ButtonStyle.success, kind.name
        ),
        lessons_button("home", _("Other games"), discord.ButtonStyle.secondary),
    ]
    head = f"## 🎓 {_(kind.title)}"
    return message([head, "\n".join(lines), *rows(buttons[:MOST_BUTTONS]), *rows(ways)])


def _marks(kind: type[Game], progress: Progress) -> str:
    done = progress.get(kind.name, frozenset())
    return "".join(DONE if lesson.name in done else OPEN for lesson in kind.lessons)


def lessons_button(
    action: str,
    label: str,
    style: discord.ButtonStyle,
    game: str | None = None,
    lesson: str | None = None,
) -> Item:
    """A button that leads to a list, a lesson, or a table."""
    custom_id = IN_LESSONS.id(action, game, lesson)
    return IN_LESSONS(ui.Button(label=short(label), style=style, custom_id=custom_id))
