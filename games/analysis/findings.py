"""The results of an analysis: a judgement of each decision. Also the functions that write an
analysis as JSON data and read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from games.players.finding import Tried

VERSION: Final = 4
"""The version of the analysis. It is raised whenever the same record would get another analysis.
Results of an older version are computed again."""

FULL: Final = 1000
"""A certain win. All chances are in thousandths."""
MISTAKE: Final = 150
"""A move is a mistake if it loses at least this much of the seat's chance, in thousandths."""
HALF: Final = 200
"""A move that loses this much of the seat's chance, in thousandths of a win, counts 50 per cent in
the seat's accuracy. A move that loses nothing counts 100 per cent."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How good the move of one decision was. It is judged either by what the seat knew or with all
    hands open.

    `best` is the best move. `before` is the seat's chance of winning if it makes this best move.
    `loss` is how much of this chance the played move loses. Both are in thousandths (`FULL` is
    certain). `exact` says that the values are proven."""

    best: str
    """The best move. It is the played move if no other move is surely better."""
    before: int
    """The seat's chance of winning before its move, in thousandths. This is the chance that the
    best move gives."""
    loss: int
    """How much lower the chance is after the played move than `before`, in thousandths. Never
    negative."""
    exact: bool
    """Whether the values are proven. Otherwise they are estimates."""

    @property
    def after(self) -> int:
        """The seat's chance of winning after the move that was played, in thousandths."""
        return self.before - self.loss


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that a seat made when it had more than one legal move. `step` is the index of the move
    in the record, and `choices` is the number of legal moves.

    `known` judges the move by what the seat knew then. `opened` judges it with all hands open. If
    the move was a mistake, `kind` says which kind of mistake, and `tried` has the moves that were
    compared. `held` is the hidden card that decided the game (games.analysis.held), or an empty
    text when no such card was found."""

    step: int
    seat: int
    move: str
    choices: int
    """How many legal moves there were."""
    known: Judgement
    """The judgement by what the seat knew then."""
    opened: Judgement
    """The judgement with all hands open. Only the order of the cards still to be drawn is
    random."""
    kind: str = ""
    """The kind of a mistake (games.analysis.kinds); empty for any other move."""
    tried: tuple[Tried, ...] = ()
    """The moves that were compared by what the seat knew when it moved. The best move comes first.
    Empty unless the played move was a mistake."""
    held: str = ""
    """The card in an opponent's hand that decided the game (games.analysis.held). Empty if no such
    card was found, or if the analysis was stored before such cards were looked for."""

    @property
    def is_mistake(self) -> bool:
        """Whether the move was a mistake. By what the seat knew, another move was better by at
        least `MISTAKE`."""
        return self.known.loss >= MISTAKE


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of one game: its name, the number of its seats, and all its decisions in the
    order in which they were made."""

    game: str
    seats: int
    decisions: tuple[Decision, ...]

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that were mistakes (`Decision.is_mistake`)."""
        return tuple(each for each in self.decisions if each.is_mistake)

    def accuracy(self, seat: int) -> int | None:
        """Return the accuracy of a seat in per cent. It is the mean over the seat's decisions: a
        move that loses nothing counts 1, and a move that loses `HALF` counts one half. Returns None
        when the seat made no decision."""
        return accuracy_of([each for each in self.decisions if each.seat == seat])


def accuracy_of(decisions: Sequence[Decision]) -> int | None:
    """Return the accuracy of these decisions in per cent. `Analysis.accuracy` explains how it is
    computed. Returns None when there are no decisions."""
    if not decisions:
        return None
    whole = sum(FULL * HALF // (HALF + each.known.loss) for each in decisions)
    return whole * 100 // (FULL * len(decisions))


def to_json(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as data that can be written as JSON."""
    return {"version": VERSION, **asdict(analysis)}


def from_json(data: Mapping[str, Any]) -> Analysis | None:
    """Read an analysis from data that `to_json` made. Returns None when the data is of another
    `VERSION` of the analysis."""
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
