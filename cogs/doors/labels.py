"""The board's own labels: what its page says beside what a table says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.words import _, marked

LABELS: Final[Mapping[str, str]] = {
    "again": marked("Again"),
    "back": marked("I'm back"),
    "rules": marked("Rules"),
    "close": marked("Close"),
    "log": marked("Moves so far"),
    "hand": marked("Your hand"),
    "table": marked("The table"),
    "sound_on": marked("Sound on"),
    "sound_off": marked("Sound off"),
    "lost": marked("Connection lost."),
    "reconnecting": marked("Reconnecting…"),
    "spectating": marked("You're watching."),
    "choose": marked("Choose"),
    "cancel": marked("Cancel"),
    "number": marked("Number"),
    "playable": marked("playable"),
    "face_down": marked("face down"),
    "ahead": marked("{sign} Play when I can…"),
    "undo": marked("Undo"),
    "emotes": marked("Everyone sees it at your seat until your next move."),
}
"""By the page's names for them (docs/board-inside.md)."""


def labels() -> dict[str, str]:
    """The labels in the reader's language."""
    return {name: _(label) for name, label in LABELS.items()}
