"""The placing of each seat in a finished game (first, second, …, last), and which placings earn a
medal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LAST_MEDAL: Final = 3
"""The lowest rank that has a medal."""


class Place(NamedTuple):
    """The placing of one seat in a finished game. `rank` counts from 1. `won` is true for every
    seat of a game that had a winner, also for seats that did not win. `last` is true when the seat
    has the worst rank of a game with several ranks, or when everybody lost together."""

    rank: int
    won: bool
    last: bool

    @classmethod
    def of(cls, rank: int, last_rank: int, kind: str) -> Place:
        """Return the placing of a seat with this `rank` in a game whose worst rank was `last_rank`.
        `kind` is how the game ended (`kind` of games.core.Outcome). After `lost`, all seats count
        as last."""
        return cls(rank, kind == "won", kind == "lost" or 1 < rank == last_rank)

    @property
    def has_medal(self) -> bool:
        """Whether the placing earns a medal: ranks 1 to 3 of a game that had a winner, but never
        the last rank."""
        return self.won and not self.last and self.rank <= LAST_MEDAL


def is_draw_in_order(ranks: Sequence[int], kind: str) -> bool:
    """Return whether a game was a draw in which some seats finished before others. The ranks then
    still say who finished earlier. Return False when all seats that stayed in the game share rank
    1, and the seats that left the game share rank 2."""
    return kind == "draw" and max(ranks) > 1 and (ranks.count(1) == 1 or not {*ranks} <= {1, 2})


def places_of(ranks: Sequence[int], kind: str) -> tuple[Place, ...]:
    """Return the placing of each seat, in the order of the seats. `kind` is how the game ended
    (`won`, `lost`, `draw`, `void`)."""
    return tuple(Place.of(rank, max(ranks), kind) for rank in ranks)
