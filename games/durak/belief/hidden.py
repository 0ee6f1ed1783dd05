"""Finds out which cards a viewer can't see, and deals them to the places where they can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

from games.core import Chance, GameError, View, Zone
from games.durak.belief.evidence import Evidence
from games.durak.belief.memory import Memory
from games.durak.rules.deal import LOPSIDED
from games.durak.rules.options import DurakOptions
from games.durak.rules.rules import Rules, rules_for
from games.durak.rules.tables import SUITS_OF_ALL, mask_of, names_in, numbers_in
from games.durak.rules.two_decks import Numbering


class Hidden:
    """The hands as far as the viewer knows them, and the pool, which has the cards whose place the
    viewer doesn't know. Sets of cards are bit masks of card numbers.

    `hands` has the known cards of each hand, and `sizes` the number of cards in each hand.
    `discarded` has the known cards of the discard pile. `pool` has the numbers of all other cards.
    The methods that deal cards change the object, so each imagined game needs a `copy`."""

    hands: list[int]
    """For each seat, the cards known to be in its hand."""
    sizes: list[int]
    """For each seat, the number of cards in its hand."""
    discarded: int
    """The cards known to be in the discard pile."""
    pool: list[int]
    """The numbers of the cards whose place isn't known. They are in hands, in the talon or in the
    discard pile."""

    def __init__(self, view: View, memory: Memory | None = None) -> None:
        zones = [zone for zone in view.zones if zone.name == "hand"]
        self.sizes = [len(zone.cards) for zone in zones]
        rules = rules_of(view)
        if rules.decks > 1:
            self._count_copies(view, memory, rules.deck)
            return
        self.hands = [mask_of(filter(None, zone.cards)) for zone in zones]
        lying = on_table(view)
        for seat, cards in view.facts.get("barred", {}).items():
            self.hands[int(seat)] |= mask_of(cards) & ~lying
        seen = lying
        if view.facts["trump_card"] is not None:
            seen |= mask_of([view.facts["trump_card"]])
        self.discarded = 0
        if memory is not None:
            self._remember(view, memory)
        for cards in (*self.hands, self.discarded):
            seen |= cards
        self.pool = list(numbers_in(rules.deck & ~seen))

    def _count_copies(self, view: View, memory: Memory | None, deck: int) -> None:
        """Set the known cards and the pool in a game with two decks. The copies of each card are
        counted: those that the view shows, and those that `memory` knows in other hands and in the
        discard pile. `deck` is a bit mask of all cards of both decks."""
        numbers = Numbering(decks=2)
        table, trump_card = zone_of(view, "table"), view.facts["trump_card"]
        held = [
            Counter(card for card in zone.cards if card is not None)
            for zone in view.zones
            if zone.name == "hand"
        ]
        discarded: list[str] = []
        if memory is not None:
            discarded = names_in(memory.discarded)
            held = [
                known if seat == view.seat else known | Counter(names_in(memory.held[seat]))
                for seat, known in enumerate(held)
            ]
        seen = numbers.mask([card for card in (*table.cards, *table.covers) if card is not None])
        self.hands = [numbers.mask([*known.elements()]) for known in held]
        seen |= numbers.mask([] if trump_card is None else [trump_card])
        self.discarded = numbers.mask(discarded)
        for cards in (*self.hands, self.discarded):
            seen |= cards
        self.pool = list(numbers_in(deck & ~seen))

    def _remember(self, view: View, memory: Memory) -> None:
        """Add the cards that `memory` knows in other hands and on the discard pile."""
        for seat in range(len(view.seats)):
            if seat != view.seat:
                self.hands[seat] |= memory.held[seat]
        self.discarded = memory.discarded

    def copy(self) -> Self:
        """Return a copy. The copy can be changed without changing this object."""
        new = object.__new__(type(self))
        new.hands, new.sizes, new.pool = self.hands[:], self.sizes, self.pool[:]
        new.discarded = self.discarded
        return new

    def give(self, seat: int, cards: Sequence[int]) -> None:
        """Move these cards from the pool into the hand of `seat`."""
        for card in cards:
            self.hands[seat] |= 1 << card
            self.pool.remove(card)

    def fill_likely(
        self, seats: Sequence[int], rng: Chance, weights: Sequence[Mapping[int, int]]
    ) -> None:
        """Deal cards from the pool at random to the hands of these seats until each hand has its
        real number of cards (`sizes`). `weights[seat][card]` is the relative probability of the
        card in this hand. Raises GameError when the pool has too few cards."""
        for seat in seats:
            missing = self.sizes[seat] - self.hands[seat].bit_count()
            if missing <= 0:
                continue
            if len(self.pool) < missing:
                raise GameError("The view contradicts itself: too few cards are unseen.")
            likely = [weights[seat][card] for card in self.pool]
            total = sum(likely)
            for _ in range(missing):
                at = rng.randrange(total)
                place = 0
                while at >= likely[place]:
                    at -= likely[place]
                    place += 1
                self.hands[seat] |= 1 << self.pool.pop(place)
                total -= likely.pop(place)

    def weights(self, seat: int, evidence: Evidence) -> dict[int, int]:
        """Return how likely each card of the pool (the unseen cards) is in the hand of `seat`,
        relative to the other cards. The result maps the card's number to this weight. The weight is
        16 if no move of the seat speaks against the card. Otherwise the weight is smaller until the
        seat has drawn enough cards."""
        missing = self.sizes[seat] - self.hands[seat].bit_count()
        return {card: evidence.weight(seat, card, missing) for card in self.pool}

    def fill(self, seats: Sequence[int], rng: Chance, among: int = -1) -> None:
        """Deal cards from the pool at random to the hands of these seats until each hand has its
        real number of cards (`sizes`). Only cards in the bit mask `among` are dealt. Raises
        GameError when there are too few such cards."""
        for seat in seats:
            missing = self.sizes[seat] - self.hands[seat].bit_count()
            choice = [card for card in self.pool if among >> card & 1]
            if len(choice) < missing:
                raise GameError("The view contradicts itself: too few cards are unseen.")
            rng.shuffle(choice)
            self.give(seat, choice[: max(missing, 0)])

    def make_lopsided(self, seat: int, rng: Chance) -> None:
        """DUR-04: give a seat cards of one suit until it has five of this suit. The suit is chosen
        at random among those of which the pool has enough cards. If there is no such suit, nothing
        changes."""
        possible = []
        for suit in SUITS_OF_ALL:
            missing = LOPSIDED - (self.hands[seat] & suit).bit_count()
            cards = [card for card in self.pool if suit >> card & 1]
            if missing <= len(cards):
                possible.append((cards, missing))
        if possible:
            cards, missing = rng.choice(possible)
            rng.shuffle(cards)
            self.give(seat, cards[:missing])


@lru_cache(maxsize=64)
def _options_of(values: frozenset[tuple[str, Any]]) -> DurakOptions:
    return DurakOptions(**dict(values))


def options_of(view: View) -> DurakOptions:
    """The options of the game from which the view was made."""
    return _options_of(frozenset(view.facts["options"].items()))


def rules_of(view: View) -> Rules:
    """The rules of the game from which the view was made."""
    return rules_for(options_of(view), len(view.seats))


def zone_of(view: View, name: str) -> Zone:
    """Return the zone of the view with the name `name`. There must be only one zone with this
    name."""
    return next(zone for zone in view.zones if zone.name == name)


def on_table(view: View) -> int:
    """Return a bit mask of the cards on the table: the attack cards and the cards that lie over
    them."""
    table = zone_of(view, "table")
    return mask_of(filter(None, (*table.cards, *table.covers)))
