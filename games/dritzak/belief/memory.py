"""What a seat remembers of a game: the places of cards that its view no longer shows (DRI-23 to
DRI-25, DRI-29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.dritzak.rules.holdings import NUMBER

Fields = Mapping[str, Any]


class Memory:
    """The cards that a seat knows to be in other hands and in the discard pile, as card numbers.
    The seat knows these cards because it saw them on their way into the hand or the pile.

    The object receives all events from the deal on, with the fields that the seat may know
    (`games.core.Told`). So it has nothing that the seat may not know. With several decks, a hand
    can hold a known card and an unknown card that are equal. If one of these is played, it is
    assumed to be the known card."""

    def __init__(self) -> None:
        self.held: dict[int, Counter[int]] = {}
        """For each seat, the cards known to be in its hand, with the number of each."""
        self.discarded: Counter[int] = Counter()
        """The cards known to be in the discard pile, with the number of each."""
        self.revealed: dict[int, int] = {}
        """DRI-60: the seat's own face-down cards that the Shijo has named, by their places (1 to
        3)."""
        self._up: dict[int, Counter[int]] = {}
        self._pile: Counter[int] = Counter()
        self._own: int | None = None

    @classmethod
    def of(cls, seen: Iterable[tuple[str, Fields]]) -> Memory:
        """Return the memory of a seat that was told the events `seen`."""
        memory = cls()
        for name, fields in seen:
            memory.watch(name, fields)
        return memory

    def hand(self, seat: int) -> Counter[int]:
        """Return the cards known to be in a seat's hand, with the number of each."""
        return self.held.setdefault(seat, Counter())

    def watch(self, name: str, fields: Fields) -> None:
        """Remember the cards that an event names. `fields` has only the fields that the seat may
        know."""
        note = NOTES.get(name)
        if note is not None:
            note(self, fields)

    def _drew(self, fields: Fields) -> None:
        self.hand(fields["seat"]).update(_numbers(fields.get("cards", ())))

    def _up_shown(self, fields: Fields) -> None:
        for seat, cards in zip(fields["seats"], fields["cards"], strict=True):
            self._up[seat] = _numbers(cards)
            self.held[seat] = self.hand(seat) - self._up[seat]

    def _play(self, fields: Fields) -> None:
        zones = self.held if fields["zone"] == "hand" else self._up
        cards = _numbers(fields["cards"])
        zones[fields["seat"]] = zones.get(fields["seat"], Counter()) - cards
        self._pile += cards

    def _flip(self, fields: Fields) -> None:
        went_to = self._pile if fields["played"] else self.hand(fields["seat"])
        went_to[NUMBER[fields["card"]]] += 1
        if fields["seat"] == self._own:
            self.revealed.pop(fields["place"], None)

    def _pickup(self, fields: Fields) -> None:
        self.hand(fields["seat"]).update(_numbers(fields["cards"]))
        self._pile.clear()

    def _discarded(self, fields: Fields) -> None:
        self.discarded += self._pile
        self._pile.clear()

    def _shijo_answer(self, fields: Fields) -> None:
        if fields.get("card"):
            self._own = fields["seat"]
            self.revealed[fields["place"]] = NUMBER[fields["card"]]

    def _resigned(self, fields: Fields) -> None:
        seat = fields["seat"]
        self.discarded += self.held.pop(seat, Counter()) + self._up.pop(seat, Counter())
        if seat == self._own:
            self.discarded.update(self.revealed.values())
            self.revealed.clear()


def _numbers(cards: Iterable[str]) -> Counter[int]:
    return Counter(NUMBER[card] for card in cards)


NOTES: Final[Mapping[str, Callable[[Memory, Fields], None]]] = {
    "dealt": Memory._drew,
    "drew": Memory._drew,
    "up-shown": Memory._up_shown,
    "play": Memory._play,
    "flip": Memory._flip,
    "pickup": Memory._pickup,
    "discarded": Memory._discarded,
    "shijo-answer": Memory._shijo_answer,
    "resigned": Memory._resigned,
}
"""For each event that tells something about the places of cards: the method that remembers this."""
