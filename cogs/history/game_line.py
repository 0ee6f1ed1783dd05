"""A finished game on one line, for lists and suggestions."""

from __future__ import annotations

from discord.utils import format_dt

from bot.core.model import FinishedGame
from cogs.words.figures import day_and_time
from cogs.words.game import game_title
from cogs.words.names import escaped


def game_line(game: FinishedGame) -> str:
    """Return a finished game on one line without any formatting, for a select or a suggestion."""
    names = ", ".join(game.names)
    return f"{game_title(game.game)} · {day_and_time(game.ended_at)} · {names}"


def told_line(game: FinishedGame) -> str:
    """Return a finished game on one line for the text of a message. Discord shows the time of the
    game in each reader's language and time zone."""
    names = escaped(", ".join(game.names))
    return f"{escaped(game_title(game.game))} · {format_dt(game.ended_at, 'f')} · {names}"
