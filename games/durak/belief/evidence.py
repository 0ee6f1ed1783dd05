"""Conclusions from a seat's moves about the unseen cards in its hand.

A seat that leads a nine rarely holds a six that is no trump. A seat that takes rarely holds a cheap
card that would have beaten the attack. A seat that says done rarely holds a low card to throw in.
None of this is certain, so in imagined deals the seat gets such cards less often, but not never."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.cards import NUMBER, RANKS, SUITS
from games.durak.belief.public_tracker import UNKNOWN, PublicTracker
from games.durak.rules.tables import (
    BEATERS,
    EVERY_CARD,
    JOKERS,
    MOST_SEATS,
    SUIT_MASKS,
    SUIT_SIZE,
    numbers_in,
)

Fields = Mapping[str, Any]

FULL: Final = 16
"""The weight of a card with no evidence against it."""
DOUBTED: Final = 4
"""The weight of a card with evidence against it, until the seat draws."""

CHEAP: Final = RANKS.index("J")
"""The highest rank of a plain card that most would rather throw in than keep."""
SMALL_ATTACK: Final = 5
"""Attack cards from which on it may be a limit that ends a bout (DUR-11)."""


def _worth(number: int, trump: int) -> int:
    if 1 << number & JOKERS:
        return 2 * SUIT_SIZE
    suit, rank = divmod(number, SUIT_SIZE)
    return rank + (SUIT_SIZE if suit == trump else 0)


def _cheaper(trump: int) -> tuple[int, ...]:
    worth = [_worth(number, trump) for number in numbers_in(EVERY_CARD)]
    return tuple(sum(1 << other for other, less in enumerate(worth) if less < own) for own in worth)


CHEAPER: Final = tuple(_cheaper(trump) for trump in range(len(SUITS)))
"""For each trump suit and card, all cards that are less gladly kept."""

LOW: Final = sum(
    1 << number for number in numbers_in(EVERY_CARD & ~JOKERS) if number % SUIT_SIZE <= CHEAP
)


class Evidence:
    """For each seat, the cards that it probably doesn't hold, because its moves speak against them,
    and how old that evidence is."""

    __slots__ = ("_table", "doubts")

    def __init__(self, table: PublicTracker) -> None:
        """Start without any evidence. `table` is the record of what everyone has seen. The caller
        must pass each event first to this object, and then to `table`."""
        self._table = table
        self.doubts: list[dict[int, int]] = [{} for _ in range(MOST_SEATS)]
        """By seat and card number, how many cards the seat had drawn when its move spoke against
        the card."""

    def watch(self, name: str, fields: Fields) -> None:
        """Draw conclusions from an event, given its name and its fields. Events before the deal is
        known are ignored."""
        note = NOTES.get(name)
        if note is not None and self._table.trump != UNKNOWN:
            note(self, fields)

    def weight(self, seat: int, card: int, hidden: int) -> int:
        """How likely the card (by number) is one of the seat's `hidden` unseen cards: a number from
        DOUBTED (its moves have just spoken against the card) to FULL (nothing speaks against
        it)."""
        since = self.doubts[seat].get(card)
        if since is None:
            return FULL
        fresh = min(self._table.drawn[seat] - since, hidden)
        return DOUBTED + (FULL - DOUBTED) * fresh // max(hidden, 1)

    def _doubt(self, seat: int, cards: int) -> None:
        since, doubts = self._table.drawn[seat], self.doubts[seat]
        for card in numbers_in(cards):
            doubts[card] = since

    def _cheaper(self, name: str) -> int:
        return CHEAPER[self._table.trump][NUMBER[name]]

    def _attack(self, fields: Fields) -> None:
        """Learn from an event in which a seat opened an attack. It probably holds no card cheaper
        than the one it played."""
        self._doubt(fields["seat"], self._cheaper(fields["cards"][0]))

    def _throw(self, fields: Fields) -> None:
        """Learn from an event in which a seat threw a card in. It probably holds no cheaper card
        that would have fitted."""
        self._doubt(fields["seat"], self._cheaper(fields["cards"][0]) & self._table.ranks())

    def _beat(self, fields: Fields) -> None:
        """Learn from an event in which a seat beat an attack card. It probably holds no cheaper
        card that beats it."""
        beaters = BEATERS[self._table.trump][NUMBER[fields["attack"]]]
        self._doubt(fields["seat"], self._cheaper(fields["cards"][0]) & beaters)

    def _take(self, fields: Fields) -> None:
        """Learn from an event in which a seat took. If it took a single card, it probably holds no
        card of the same suit that beats this card; it may hold a trump."""
        trump, unbeaten = self._table.trump, self._table.unbeaten
        if unbeaten.bit_count() == 1:
            (target,) = numbers_in(unbeaten)
            self._doubt(fields["seat"], BEATERS[trump][target] & ~SUIT_MASKS[trump])

    def _done(self, fields: Fields) -> None:
        """Learn from an event in which a seat said done, which means that it throws no card in. The
        seat probably holds no low card that would have fitted."""
        plain = ~SUIT_MASKS[self._table.trump]
        self._doubt(fields["seat"], self._table.ranks() & LOW & plain)

    def _repelled(self, fields: Fields) -> None:
        """Learn from an event in which a bout was beaten off. If the attacker still had cards and
        there was room for another attack card, but the attacker did not say done, the attacker's
        hand probably had no card that would have fitted."""
        table = self._table
        room = table.counts[fields["seat"]] > 0 and table.attacks < SMALL_ATTACK
        if room and not table.said >> table.attacker & 1:
            self._doubt(table.attacker, table.ranks())


NOTES: Final[Mapping[str, Callable[[Evidence, Fields], None]]] = {
    "attack": Evidence._attack,
    "throw": Evidence._throw,
    "beat": Evidence._beat,
    "take": Evidence._take,
    "done": Evidence._done,
    "bout-repelled": Evidence._repelled,
}
"""By the name of an event: what can be learned from it."""
