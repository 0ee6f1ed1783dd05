"""Imagined deals, as positions for playouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.core import Chance, View
from games.durak.game import Durak
from games.durak.memory import Memory
from games.durak.sample import Dealer
from games.players.durak.cards import bits_in
from games.players.durak.deeds import Deeds
from games.players.durak.habits import Reach
from games.players.durak.masks import Position
from games.players.durak.reading import Reading

TWO: Final = 2


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
        self._lay_talon([order.bit_of[card] for card in dealt.pool], rng)
        return position

    def read(self, deeds: Deeds, among: Sequence[Reach], rng: Chance) -> Reading | None:
        """What the other of two may hold, and how it may play, of these habits. None when there are
        more, or when this seat was not told all that the other did."""
        if len(self.base.hands) != TWO or not deeds.begun:
            return None
        other, order = 1 - self.seat, self.base.order
        dealt = self._dealer.deal(rng)
        known = deeds.known(other)
        hidden = bits_in(order.of_mask(dealt.hands[other]) & ~known)
        done, changes = deeds.deeds[other], deeds.changes[other]
        came = deeds.table.dealt[other] + sum(change.size for change in changes if not change.lost)
        if came != len(hidden) + sum(change.lost != 0 for change in changes):
            return None
        adds = self._dealer.could_add(other)
        if adds is not None:
            done = [*done, deeds.deed("something" if adds else "nothing", other)]
        talon = len(self.base.talon) + sum(deeds.table.drawn)
        reading = Reading(done, changes, among, self.base.rules, order, talon)
        rest = [order.bit_of[card] for card in dealt.pool]
        reading.start(known, hidden, rest, rng)
        return reading

    def as_read(self, reading: Reading, rng: Chance) -> Position:
        """The position with the hidden cards where the reading has them: always the same object."""
        position, other = self.base, 1 - self.seat
        reading.go_on(rng)
        position.hands[other] = reading.hand
        self._lay_talon(reading.rest[:], rng)
        return position

    def _lay_talon(self, unseen: list[int], rng: Chance) -> None:
        """Some of the unseen cards, by their bits, lie face down on the trump card."""
        if self._face_down:
            rng.shuffle(unseen)
            self.base.talon = [self.base.talon[0], *unseen[: self._face_down]]

    def bouts_begun(self, memory: Memory) -> Iterator[tuple[int, int]]:
        """Of the bouts since the last discard, the attacker's hand and the defender's as they
        began: in an end, all that this seat does not hold is in the other's hand."""
        order, rules = self.base.order, self.base.rules
        for attacker, held, discarded in memory.begun:
            own = held[self.seat]
            others = rules.deck & ~own & ~discarded
            hands = (own, others) if attacker == self.seat else (others, own)
            yield order.of_mask(hands[0]), order.of_mask(hands[1])
