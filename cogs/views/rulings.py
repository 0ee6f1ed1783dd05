"""By which rules a table plays, in words: its preset, what differs from it, and what can't go
together."""

from __future__ import annotations

from typing import Any

from bot.domain.model import Table
from cogs.words import _
from cogs.words.cards import readable
from cogs.words.game import in_words
from cogs.words.names import escaped
from games.core import Game, GameOptions


def options_line(kind: type[Game], table: Table) -> str:
    """The preset's name and what differs from it, in one line."""
    if table.house:
        return _("Rules: **{preset}**", preset=f"🏠 {escaped(table.house)}")
    line_ = _("Rules: **{preset}**", preset=preset_title(kind.Options, table.preset))
    differs = [
        f"{option_title(kind.Options, name)}: {_(kind.Options.label(name, value))}"
        for name, value in changed(kind, table)
    ]
    return f"{line_} · {', '.join(differs)}" if differs else line_


def changed(kind: type[Game], table: Table) -> list[tuple[str, Any]]:
    """The options that differ from the game's preset that the table was set up with, and their
    values."""
    if table.preset not in kind.Options.presets:
        return list(table.options.items())
    try:
        return list(kind.Options(**table.options).changed_from(table.preset).items())
    except ValueError:  # kept by an older version of the game's options
        return list(table.options.items())


def clashes(kind: type[Game], table: Table) -> list[str]:
    """Why the options can't be played by those who sit there, a sentence each; empty when they can,
    or when too few sit there to tell."""
    seats = len(table.seats) + len(table.awaited)
    if seats not in kind.players:
        return []
    try:
        return [str(readable(clash)) for clash in kind.Options(**table.options).clashes(seats)]
    except ValueError as error:  # kept by an older version of the game's options
        return [escaped(str(error))]


def preset_title(options: type[GameOptions], preset: str) -> str:
    """A preset's name for people."""
    return _(options.preset_titles[preset]) if preset in options.preset_titles else in_words(preset)


def option_title(options: type[GameOptions], name: str) -> str:
    """An option's name for people."""
    field = options.model_fields.get(name)
    return _(field.title) if field and field.title else in_words(name)
