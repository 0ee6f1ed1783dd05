"""Computes each seat's chance of winning when all hands are known. Spectators may see these
chances."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final

from games.analysis.findings import FULL
from games.analysis.judges import judge_of
from games.core import Game
from games.shuffle import Stream

COST: Final = 60_000
"""What the playouts for one seat may cost, in millionths of a second."""
MOST: Final = 48
"""The most playouts for one seat."""


def open_chances(game: Game) -> tuple[int, ...]:
    """Return the value of the current position for each seat, in thousandths. 0 is the value of the
    last place, and 1,000 that of the first. A seat that has left has 0.

    Cards that are still to be drawn are in random order. The random numbers come from the position
    itself, so the same position always gives the same result. Raises NotJudged for a game without a
    judge."""
    judge = judge_of(game.name)()
    seed = sha256(json.dumps(game.position(), sort_keys=True, default=str).encode()).digest()
    found = []
    for seat in game.view(None).seats:
        if seat.resigned:
            found.append(0)
            continue
        rng, worths, spent = Stream(seed), list[int](), 0
        while len(worths) < MOST and (spent < COST or not worths):
            worth, cost = judge.finish(judge.drawn_anew(game, rng).copy(), seat.seat, rng)
            worths.append(worth)
            spent += cost
        found.append(min(FULL, max(0, sum(worths) // len(worths))))
    return tuple(found)
