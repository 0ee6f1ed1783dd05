"""What a seat remembers of a game: where cards lie that its view does not show (DRI-23 to DRI-25,
DRI-29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from games.dritzak.holdings import NUMBER

Fields = Mapping[str, Any]


class Memory:
    """Cards that went before the seat's eyes into a hand or onto the discard pile, by number.

    It is told events as a seat may know them (`games.core.Told`), from the deal on, and so holds
    nothing that the seat may not know. With several decks, a card played that was known to be in
    the hand counts as the one that was known.
    """

    def __init__(self) -> None:
        self.held: dict[int, Counter[int]] = {}
        """By seat, the cards known to be in its hand."""
        self.discarded: Counter[int] = Counter()
        """The cards known to be discarded."""
        self._up: dict[int, Counter[int]] = {}
        self._pile: Counter[int] = Counter()

    @classmethod
    def of(cls, seen: Iterable[tuple[str, Fields]]) -> Memory:
        """What is remembered after these events."""
        memory = cls()
        for name, fields in seen:
            memory.watch(name, fields)
        return memory

    def hand(self, seat: int) -> Counter[int]:
        """The cards known to be in a hand."""
        return self.held.setdefault(seat, Counter())

    def watch(self, name: str, fields: Fields) -> None:
        """Takes note of an event."""
        match name:
            case "up-shown":
                for seat, cards in zip(fields["seats"], fields["cards"], strict=True):
                    self._up[seat] = Counter(NUMBER[card] for card in cards)
            case "play":
                cards = Counter(NUMBER[card] for card in fields["cards"])
                zone = self.hand if fields["zone"] == "hand" else self._up_of
                zone(fields["seat"]).subtract(zone(fields["seat"]) & cards)
                self._pile += cards
            case "flip":
                zone_of_card = self._pile if fields["played"] else self.hand(fields["seat"])
                zone_of_card[NUMBER[fields["card"]]] += 1
            case "pickup":
                self.hand(fields["seat"]).update(NUMBER[card] for card in fields["cards"])
                self._pile.clear()
            case "discarded":
                self.discarded += self._pile
                self._pile.clear()
            case "resigned":
                seat = fields["seat"]
                self.discarded += self.hand(seat) + self._up_of(seat)
                self.held.pop(seat, None)
                self._up.pop(seat, None)

    def _up_of(self, seat: int) -> Counter[int]:
        return self._up.setdefault(seat, Counter())
