"""A choice by what each move is worth: what many simple players are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core import Chance, Move


def best_by(worth: Callable[[Move], Any], moves: Sequence[Move], rng: Chance) -> Move:
    """The move of the greatest worth; one of them by chance, if there are several. Worths are
    whatever can be compared, such as numbers or tuples of numbers."""
    values = [worth(move) for move in moves]
    most = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == most])
