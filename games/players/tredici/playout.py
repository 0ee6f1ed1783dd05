"""Games of Tredici, played on from an imagined position. Cards are counted by kind: all cards of a
suit are alike except its ace (TRE-12).

Every seat plays simply: it gives away the cards that seem least valuable, and calls kisché when the
game makes no progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from games.cards import SUITS
from games.tredici.rules.ends import IDLE_ROUNDS
from games.tredici.rules.hands import RANKS_OF_A_SUIT, SWAP
from games.tredici.rules.state import FRESH, REDRAW

KINDS: Final = 2 * len(SUITS)
"""The number of kinds of cards. Each suit has two kinds: its ordinary cards and its ace. The index
of a kind is twice the index of the suit for ordinary cards, and 1 more for the ace."""
NOBODY: Final = -1
STUCK_ROUNDS: Final = 2
"""After this number of rounds in which no seat set a card aside, a seat calls kisché (the call that
reveals all suits) if another side collects the same suit."""
BLOCK: Final = 3
"""The additional worth of the last card of a suit in a hand. The unit is the worth of one card of
this suit."""

_FACTOR: Final = 6364136223846793005
_TERM: Final = 1442695040888963407
_BITS: Final = (1 << 64) - 1
_HIGH: Final = 33
"""The lowest `_HIGH` bits of a random number are not used, because in a linear congruential
generator they are hardly random (Knuth, TAOCP 3.6)."""


class Position:
    """A position in which all cards are known by kind (see `kind_of`). `hands` has, for each seat,
    the number of cards of each kind.

    `owes` has, for each seat, the number of cards that the seat must draw. It is 0 if the seat must
    swap cards, and below 0 in three cases: `REDRAW` or `FRESH` means a whole new hand, and `OUT`
    means that the seat has left."""

    __slots__ = (
        "chance",
        "deck",
        "full_hand",
        "hands",
        "idle",
        "kische_used",
        "owes",
        "pile",
        "side_of",
        "stacks",
        "targets",
        "turn",
        "turns",
        "worth",
    )

    hands: list[list[int]]
    stacks: list[int]
    """For each side, the number of cards on its stacks."""
    targets: list[int]
    """For each side, the index of the suit that it collects, or NOBODY if the side has left."""
    deck: list[int]
    """The kinds of the cards to draw. Their order has no meaning, because each draw takes a random
    one."""
    pile: list[int]
    owes: list[int]
    side_of: tuple[int, ...]
    turn: int
    full_hand: int
    idle: int
    kische_used: bool
    worth: list[list[int]]
    """For each seat and suit, how important the seat considers it to keep a card of the suit."""
    chance: int
    """The state of the linear congruential generator that makes all random numbers."""
    turns: int
    """The number of turns played so far."""

    def copy(self) -> Self:
        """An independent copy of this position."""
        new = object.__new__(type(self))
        new.hands = [hand[:] for hand in self.hands]
        new.stacks, new.targets = self.stacks[:], self.targets[:]
        new.deck, new.pile, new.owes = self.deck[:], self.pile[:], self.owes[:]
        new.side_of, new.turn, new.full_hand = self.side_of, self.turn, self.full_hand
        new.idle, new.kische_used = self.idle, self.kische_used
        new.worth, new.chance, new.turns = self.worth, self.chance, self.turns
        return new

    def by_chance(self, stop: int) -> int:
        """A random number from 0 to `stop` - 1."""
        self.chance = (self.chance * _FACTOR + _TERM) & _BITS
        return (self.chance >> _HIGH) % stop

    def play_out(self, most: int) -> int:
        """Play the game to its end. Return the winning side, or NOBODY when the game is a draw or
        takes more than `most` turns."""
        seats = len(self.side_of)
        longest = IDLE_ROUNDS * seats
        while self.turns < most and self.idle < longest:
            side = self.side_of[self.turn]
            if self.stacks[side] >= RANKS_OF_A_SUIT:
                return side
            if not self.kische_used and self.idle >= STUCK_ROUNDS * seats and self._shares(side):
                self.call(self.turn)
            if not (self.deck or self.pile or self._shrink()):
                break
            self.take_turn()
        return next(
            (side for side, count in enumerate(self.stacks) if count >= RANKS_OF_A_SUIT), NOBODY
        )

    def _shares(self, side: int) -> bool:
        return self.targets.count(self.targets[side]) > 1

    def take_turn(self, laid: Sequence[int] | None = None) -> None:
        """Play one turn of the seat in `turn` (TRE-10 to TRE-13). If the seat swaps cards, it
        discards the cards in `laid`, which are given as kinds. If `laid` is None, it discards the
        cards that it considers least valuable."""
        seat = self.turn
        hand, owed = self.hands[seat], self.owes[seat]
        if owed < 0:
            self._discard_all(seat)
            owed = self.full_hand
        elif not owed:
            if laid is None:
                self.part_with(seat, min(SWAP, sum(hand)), self.pile)
            else:
                for kind in laid:
                    hand[kind] -= 1
                self.pile += laid
            owed = SWAP
        aside, ace = self._draw(seat, owed)
        self.stacks[self.side_of[seat]] += aside
        self.owes[seat] = REDRAW if ace else aside
        self.idle = 0 if aside else self.idle + 1
        self.turns += 1
        self.turn = self.following(seat)

    def following(self, seat: int) -> int:
        """TRE-04: the next seat that is still in the game."""
        while True:
            seat = (seat + 1) % len(self.side_of)
            if self.owes[seat] != OUT:
                return seat

    def _discard_all(self, seat: int) -> None:
        hand = self.hands[seat]
        for kind, count in enumerate(hand):
            if count:
                self.pile += [kind] * count
                hand[kind] = 0

    def _draw(self, seat: int, owed: int) -> tuple[int, bool]:
        """TRE-14, TRE-15: let the seat draw `owed` cards. Return how many of these cards were set
        aside, and whether one of the other cards is an ace. (Cards that the seat's side collects
        are set aside.)"""
        hand, target = self.hands[seat], self.targets[self.side_of[seat]]
        size = sum(hand)
        aside, ace = 0, False
        deck, chance = self.deck, self.chance
        while owed and size < self.full_hand:
            if not deck:
                if self.pile:
                    deck, self.deck, self.pile = self.pile, self.pile, []
                elif self._shrink():
                    deck, size = self.deck, sum(hand)
                    continue
                else:
                    break
            chance = (chance * _FACTOR + _TERM) & _BITS
            place = (chance >> _HIGH) % len(deck)
            card = deck[place]
            deck[place] = deck[-1]
            deck.pop()
            owed -= 1
            if card >> 1 == target:
                aside += 1
            else:
                hand[card] += 1
                size += 1
                ace = ace or bool(card & 1)
        self.chance = chance
        return aside, ace

    def part_with(self, seat: int, count: int, where: list[int]) -> None:
        """TRE-11, TRE-21: let the seat give away the `count` cards that it considers least
        valuable. They are added to the list `where`."""
        hand, worth = self.hands[seat], self.worth[seat]
        held = [hand[kind] + hand[kind + 1] for kind in range(0, KINDS, 2)]
        for _ in range(count):
            least, best = -1, 0
            for suit, number in enumerate(held):
                if number:
                    cost = worth[suit] if number > 1 else worth[suit] * (1 + BLOCK)
                    if least < 0 or cost < least:
                        least, best = cost, suit
            held[best] -= 1
            kind = 2 * best if hand[2 * best] else 2 * best + 1
            hand[kind] -= 1
            where.append(kind)

    def _shrink(self) -> bool:
        """TRE-21: let every seat that has cards give one, and make a full hand (the hand size up to
        which seats draw) one card smaller from now on. Return whether the game goes on (TRE-22)."""
        if all(sum(hand) <= 1 for hand in self.hands):
            return False
        self.full_hand = max(0, self.full_hand - 1)
        for seat, hand in enumerate(self.hands):
            if any(hand):
                self.part_with(seat, 1, self.deck)
        return True

    def call(self, caller: int) -> None:
        """TRE-30 to TRE-33: the seat `caller` calls kisché. Each side that has the same suit as
        another side is purged. If there is no such side, the caller's side is purged. A purged side
        loses all its cards, and gets a random suit that no other side has. After that, everyone
        knows the suits of the sides that were not purged."""
        self.kische_used, self.idle = True, 0
        own = self.side_of[caller]
        sides = [side for side, target in enumerate(self.targets) if target != NOBODY]
        order = [side for side in sides if side > own] + [side for side in sides if side < own]
        purged = [side for side in order if self._shares(side)]
        for side in purged or [own]:
            self._purge(side)
        taken = [self.targets[side] for side in sides if side not in (purged or [own])]
        known = taken[:]
        for side in purged or [own]:
            free = [place for place in range(len(SUITS)) if place not in taken]
            self.targets[side] = free[self.by_chance(len(free))]
            taken.append(self.targets[side])
        self._fear(known)

    def _purge(self, side: int) -> None:
        self.pile += [2 * self.targets[side]] * self.stacks[side]
        self.stacks[side] = 0
        for seat, of in enumerate(self.side_of):
            if of == side and self.owes[seat] != OUT:
                self._discard_all(seat)
                self.owes[seat] = FRESH

    def _fear(self, known: Sequence[int]) -> None:
        """Set, for each suit, how important it is to keep its cards from others. `known` are the
        suits of which everyone knows that a side collects them. The more cards a side has collected
        so far, the more important is its suit, if this suit is known."""
        plain = [1] * len(SUITS)
        for side, target in enumerate(self.targets):
            if target in known:
                plain[target] += self.stacks[side]
        self.worth = [plain] * len(self.side_of)


OUT: Final = -3
"""The value of `owes` for a seat that has left."""
