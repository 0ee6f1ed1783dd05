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
    manners: Mapping[str, str]
    """By game, their habit (games.players.manners). Who gives them another one raises
    games.players.VERSION: games of before can't be reckoned again."""


def _character(name: str, level: str, durak: str, dritzak: str, tredici: str) -> Character:
    return Character(name, level, {"durak": durak, "dritzak": dritzak, "tredici": tredici})


_ALL: Final = (
    _character("Ingrid", "master", "spares-the-lowest", "all-at-once", "fond-of-spades"),
    _character("Otto", "master", "never-passes", "one-at-a-time", "fond-of-clubs"),
    _character("Yusuf", "master", "never-passes", "burns", "fond-of-hearts"),
    _character("Berta", "skilled", "hoards-trumps", "keeps-hearts", "fond-of-diamonds"),
    _character("Cleo", "skilled", "never-passes", "burns", "fond-of-hearts"),
    _character("Hugo", "skilled", "never-takes", "one-at-a-time", "fond-of-clubs"),
    _character("Farah", "casual", "keeps-aces", "keeps-hearts", "fond-of-spades"),
    _character("Bruno", "casual", "piles-on", "all-at-once", "fond-of-diamonds"),
    _character("Zita", "casual", "always-passes", "burns", "fond-of-hearts"),
    _character("Emi", "beginner", "hoards-trumps", "one-at-a-time", "fond-of-hearts"),
    _character("Milo", "beginner", "piles-on", "all-at-once", "fond-of-clubs"),
    _character("Wanda", "beginner", "holds-back", "keeps-hearts", "fond-of-spades"),
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


def manner_of(name: str, game: str) -> str:
    """The habit of the bot player of that name in a game; empty for a nameless one, and where the
    game is a plug-in's."""
    found = PEOPLE.get(name)
    return "" if found is None else found.manners.get(game, "")
