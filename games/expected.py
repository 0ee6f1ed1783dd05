"""The expected length of a game and its expected share of draws.

The numbers are measured in games between the greedy bot players (`python -m benchmarks expected`).
The numbers are stored next to each game's rules. Each row is for one combination of the options
that make a difference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

Rows = Mapping[str, str]
"""A table of measurements of one game. The key is a combination of options, such as `4 any-four`.
The value is a text with a cell for each number of seats. The cell `2:267/0%` means that half of the
games between two players took 267 moves or fewer, and that 0 per cent were draws."""

_CELL: Final = re.compile(r"(\d+):(\d+)/(\d+)%")


class Expected(NamedTuple):
    """What to expect of a game: `moves` is the median number of moves of all players together, and
    `draws` is the share of draws, from 0 to 1."""

    moves: int
    draws: float


def expected_in(rows: Rows, way: str, seats: int) -> Expected | None:
    """Return the expected length and share of draws for `seats` seats. `rows` is a table of
    measurements, and `way` is the key of one of its rows (such as `4 any-four`). Returns None when
    the table has no such row, or the row has no numbers for these seats."""
    for cell in _CELL.finditer(rows.get(way, "")):
        if int(cell[1]) == seats:
            return Expected(int(cell[2]), int(cell[3]) / 100)
    return None


def cell_of(seats: int, moves: int, draws: float) -> str:
    """Write a measurement as a cell of the table, such as `2:267/0%`. It has the number of seats,
    the median number of moves, and the share of draws in per cent. The argument `draws` is from 0
    to 1."""
    return f"{seats}:{moves}/{draws:.0%}"
