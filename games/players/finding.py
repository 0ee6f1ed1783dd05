"""A player's findings about its moves, for those who learn from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

FULL: Final = 1000
"""A chance that is certain: chances are in thousandths."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, and the chance after it, in thousandths of `FULL`."""

    move: str
    chance: int


@dataclass(frozen=True, slots=True)
class Finding:
    """The move that a player chose, and what it found about that and the others it tried.

    `others` are sorted by their chances, the best first; `chance` is that of the chosen move. With
    `deals` imagined deals the chances are estimates; 0: they are proven. `chance` is None when
    nothing was weighed. `facts` are further numbers, which the words of the game know.
    """

    move: str
    chance: int | None = None
    others: tuple[Tried, ...] = ()
    deals: int = 0
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def proven(self) -> bool:
        """Whether the chances are certain."""
        return self.chance is not None and self.deals == 0

    @classmethod
    def of(cls, move: str, tried: Sequence[Tried], deals: int = 0) -> Finding:
        """The finding about some moves, the chosen one among them."""
        own = next((each.chance for each in tried if each.move == move), None)
        others = (each for each in tried if each.move != move)
        return cls(move, own, tuple(sorted(others, key=lambda each: -each.chance)), deals)
