"""The runs of an analysis. In a run, all moves that are worth trying are played in the same deals.
A run goes on until the differences between the moves are known well enough, or its budget is spent.

All results are computed with whole numbers. Costs are in millionths of a second. They are computed
from the number of turns or moves, and never measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Final, NamedTuple, TypeVar

from games.analysis.findings import MISTAKE
from games.players.search import Playout, Trial

T = TypeVar("T")

BATCH: Final = 8
"""After each `BATCH` deals, the moves that are surely worse are no longer tried."""
DROPPED: Final = 9
"""A move is no longer tried in a run when it is behind the best move by more than √`DROPPED`
standard errors (that is, three). With all hands open, another move counts as better than the played
move only if it is ahead by more than the same number of standard errors."""
CLEAR: Final = 4
"""Another move counts as surely better than the played move if it is ahead by more than √`CLEAR`
standard errors (that is, two)."""
FINE: Final = 22
"""The difference between two moves is known well enough for a run once its standard error is at
most this number, in thousandths of a win."""
LEAST: Final = 48
"""The fewest deals in a run. A run has fewer deals only if the budget doesn't allow so many."""
FEW: Final = 4
"""Each move must be tried in at least this number of deals. If playouts are too slow for that,
fewer moves are tried."""
CLOSE: Final = 9
"""The difference between two moves is close to `MISTAKE` if it is at most √`CLOSE` standard errors
(that is, three) above or below `MISTAKE`."""
SUSPECT: Final = 75
"""A move that does better than the played move by at least this value in the first run is examined
in the second run, even if the move is not surely better. The value is in thousandths of a win."""
SPARED: Final = 4
"""A divisor of the spare budget, which is what remains of the budget after `kept` was reserved for
each later decision. A close decision may cost at most 1/`SPARED` of the spare budget in addition to
its runs. The runs of a decision may cost this amount or an even share of the whole rest, whichever
is more."""
SURE: Final = 15
"""The largest standard error, in thousandths, with which a loss that is close to `MISTAKE` may
still count as a mistake after all deals were tried. The loss is the average difference between the
best move and the played move."""
FINEST: Final = 2
"""The standard error, in thousandths, at which no more deals are tried for a loss that is close to
`MISTAKE`. The loss is the average difference between the best move and the played move."""
CONFIRMS: Final = 100
"""A move is a mistake only if it loses at least this value in the deals of the second run, without
those of the first. The value is in thousandths of a win."""


class AnalysisBudget(NamedTuple):
    """How much computing an analysis may spend on one game. Costs are in millionths of a second.

    The budget of the whole game is `least`, plus `decision` for each decision. One run of playouts
    (games played to their end) may cost at most `cost` and have at most `deals` deals. With open
    hands, each move gets at most `opened` playouts. To solve the end of a game, at most `nodes`
    positions are searched.

    If the runs don't show clearly whether the move of a decision was a mistake, up to `close` may
    be spent on this decision in addition. Before that, `kept` is reserved for each later
    decision."""

    cost: int = 90_000
    """The most that one run of playouts may cost, in millionths of a second."""
    deals: int = 400
    """The most deals of one run."""
    close: int = 3_000_000
    """The most that one decision may cost in addition to its usual runs, in millionths of a second.
    This budget is spent only while it is unclear whether the played move was a mistake."""
    opened: int = 16
    """The number of playouts of each move with open hands."""
    nodes: int = 20_000
    """The most positions that are searched to solve the end of a game."""
    decision: int = 70_000
    """How much each decision adds to the budget of the whole game, in millionths of a second.
    `least` is added once for the game."""
    least: int = 1_000_000
    """The fixed part of the budget for a whole game, in millionths of a second. The other part is
    `decision` for each decision of the game."""
    kept: int = 48_000
    """What is reserved for each later decision while one decision is examined for longer."""

    def times(self, more: int) -> AnalysisBudget:
        """Return this budget with `cost`, `decision`, `least` and `kept` multiplied by `more`.
        `close` stays the same."""
        return self._replace(
            cost=self.cost * more,
            decision=self.decision * more,
            least=self.least * more,
            kept=self.kept * more,
        )


class Purse:
    """The computing budget that is left while one game is analysed. `decisions` is the number of
    decisions to judge."""

    def __init__(self, budget: AnalysisBudget, decisions: int) -> None:
        self.budget = budget
        self._left = budget.least + budget.decision * decisions
        self._decisions = max(1, decisions)

    def next_decision(self) -> None:
        """Count one decision as judged. The budget that is left is shared among the decisions that
        are left."""
        self._decisions = max(1, self._decisions - 1)

    def spend(self, cost: int) -> None:
        """Subtract `cost`, in millionths of a second, from the budget that is left."""
        self._left -= cost

    @property
    def for_run(self) -> int:
        """The most that one run may cost, in millionths of a second. A decision has three runs: two
        in imagined deals, one in the real deal."""
        even, spare = self._left // self._decisions, self._spare // SPARED
        return min(self.budget.cost, max(even, spare) // 3)

    @property
    def for_close(self) -> int:
        """The most that the present decision may cost in addition to its usual runs, in millionths
        of a second. This budget is spent only while it is unclear whether the played move was a
        mistake."""
        return min(self.budget.close, self._spare // SPARED)

    @property
    def _spare(self) -> int:
        return self._left - self.budget.kept * (self._decisions - 1)


Imagine = Callable[[], Playout[T]]
"""Returns a new deal on each call, as a playout in which moves can be tried."""
Pair = tuple[Trial[T], Trial[T]]
"""The trial of the best move, and the trial of the played move."""


class Gap:
    """A difference between two moves: how much better the first move did than the second in the
    same deals, and how uncertain this is. Values are in thousandths of a win."""

    def __init__(self) -> None:
        self.deals = self.total = self._squares = 0

    @classmethod
    def between(cls, one: Trial[T], other: Trial[T], since: int = 0) -> Gap:
        """Return the gap between two trials, which says how much better the move of `one` did than
        the move of `other` in the same deals. A trial is a move with its value in each deal. Deals
        before the index `since` are left out."""
        gap = cls()
        for first, second in zip(one.values[since:], other.values[since:], strict=True):
            gap.add(first - second)
        return gap

    def add(self, ahead: int) -> None:
        """Add one more deal. `ahead` is how much better the first move did in this deal."""
        self.deals += 1
        self.total += ahead
        self._squares += ahead * ahead

    @property
    def spread(self) -> int:
        """A measure of how much the differences between the two moves vary from deal to deal. It is
        the variance multiplied by the square of the number of deals, and is always a whole
        number."""
        return self.deals * self._squares - self.total * self.total

    @property
    def mean(self) -> int:
        """How much better the first move did than the second, on average over all deals. The value
        is in thousandths of a win, and is negative if the first move did worse."""
        return self.total // self.deals

    @property
    def is_settled(self) -> bool:
        """Whether the standard error of the gap is at most `FINE`, or the gap is almost certainly
        below 0."""
        if self.total < 0 and self._is_sure:
            return True
        return self.is_within(FINE)

    def is_within(self, error: int) -> bool:
        """Whether the standard error of the gap is at most `error`, in thousandths."""
        return self.spread <= error * error * self.deals**3

    @property
    def at_least(self) -> int:
        """A value that the true difference almost certainly reaches: the average minus two standard
        errors."""
        return self.mean - isqrt(CLEAR * self.spread // self.deals) // self.deals

    @property
    def _is_sure(self) -> bool:
        return self.total * self.total * self.deals > CLEAR * self.spread

    @property
    def is_close(self) -> bool:
        """Whether the gap between the two moves is so near to `MISTAKE` that more deals are needed
        to know whether it is above or below `MISTAKE`. False once the standard error of the gap is
        at most `FINEST` thousandths of a win."""
        off = self.total - MISTAKE * self.deals
        return off * off * self.deals <= CLOSE * self.spread and not self.is_within(FINEST)


def first_run(
    moves: Sequence[T], played: T, imagine: Imagine[T], purse: Purse
) -> tuple[Sequence[Trial[T]], Trial[T], Trial[T]]:
    """Compare all moves with the played one in imagined deals. A trial has the values of one move
    in these deals. Returns three things: the trials of all moves, the trial of the best move, and
    the trial of the played move.

    The played move counts as the best unless another move is certainly better, or seems so much
    better (`SUSPECT`) that a second run must examine it."""
    allowed, most = purse.for_run, purse.budget.deals
    every, cost = _started(moves, played, imagine, FEW, allowed)
    trials, own, deals = list(every), every[0], 1
    while cost < allowed and deals < most:
        cost += _try(trials, imagine())
        deals += 1
        if deals % BATCH:
            continue
        best = max(trials, key=Trial.total)
        trials = [each for each in trials if each is own or not best.is_ahead(each, DROPPED)]
        gaps = (Gap.between(each, own) for each in trials if each is not own)
        if deals >= LEAST and all(gap.is_settled for gap in gaps):
            break
    purse.spend(cost)
    best = max(trials, key=Trial.total)
    suspect = best.total() - own.total() >= SUSPECT * deals
    return every, (best if suspect or best.is_ahead(own, CLEAR) else own), own


def second_run(first: Pair[T], imagine: Imagine[T], purse: Purse) -> Pair[T]:
    """Try the best move and the played move of the first run again, in new deals from `imagine`.
    `purse` is the computing budget that is left. As long as both runs together don't show clearly
    whether the played move was a mistake, add more deals within the budget. Returns the new trials
    of the best move and of the played move. A trial is a move with its value in each deal."""
    trials = best, own = Trial(first[0].choice), Trial(first[1].choice)
    allowed, most = purse.for_run, purse.budget.deals
    alone, both = Gap(), Gap.between(*first)
    cost = deals = 0

    def batch() -> int:
        spent = sum(_try(trials, imagine()) for _ in range(BATCH))
        for one, other in zip(best.values[-BATCH:], own.values[-BATCH:], strict=True):
            alone.add(one - other)
            both.add(one - other)
        return spent

    while cost < allowed and deals < most and not (deals >= LEAST and alone.is_settled):
        cost += batch()
        deals += BATCH
    purse.spend(cost)
    allowed = purse.for_close
    cost = 0
    while cost < allowed and both.is_close:
        cost += batch()
    purse.spend(cost)
    return best, own


def confirmed(first: Pair[T], second: Pair[T]) -> int:
    """Return how much the played move loses against the best move, in thousandths of a win (0 or
    more). `first` and `second` are the two runs. Each run has two trials (values in all deals),
    that of the best move and that of the played move.

    The result is the average loss over both runs if three things hold: this average is at least
    `MISTAKE`, the second run alone finds at least `CONFIRMS`, and there were enough deals.
    Otherwise the result is below `MISTAKE`. It is at most the loss that is almost certain
    (`Gap.at_least`), and at most the loss in the second run."""
    two, both = Gap.between(*second), Gap.between(*first)
    for best, own in zip(second[0].values, second[1].values, strict=True):
        both.add(best - own)
    enough = not both.is_close or both.is_within(SURE)
    if both.mean >= MISTAKE and two.mean >= CONFIRMS and enough:
        return both.mean
    return max(0, min(both.at_least, two.mean, MISTAKE - 1))


def open_run(
    moves: Sequence[T], played: T, imagine: Imagine[T], purse: Purse
) -> Sequence[Trial[T]]:
    """Try the moves in the real deal, with all hands open. `imagine` returns on each call a playout
    (a game played to its end) of this deal. `purse` is the computing budget that is left. Returns a
    trial (the values of a move in the playouts) for each move, with the played move first. If the
    budget is too small, some moves are not tried."""
    allowed = purse.for_run
    trials, cost = _started(moves, played, imagine, 1, allowed)
    for _ in range(1, purse.budget.opened):
        if cost >= allowed:
            break
        cost += _try(trials, imagine())
    purse.spend(cost)
    return trials


def mean(trial: Trial[T]) -> int:
    """The average value of a trial's move over all its deals, in thousandths of a win. A trial is a
    move with its value in each deal."""
    return trial.total() // len(trial.values)


def _started(
    moves: Sequence[T], played: T, imagine: Imagine[T], deals: int, allowed: int
) -> tuple[Sequence[Trial[T]], int]:
    """Start a run: try the played move and other moves in one deal that `imagine` makes. The number
    of other moves is limited by the budget. Trying all moves in `deals` deals may cost at most
    `allowed`, in millionths of a second. Returns the trials, beginning with that of the played
    move, and the cost so far."""
    trials, play = [Trial(played)], imagine()
    cost = _try(trials, play)
    affordable = allowed // (deals * max(1, cost))
    others = [Trial(move) for move in moves if move != played][: max(0, affordable - 1)]
    return [*trials, *others], cost + _try(others, play)


def _try(trials: Sequence[Trial[T]], play: Playout[T]) -> int:
    cost = 0
    for trial in trials:
        value, spent = play(trial.choice)
        trial.values.append(value)
        cost += spent
    return cost
