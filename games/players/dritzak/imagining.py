"""Imagined deals of Dritzak: positions from which a player plays quick games to their end
(playouts)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.core import Chance, View
from games.dritzak.belief.memory import Memory
from games.dritzak.rules.holdings import NUMBER, TEXT
from games.dritzak.rules.options import DritzakOptions, rules_of
from games.players.dritzak.position import Position
from games.players.dritzak.ranks import (
    BY_WORTH,
    ONE,
    WORTH_OF_NUMBER,
    packed,
    worths_of,
)

ADVISED: Final = 3
"""DRI-60: in how many of four cases the Shijo's advice names a card that can be played."""
TRIES: Final = 16
"""The most deals that are imagined in order to find a deal that agrees with the Shijo's advice. The
Shijo is a figure in Dritzak who knows every face-down card."""


class Imagined:
    """A source of imagined deals, which agree with what a seat sees and remembers of a game in
    progress."""

    def __init__(self, view: View, memory: Memory) -> None:
        facts = view.facts
        self.seat = -1 if view.seat is None else view.seat
        seats = len(view.seats)
        self.base = base = Position(rules_of(DritzakOptions(**facts["options"]), seats), seats)
        zones = {(zone.name, zone.owner): zone for zone in view.zones}
        base.direction = facts["direction"]
        base.turn = self.seat if facts["turn"] is None else facts["turn"]
        base.out = list(facts["out"])
        base.jinxed = frozenset(facts["jinxed"]).difference(facts["resigned"])
        base.still_in = tuple(one.seat for one in view.seats if not one.out and not one.resigned)
        pile = worths_of(zones["pile", None].cards)
        base.pile, base.piled = packed(pile), len(pile)
        if pile:
            base.top = pile[-1]
            for worth in reversed(pile):
                if worth != base.top:
                    break
                base.run += 1
        told = facts["shijo"] or {}
        revealed = {**memory.revealed}
        if told.get("card"):
            revealed[told["place"]] = NUMBER[told["card"]]
        self._advised = told.get("answer") == "advice" and told["place"] not in revealed
        known_down = [WORTH_OF_NUMBER[card] for card in revealed.values()]
        fitting = base.playable[base.top]
        self._first = [worth for worth in known_down if ONE[worth] & fitting]
        self._last = [worth for worth in known_down if not ONE[worth] & fitting]
        self._missing = [0] * seats
        self._downs = [len(zones["face_down", seat].cards) for seat in range(seats)]
        self._downs[self.seat] = max(self._downs[self.seat] - len(revealed), 0)
        self._drawn = len(zones["draw", None].cards)
        seen = Counter(NUMBER[card] for zone in view.zones for card in zone.cards if card)
        seen.update(revealed.values())
        seen += memory.discarded
        for seat in range(seats):
            base.up[seat] = packed(worths_of(zones["face_up", seat].cards))
            cards = zones["hand", seat].cards
            known = worths_of(cards)
            if None in cards:
                held = memory.hand(seat)
                seen += held
                known += [WORTH_OF_NUMBER[card] for card in held.elements()]
            base.hands[seat] = packed(known)
            base.sizes[seat] = len(cards)
            self._missing[seat] = max(len(cards) - len(known), 0)
        decks = base.rules.decks
        self._pool = [
            WORTH_OF_NUMBER[card] for card in range(len(TEXT)) for _ in range(decks - seen[card])
        ]
        needed = sum(self._missing) + sum(self._downs) + self._drawn
        while len(self._pool) < needed:
            # Only a position that was set up holds more cards than its decks.
            self._pool += range(len(BY_WORTH))
        self._hands = base.hands[:]

    def deal(self, rng: Chance) -> Position:
        """Imagine a deal, and return the position in which each hidden card lies at a place where
        it might be. Every call returns the same object, with the hidden cards dealt again."""
        position = self.base
        for _ in range(TRIES):
            self._deal(rng)
            if self._agrees(rng):
                break
        return position

    def _deal(self, rng: Chance) -> None:
        position, pool = self.base, self._pool
        rng.shuffle(pool)
        taken = 0
        for seat, missing in enumerate(self._missing):
            hand = self._hands[seat]
            for worth in pool[taken : taken + missing]:
                hand += ONE[worth]
            position.hands[seat] = hand
            taken += missing
        for seat, places in enumerate(self._downs):
            position.down[seat] = pool[taken : taken + places]
            taken += places
        own = position.down[self.seat]
        position.down[self.seat] = [*self._last, *own, *self._first]
        position.draw = pool[taken : taken + self._drawn]

    def _agrees(self, rng: Chance) -> bool:
        """Return whether the deal that was just imagined is accepted. Every deal is accepted unless
        the Shijo, who knows every face-down card, has advised the seat to turn up a certain card
        first (DRI-60). If a card that he revealed can be played, every deal is accepted too.

        In all other cases, chance decides. A deal is accepted less often if the Shijo would rarely
        have given this advice in it. He names a playable place three times in four, and otherwise
        an unplayable place. All places of the same kind are equally likely."""
        if not self._advised or self._first:
            return True
        position = self.base
        places = position.down[self.seat]
        fits = [bool(ONE[worth] & position.playable[position.top]) for worth in places]
        good = sum(fits)
        if good in (0, len(fits)):
            share = 48 // len(fits)
        else:
            share = (ADVISED if fits[-1] else 1) * 12 // (good if fits[-1] else len(fits) - good)
        return rng.randrange(36) < share
