"""The expected length of a game and its share of draws.

The numbers are measured with the greedy bot players (`python -m benchmarks expected`) and stored
beside each game's rules, with a row for each way of playing that makes a difference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

Rows = Mapping[str, str]
"""By way of playing (`4 any-four`), a cell for each number of seats: `2:267/0%` means that half of
the games of two take 267 moves or fewer, and none is a draw."""

_CELL: Final = re.compile(r"(\d+):(\d+)/(\d+)%")


class Expected(NamedTuple):
    """The expectation for a game: the median number of moves of all players together, and the share
    of draws, from 0 to 1."""

    moves: int
    draws: float


def expected_in(rows: Rows, way: str, seats: int) -> Expected | None:
    """Return the expected length and share of draws for the row `way` (a way of playing, such as `4
    any-four`) of a table of measurements, and a number of seats. None when the table has no such
    row, or no number for these seats."""
    for cell in _CELL.finditer(rows.get(way, "")):
        if int(cell[1]) == seats:
            return Expected(int(cell[2]), int(cell[3]) / 100)
    return None


def cell_of(seats: int, moves: int, draws: float) -> str:
    """Write a measurement as a cell of the table, such as `2:267/0%`: the number of seats, the
    median number of moves, and the share of draws (`draws`, from 0 to 1) in per cent."""
    return f"{seats}:{moves}/{draws:.0%}"
