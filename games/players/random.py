"""The player that every game has: any legal move, each as likely as the others."""

from __future__ import annotations

from games.core import Chance, Move, View


def choose(view: View, rng: Chance) -> Move:
    """One of `view.moves`."""
    return rng.choice(view.moves)
