"""Keeps a record of what everyone at a table of Durak has seen. It is made from the events that
spectators are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.cards import NUMBER, SUITS
from games.durak.rules.tables import MOST_SEATS, RANK_MASKS, mask_of, numbers_in

Fields = Mapping[str, Any]

UNKNOWN: Final = -1
"""Used in place of the trump suit until the deal is known."""


class PublicTracker:
    """What everyone knows about a game, such as the cards on the table, the attacker, and the
    number of cards in each hand. Sets of cards are bit masks. With two decks, both copies of a card
    have the same bit."""

    __slots__ = (
        "attacker",
        "attacks",
        "counts",
        "dealt",
        "defender",
        "discarded",
        "drawn",
        "in_play",
        "lying",
        "said",
        "shown",
        "shown_now",
        "taking",
        "trump",
        "unbeaten",
    )

    def __init__(self) -> None:
        self.trump = UNKNOWN
        """The trump suit, as an index into `SUITS`."""
        self.attacker = self.defender = 0
        self.dealt = [0] * MOST_SEATS
        """For each seat, the number of cards that it was dealt."""
        self.counts = [0] * MOST_SEATS
        """For each seat, the number of cards in its hand."""
        self.drawn = [0] * MOST_SEATS
        """For each seat, the number of cards that it has drawn since the deal."""
        self.in_play = 0
        """A bit mask of the seats that are neither out nor have left."""
        self.discarded = False
        """Whether the cards of a bout have gone to the discard pile, because they were all beaten
        or because the bout was void (DUR-11)."""
        self.shown = 0
        """The trumps that were shown to pass an attack on (DUR-33)."""
        self._clear_table()

    def _clear_table(self) -> None:
        self.lying = self.unbeaten = self.attacks = self.shown_now = 0
        self.said = 0
        """A bit mask of the seats that have said done since the last other move."""
        self.taking = False

    def watch(self, name: str, fields: Fields) -> None:
        """Update this record after an event. `fields` has the public fields of the event."""
        effect = EFFECTS.get(name)
        if effect is not None:
            effect(self, fields)

    def ranks(self) -> int:
        """Return a bit mask of all cards that have the same rank as a card on the table."""
        ranks = 0
        for card in numbers_in(self.lying):
            ranks |= RANK_MASKS[card]
        return ranks

    def _gather(self, fields: Fields) -> None:
        """DUR-04: note that all cards are dealt again. Seats that have left get none."""
        self.dealt = [0] * MOST_SEATS

    def _learn_trump(self, fields: Fields) -> None:
        self.trump = SUITS.index(fields["suit"])

    def _deal(self, fields: Fields) -> None:
        self.dealt[fields["seat"]] = self.counts[fields["seat"]] = fields["count"]
        self.in_play |= 1 << fields["seat"]

    def _leave_play(self, fields: Fields) -> None:
        self.counts[fields["seat"]] = 0
        self.in_play &= ~(1 << fields["seat"])

    def _draw(self, fields: Fields) -> None:
        self.drawn[fields["seat"]] += fields["count"]
        self.counts[fields["seat"]] += fields["count"]

    def _begin(self, fields: Fields) -> None:
        self._clear_table()
        self.attacker, self.defender = fields["attacker"], fields["defender"]

    def _lay(self, fields: Fields) -> None:
        cards = mask_of(fields["cards"])
        self.lying |= cards
        self.unbeaten |= cards
        self.attacks += len(fields["cards"])
        self.counts[fields["seat"]] -= len(fields["cards"])
        self.said = 0

    def _pass(self, fields: Fields) -> None:
        """DUR-31: record that a seat passed an attack on by adding a card. This seat becomes the
        attacker."""
        self._lay(fields)
        self.attacker, self.defender = fields["seat"], fields["defender"]

    def _show(self, fields: Fields) -> None:
        """DUR-33: record that a seat passed an attack on by showing a trump. This seat becomes the
        attacker. The trump stays in its hand."""
        cards = mask_of(fields["cards"])
        self.shown |= cards
        self.shown_now |= cards
        self.attacker, self.defender = fields["seat"], fields["defender"]
        self.said = 0

    def _beat(self, fields: Fields) -> None:
        self.unbeaten &= ~(1 << NUMBER[fields["attack"]])
        self.lying |= mask_of(fields["cards"])
        self.counts[fields["seat"]] -= 1
        self.said = 0

    def _take(self, fields: Fields) -> None:
        self.taking = True
        self.said = 0

    def _done(self, fields: Fields) -> None:
        self.said |= 1 << fields["seat"]

    def _discard(self, fields: Fields) -> None:
        self.discarded = True
        self._clear_table()

    def _taken(self, fields: Fields) -> None:
        self.counts[fields["seat"]] += len(fields["cards"])
        self._clear_table()


EFFECTS: Final[Mapping[str, Callable[[PublicTracker, Fields], None]]] = {
    "redeal": PublicTracker._gather,
    "dealt": PublicTracker._deal,
    "trump": PublicTracker._learn_trump,
    "bout": PublicTracker._begin,
    "attack": PublicTracker._lay,
    "throw": PublicTracker._lay,
    "pass": PublicTracker._pass,
    "show": PublicTracker._show,
    "beat": PublicTracker._beat,
    "take": PublicTracker._take,
    "done": PublicTracker._done,
    "drew": PublicTracker._draw,
    "bout-repelled": PublicTracker._discard,
    "bout-void": PublicTracker._discard,
    "bout-taken": PublicTracker._taken,
    "out": PublicTracker._leave_play,
    "resigned": PublicTracker._leave_play,
}
"""For each event that changes what everyone knows: the method that notes the change. The event
`redeal` has no method. Another deal (DUR-04) comes before any move, so there are no notes about
moves yet, and the events of the new deal replace the notes about the old one."""
