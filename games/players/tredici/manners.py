"""Habits of Tredici players: a favourite suit, which others see when the targets are announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.cards import suit_of
from games.core import Move, View
from games.players.manners import Manner

FEWER: Final = 1
"""The largest number of cards by which another suit in the hand may exceed the favourite suit. With
a larger difference, the player may choose any suit."""


def _fond_of(suit: str) -> Manner:
    """Return the habit of choosing the suit `suit` as the target (the suit to collect). The player
    may choose any suit in two cases: the rules don't allow `suit`, or the hand has at least one
    other suit that is longer than `suit` by more than `FEWER` cards."""

    def manner(view: View) -> Sequence[Move]:
        held = [suit_of(card) for card in view.hand]
        chosen = [move for move in view.moves if move.verb == "target" and move.other == suit]
        most = max((held.count(each) for each in set(held)), default=0)
        return chosen if chosen and held.count(suit) >= most - FEWER else view.moves

    return manner


MANNERS: Final[Mapping[str, Manner]] = {
    "fond-of-spades": _fond_of("S"),
    "fond-of-hearts": _fond_of("H"),
    "fond-of-diamonds": _fond_of("D"),
    "fond-of-clubs": _fond_of("C"),
}
