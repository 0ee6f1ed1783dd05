"""Imagined deals of Tredici: positions from which a player plays quick games to their end
(playouts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.cards import SUITS
from games.core import Chance, View
from games.players.tredici.playout import KINDS, NOBODY, OUT, Position
from games.players.tredici.quick import Likely
from games.tredici.belief.counts import PLACE, Counts
from games.tredici.rules.hands import RANKS_OF_A_SUIT
from games.tredici.rules.position import owes_number
from games.tredici.rules.state import FRESH

TRIES: Final = 20
"""The most deals that are tried to find one that agrees with the view."""
_SEED: Final = 1 << 32


def kind_of(card: str) -> int:
    """The kind of a card, as a number. A suit has two kinds, its ace and its other cards; playouts
    treat cards of one kind as equal."""
    return 2 * PLACE[card[-1]] + (card[0] == "A")


def kinds_in(cards: Sequence[str]) -> list[int]:
    """How many of these cards are of each kind (see `kind_of`), as a list by kind."""
    counts = [0] * KINDS
    for card in cards:
        counts[kind_of(card)] += 1
    return counts


class Imagined:
    """A source of imagined deals, which agree with what the seat at turn sees and concludes.
    `likely` has the probability that a side collects a suit. `thrown` has, for each suit, the
    number of cards that the seat knows to be among the discards. `worth` has, for each suit, how
    valuable the seat considers a card of the suit."""

    def __init__(
        self,
        view: View,
        counts: Counts,
        likely: Likely,
        thrown: Sequence[int],
        worth: Sequence[int],
    ) -> None:
        facts = view.facts
        self.seat = -1 if view.seat is None else view.seat
        self._counts, self._likely, self._thrown = counts, likely, thrown
        self._sizes = [seat.cards for seat in view.seats]
        self._in = {seat.side for seat in view.seats if not seat.out}
        self._alone = facts["kische"] == "used"
        base = self.base = Position()
        base.side_of = tuple(seat.side for seat in view.seats)
        base.stacks = list(counts.stacks)
        base.hands = [[0] * KINDS for _ in view.seats]
        base.hands[self.seat] = kinds_in(view.hand)
        base.owes = [
            OUT if seat.out else FRESH if seat.seat in facts["purged"] else aside
            for seat, aside in zip(view.seats, facts["set_aside"], strict=True)
        ]
        base.owes[self.seat] = owes_number(facts["owes"])
        base.turn, base.full_hand, base.idle = self.seat, facts["full_hand"], facts["idle"]
        base.targets, base.deck, base.pile, base.chance = [], [], [], 0
        base.kische_used, base.turns = self._alone, 0
        plain = [1] * len(SUITS)
        for side in facts["announced"]:
            if side in self._in:
                plain[PLACE[facts["targets"][side]]] += base.stacks[side]
        base.worth = [list(worth) if side == counts.side else plain for side in base.side_of]
        held = kinds_in([*view.hand, *counts.own_cards])
        self._unseen = [
            (1 if kind & 1 else RANKS_OF_A_SUIT - 1) - held[kind] for kind in range(KINDS)
        ]

    def deal(self, rng: Chance) -> Position | None:
        """Imagine a deal, and return the position in which each hidden card lies at a place where
        it might be. Return None if no such deal was found."""
        for _ in range(TRIES):
            new = self.base.copy()
            new.chance = rng.randrange(_SEED)
            if self._choose_targets(new) and self._lay(new):
                return new
        return None

    def _choose_targets(self, new: Position) -> bool:
        new.targets = [
            self._by_weight(new, weights) if side in self._in else NOBODY
            for side, weights in enumerate(self._likely)
        ]
        chosen = [target for target in new.targets if target != NOBODY]
        return not self._alone or len(set(chosen)) == len(chosen)

    def _by_weight(self, new: Position, weights: Sequence[int]) -> int:
        left = new.by_chance(sum(weights))
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        return len(weights) - 1

    def _lay(self, new: Position) -> bool:
        """Put the unseen cards of an imagined deal on stacks, into the discards, hands and the
        deck. Return whether all fit."""
        unseen = self._unseen[:]
        for side in self._counts.others:
            target = 2 * new.targets[side]
            for _ in range(new.stacks[side]):
                left = unseen[target] + unseen[target + 1]
                if not left:
                    return False
                unseen[target + (new.by_chance(left) < unseen[target + 1])] -= 1
        new.pile = []
        for suit, count in enumerate(self._thrown):
            for _ in range(count):
                kind = 2 * suit if unseen[2 * suit] else 2 * suit + 1
                if unseen[kind] and len(new.pile) < self._counts.pile:
                    unseen[kind] -= 1
                    new.pile.append(kind)
        pool = [kind for kind, count in enumerate(unseen) for _ in range(count)]
        for place in range(len(pool) - 1, 0, -1):
            other = new.by_chance(place + 1)
            pool[place], pool[other] = pool[other], pool[place]
        return self._fill_hands(new, pool)

    def _fill_hands(self, new: Position, pool: list[int]) -> bool:
        for seat, hand in enumerate(new.hands):
            if seat == self.seat or new.owes[seat] == OUT:
                continue
            own = new.targets[new.side_of[seat]]
            put_off: list[int] = []
            left = self._sizes[seat]
            while left and pool:
                kind = pool.pop()
                if kind >> 1 == own:
                    put_off.append(kind)
                else:
                    hand[kind] += 1
                    left -= 1
            pool += put_off
            if left:
                return False
        missing = self._counts.pile - len(new.pile)
        new.pile += pool[:missing]
        new.deck = pool[missing:]
        return True
