"""What a seat remembers of a game: the places of cards that its view no longer shows (DUR-23,
DUR-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.durak.belief.evidence import Evidence
from games.durak.belief.public_tracker import PublicTracker
from games.durak.rules.tables import MOST_SEATS, joined, mask_of, names_in, without

Fields = Mapping[str, Any]


class Memory:
    """The cards that a seat knows to be in hands and in the discard pile, because the seat has seen
    them.

    The object receives all events from the deal on, but only with the fields that the seat may know
    (`games.core.Told`). Sets of cards are bit masks. With two decks, a card has two bits. The first
    bit says that at least one copy is in the set, and the second bit says that both copies are."""

    __slots__ = ("begun", "discarded", "evidence", "held", "left", "table")

    def __init__(self) -> None:
        self.held = [0] * MOST_SEATS
        """For each seat, the cards known to be in its hand."""
        self.discarded = 0
        """The cards known to be in the discard pile."""
        self.left = 0
        """A bit mask of the seats that have left."""
        self.begun: list[tuple[int, tuple[int, ...], int]] = []
        """For each bout since the last discard: the attacker, and the values of `held` and
        `discarded` when the bout began."""
        self.table = PublicTracker()
        """What everyone has seen."""
        self.evidence = Evidence(self.table)
        """What moves suggest about unseen cards."""

    @classmethod
    def of(cls, seen: Iterable[tuple[str, Fields]]) -> Memory:
        """Return the memory of a seat that was told the events `seen`."""
        memory = cls()
        for name, fields in seen:
            memory.watch(name, fields)
        return memory

    def watch(self, name: str, fields: Fields) -> None:
        """Remember what an event tells. `fields` has only the fields that the seat may know."""
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

    def _turn_up(self, fields: Fields) -> None:
        """Note the trump card if it is in a hand because the hands took the whole deck (DUR-01)."""
        if "seat" in fields:
            self._show(fields)

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
        """Remember the cards that a hand gets, if the event names them. A seat is told the cards
        that it is dealt (DUR-01), and everyone sees which cards a defender takes (DUR-24)."""
        seat = fields["seat"]
        self.held[seat] = joined(self.held[seat], fields.get("cards", ()))

    def _draw(self, fields: Fields) -> None:
        """Note the cards that a seat has drawn (DUR-40), if the event names them. Everyone sees
        which seat draws the trump card. The seat itself sees all cards that it draws."""
        trump = [fields["trump"]] if "trump" in fields else []
        self._get({"cards": trump, **fields})

    def _accuse(self, fields: Fields) -> None:
        """Note what happens to an accused card. If it was played wrongfully, it goes back into the
        hand of its owner (DUR-71). If the owner has left the game, it goes to the discard pile
        (DUR-45)."""
        if fields["wrongful"] and self.left >> fields["accused"] & 1:
            self._discard(fields)
        elif fields["wrongful"]:
            self._get({**fields, "seat": fields["accused"]})

    def _resign(self, fields: Fields) -> None:
        """Remember that a seat leaves the game and its hand is discarded (DUR-45). The cards that
        were known in the hand are now known in the discard pile."""
        seat = fields["seat"]
        self.discarded = joined(self.discarded, names_in(self.held[seat]))
        self.held[seat] = 0
        self.left |= 1 << seat


NOTES: Final[Mapping[str, Callable[[Memory, Fields], None]]] = {
    "redeal": Memory._redeal,
    "dealt": Memory._get,
    "trump": Memory._turn_up,
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
"""For each event from which something can be remembered: the method that does this."""
