"""Guesses about a game's end by members who don't play: the question, and the select to answer
it."""

from __future__ import annotations

import discord
from discord import ui

from bot.core.model import Table
from bot.guesses.model import Question
from cogs.discord.component import Item
from cogs.discord.components import ON_TABLE
from cogs.discord.layout import OPTIONS, short
from cogs.table.message.table_text import names_of
from cogs.words import _
from cogs.words.load import words_of


def question_of(table: Table) -> Question:
    """The question about the table's game: who comes last, where the last place has a word of its
    own, else who wins."""
    return Question.LAST if words_of(table.game).last else Question.FIRST


def asked_and_answers(table: Table) -> tuple[str, list[str]]:
    """The question about the table's game in words, and its answer for each seat."""
    seated = names_of(table)
    names = [seated.plain(seat) for seat in range(len(table.seats))]
    if question_of(table) is Question.LAST:
        asked = _("🔮 Who'll come last? Your guess…")
        return asked, [_("🔮 {name} comes last", name=name) for name in names]
    return _("🔮 Who'll win? Your guess…"), [_("🔮 {name} wins", name=name) for name in names]


def guessed_line(table: Table, seat: int) -> str:
    """What a member who guessed that seat is told until the end."""
    name = names_of(table)[seat]
    return "🔮 " + _("Your guess: {name}. You'll find out at the end.", name=name)


def judged_line(*, right: bool) -> str:
    """What a member is told at the end whose guess was right, or wasn't."""
    return _("🔮 You guessed right!") if right else _("🔮 You guessed wrong this time.")


def guess_select(table: Table, guessed: int | None = None) -> Item:
    """The select in which a member who doesn't play names a seat; the one that they have `guessed`
    before is picked."""
    asked, told = asked_and_answers(table)
    options = [
        discord.SelectOption(label=short(text), value=str(seat), default=seat == guessed)
        for seat, text in enumerate(told)
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=ON_TABLE.id(table.id, "guess", table.game_number),
        placeholder=asked,
        options=options[:OPTIONS],
    )
    return ON_TABLE(select)
