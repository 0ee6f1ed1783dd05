"""How far the sides have come in a game of Tredici, and what is pressing, as everyone can see
it."""

from __future__ import annotations

from typing import Final

from games.cards import RANKS
from games.tredici.rules.state import State
from games.view import Tense

CLOSE: Final = 10
"""From this number of collected cards on, a side is close to winning."""


def collected(state: State) -> list[str | None]:
    """TRE-03: by seat, how many of the thirteen cards its side has set aside; None for a seat that
    has left."""
    return [
        None if seat in state.resigned else f"{len(state.stacks[side])}/{len(RANKS)}"
        for seat, side in enumerate(state.side_of)
    ]


def tension(state: State) -> list[Tense]:
    """The sides that are close to winning, by their captains; nothing after the game."""
    if state.outcome is not None:
        return []
    captains = ((state.captain(side), side) for side in state.sides_in())
    return [
        Tense("close", captain)
        for captain, side in captains
        if captain is not None and len(state.stacks[side]) >= CLOSE
    ]
