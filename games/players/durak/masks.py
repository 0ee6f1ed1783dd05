"""A position of Durak for imagined deals, with sets of cards as bit masks."""

from __future__ import annotations

from typing import Self

from games.cards import SUITS
from games.core import Move
from games.durak.rules.rules import Rules
from games.durak.rules.state import State
from games.players.durak.cards import Order, order_of
from games.players.durak.turns import heir_of, throwers_of


class Position:
    """A position in which all cards are known. A set of cards is a bit mask, and `order` says which
    card each bit stands for. A set of seats is a bit mask with a bit for each seat.

    The next action follows from the other fields. If there are no attack cards, the attacker opens
    the bout. If an attack card is unbeaten and the defender doesn't take, the defender answers.
    Otherwise the seats that may throw in act.

    `lying` are all cards on the table, and `open` the unbeaten attack cards. `by` lists, for each
    attack card in order, the seat that played the card. `standing` are the seats still in the game.
    `said` are the seats that have said `done`. This set becomes empty whenever an action cancels
    everyone's `done` (DUR-15). `travelled` are the trumps that can't be shown any more to pass an
    attack on (DUR-33).

    `idle` counts the bouts in a row without progress (DUR-46). `progress` says whether this bout
    had progress because a player left and their hand was discarded."""

    __slots__ = (
        "attacker",
        "bout_over",
        "by",
        "defender",
        "discarded",
        "forfeited",
        "hands",
        "idle",
        "lying",
        "open",
        "order",
        "out",
        "progress",
        "ranks",
        "rules",
        "said",
        "standing",
        "taking",
        "talon",
        "throwers",
        "travelled",
    )

    rules: Rules
    order: Order
    hands: list[int]
    talon: list[int]
    """The bits of the cards in the talon. The next card to be drawn is the last item."""
    attacker: int
    defender: int
    by: list[int]
    """For each attack card on the table, in order, the seat that played it."""
    open: int
    """The unbeaten attack cards."""
    lying: int
    """All cards on the table."""
    ranks: int
    """All cards that have the same rank as a card on the table."""
    taking: bool
    said: int
    """DUR-15: the seats that have said `done` since this set was last emptied."""
    standing: int
    """The seats that are still in the game: neither out nor resigned."""
    throwers: int
    """DUR-12: the seats that may throw in."""
    out: list[int]
    """The seats that are out, in the order in which they went out (DUR-44)."""
    forfeited: int
    """DUR-45: a bit mask of the sides whose last player has left."""
    idle: int
    """DUR-46: bouts in a row without progress."""
    progress: bool
    """Whether there was progress in this bout because a player left and their hand was
    discarded."""
    bout_over: bool
    """Whether a bout has ended."""
    discarded: bool
    """DUR-11: whether the cards of a bout have gone to the discard pile."""
    travelled: int
    """DUR-33: the trumps that can't be shown any more to pass an attack on."""

    def copy(self) -> Self:
        """An independent copy of this position."""
        new = object.__new__(type(self))
        new.rules, new.order = self.rules, self.order
        new.hands, new.talon, new.by = self.hands[:], self.talon[:], self.by[:]
        new.attacker, new.defender = self.attacker, self.defender
        new.open, new.lying, new.ranks = self.open, self.lying, self.ranks
        new.taking, new.said = self.taking, self.said
        new.standing, new.throwers, new.out = self.standing, self.throwers, self.out[:]
        new.forfeited = self.forfeited
        new.idle, new.progress = self.idle, self.progress
        new.bout_over, new.discarded = self.bout_over, self.discarded
        new.travelled = self.travelled
        return new

    @classmethod
    def of_game(cls, state: State) -> Self:
        """Make an imagined position from the real position of a game, including the hidden
        cards."""
        order = order_of(SUITS[state.trump])
        new = object.__new__(cls)
        new.rules, new.order = state.rules, order
        new.hands = [order.of_mask(hand) for hand in state.hands]
        new.talon = [order.bit_of[card] for card in reversed(state.talon[state.drawn :])]
        new.by = state.by[:]
        new.attacker, new.defender = state.attacker, state.defender
        new.open = order.of_mask(state.open)
        new.lying = sum(order.bit_of[card] for card in state.lying())
        new.ranks = order.of_mask(state.ranks)
        new.taking, new.said = state.taking, state.said
        new.standing, new.throwers = state.standing, state.throwers
        new.out = [seat for group in state.out for seat in group]
        new.forfeited = state.forfeited
        new.idle, new.progress = state.idle, state.progress
        new.bout_over, new.discarded = state.bout_over, state.discarded
        new.travelled = order.of_mask(state.travelled)
        return new

    def make(self, seat: int, move: Move) -> None:
        """Make a legal move, without its automatic consequences, such as the end of a bout."""
        bits = [self.order.bits[card] for card in move.cards]
        match move.verb:
            case "attack" | "throw" | "pass":
                self._lay(seat, bits)
            case "beat":
                target, card = bits
                self.hands[seat] ^= card
                self.open ^= target
                self.lying |= card
                self.ranks |= self.order.ranks[card]
            case "show":
                self.travelled |= bits[0]
            case "take":
                self.taking = True
        self.said = self.said | 1 << seat if move.verb == "done" else 0
        if move.verb in ("pass", "show"):
            self.assign(seat, self.heir())

    def _lay(self, seat: int, bits: list[int]) -> None:
        for bit in bits:
            self.hands[seat] ^= bit
            self.open |= bit
            self.lying |= bit
            self.ranks |= self.order.ranks[bit]
            self.by.append(seat)

    def heir(self) -> int:
        """DUR-31: return the seat to which the attack is passed on. Call this only when the attack
        can be passed on."""
        return heir_of(self.rules, self.hands, self.defender, self.standing, len(self.talon))

    def assign(self, attacker: int, defender: int) -> None:
        """Set the attacker and the defender of a bout, and the seats that may throw in (DUR-12)."""
        self.attacker, self.defender = attacker, defender
        self.throwers = throwers_of(self.rules, attacker, defender, self.standing)
