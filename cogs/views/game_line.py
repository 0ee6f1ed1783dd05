"""A finished game in a line, for lists and suggestions."""

from __future__ import annotations

from bot.domain.model import FinishedGame
from cogs.words.game import game_title


def game_line(game: FinishedGame) -> str:
    """A finished game in a line without any formatting, for a select or a suggestion."""
    names = ", ".join(game.names)
    return f"{game_title(game.game)} · {game.ended_at:%Y-%m-%d %H:%M} UTC · {names}"
