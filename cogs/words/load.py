"""Finds the words of a game by its name."""

from __future__ import annotations

from functools import cache

from cogs.words.dritzak import WORDS as DRITZAK
from cogs.words.durak import WORDS as DURAK
from cogs.words.game import GENERIC, GameWords
from cogs.words.tredici import WORDS as TREDICI


@cache
def words_of(game: str) -> GameWords:
    """The words of that game; generic ones for a game that has none here."""
    return {"durak": DURAK, "dritzak": DRITZAK, "tredici": TREDICI}.get(game, GENERIC)
