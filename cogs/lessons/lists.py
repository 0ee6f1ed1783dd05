"""The lists of lessons: the list of games, and the list of one game's lessons, with marks for
finished lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import discord
from discord import ui

import games
from cogs.discord.components import IN_LESSONS, Item
from cogs.discord.errors import logged
from cogs.discord.layout import MOST_BUTTONS, Block, message, rows, short
from cogs.edits.answers import Drawn, Picture, file_of
from cogs.lessons.lesson_table import table_of
from cogs.table.message.look import hand_look
from cogs.words import _, counted
from cogs.words.game import game_line
from games.core import Game
from games.teaching import stage

DONE: Final = "✅"
OPEN: Final = "▫️"
MOST_PICTURES: Final = 6
"""The most games that are shown by a picture."""
LEARNER: Final = 0
"""The member id in the learner's seat in a picture of the list of lessons. The picture is the same
for all members, and the id belongs to nobody."""

Progress = Mapping[str, frozenset[str]]
"""The names of the lessons that a member has finished, by game."""


def taught() -> list[type[Game]]:
    """Return the games that have lessons."""
    return [kind for kind in games.available().values() if kind.lessons]


async def drawn_games(progress: Progress, *, text_only: bool) -> Drawn:
    """Draw the list of games that can be learned. For each game, the list says what the game is
    about, which known game it resembles, how long the lessons take, and which lessons the member
    has finished. Unless `text_only`, the list has pictures of hands."""
    title = _("What would you like to learn?")
    told = _("Each lesson takes a minute or two, and only you can see it.")
    blocks: list[Block] = [f"## 🎓 {title}\n{told}"]
    files: list[discord.File] = []
    for kind in taught():
        blocks.append(_about(kind, progress))
        shown = None if text_only or len(files) == MOST_PICTURES else _glimpse_or_none(kind)
        file = None if shown is None else await file_of(shown, f"glimpse {kind.name}")
        if shown is not None and file is not None:
            files.append(file)
            blocks.append(shown.block)
    buttons = [
        lessons_button("game", _(kind.title), discord.ButtonStyle.primary, kind.name)
        for kind in taught()[:MOST_BUTTONS]
    ]
    return Drawn(message([*blocks, *rows(buttons)]), tuple(files))


def _about(kind: type[Game], progress: Progress) -> str:
    told = [_(kind.kin)] if kind.kin else []
    if kind.minutes:
        # Translators: How long a lesson takes.
        told.append(counted("About {number} minute.", "About {number} minutes.", kind.minutes))
    lines = [game_line(kind, _marks(kind, progress)), *([f"-# {' '.join(told)}"] if told else [])]
    return "\n".join(lines)


def _glimpse_or_none(kind: type[Game]) -> Picture | None:
    try:
        return glimpse(kind)
    # A lesson of a package may raise anything, and must not hide the other games.
    except Exception as error:  # noqa: BLE001
        logged(error, f"glimpse {kind.name}")
        return None


def glimpse(kind: type[Game]) -> Picture | None:
    """Return the picture of a game in the list: the hand with which the game's first lesson begins.
    Return None if the hand can't be drawn."""
    now = stage(kind, kind.lessons[0], 0)
    look = hand_look(table_of(kind, now, LEARNER, _("You")), now.lesson.seat)
    if look is None or look.picture is None:
        return None
    return replace(look.picture, file=f"{kind.name}.png")


def lessons_message(kind: type[Game], progress: Progress) -> ui.LayoutView:
    """Return the message with the lessons of a game as buttons. Finished lessons have a mark, and
    the first unfinished one is highlighted."""
    done = progress.get(kind.name, frozenset())
    upcoming = next((lesson.name for lesson in kind.lessons if lesson.name not in done), None)
    buttons = []
    for number, lesson in enumerate(kind.lessons, 1):
        label = f"{number}. {_(lesson.title)}"
        style = (
            discord.ButtonStyle.primary
            if lesson.name == upcoming
            else discord.ButtonStyle.secondary
        )
        marked_label = f"{DONE} {label}" if lesson.name in done else label
        buttons.append(lessons_button("begin", marked_label, style, kind.name, lesson.name))
    ways = [
        lessons_button(
            "play", _("Play against a beginner"), discord.ButtonStyle.success, kind.name
        ),
        lessons_button("home", _("Other games"), discord.ButtonStyle.secondary),
    ]
    head = f"## 🎓 {_(kind.title)}\n{_(kind.gist) if kind.gist else ''}".rstrip()
    return message([head, *rows(buttons[:MOST_BUTTONS]), *rows(ways)])


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
    """Return a button in the messages of lessons. `action` says where the button leads: to a list,
    to a lesson or to a table. `game` and `lesson` name the game and the lesson there. They are None
    if the action needs none."""
    custom_id = IN_LESSONS.id(action, game, lesson)
    return IN_LESSONS(ui.Button(label=short(label), style=style, custom_id=custom_id))
