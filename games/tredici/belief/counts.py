"""Counts the cards in a view of Tredici."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.cards import SUITS
from games.core import View

PLACE: Final = {suit: place for place, suit in enumerate(SUITS)}
"""The index of each suit in a list by suit."""


CERTAIN: Final = 1 << 30
"""The probability of a certain event. Probabilities are whole numbers, so that they are the same on
every machine."""


def suits_in(cards: Sequence[str]) -> list[int]:
    """Count these cards by suit."""
    counts = [0] * len(SUITS)
    for card in cards:
        counts[PLACE[card[-1]]] += 1
    return counts


class Counts:
    """The numbers of cards in a view: in the viewer's hand by suit, on the stacks of each side, in
    the drawing deck, and in the discard deck."""

    def __init__(self, view: View) -> None:
        self.side = -1 if view.seat is None else view.seats[view.seat].side
        sides = max(seat.side for seat in view.seats) + 1
        self.stacks = [0] * sides
        """For each side, the number of cards on its stacks."""
        self.held = suits_in(view.hand)
        """The number of cards in the viewer's hand, by suit."""
        self.own_stack = [0] * len(SUITS)
        """The number of cards on the stacks of the viewer's side, by suit."""
        self.own_cards: list[str] = []
        """The cards on the stacks of the viewer's side."""
        self.deck = self.pile = 0
        """The number of cards in the drawing deck (`deck`) and in the discard deck (`pile`)."""
        for zone in view.zones:
            if zone.name.startswith("stack-") and zone.owner is not None:
                side = view.seats[zone.owner].side
                self.stacks[side] += len(zone.cards)
                for card in zone.cards:
                    if card is not None and side == self.side:
                        self.own_stack[PLACE[card[-1]]] += 1
                        self.own_cards.append(card)
            elif zone.name == "draw":
                self.deck = len(zone.cards)
            elif zone.name == "discard":
                self.pile = len(zone.cards)
        self.others = sorted({seat.side for seat in view.seats if not seat.out} - {self.side})
        """The other sides that are still in the game."""
