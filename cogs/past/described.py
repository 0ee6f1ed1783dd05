"""A finished game in a line, for lists and suggestions."""

from __future__ import annotations

from bot.domain.model import Past
from cogs.views.public_message import game_title


def described(past: Past) -> str:
    """A finished game in a line without any formatting, for a select or a suggestion."""
    names = ", ".join(player.name or "?" for player in past.players)
    return f"{game_title(past.game)} · {past.ended_at:%Y-%m-%d %H:%M} UTC · {names}"
