"""The placing of each seat in a finished game (first, second, …, last), and which placings earn a
medal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

LAST_MEDAL: Final = 3
"""The lowest rank that has a medal."""


class Place(NamedTuple):
    """The placing of one seat in a finished game. `rank` counts from 1. `won` is true for every
    seat of a game that had a winner, also for seats that did not win. `last` is true when the seat
    has the worst rank of a game with several ranks, or when everybody lost together. `has_medal`
    says whether the placing earns a medal."""

    rank: int
    won: bool
    last: bool
    has_medal: bool

    @classmethod
    def of(cls, rank: int, last_rank: int, kind: str, worst: int | None = None) -> Place:
        """Return the placing of a seat with this `rank` in a game whose worst rank was `last_rank`.
        `kind` is how the game ended (`kind` of games.core.Outcome). After `lost`, all seats count
        as last.

        `worst` is the worst rank of the seats that didn't leave the game (None: as `last_rank`).
        The ranks 1 to 3 of a game that had a winner earn a medal. Below rank 1, the seat must also
        be ahead of a seat that stayed: nobody earns a medal because somebody else left."""
        won = kind == "won"
        ahead = rank == 1 or rank < (last_rank if worst is None else worst)
        last = kind == "lost" or 1 < rank == last_rank
        return cls(rank, won, last, won and rank <= LAST_MEDAL and ahead)


def is_draw_in_order(ranks: Sequence[int], kind: str) -> bool:
    """Return whether a game was a draw in which some seats finished before others. The ranks then
    still say who finished earlier. Return False when all seats that stayed in the game share rank
    1, and the seats that left the game share rank 2."""
    return kind == "draw" and max(ranks) > 1 and (ranks.count(1) == 1 or not {*ranks} <= {1, 2})


def places_of(
    ranks: Sequence[int], kind: str, left: Collection[int] = frozenset()
) -> tuple[Place, ...]:
    """Return the placing of each seat, in the order of the seats. `kind` is how the game ended
    (`won`, `lost`, `draw`, `void`), and `left` are the seats that left the game."""
    stayed = [rank for seat, rank in enumerate(ranks) if seat not in left]
    worst = max(stayed, default=None)
    return tuple(Place.of(rank, max(ranks), kind, worst) for rank in ranks)
