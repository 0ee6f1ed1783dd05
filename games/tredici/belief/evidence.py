"""Conclusions about the suits that other sides collect, from the events that a seat of Tredici has
seen.

A side that collects a suit keeps no card of the suit in hand and discards none (TRE-03). So all
cards of the suit are on the side's stacks, in the decks, or with other sides. This isn't true of
cards that the side discarded before it was purged, when it collected another suit. After a draw, a
side sets aside the drawn cards of its suit. The number of these cards is more likely for some suits
than for others. The seat's own draws are evidence too, because a suit that nobody keeps in hand is
more frequent in the deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final

from games.cards import SUITS
from games.core import View
from games.tredici.belief.chances import chance_of_count, chance_of_suits, shares
from games.tredici.belief.counts import CERTAIN, PLACE, Counts, suits_in
from games.tredici.rules.hands import BIT, RANKS_OF_A_SUIT

Fields = Mapping[str, Any]
DECK: Final = len(BIT)
NOBODY: Final = -1
"""Used in place of a suit for the viewer's own side, and for a side that had left before the suits
were announced (TRE-31)."""


class Evidence:
    """What one seat has seen, and what follows from this: for each other side, the probability of
    each suit that it may collect.

    The object receives events with the fields that the seat may know (`games.core.Told`). The
    events are evaluated only when a view is given, because only a view says which seats play
    together. A player that is not `attentive` learns nothing from its own draws."""

    def __init__(self, *, attentive: bool = False) -> None:
        self._attentive = attentive
        self._waiting: list[tuple[str, Fields]] = []
        self._seat = -1
        self._sides: Sequence[int] = ()
        self._held = [0] * len(SUITS)
        self.thrown = [0] * len(SUITS)
        self._given: str | None = None
        self._hands: list[int] = []
        self._piles: list[int] = []
        self._loose = 0
        self._purged: set[int] = set()
        self._givers: set[int] = set()
        self._stacks: list[int] = []
        self._known: list[str | None] = []
        self._deck = DECK
        self._drawn: tuple[int, int, list[int]] | None = None
        self._began = False
        self._weights: dict[tuple[int, ...], int] = {}

    def watch(self, name: str, fields: Fields) -> None:
        """Keep an event for later conclusions. `fields` has only the fields that the seat may
        know."""
        self._waiting.append((name, fields))

    def likely(self, view: View, counts: Counts) -> list[list[int]]:
        """Return the probability that a side collects a suit, for each side and suit. The result is
        a list for each side, with a number from 0 to CERTAIN for each suit. If the view shows the
        suit of a side (TRE-31, TRE-33), this suit has the probability CERTAIN. For other sides, the
        probabilities are concluded from the events."""
        targets = view.facts["targets"]
        found = [[0] * len(SUITS) for _ in targets]
        for suits, weight in self.joint(view, counts):
            for side in counts.others:
                found[side][suits[side]] += weight
        return [
            shares(weights) if target is None else [CERTAIN * (suit == target) for suit in SUITS]
            for weights, target in zip(found, targets, strict=True)
        ]

    def joint(self, view: View, counts: Counts) -> list[tuple[tuple[int, ...], int]]:
        """Return possible combinations of the suits that the other sides collect, each with its
        relative probability. A combination has one number for each side: the index of its suit. It
        has -1 for the viewer's own side, and for a side that had left before the suits were
        announced (TRE-31). Only combinations that agree with the view are returned. If no
        combination agrees, all are returned."""
        self._take_in(view, counts)
        facts = view.facts
        used, free = facts["kische"] == "used", {PLACE[suit] for suit in facts["free"]}
        own = facts["targets"][counts.side] if counts.side != NOBODY else None
        taken = free | {NOBODY if own is None else PLACE[own]}
        weights = list(self._weights.items())
        fitting = [each for each in weights if self._fits(each[0], counts, used, taken)]
        return fitting if any(weight for _, weight in fitting) else weights

    @staticmethod
    def _fits(suits: Sequence[int], counts: Counts, used: bool, taken: set[int]) -> bool:
        """Return whether the other sides can collect these suits. `suits` has the suit of each
        side.

        For each suit, the cards on the stacks of these sides and the viewer's own cards must not be
        more than thirteen. After a kisché, a call that reveals the suits (`used`), the suits must
        also differ from each other and from the suits in `taken` (TRE-33)."""
        others = [suits[side] for side in counts.others]
        if used and (len(set(others)) < len(others) or not taken.isdisjoint(others)):
            return False
        room = [
            RANKS_OF_A_SUIT - held - own
            for held, own in zip(counts.held, counts.own_stack, strict=True)
        ]
        for side in counts.others:
            room[suits[side]] -= counts.stacks[side]
        return min(room) >= 0

    def _take_in(self, view: View, counts: Counts) -> None:
        sides = [seat.side for seat in view.seats]
        if not self._sides:
            self._sides = sides
            self._hands, self._piles = [0] * len(sides), [0] * len(sides)
            count = max(sides) + 1
            self._stacks, self._known = [0] * count, [None] * count
            own = range(NOBODY, 0)
            places = [own if side == counts.side else range(len(SUITS)) for side in range(count)]
            self._weights = dict.fromkeys(product(*places), 1)
        if view.seat is not None:
            self._seat = view.seat
        for name, fields in self._waiting:
            if name != "set-aside":
                self._weigh(0)
            note = NOTES.get(name)
            if note is not None:
                note(self, fields)
        self._waiting.clear()
        self._weigh(0)
        self._held, self._deck = list(counts.held), counts.deck
        self._hands = [seat.cards for seat in view.seats]
        self._stacks = list(counts.stacks)
        self._known = list(view.facts["targets"])

    def _deal(self, fields: Fields) -> None:
        seat = fields["seat"]
        self._hands[seat] = fields["count"]
        self._deck -= fields["count"]
        if seat == self._seat:
            self._held = suits_in(fields.get("cards", ()))

    def _choose_target(self, fields: Fields) -> None:
        self._purged.discard(fields["side"])
        self._known[fields["side"]] = fields.get("suit")

    def _discard(self, fields: Fields) -> None:
        seat, cards = fields["seat"], fields.get("cards")
        self._hands[seat] -= fields["count"]
        if cards is None and self._sides[seat] in self._purged:
            self._loose += fields["count"]
        elif cards is None:
            self._piles[seat] += fields["count"]
        else:
            for place, count in enumerate(suits_in(cards)):
                self.thrown[place] += count
                if seat == self._seat:
                    self._held[place] -= count

    def _turn_over(self, fields: Fields) -> None:
        """TRE-20: record that the discards became the drawing deck. They are added to the count of
        the deck, which might still have cards. Nothing is known of the discards any more."""
        self._deck += fields["count"]
        self.thrown = [0] * len(SUITS)
        self._piles = [0] * len(self._piles)
        self._loose = 0

    def _draw(self, fields: Fields) -> None:
        seat, count = fields["seat"], fields["count"]
        if self._sides[seat] != self._sides[self._seat]:
            self._drawn = (seat, count, self._places(self._deck))
        if seat == self._seat and self._attentive:
            self._weigh_own(suits_in(fields.get("cards", ())))
        self._began = True
        self._deck = max(self._deck - count, 0)
        self._hands[seat] += count
        if seat == self._seat:
            for place, number in enumerate(suits_in(fields.get("cards", ()))):
                self._held[place] += number

    def _set_aside(self, fields: Fields) -> None:
        seat, side, count = fields["seat"], fields["side"], fields["count"]
        if side != self._sides[self._seat]:
            if self._drawn is None and not self._began:
                self._drawn = (
                    seat,
                    self._hands[seat],
                    self._places(self._deck + self._hands[seat]),
                )
            self._weigh(count)
        self._stacks[side] += count
        self._hands[seat] -= count
        if seat == self._seat:
            for place, number in enumerate(suits_in(fields.get("cards", ()))):
                self._held[place] -= number

    def _places(self, deck: int) -> list[int]:
        """Return the numbers of places where a card could be before a draw. The first number is for
        the deck: the sum of `deck` (the number of cards in it) and of the cards that sides
        discarded before a purge made them choose a new suit. Then there is one number for each
        seat: the cards in its hand plus the other cards that it discarded."""
        with_seats = (hand + pile for hand, pile in zip(self._hands, self._piles, strict=True))
        return [deck + self._loose, *with_seats]

    def _weigh(self, count: int) -> None:
        """Take into account that a seat set aside `count` of the cards that it has just drawn."""
        if self._drawn is None:
            return
        (seat, drawn, places), self._drawn = self._drawn, None
        side = self._sides[seat]
        chances: dict[tuple[int, ...], int] = {}
        new = {}
        for suits, weight in self._weights.items():
            suit = suits[side]
            same = tuple(other for other, of in enumerate(suits) if of == suit)
            if (suit, *same) not in chances:
                chances[suit, *same] = self._chance_of(suit, same, places, drawn, count)
            new[suits] = weight * chances[suit, *same]
        self._believe(new)

    def _believe(self, weights: dict[tuple[int, ...], int]) -> None:
        """Replace the probabilities by these weights, scaled so that their sum is about CERTAIN. A
        weight above 0 stays above 0. If all weights are 0, nothing changes."""
        total = sum(weights.values())
        if total:
            self._weights = {
                suits: max(weight * CERTAIN // total, 1) if weight else 0
                for suits, weight in weights.items()
            }

    def _weigh_own(self, drawn: Sequence[int]) -> None:
        """Take into account which cards the seat itself drew. `drawn` has the number of cards of
        each suit."""
        self._believe(
            {
                suits: weight * self._chance_to_draw(drawn, suits)
                for suits, weight in self._weights.items()
            }
        )

    def _chance_to_draw(self, drawn: Sequence[int], suits: Sequence[int]) -> int:
        """Return how likely the seat's draw was, in comparison with other draws (see
        `chance_of_suits`). `drawn` has the number of drawn cards of each suit. `suits` is one
        assumption about which suit each of the other sides collects. Under it, the hidden cards of
        a suit can be in the deck, among the loose cards, or with seats whose side doesn't collect
        that suit."""
        own = self._sides[self._seat]
        left, places = [], []
        for suit in range(len(SUITS)):
            sides = {side for side, of in enumerate(suits) if of == suit}
            if self._known[own] == SUITS[suit]:
                sides.add(own)
            lying = sum(self._stacks[side] for side in sides)
            left.append(max(RANKS_OF_A_SUIT - self._held[suit] - self.thrown[suit] - lying, 0))
            places.append(
                self._deck
                + self._loose
                + sum(
                    self._hands[seat] + self._piles[seat]
                    for seat, side in enumerate(self._sides)
                    if side not in sides and seat != self._seat
                )
            )
        return chance_of_suits(left, places, drawn)

    def _chance_of(
        self, suit: int, sides: Sequence[int], places: Sequence[int], drawn: int, count: int
    ) -> int:
        """Return the relative probability that exactly `count` of the `drawn` cards were of this
        suit. `sides` are the other sides that collect the suit. `places` are the numbers of places
        where a card could be before the draw, as `_places` returns them.

        Each other seat that has cards and doesn't collect the suit may keep one card of the suit in
        hand. The number of kept cards isn't known. Every possible number counts as equally
        likely."""
        own = self._sides[self._seat]
        left = RANKS_OF_A_SUIT - self._held[suit] - self.thrown[suit]
        left -= sum(self._stacks[side] for side in sides)
        if self._known[own] == SUITS[suit]:
            left -= self._stacks[own]
        others = [
            seat for seat, of in enumerate(self._sides) if of not in sides and seat != self._seat
        ]
        lay = places[0] + sum(places[seat + 1] for seat in others)
        holders = sum(bool(self._hands[seat]) for seat in others)
        return sum(
            chance_of_count(left - kept, lay - kept, drawn, count) for kept in range(holders + 1)
        )

    def _gather(self, fields: Fields) -> None:
        """TRE-21: count the cards that all seats gave as the new drawing deck."""
        for seat in self._givers:
            self._hands[seat] -= 1
        if self._given is not None:
            self._held[PLACE[self._given[-1]]] -= 1
        self._givers.clear()
        self._given = None
        self._deck = fields["count"]

    def _give(self, fields: Fields) -> None:
        self._givers.add(fields["seat"])
        for card in fields.get("cards", ()):
            self._given = card

    def _announce(self, fields: Fields) -> None:
        self._known = list(fields["targets"])
        own = self._sides[self._seat]
        told = [
            NOBODY if suit is None or side == own else PLACE[suit]
            for side, suit in enumerate(self._known)
        ]
        self._weights = {tuple(told): CERTAIN}

    def _purge(self, fields: Fields) -> None:
        """TRE-33: record that a side was purged, so that its stacks are discarded. These cards are
        of the suit that was just announced. Which suit the side collects next is unknown, so
        everything that it has discarded until then could be of that suit."""
        side = fields["side"]
        self._purged.add(side)
        for seat in fields["seats"]:
            self._loose += self._piles[seat]
            self._piles[seat] = 0
        suit = self._known[side]
        if suit is not None:
            self.thrown[PLACE[suit]] += fields["count"]
        self._givers.difference_update(fields["seats"])
        self._stacks[side], self._known[side] = 0, None
        if side != self._sides[self._seat]:
            self._weights = {
                (*suits[:side], place, *suits[side + 1 :]): weight
                for suits, weight in self._weights.items()
                for place in range(len(SUITS))
            }

    def _leave(self, fields: Fields) -> None:
        seat = fields["seat"]
        self._piles[seat] += fields["count"]
        self._hands[seat] = 0
        self._givers.discard(seat)


NOTES: Final[Mapping[str, Callable[[Evidence, Fields], None]]] = {
    "dealt": Evidence._deal,
    "target-chosen": Evidence._choose_target,
    "discarded": Evidence._discard,
    "reshuffled": Evidence._turn_over,
    "drew": Evidence._draw,
    "set-aside": Evidence._set_aside,
    "gave": Evidence._give,
    "gathered": Evidence._gather,
    "targets-announced": Evidence._announce,
    "purged": Evidence._purge,
    "resigned": Evidence._leave,
}
"""For each event from which a player can conclude something, the method that evaluates the
event."""
