"""What is pressing in a game of Durak, as everyone can see it."""

from __future__ import annotations

from games.durak.rules.position import seats_in
from games.durak.rules.state import State
from games.durak.rules.tables import NO_CARD, SUITS_OF_ALL
from games.view import Tense


def tension(state: State) -> list[Tense]:
    """The talon's end, trumps against trumps, and who is down to one card with nothing to draw;
    nothing before and after the game."""
    if state.outcome is not None or state.redeal is not None:
        return []
    left = len(state.talon) - state.drawn
    told = [Tense("deck-empty")] if not left else [Tense("last-card")] if left == 1 else []
    if _trumps_fight(state):
        told.append(Tense("trump-fight"))
    if not left:
        told += [
            Tense("one-card", seat)
            for seat in seats_in(state.standing)
            if state.hands[seat].bit_count() == 1
        ]
    return told


def _trumps_fight(state: State) -> bool:
    """Whether a trump attacks, beaten or not."""
    trumps = SUITS_OF_ALL[state.trump]
    return any(
        1 << card & trumps and (cover == NO_CARD or 1 << cover & trumps)
        for card, cover in zip(state.attacks, state.covers, strict=True)
    )
