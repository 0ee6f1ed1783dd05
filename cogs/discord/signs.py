"""Mixed company: in a server whose members read several languages, the buttons that everyone sees
lead with signs.

Which languages those are is told by what members do: each press and command has a language, by the
member's own choice or that of their Discord. It is kept in memory alone, and heard anew after a
start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from cachetools import LRUCache
from discord import ui

MOST_SERVERS: Final = 10_000
"""The most servers whose languages are remembered."""
MOST_LANGUAGES: Final = 8
"""The most languages that are remembered of one: from two on it is mixed."""

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

_mixed: ContextVar[bool] = ContextVar("mixed", default=False)


class Tongues:
    """The languages that the members of each server have been heard to read."""

    def __init__(self) -> None:
        self._heard: LRUCache[int, frozenset[str]] = LRUCache(MOST_SERVERS)

    def hear(self, guild_id: int, language: str) -> None:
        """Note that a member of that server reads this language."""
        known = self._heard.get(guild_id, frozenset())
        if language not in known and len(known) < MOST_LANGUAGES:
            self._heard[guild_id] = known | {language}

    def are_mixed(self, guild_id: int) -> bool:
        """Whether the members of that server read several languages."""
        return len(self._heard.get(guild_id, ())) > 1


@contextmanager
def in_company(*, mixed: bool) -> Iterator[None]:
    """A context in which messages are for everyone in such a company."""
    token = _mixed.set(mixed)
    try:
        yield
    finally:
        _mixed.reset(token)


def lead_with_signs(items: Iterable[ui.Item[Any]]) -> None:
    """Give the buttons among these items, and inside them, their signs, if the company is mixed. A
    button that has a sign keeps it."""
    if not _mixed.get():
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
