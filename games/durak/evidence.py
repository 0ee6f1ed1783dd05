"""Conclusions from a seat's moves about the unseen cards in its hand.

A seat that leads a nine rarely holds a plain six; one that takes rarely holds a cheap card that
would have beaten; one that is done rarely holds a low card to throw in. None of this is certain:
such cards are dealt to that seat less often, not never.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.cards import NUMBER, RANKS, SUITS
from games.durak.events import MOST_SEATS
from games.durak.tables import (
    BEATERS,
    EVERY_CARD,
    JOKERS,
    RANK_MASKS,
    SUIT_MASKS,
    SUIT_SIZE,
    mask_of,
    numbers_in,
)

Fields = Mapping[str, Any]

FULL: Final = 16
"""The weight of a card with no evidence against it."""
DOUBTED: Final = 4
"""The weight of a card with evidence against it, until the seat draws."""

CHEAP: Final = RANKS.index("J")
"""The highest rank of a plain card that most would rather throw in than keep."""
UNKNOWN: Final = -1
"""The trump suit of who was not told of the deal: nothing is weighed then."""
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
    """By seat, the cards that its moves speak against, and since when."""

    __slots__ = (
        "_attacker",
        "_attacks",
        "_counts",
        "_drawn",
        "_lying",
        "_said",
        "_taking",
        "_trump",
        "_unbeaten",
        "doubts",
    )

    def __init__(self) -> None:
        self._trump = UNKNOWN
        self._attacker = 0
        self._clear()

    def _clear(self) -> None:
        self.doubts: list[dict[int, int]] = [{} for _ in range(MOST_SEATS)]
        """By seat and card number, how many cards the seat had drawn when its move spoke against
        the card."""
        self._drawn = [0] * MOST_SEATS
        self._counts = [0] * MOST_SEATS
        self._clear_table()

    def _clear_table(self) -> None:
        self._unbeaten = self._lying = self._said = self._attacks = 0
        self._taking = False

    def watch(self, name: str, fields: Fields) -> None:
        """Takes note of an event."""
        if self._trump == UNKNOWN and name != "trump":
            if name == "dealt":
                self._counts[fields["seat"]] = fields["count"]
            return
        note = NOTES.get(name)
        if note is not None:
            note(self, fields)

    def weight(self, seat: int, card: int, hidden: int) -> int:
        """How likely the card (by number) is one of the so many unseen ones of the seat: up to
        FULL."""
        since = self.doubts[seat].get(card)
        if since is None:
            return FULL
        fresh = min(self._drawn[seat] - since, hidden)
        return DOUBTED + (FULL - DOUBTED) * fresh // max(hidden, 1)

    def _doubt(self, seat: int, cards: int) -> None:
        since, doubts = self._drawn[seat], self.doubts[seat]
        for card in numbers_in(cards):
            doubts[card] = since

    def _ranks(self) -> int:
        ranks = 0
        for card in numbers_in(self._lying):
            ranks |= RANK_MASKS[card]
        return ranks

    def _learn_trump(self, fields: Fields) -> None:
        self._trump = SUITS.index(fields["suit"])

    def _deal(self, fields: Fields) -> None:
        self._counts[fields["seat"]] = fields["count"]

    def _draw(self, fields: Fields) -> None:
        self._drawn[fields["seat"]] += fields["count"]
        self._counts[fields["seat"]] += fields["count"]

    def _attack(self, fields: Fields) -> None:
        """An attack is opened with the cheapest card."""
        cards = [NUMBER[name] for name in fields["cards"]]
        self._doubt(fields["seat"], CHEAPER[self._trump][cards[0]])
        self._lay(fields)

    def _throw(self, fields: Fields) -> None:
        """The cheapest card that fits is thrown in."""
        card = NUMBER[fields["cards"][0]]
        self._doubt(fields["seat"], CHEAPER[self._trump][card] & self._ranks())
        self._lay(fields)

    def _lay(self, fields: Fields) -> None:
        cards = mask_of(fields["cards"])
        self._lying |= cards
        self._unbeaten |= cards
        self._attacks += cards.bit_count()
        self._counts[fields["seat"]] -= cards.bit_count()
        self._said = 0

    def _pass(self, fields: Fields) -> None:
        """DUR-31: who passes an attack on is the attacker now."""
        self._lay(fields)
        self._attacker = fields["seat"]

    def _show(self, fields: Fields) -> None:
        """DUR-33: so is who shows a trump."""
        self._attacker = fields["seat"]
        self._said = 0

    def _beat(self, fields: Fields) -> None:
        """A card is beaten with the cheapest that does."""
        target, card = NUMBER[fields["attack"]], NUMBER[fields["cards"][0]]
        beaters = BEATERS[self._trump][target]
        self._doubt(fields["seat"], CHEAPER[self._trump][card] & beaters)
        self._unbeaten &= ~(1 << target)
        self._lying |= 1 << card
        self._counts[fields["seat"]] -= 1
        self._said = 0

    def _take(self, fields: Fields) -> None:
        """Who takes a single card can't beat it but with a trump."""
        if self._unbeaten.bit_count() == 1:
            (target,) = numbers_in(self._unbeaten)
            self._doubt(fields["seat"], BEATERS[self._trump][target] & ~SUIT_MASKS[self._trump])
        self._taking = True
        self._said = 0

    def _done(self, fields: Fields) -> None:
        """Who adds nothing has no low card to add."""
        self._doubt(fields["seat"], self._ranks() & LOW & ~SUIT_MASKS[self._trump])
        self._said |= 1 << fields["seat"]

    def _bout(self, fields: Fields) -> None:
        self._clear_table()
        self._attacker = fields["attacker"]

    def _repelled(self, fields: Fields) -> None:
        """The attacker who did not say done had nothing to add, where there was room for it."""
        seat = self._attacker
        room = self._counts[fields["seat"]] > 0 and self._attacks < SMALL_ATTACK
        if room and not self._said >> seat & 1:
            self._doubt(seat, self._ranks())
        self._clear_table()

    def _taken(self, fields: Fields) -> None:
        self._counts[fields["seat"]] += len(fields["cards"])
        self._clear_table()

    def _redeal(self, fields: Fields) -> None:
        self._clear()


NOTES: Final[Mapping[str, Callable[[Evidence, Fields], None]]] = {
    "redeal": Evidence._redeal,
    "dealt": Evidence._deal,
    "trump": Evidence._learn_trump,
    "bout": Evidence._bout,
    "attack": Evidence._attack,
    "throw": Evidence._throw,
    "pass": Evidence._pass,
    "show": Evidence._show,
    "beat": Evidence._beat,
    "take": Evidence._take,
    "done": Evidence._done,
    "drew": Evidence._draw,
    "bout-repelled": Evidence._repelled,
    "bout-taken": Evidence._taken,
}
