"""Mixed company: in a server whose members read several languages, public buttons have symbols in
front (cogs.discord.languages decides which servers these are)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from discord import ui

from cogs.discord.languages import mixed

SIGNS: Final[Mapping[tuple[str, str], str]] = {
    ("l", "join"): "✋",
    ("l", "leave"): "🚪",
    ("l", "add-bot"): "🤖",
    ("l", "remove-bot"): "➖",
    ("l", "start"): "▶️",
    ("l", "options"): "⚙️",
    ("l", "rules"): "📖",
    ("t", "hand"): "🃏",
    ("t", "back"): "👋",
    ("t", "rules"): "📖",
    ("t", "resign"): "🏳️",
    ("t", "more"): "➕",
    ("t", "again"): "🔁",
    ("t", "close"): "✖️",
    ("r", "open"): "🎬",
    ("r", "analyse"): "🔍",
    ("r", "check"): "🔒",
}
"""By the first letter of a button's custom id and what it does: its sign."""
PLACES: Final[Mapping[str, int]] = {"l": 2, "t": 2, "r": 4}
"""Where a custom id of that letter says what its button does."""


def lead_with_signs(items: Iterable[ui.Item[Any]]) -> None:
    """If the company is mixed, put symbols on the buttons among these items and inside them. A
    button that already has a symbol keeps it."""
    if not mixed.get():
        return
    for item in items:
        button: Any = getattr(item, "item", item)  # a dynamic item holds the button itself
        if isinstance(button, ui.Button):
            if button.emoji is None and (sign := sign_of(button.custom_id or "")):
                button.emoji = sign
        else:
            lead_with_signs(getattr(item, "children", ()))


def sign_of(custom_id: str) -> str | None:
    """The sign of a button with this custom id; None for one that has none."""
    parts = custom_id.split(":")
    place = PLACES.get(parts[0])
    if place is None or place >= len(parts):
        return None
    return SIGNS.get((parts[0], parts[place]))
