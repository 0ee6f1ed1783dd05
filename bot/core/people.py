"""The named bot players. Each has a name, a level, and a habit in some games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from games.players import LEVELS


@dataclass(frozen=True, slots=True)
class Character:
    """A named bot player. Its name is the same in every language. A bot player's seat stores only a
    name. If that is the `name` of a Character, this Character sits there. Otherwise the seat is
    held by a bot player without a character. `level` is how well the Character plays. `manners`
    maps a game's name to the Character's habit in that game."""

    name: str
    level: str
    """How well the bot player plays (games.players.LEVELS)."""
    manners: Mapping[str, str]
    """The habits of this bot player (games.players.manners), with the games' names as keys. When a
    habit changes, games.players.VERSION must rise. With another habit, the bot player's moves in
    earlier games can't be computed again."""


def _character(name: str, level: str, durak: str, dritzak: str, tredici: str) -> Character:
    return Character(name, level, {"durak": durak, "dritzak": dritzak, "tredici": tredici})


_ALL: Final = (
    _character("Ingrid", "master", "spares-the-lowest", "all-at-once", "fond-of-spades"),
    _character("Otto", "master", "never-passes", "one-at-a-time", "fond-of-clubs"),
    _character("Yusuf", "master", "red-first", "burns", "fond-of-hearts"),
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
"""All named bot players by name, the strongest first."""


def of_level(level: str) -> list[Character]:
    """Return the named bot players of a level. If `level` is none of the usual levels, return all
    named bot players. (The bot players of a plug-in's game can have other levels.)"""
    return [each for each in _ALL if each.level == level or level not in LEVELS]


def next_free(level: str, taken: Collection[str], turn: int) -> Character | None:
    """Return a named bot player of that level whose name is not in `taken`. Return None when all
    names are taken. The search starts at index `turn` of the level's list (modulo its length), so
    that different tables get different bot players."""
    able = of_level(level)
    order = [able[(place + turn) % len(able)] for place in range(len(able))]
    return next((each for each in order if each.name not in taken), None)


def manner_of(name: str, game: str) -> str:
    """Return the habit of a named bot player in a game. Return "" when the bot player has no habit
    there."""
    found = PEOPLE.get(name)
    return "" if found is None else found.manners.get(game, "")
