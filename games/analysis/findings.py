"""The results of an analysis: a judgement of each decision, and how these are written as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from games.players.finding import Tried

VERSION: Final = 3
"""Raised whenever the same record would be analysed differently: results of an older version are
computed anew."""

FULL: Final = 1000
"""A chance that is certain: chances are in thousandths."""
MISTAKE: Final = 150
"""What a move gives up at least, in thousandths, if it is a mistake."""
HALF: Final = 200
"""A move that gives up this much, in thousandths, counts half for the accuracy."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How good the move of one decision was, either by what the seat knew or with all hands open.
    `best` is the best move. `before` is the seat's chance of winning with it, `loss` what the
    played move gives up, both in thousandths (`FULL` is certain). `exact` says that this is
    proven."""

    best: str
    """The best move; the one that was played if none is surely better."""
    before: int
    """The chance of the seat before the move, if it plays the best one."""
    loss: int
    """What the move that was played gives up: 0 or more."""
    exact: bool
    """Whether this is proven; otherwise it is an estimate."""

    @property
    def after(self) -> int:
        """The seat's chance of winning after the move that was played, in thousandths."""
        return self.before - self.loss


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: a move that a seat made when it had a choice. `step` is its place in the record,
    from 0, and `choices` the number of legal moves.

    `known` judges the move by what the seat knew then, `opened` with all hands open. For a mistake,
    `kind` says which kind it is, `tried` has the moves that were compared, and `held` the hidden
    card that decided the game, if there is one (games.analysis.held)."""

    step: int
    seat: int
    move: str
    choices: int
    """How many legal moves there were."""
    known: Judgement
    """By what the seat knew then."""
    opened: Judgement
    """The judgement with all hands open; only the cards still to be drawn are left to chance."""
    kind: str = ""
    """The kind of a mistake (games.analysis.kinds); empty for any other move."""
    tried: tuple[Tried, ...] = ()
    """The moves that were compared, the best first, by what the seat knew; of mistakes alone."""
    held: str = ""
    """Of a decision that looked won and wasn't: the card that decided it in another's hand
    (games.analysis.held); empty where there is none, or in what was kept before this was looked
    for."""

    @property
    def is_mistake(self) -> bool:
        """Whether the move was worse, by at least `MISTAKE`, than another move that the seat could
        have known to be better."""
        return self.known.loss >= MISTAKE


@dataclass(frozen=True, slots=True)
class Analysis:
    """Every decision of a game in order, and the number of seats."""

    game: str
    seats: int
    decisions: tuple[Decision, ...]

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions in which a seat could have known a better move."""
        return tuple(each for each in self.decisions if each.is_mistake)

    def accuracy(self, seat: int) -> int | None:
        """The accuracy of a seat in per cent, None if it had no decision. It is the mean over its
        decisions: a move that loses nothing counts 1, and one that loses `HALF` counts one half."""
        return accuracy_of([each for each in self.decisions if each.seat == seat])


def accuracy_of(decisions: Sequence[Decision]) -> int | None:
    """The accuracy of some decisions in per cent, computed as in `Analysis.accuracy`; None for no
    decisions."""
    if not decisions:
        return None
    whole = sum(FULL * HALF // (HALF + each.known.loss) for each in decisions)
    return whole * 100 // (FULL * len(decisions))


def to_json(analysis: Analysis) -> dict[str, Any]:
    """An analysis as data that JSON can hold."""
    return {"version": VERSION, **asdict(analysis)}


def from_json(data: Mapping[str, Any]) -> Analysis | None:
    """The analysis from data that `to_json` made; None when another version made the data."""
    if data["version"] != VERSION:
        return None
    return Analysis(
        data["game"],
        data["seats"],
        tuple(
            Decision(
                **{
                    **each,
                    "known": Judgement(**each["known"]),
                    "opened": Judgement(**each["opened"]),
                    "tried": tuple(Tried(**tried) for tried in each["tried"]),
                }
            )
            for each in data["decisions"]
        ),
    )
