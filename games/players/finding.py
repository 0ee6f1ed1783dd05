"""The findings of a player about its moves. They are shown to members who want to learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

FULL: Final = 1000
"""The chance of a sure win. All chances are in thousandths."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, and the player's chance of winning after it, in thousandths (1000 is certain)."""

    move: str
    chance: int


@dataclass(frozen=True, slots=True)
class Finding:
    """The move that a player chose, and the player's estimates for this move and for the other
    moves that the player tried.

    `chance` is the chance of winning after the chosen move, or None if the player estimated
    nothing. `others` are the other moves, from the best to the worst. `deals` is the number of
    imagined deals behind the estimates; if it is 0, the chances are proven. `facts` are further
    numbers, which the words of the game explain."""

    move: str
    chance: int | None = None
    others: tuple[Tried, ...] = ()
    deals: int = 0
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def proven(self) -> bool:
        """Whether the chances are proven, not estimated."""
        return self.chance is not None and self.deals == 0

    @classmethod
    def of(cls, move: str, tried: Sequence[Tried], deals: int = 0) -> Finding:
        """The finding of a player that chose `move` after trying the moves in `tried`."""
        own = next((each.chance for each in tried if each.move == move), None)
        others = (each for each in tried if each.move != move)
        return cls(move, own, tuple(sorted(others, key=lambda each: -each.chance)), deals)
