"""What the other seat at a table for two did, and what lay before it as it did so.

Each deed says something of the hand it came from, and of the habits that the seat plays by
(judging.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from games.cards import SUITS
from games.durak.events import MOST_SEATS
from games.players.durak.cards import order_of

Fields = Mapping[str, Any]


class Deed(NamedTuple):
    """One thing that a seat did, sets of cards in the bits of the order."""

    verb: str
    """A move's, or `nothing`: it had nothing to add; or `something`: it has."""
    card: int
    """What was played, the cheapest card of several; 0: none."""
    size: int
    """How many cards were played."""
    target: int
    """Of a beat, the card that was beaten."""
    known: int
    """The cards that everybody knew to be in the hand."""
    drawn: int
    """How many cards both seats had drawn."""
    lying: int
    unbeaten: int
    ranks: int
    """All cards that share a rank with one on the table."""
    attacks: int
    """How many attack cards lay."""
    facing: int
    """How many cards the other seat held."""
    taking: bool
    discarded: bool
    """Whether a bout had gone to the discard pile."""
    shown: int
    """The trumps that had been shown to pass on (DUR-33)."""
    shown_now: int
    """Those of them that were shown in this attack."""


class Change(NamedTuple):
    """Cards of unknown origin that left the hand, or that came into it unseen."""

    place: int
    """How many deeds came before."""
    lost: int
    """The card that left the hand, by its bit; 0: cards were drawn."""
    size: int
    """How many cards came or left."""


class Deeds:
    """The deeds of both seats, from the events of a game as one of them may know them."""

    def __init__(self) -> None:
        self.begun = False
        """Whether the trump card was turned up: nothing is noted before."""
        self.order = order_of(SUITS[0])
        self._clear()

    def _clear(self) -> None:
        self.deeds: list[list[Deed]] = [[] for _ in range(MOST_SEATS)]
        self.changes: list[list[Change]] = [[] for _ in range(MOST_SEATS)]
        self.known = [0] * MOST_SEATS
        """By seat, the cards that everybody knows to be in its hand."""
        self.dealt = [0] * MOST_SEATS
        self.drawn = 0
        self._counts = [0] * MOST_SEATS
        self._discarded = False
        self._shown = 0
        self._attacker = self._defender = 0
        self._clear_table()

    def _clear_table(self) -> None:
        self._lying = self._unbeaten = self._ranks = self._attacks = self._shown_now = 0
        self._taking = self._said = False

    def watch(self, name: str, fields: Fields) -> None:
        """Takes note of an event."""
        note = NOTES.get(name)
        if note is not None and (self.begun or name in ("dealt", "trump", "redeal")):
            note(self, fields)

    def deed(self, verb: str, seat: int, cards: Iterable[int] = (), target: int = 0) -> Deed:
        """What a seat would do now."""
        played = sorted(cards)
        other = self._defender if seat == self._attacker else self._attacker
        return Deed(
            verb,
            played[0] if played else 0,
            len(played),
            target,
            self.known[seat],
            self.drawn,
            self._lying,
            self._unbeaten,
            self._ranks,
            self._attacks,
            self._counts[other],
            self._taking,
            self._discarded,
            self._shown,
            self._shown_now,
        )

    def _note(self, verb: str, seat: int, names: Iterable[str] = (), target: int = 0) -> list[int]:
        """A deed is done; gives the bits of the cards that leave the hand."""
        bits = [self.order.bits[name] for name in names]
        self.deeds[seat].append(self.deed(verb, seat, bits, target))
        place = len(self.deeds[seat])
        for bit in bits:
            if self.known[seat] & bit:
                self.known[seat] ^= bit
            else:
                self.changes[seat].append(Change(place, bit, 1))
        self._counts[seat] -= len(bits)
        return bits

    def _learn_trump(self, fields: Fields) -> None:
        self.begun, self.order = True, order_of(fields["suit"])

    def _deal(self, fields: Fields) -> None:
        self.dealt[fields["seat"]] = self._counts[fields["seat"]] = fields["count"]

    def _draw(self, fields: Fields) -> None:
        """DUR-40: everyone sees who draws the trump card."""
        seat, count = fields["seat"], fields["count"]
        self._counts[seat] += count
        self.drawn += count
        if "trump" in fields:
            self.known[seat] |= self.order.bits[fields["trump"]]
            count -= 1
        if count:
            self.changes[seat].append(Change(len(self.deeds[seat]), 0, count))

    def _begin(self, fields: Fields) -> None:
        self._clear_table()
        self._attacker, self._defender = fields["attacker"], fields["defender"]

    def _lay(self, verb: str, fields: Fields) -> None:
        for bit in self._note(verb, fields["seat"], fields["cards"]):
            self._lying |= bit
            self._unbeaten |= bit
            self._ranks |= self.order.ranks[bit]
            self._attacks += 1
        self._said = False

    def _attack(self, fields: Fields) -> None:
        self._lay("attack", fields)

    def _throw(self, fields: Fields) -> None:
        self._lay("throw", fields)

    def _pass(self, fields: Fields) -> None:
        """DUR-31: who passes an attack on is the attacker now."""
        self._lay("pass", fields)
        self._attacker, self._defender = fields["seat"], fields["defender"]

    def _show(self, fields: Fields) -> None:
        """DUR-33: so is who shows a trump, which all have seen now."""
        seat = fields["seat"]
        self._note("show", seat)
        for name in fields["cards"]:
            bit = self.order.bits[name]
            self._shown |= bit
            self._shown_now |= bit
            if not self.known[seat] & bit:
                self.changes[seat].append(Change(len(self.deeds[seat]), bit, 1))
                self.known[seat] |= bit
        self._attacker, self._defender = seat, fields["defender"]
        self._said = False

    def _beat(self, fields: Fields) -> None:
        target = self.order.bits[fields["attack"]]
        (card,) = self._note("beat", fields["seat"], fields["cards"], target)
        self._unbeaten &= ~target
        self._lying |= card
        self._ranks |= self.order.ranks[card]
        self._said = False

    def _take(self, fields: Fields) -> None:
        self._note("take", fields["seat"])
        self._taking, self._said = True, False

    def _done(self, fields: Fields) -> None:
        self._note("done", fields["seat"])
        self._said = True

    def _repelled(self, fields: Fields) -> None:
        self._note_silence()
        self._discarded = True
        self._clear_table()

    def _taken(self, fields: Fields) -> None:
        self._note_silence()
        seat = fields["seat"]
        self.known[seat] |= self._lying
        self._counts[seat] += len(fields["cards"])
        self._clear_table()

    def _note_silence(self) -> None:
        """DUR-16: an attacker who did not say done is done by itself."""
        if not self._said:
            self._note("nothing", self._attacker)

    def _redeal(self, fields: Fields) -> None:
        self._clear()


NOTES: Final[Mapping[str, Callable[[Deeds, Fields], None]]] = {
    "redeal": Deeds._redeal,
    "dealt": Deeds._deal,
    "trump": Deeds._learn_trump,
    "bout": Deeds._begin,
    "attack": Deeds._attack,
    "throw": Deeds._throw,
    "pass": Deeds._pass,
    "show": Deeds._show,
    "beat": Deeds._beat,
    "take": Deeds._take,
    "done": Deeds._done,
    "drew": Deeds._draw,
    "bout-repelled": Deeds._repelled,
    "bout-taken": Deeds._taken,
}
"""By the name of an event, what it teaches."""
