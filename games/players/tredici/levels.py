"""The two stronger levels of Tredici. Their players remember what their seat has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from games.core import Chance, Move, View
from games.players.finding import Finding
from games.players.tredici import quick
from games.players.tredici.quick import QUICK, Thresholds
from games.tredici.belief.counts import PLACE, Counts
from games.tredici.belief.evidence import Evidence

AGAINST_ONE: Final = QUICK._replace(sure=800, ripe=12)
AGAINST_MORE: Final = QUICK._replace(sure=995, ripe=11)
"""The master's thresholds against several other sides. Against several sides, a wrong kisché costs
more than it brings, and sides that share a suit fall behind the others. `AGAINST_ONE` has the
thresholds against one other side."""


class Remembering(ABC):
    """The base class of the levels `Master` and `Skilled`, which remember what they see.
    `attentive` says whether the level also learns from the cards that it draws itself."""

    attentive: ClassVar[bool]
    """Whether the level also learns from the cards that its own seat draws."""

    def __init__(self) -> None:
        self._evidence = Evidence(attentive=self.attentive)

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember the event `name`, which the seat was told. `fields` are those of the event's
        fields that the seat may know."""
        self._evidence.watch(name, fields)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of the legal moves in `view.moves` as the quick player does. The probabilities
        of the suits that other sides collect come from the memory."""
        if len(view.moves) == 1:
            return view.moves[0]
        counts = Counts(view)
        likely = self._evidence.likely(view, counts)
        worth = self._worth(view, counts)
        return quick.choose(view, likely, counts, rng, self._thresholds(counts), worth)

    def _worth(self, view: View, counts: Counts) -> Sequence[int] | None:
        """Return, for each suit, how important it is to keep a card of the suit. None means that
        the quick player computes this. This base class always returns None."""
        return None

    @staticmethod
    def at_sight(view: View, rng: Chance, /) -> Move:
        """Return the move of `view.moves` that the quick player chooses without a memory."""
        counts = Counts(view)
        return quick.choose(view, Evidence().likely(view, counts), counts, rng)

    @abstractmethod
    def _thresholds(self, counts: Counts) -> Thresholds:
        """The thresholds by which the level decides when to call kisché and what to keep."""


class Master(Remembering):
    """The strongest level: it uses everything that it has seen."""

    attentive = True

    def explain(self, view: View, rng: Chance, /) -> Finding:
        """Return the move that `choose` would make, and facts about it. `shared` is the probability
        (in thousandths) that another side collects the same suit. If the move chooses a target,
        `most` is 1 if no other suit has more cards in the hand, otherwise 0.

        The finding has no chances, because playouts show little in this game
        (docs/measurements.md)."""
        counts = Counts(view)
        shared = quick.shared(view, self._evidence.likely(view, counts), counts)
        move = self.choose(view, rng)
        return Finding(str(move), facts={"shared": shared, **_held(view, move)})

    def _worth(self, view: View, counts: Counts) -> Sequence[int] | None:
        if len(counts.others) == 1:
            return None
        own = view.facts["targets"][counts.side]
        return quick.rivalries(
            counts, self._evidence.joint(view, counts), None if own is None else PLACE[own]
        )

    def _thresholds(self, counts: Counts) -> Thresholds:
        return AGAINST_ONE if len(counts.others) == 1 else AGAINST_MORE


def _held(view: View, move: Move) -> dict[str, int]:
    """Return the fact `most` about a move that chooses the suit to collect. It is 1 if the hand
    holds at least as many cards of that suit as of any other suit, otherwise 0. For other moves,
    the result is empty."""
    if move.verb != "target":
        return {}
    counts = Counter(card[-1] for card in view.hand)
    return {"most": int(counts[move.other] == max(counts.values(), default=0))}


class Skilled(Remembering):
    """The second strongest level: it uses only its knowledge of the cards that others set aside,
    and calls kisché late."""

    attentive = False

    def _thresholds(self, counts: Counts) -> Thresholds:
        return QUICK
