"""Conclusions from a seat's moves about the unseen cards in its hand.

A seat that attacks with a nine rarely holds a six that is no trump. A seat that takes rarely holds
a card that is no trump and would have beaten the attack. A seat that says done rarely holds a low
card that it could throw in. None of this is certain. So in imagined deals, the seat gets such cards
less often, but not never.

Cheaper cards are worth less to a player: low ranks less than high ones, all trumps more than other
cards, and jokers most."""

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
"""The weight of a card without evidence against it."""
DOUBTED: Final = 4
"""The weight of a card that a seat probably doesn't hold, because a move of the seat speaks against
it. The weight grows when the seat draws cards after this move. A card that is not doubted has the
weight `FULL`."""

CHEAP: Final = RANKS.index("J")
"""The highest cheap rank. Most players would rather throw in a card of this rank or a lower one
than keep it, unless it is a trump."""
SMALL_ATTACK: Final = 5
"""From this number of attack cards on, a bout might have ended because of the limit (DUR-11)."""


def _worth(number: int, trump: int) -> int:
    if 1 << number & JOKERS:
        return 2 * SUIT_SIZE
    suit, rank = divmod(number, SUIT_SIZE)
    return rank + (SUIT_SIZE if suit == trump else 0)


def _cheaper(trump: int) -> tuple[int, ...]:
    worth = [_worth(number, trump) for number in numbers_in(EVERY_CARD)]
    return tuple(sum(1 << other for other, less in enumerate(worth) if less < own) for own in worth)


CHEAPER: Final = tuple(_cheaper(trump) for trump in range(len(SUITS)))
"""For each trump suit and card, a bit mask of all cards that are worth less to a player."""

LOW: Final = sum(
    1 << number for number in numbers_in(EVERY_CARD & ~JOKERS) if number % SUIT_SIZE <= CHEAP
)


class Evidence:
    """For each seat, the cards that it probably doesn't hold, because its moves speak against them.
    This evidence becomes weaker when the seat draws new cards."""

    __slots__ = ("_table", "doubts")

    def __init__(self, table: PublicTracker) -> None:
        """Start without any evidence. `table` is the record of what everyone has seen. The caller
        must pass each event first to this object, and then to `table`."""
        self._table = table
        self.doubts: list[dict[int, int]] = [{} for _ in range(MOST_SEATS)]
        """For each seat: the numbers of the cards that the seat probably doesn't hold, because its
        moves speak against them. The value is the number of cards that the seat had drawn at the
        time of the move."""

    def watch(self, name: str, fields: Fields) -> None:
        """Draw conclusions from an event. `fields` has its public fields. Events before the trump
        suit is known are ignored."""
        note = NOTES.get(name)
        if note is not None and self._table.trump != UNKNOWN:
            note(self, fields)

    def weight(self, seat: int, card: int, hidden: int) -> int:
        """Return how likely it is that a seat holds a card, from DOUBTED to FULL. `card` is the
        card's number, and `hidden` the number of unseen cards in the seat's hand. The result is
        FULL if no move of the seat speaks against the card. Otherwise the result begins at DOUBTED
        and grows with each card that the seat draws."""
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
        """Learn from the event that a seat opened an attack. The seat probably holds no card that
        is cheaper than the card it played."""
        self._doubt(fields["seat"], self._cheaper(fields["cards"][0]))

    def _throw(self, fields: Fields) -> None:
        """Learn from the event that a seat threw in a card. The seat probably holds no cheaper card
        of a rank that was on the table."""
        self._doubt(fields["seat"], self._cheaper(fields["cards"][0]) & self._table.ranks())

    def _beat(self, fields: Fields) -> None:
        """Learn from the event that a seat beat an attack card. The seat probably holds no cheaper
        card that beats the attack card."""
        beaters = BEATERS[self._table.trump][NUMBER[fields["attack"]]]
        self._doubt(fields["seat"], self._cheaper(fields["cards"][0]) & beaters)

    def _take(self, fields: Fields) -> None:
        """Learn from the event that a seat took. If only one attack card was unbeaten, the seat
        probably holds no card that beats it, except trumps."""
        trump, unbeaten = self._table.trump, self._table.unbeaten
        if unbeaten.bit_count() == 1:
            (target,) = numbers_in(unbeaten)
            self._doubt(fields["seat"], BEATERS[trump][target] & ~SUIT_MASKS[trump])

    def _done(self, fields: Fields) -> None:
        """Learn from the event that a seat said done, which means that it throws in no card now.
        The seat probably holds no low card that it could have thrown in."""
        plain = ~SUIT_MASKS[self._table.trump]
        self._doubt(fields["seat"], self._table.ranks() & LOW & plain)

    def _repelled(self, fields: Fields) -> None:
        """Learn from the event that an attack was beaten off. If the attacker never said done, the
        attacker's hand probably had no card to throw in. This is concluded only if another attack
        card was surely possible: the defender still had cards, and there were fewer than
        `SMALL_ATTACK` attack cards."""
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
"""For each event from which something about a seat's cards can be concluded: the method that draws
the conclusions."""
