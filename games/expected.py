"""What to expect of a game before it is dealt: how long it takes and how often nobody wins.

The numbers are measured with the greedy bot players (`python -m benchmarks expected`) and kept
beside each game's rules, in a row for each way of playing that makes a difference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

Rows = Mapping[str, str]
"""By way of playing (`4 any-four`), a cell for each number of seats: `2:267/0%` says that of games
of two half take 267 moves or fewer and none is a draw."""

_CELL: Final = re.compile(r"(\d+):(\d+)/(\d+)%")


class Expected(NamedTuple):
    """What to expect: the median of the number of moves, all players' together, and the draws as a
    share of the games, 0 to 1."""

    moves: int
    draws: float


def expected_in(rows: Rows, way: str, seats: int) -> Expected | None:
    """What the table says of so many seats that play that way; None where nothing was measured."""
    for cell in _CELL.finditer(rows.get(way, "")):
        if int(cell[1]) == seats:
            return Expected(int(cell[2]), int(cell[3]) / 100)
    return None


def cell_of(seats: int, moves: int, draws: float) -> str:
    """A cell of a table, as `expected_in` reads it."""
    return f"{seats}:{moves}/{draws:.0%}"
