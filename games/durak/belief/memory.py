"""What a seat remembers of a game: the places of cards that its view does not show (DUR-23,
DUR-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.durak.belief.evidence import Evidence
from games.durak.belief.public_tracker import PublicTracker
from games.durak.rules.tables import MOST_SEATS, joined, mask_of, names_in, without

Fields = Mapping[str, Any]


class Memory:
    """Cards that the seat saw when they went into a hand or onto the discard pile.

    It receives all events from the deal on, with the fields that the seat may know
    (`games.core.Told`), so it contains nothing that the seat may not know. Sets of cards are bit
    masks. With two decks, the first bit of a card means at least one copy of it, its second bit
    both copies."""

    __slots__ = ("begun", "discarded", "evidence", "held", "left", "table")

    def __init__(self) -> None:
        self.held = [0] * MOST_SEATS
        """By seat, the cards known to be in its hand."""
        self.discarded = 0
        """The cards known to be discarded."""
        self.left = 0
        """The seats that have left."""
        self.begun: list[tuple[int, tuple[int, ...], int]] = []
        """Of each bout since the last discard: its attacker, and `held` and `discarded` as they
        were when it began."""
        self.table = PublicTracker()
        """What all have seen."""
        self.evidence = Evidence(self.table)
        """What moves say of the cards that nobody has seen."""

    @classmethod
    def of(cls, seen: Iterable[tuple[str, Fields]]) -> Memory:
        """Return the memory of a seat that was told the events `seen`."""
        memory = cls()
        for name, fields in seen:
            memory.watch(name, fields)
        return memory

    def watch(self, name: str, fields: Fields) -> None:
        """Remember what an event tells, given its name and the fields that the seat may know."""
        self.evidence.watch(name, fields)
        self.table.watch(name, fields)
        note = NOTES.get(name)
        if note is not None:
            note(self, fields)

    def _redeal(self, fields: Fields) -> None:
        """Forget all places of cards, because a new deal (DUR-04) gathers all cards again."""
        self.held = [0] * MOST_SEATS
        self.discarded = 0
        self.begun.clear()

    def _begin(self, fields: Fields) -> None:
        self.begun.append((fields["attacker"], tuple(self.held), self.discarded))

    def _leave_hand(self, fields: Fields) -> None:
        seat = fields["seat"]
        self.held[seat] = without(self.held[seat], fields["cards"])

    def _show(self, fields: Fields) -> None:
        """Note a card that a seat has shown to everyone (DUR-33) and keeps in the hand."""
        self.held[fields["seat"]] |= mask_of(fields["cards"])

    def _discard(self, fields: Fields) -> None:
        self.begun.clear()
        self.discarded = joined(self.discarded, fields["cards"])

    def _get(self, fields: Fields) -> None:
        """A hand gets cards. Remember the cards that the event names: a seat is told the cards that
        it is dealt (DUR-01), and everyone sees which cards are taken (DUR-24)."""
        seat = fields["seat"]
        self.held[seat] = joined(self.held[seat], fields.get("cards", ()))

    def _draw(self, fields: Fields) -> None:
        """Note the cards that a seat has drawn (DUR-40), as far as the event names them. Everyone
        sees who draws the trump card; the seat itself sees all cards that it draws."""
        trump = [fields["trump"]] if "trump" in fields else []
        self._get({"cards": trump, **fields})

    def _accuse(self, fields: Fields) -> None:
        """Note that an accused card, if it was played wrongfully (DUR-71), has gone back into the
        hand of its owner, or to the discard pile if the owner has left the game (DUR-45)."""
        if fields["wrongful"] and self.left >> fields["accused"] & 1:
            self._discard(fields)
        elif fields["wrongful"]:
            self._get({**fields, "seat": fields["accused"]})

    def _resign(self, fields: Fields) -> None:
        """Note that the hand of a seat that leaves the game is discarded (DUR-45). Its known cards
        become known discards."""
        seat = fields["seat"]
        self.discarded = joined(self.discarded, names_in(self.held[seat]))
        self.held[seat] = 0
        self.left |= 1 << seat


NOTES: Final[Mapping[str, Callable[[Memory, Fields], None]]] = {
    "redeal": Memory._redeal,
    "dealt": Memory._get,
    "bout": Memory._begin,
    "attack": Memory._leave_hand,
    "throw": Memory._leave_hand,
    "beat": Memory._leave_hand,
    "pass": Memory._leave_hand,
    "show": Memory._show,
    "bout-taken": Memory._get,
    "bout-repelled": Memory._discard,
    "bout-void": Memory._discard,
    "drew": Memory._draw,
    "accuse": Memory._accuse,
    "resigned": Memory._resign,
}
"""By the name of an event: what can be learned from it."""
