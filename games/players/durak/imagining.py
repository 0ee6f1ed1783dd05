"""Imagined deals of Durak: positions from which a player plays quick games to their end (playouts).
An imagined deal combines the readings of all other seats; a reading is a guess of a seat's hand
from the seat's actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, cycle, islice
from typing import Final

from games.core import Chance, View
from games.durak.belief.memory import Memory
from games.durak.belief.sample import Dealer
from games.durak.game import Durak
from games.players.durak.cards import bits_in
from games.players.durak.masks import Position
from games.players.durak.observations import Observations
from games.players.durak.reading import Reading
from games.players.durak.thresholds import Reach

SETTLING: Final = 60
"""The number of calls of `Reading.settle` before the guessed hands are used for the first time. The
calls go to the seats in turn, and all seats together get this number of calls."""
CHANGES: Final = 3
"""How many calls of `Reading.change` are made between two imagined deals, for each other seat at
the table. A call tries to change the guess of one seat's hand."""
MOST_CHANGES: Final = 6
"""The highest number of calls of `Reading.change` from one imagined deal to the next, for all seats
together. Without this limit, deals at a large table would take longer."""
TRADES: Final = 3
"""How many calls of `Reading.trade` are made between two imagined deals. A call tries to exchange
two cards between the guessed hands of two seats."""


class Readings:
    """Guesses about all other seats: the hand of each seat, and the thresholds by which the seat
    decides. The guesses form a Markov chain. Each of its states gives one hand and one set of
    thresholds to each seat."""

    def __init__(
        self, by_seat: Mapping[int, Reading], others: int, rest: list[int], rng: Chance
    ) -> None:
        """Join the readings of several seats. A reading is a guess of a seat's hand and thresholds.
        `by_seat` maps each seat to its reading, for which the caller has already called
        `Reading.start`. All readings share `rest`, the list of unseen cards that no seat holds.
        `others` is the number of other seats at the table, including seats that are out."""
        self._by_seat, self.rest = by_seat, rest
        self._changes = min(CHANGES * others, MOST_CHANGES)
        self._changed, self._guessed = cycle(by_seat.values()), cycle(by_seat.values())
        self._traded = cycle(combinations(by_seat.values(), 2))
        for _ in range(SETTLING):
            next(self._changed).settle(rng)
            self._trade(rng, 1)

    def go_on(self, rng: Chance) -> None:
        """Try some small random changes of the guessed hands and thresholds. All these changes
        together are one step of the Markov chain that the class describes."""
        for _ in range(self._changes):
            next(self._changed).change(rng)
        next(self._guessed).guess(rng)
        self._trade(rng, TRADES)

    def hands(self) -> dict[int, int]:
        """Return the hand of each seat in the present state of the Markov chain. Each hand is a bit
        mask, and the key is the seat."""
        return {seat: reading.hand for seat, reading in self._by_seat.items()}

    def reach(self, seat: int) -> Reach | None:
        """Return the thresholds by which a seat plays according to the present guess. Return None
        if there is no guess about this seat."""
        reading = self._by_seat.get(seat)
        return None if reading is None else reading.reach

    def _trade(self, rng: Chance, times: int) -> None:
        for one, other in islice(self._traded, times):
            one.trade(other, rng)


class Imagined:
    """A source of imagined deals, which agree with what a seat sees and remembers.

    Making an Imagined raises GameError when the view is a spectator's or contradicts itself.
    """

    def __init__(self, view: View, memory: Memory, rng: Chance) -> None:
        self._dealer = Dealer(Durak, view, memory, rng)
        self.base = Position.of_game(self._dealer.state)
        self.seat = -1 if view.seat is None else view.seat
        self._face_down = max(len(self.base.talon) - 1, 0)

    @property
    def is_open(self) -> bool:
        """Whether a player who remembers all events knows where each card is."""
        return self._dealer.is_open and not self._face_down

    def deal(self, rng: Chance) -> Position:
        """Return the position, with each hidden card at a random place where it might be. Every
        call returns the same object, filled anew."""
        dealt = self._dealer.deal(rng)
        order, position = self.base.order, self.base
        position.hands = [order.of_mask(hand) for hand in dealt.hands]
        self._lay_talon([order.bit_of[card] for card in dealt.pool], rng)
        return position

    def read(
        self, observations: Observations, among: Sequence[Reach], rng: Chance
    ) -> Readings | None:
        """Return guesses of the other seats' hands, and of the thresholds (limits on the worth of
        cards) by which these seats play. The thresholds are chosen from `among`. The guesses follow
        from `observations`, the actions of the seats. Returns None if the observations are
        incomplete because this seat was not told all events."""
        if not observations.begun:
            return None
        dealt, order = self._dealer.deal(rng), self.base.order
        rest, by_seat = [order.bit_of[card] for card in dealt.pool], {}
        for seat in range(len(self.base.hands)):
            if seat == self.seat or not self.base.standing >> seat & 1:
                continue
            known = observations.known(seat)
            hidden = bits_in(order.of_mask(dealt.hands[seat]) & ~known)
            reading = self._read(seat, len(hidden), observations, among)
            if reading is None:
                return None
            reading.start(known, hidden, rest, rng)
            by_seat[seat] = reading
        return Readings(by_seat, len(self.base.hands) - 1, rest, rng)

    def _read(
        self, seat: int, hidden: int, observations: Observations, among: Sequence[Reach]
    ) -> Reading | None:
        done, changes = observations.by_seat[seat], observations.changes[seat]
        came = observations.table.dealt[seat] + sum(
            change.size for change in changes if not change.lost
        )
        if came != hidden + sum(change.lost != 0 for change in changes):
            return None
        adds = self._dealer.could_add(seat)
        if adds is not None:
            done = [*done, observations.observe("something" if adds else "nothing", seat)]
        return Reading(done, changes, among, self.base.rules, self.base.order)

    def as_read(self, readings: Readings, rng: Chance) -> Position:
        """Change the guesses in `readings` by one random step. Return the position in which the
        hidden cards are where the new guesses place them. Every call returns the same object,
        filled anew."""
        position = self.base
        readings.go_on(rng)
        for seat, hand in readings.hands().items():
            position.hands[seat] = hand
        self._lay_talon(readings.rest[:], rng)
        return position

    def _lay_talon(self, unseen: list[int], rng: Chance) -> None:
        """Puts unseen cards (given as bits) into the talon, face down above the trump card, until
        the talon has its size."""
        if self._face_down:
            rng.shuffle(unseen)
            self.base.talon = [self.base.talon[0], *unseen[: self._face_down]]

    def bouts_begun(self, memory: Memory) -> Iterator[tuple[int, int]]:
        """Yield, for each bout since the last discard, the hands of the attacker and the defender
        at its beginning, as bit masks in the player's order of cards. Call this only when two seats
        are left and the talon is empty. The other seat's hand is computed as all cards that this
        seat didn't hold and that weren't discarded."""
        order, rules = self.base.order, self.base.rules
        for attacker, held, discarded in memory.begun:
            own = held[self.seat]
            others = rules.deck & ~own & ~discarded
            hands = (own, others) if attacker == self.seat else (others, own)
            yield order.of_mask(hands[0]), order.of_mask(hands[1])
