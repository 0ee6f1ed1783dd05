"""A position of Dritzak as players imagine it: cards by rank, without suits."""

from __future__ import annotations

from typing import Final

from games.dritzak.rules.options import Rules
from games.players.dritzak.ranks import EMPTY, playable

SUITS_SEEN: Final = 6
"""With several decks, this number of cards of one rank in a row counts as a set of all four suits.
Imagined deals need such a number because their cards have no suits. In real deals, this number of
cards of one rank has all four suits in more than half of the cases. (With one deck, four cards of
one rank have all four suits.)"""


class Position:
    """A position in which all cards are known by rank. The fields are those of
    `games.dritzak.rules.state.State`.

    `hands`, `up` and `pile` are holdings (games.players.dritzak.ranks). `sizes` has the number of
    cards in each hand, and `piled` is the number of cards in the pile. `draw` and `down` are lists
    of worths; the last card of a list is the next one to be drawn or turned up."""

    __slots__ = (
        "direction",
        "down",
        "draw",
        "hands",
        "jinxed",
        "out",
        "pile",
        "piled",
        "playable",
        "rules",
        "run",
        "set_size",
        "sizes",
        "still_in",
        "top",
        "turn",
        "up",
    )

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.set_size = (
            rules.set_size if rules.set_suits < 0 else SUITS_SEEN if rules.decks > 1 else 4
        )
        self.playable = playable(sevens=bool(rules.options["sevens"]))
        self.hands = [0] * seats
        self.sizes = [0] * seats
        self.up = [0] * seats
        self.down: list[list[int]] = [[] for _ in range(seats)]
        self.draw: list[int] = []
        self.pile = self.piled = 0
        self.top, self.run = EMPTY, 0
        self.turn, self.direction = 0, 1
        self.still_in: tuple[int, ...] = tuple(range(seats))
        self.out: list[int] = []
        self.jinxed: frozenset[int] = frozenset()
        """DRI-42: the seats whose win doesn't count, without those that have left."""
