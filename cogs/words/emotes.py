"""Emotes at seats: their signs, and how they are told to those who see no picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.core.model import Emote
from cogs.words import marked

SIGNS: Final[Mapping[Emote, str]] = {
    Emote.SMIRK: "😏",
    Emote.CLAP: "👏",
    Emote.GASP: "😱",
    Emote.HANDS: "🤝",
}

TOLD: Final[Mapping[Emote, str]] = {
    Emote.SMIRK: marked("smirks"),
    Emote.CLAP: marked("claps"),
    Emote.GASP: marked("gasps"),
    Emote.HANDS: marked("offers a handshake"),
}
"""What the holder of the seat does."""
