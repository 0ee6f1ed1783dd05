"""Places in a finished game, and whether they are worth a medal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LAST_MEDAL: Final = 3
"""The lowest rank that has a medal."""


class Place(NamedTuple):
    """A seat's place in a finished game: its `rank` from 1, whether somebody `won` the game, and
    whether the seat was the `last` of several, or all lost together."""

    rank: int
    won: bool
    last: bool

    @classmethod
    def of(cls, rank: int, last_rank: int, kind: str) -> Place:
        """The place of a seat with this `rank` in a game whose worst rank is `last_rank`; `kind` is
        how the game ended (games.core.Outcome). In a game that everybody lost, all are last."""
        return cls(rank, kind == "won", kind == "lost" or 1 < rank == last_rank)

    @property
    def has_medal(self) -> bool:
        """Whether the place has a medal: the first three ranks of a game that somebody won, but
        never those who came last."""
        return self.won and not self.last and self.rank <= LAST_MEDAL


def is_draw_in_order(ranks: Sequence[int], kind: str) -> bool:
    """Whether a game was a draw in which seats still have places of their own, because some went
    out before the others. Where the first seats share the draw, only those who left the game come
    after them, with rank 2."""
    return kind == "draw" and max(ranks) > 1 and (ranks.count(1) == 1 or not {*ranks} <= {1, 2})


def places_of(ranks: Sequence[int], kind: str) -> tuple[Place, ...]:
    """The place of each seat, in the order of the seats; `kind` is how the game ended."""
    return tuple(Place.of(rank, max(ranks), kind) for rank in ranks)
