"""The two stronger levels of Tredici: players of one seat that remember what it has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.core import Chance, Move, View
from games.players.search import Budget
from games.players.tredici import quick
from games.players.tredici.evidence import Evidence
from games.players.tredici.imagining import Imagined
from games.players.tredici.search import search
from games.players.tredici.sight import Sight


class Remembering(ABC):
    """What the two share: a memory."""

    def __init__(self) -> None:
        self._evidence = Evidence()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remembers what the seat has seen."""
        self._evidence.watch(name, fields)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """One of `view.moves`."""
        if len(view.moves) == 1:
            return view.moves[0]
        sight = Sight(view)
        likely = self._evidence.likely(view, sight)
        move = quick.choose(view, likely, sight, rng)
        return self._think(view, sight, likely, move, rng)

    @staticmethod
    def at_sight(view: View, rng: Chance, /) -> Move:
        """The quick player's move without a memory: one of `view.moves`."""
        sight = Sight(view)
        return quick.choose(view, Evidence().likely(view, sight), sight, rng)

    @abstractmethod
    def _think(
        self, view: View, sight: Sight, likely: quick.Likely, move: Move, rng: Chance
    ) -> Move:
        """What to do; `move` is the quick player's."""


class Skilled(Remembering):
    """Plays by what it has seen."""

    def _think(
        self, view: View, sight: Sight, likely: quick.Likely, move: Move, rng: Chance
    ) -> Move:
        return move


class Master(Remembering):
    """Searches whether to call kisché."""

    budget: ClassVar[Budget] = Budget(cost=16_000, deals=400, clear=2)

    def _think(
        self, view: View, sight: Sight, likely: quick.Likely, move: Move, rng: Chance
    ) -> Move:
        facts = view.facts
        if facts["phase"] != "turn" or facts["turn"] != view.seat or move.verb == "tredici":
            return move
        moves = _worth_trying(view, sight, likely, move)
        if len(moves) == 1:
            return move
        worth = quick.dangers(sight, likely, quick.QUICK)
        imagined = Imagined(view, sight, likely, self._evidence.thrown, worth)
        return search(imagined, moves, move, self.budget, rng)


LIKELY: Final = 40
"""How likely a shared suit must be for a kisché to be tried, in per cent."""


def _worth_trying(view: View, sight: Sight, likely: quick.Likely, move: Move) -> list[Move]:
    """The moves that a search tries, the quick player's first: that and a kisché, or, where a
    kisché is the quick player's, what else it would do.

    Ways to discard differ by less than a search sees in its time.
    """
    kische = next((each for each in view.moves if each.verb in ("kische", "agree")), None)
    if kische is None or quick.shared(view, likely, sight) < LIKELY:
        return [move]
    if move != kische:
        return [move, kische]
    others = [each for each in view.moves if each.verb in ("discard", "draw")]
    return [move, *sorted(others, key=quick.cost_by(sight, likely, quick.QUICK))[:1]]
