"""Imagined deals, as positions for playouts."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Chance, View
from games.durak.game import Durak
from games.durak.memory import Memory
from games.durak.sample import Dealer
from games.players.durak.masks import Position


class Imagined:
    """What a seat sees and remembers, from which deals are drawn.

    Raises GameError when the view is a spectator's or contradicts itself.
    """

    def __init__(self, view: View, memory: Memory, rng: Chance) -> None:
        self._dealer = Dealer(Durak, view, memory, rng)
        self.base = Position.of_game(self._dealer.state)
        self.seat = -1 if view.seat is None else view.seat
        self._face_down = max(len(self.base.talon) - 1, 0)

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from who remembers, each card's place being known."""
        return self._dealer.is_open and not self._face_down

    def deal(self, rng: Chance) -> Position:
        """The position with the hidden cards where they may lie: always the same object."""
        dealt = self._dealer.deal(rng)
        order, position = self.base.order, self.base
        position.hands = [order.of_mask(hand) for hand in dealt.hands]
        if self._face_down:
            rng.shuffle(dealt.pool)
            hidden = [order.bit_of[card] for card in dealt.pool[: self._face_down]]
            position.talon = [position.talon[0], *hidden]
        return position

    def bouts_begun(self, memory: Memory) -> Iterator[tuple[int, int]]:
        """Of the bouts since the last discard, the attacker's hand and the defender's as they
        began: in an end, all that this seat does not hold is in the other's hand."""
        order, rules = self.base.order, self.base.rules
        for attacker, held, discarded in memory.begun:
            own = held[self.seat]
            others = rules.deck & ~own & ~discarded
            hands = (own, others) if attacker == self.seat else (others, own)
            yield order.of_mask(hands[0]), order.of_mask(hands[1])
