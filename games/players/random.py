"""The player that every game has: it chooses any legal move, each with the same probability."""

from __future__ import annotations

from games.core import Chance, Move, View


def choose(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves`, each with the same probability."""
    return rng.choice(view.moves)
