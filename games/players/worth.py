"""Choosing the move with the highest worth; many simple players do only that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core import Chance, Move


def best_by(worth: Callable[[Move], Any], moves: Sequence[Move], rng: Chance) -> Move:
    """Return the move to which `worth` gives the highest value. If several moves have this value,
    choose one of them at random. Values can be anything that can be compared, such as numbers or
    tuples of numbers."""
    values = [worth(move) for move in moves]
    most = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == most])
