"""What a seat remembers of the discard deck, which its view does not show (TRE-11, TRE-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

Fields = Mapping[str, Any]


class Memory:
    """Cards that the seat knows to lie in the discard deck since that was last turned over.

    It is told events as the seat may know them (`games.core.Told`), from the deal on, and so holds
    nothing that the seat may not know.
    """

    def __init__(self, seen: Iterable[tuple[str, Fields]] = ()) -> None:
        self.discarded: list[str] = []
        """The cards known by name."""
        self.of_suit: Counter[str] = Counter()
        """How many more there are of each suit: stacks of a suit that was announced."""
        self._targets: list[str | None] = []
        for name, fields in seen:
            self._watch(name, fields)

    def _watch(self, name: str, fields: Fields) -> None:
        cards = fields.get("cards")
        match name:
            case "discarded" | "resigned" if cards:
                self.discarded += cards
            case "purged":
                suit = self._targets[fields["side"]]
                if cards:
                    self.discarded += cards
                elif suit is not None and fields["count"]:
                    self.of_suit[suit] += fields["count"]
            case "targets-announced":
                self._targets = list(fields["targets"])
            case "reshuffled":
                self.discarded.clear()
                self.of_suit.clear()

    def forget_unless(self, room: int) -> None:
        """Forgets everything when the cards remembered don't fit into the hands: the view
        contradicts them."""
        if len(self.discarded) + self.of_suit.total() > room:
            self.discarded.clear()
            self.of_suit.clear()
