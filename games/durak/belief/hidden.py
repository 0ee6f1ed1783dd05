"""The cards that a viewer can't see, and dealing them to the places where they may be."""

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
    """The hands as far as the viewer knows them, and the pool of cards whose place it doesn't know.
    Sets of cards are bit masks of card numbers.

    `hands` are the known cards of each hand, `sizes` the numbers of cards in the hands, `discarded`
    the known discards, and `pool` the numbers of the other cards. `give` and `fill` change the
    object, so each imagined game deals from a `copy`."""

    hands: list[int]
    """By seat, the cards known to be there."""
    sizes: list[int]
    """By seat, how many cards it holds."""
    discarded: int
    """The cards known to be discarded."""
    pool: list[int]
    """The numbers of the unseen cards: in hands, in the talon, or on the discard pile."""

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
        """Set the known cards and the pool with two decks, counting the copies of each card: those
        that the view shows, and those that `memory` knows in hands and on the discard pile. `deck`
        is the bit mask of all cards of both decks."""
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
        """A copy that can be changed without changing this one."""
        new = object.__new__(type(self))
        new.hands, new.sizes, new.pool = self.hands[:], self.sizes, self.pool[:]
        new.discarded = self.discarded
        return new

    def give(self, seat: int, cards: Sequence[int]) -> None:
        """Puts these unseen cards into a hand."""
        for card in cards:
            self.hands[seat] |= 1 << card
            self.pool.remove(card)

    def fill_likely(
        self, seats: Sequence[int], rng: Chance, weights: Sequence[Mapping[int, int]]
    ) -> None:
        """Deal unseen cards at random to the hands of these seats until they are full. `weights`
        has, by seat and card number, the relative weight of the card in that hand."""
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
        """For each unseen card, by number, its relative weight in the hand of `seat`: 16 without
        evidence against it, less with evidence."""
        missing = self.sizes[seat] - self.hands[seat].bit_count()
        return {card: evidence.weight(seat, card, missing) for card in self.pool}

    def fill(self, seats: Sequence[int], rng: Chance, among: int = -1) -> None:
        """Deal unseen cards at random to the hands of these seats until they are full, only cards
        in the bit mask `among`. Raises GameError when there are too few."""
        for seat in seats:
            missing = self.sizes[seat] - self.hands[seat].bit_count()
            choice = [card for card in self.pool if among >> card & 1]
            if len(choice) < missing:
                raise GameError("The view contradicts itself: too few cards are unseen.")
            rng.shuffle(choice)
            self.give(seat, choice[: max(missing, 0)])

    def make_lopsided(self, seat: int, rng: Chance) -> None:
        """DUR-04: gives a seat cards of one suit until it has five of them, if that is possible."""
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
    """The zone of the view with that name. Only one zone may have it."""
    return next(zone for zone in view.zones if zone.name == name)


def on_table(view: View) -> int:
    """The bit mask of the cards on the table, attack cards and the cards over them."""
    table = zone_of(view, "table")
    return mask_of(filter(None, (*table.cards, *table.covers)))
