"""The bot players as people: who they are, whatever the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from games.players import LEVELS


@dataclass(frozen=True, slots=True)
class Character:
    """A bot player with a name of its own. The name is the same in every language, and tells who
    holds a bot player's seat; a seat called otherwise is held by a nameless bot player."""

    name: str
    level: str
    """How well they play (games.players.LEVELS)."""


_ALL: Final = (
    Character("Ingrid", "master"),
    Character("Otto", "master"),
    Character("Yusuf", "master"),
    Character("Berta", "skilled"),
    Character("Cleo", "skilled"),
    Character("Hugo", "skilled"),
    Character("Farah", "casual"),
    Character("Bruno", "casual"),
    Character("Zita", "casual"),
    Character("Aiko", "beginner"),
    Character("Milo", "beginner"),
    Character("Wanda", "beginner"),
)

PEOPLE: Final[Mapping[str, Character]] = {each.name: each for each in _ALL}
"""All of them by name, the strongest first."""


def of_level(level: str) -> list[Character]:
    """Those who play at a level; all of them for a strength that is no level of our own, as a
    plug-in's game may have."""
    return [each for each in _ALL if each.level == level or level not in LEVELS]


def next_free(level: str, taken: Collection[str], turn: int) -> Character | None:
    """One who plays at that level and whose name nobody at the table has; None when all are taken.
    With each `turn` another of them is asked first, so that tables differ."""
    able = of_level(level)
    order = [able[(place + turn) % len(able)] for place in range(len(able))]
    return next((each for each in order if each.name not in taken), None)
