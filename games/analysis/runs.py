"""The runs of an analysis. A run plays all moves worth trying in the same deals, until it is known
whether the played move was a mistake.

Only whole numbers decide. Costs are in millionths of a second, but they are computed from the
counts of what was played, never measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Final, NamedTuple, TypeVar

from games.analysis.findings import MISTAKE
from games.players.search import Playout, Trial

T = TypeVar("T")

BATCH: Final = 8
"""Deals after which moves that are surely worse are dropped."""
DROPPED: Final = 9
"""A move is dropped when it is behind by more than the root of this number of standard errors. With
open hands, another is better if it is ahead by more."""
CLEAR: Final = 4
"""A move other than the one played is better only if it is ahead by more than the root of this
number of standard errors."""
FINE: Final = 22
"""A difference is known well enough once its standard error, in thousandths, is no more."""
LEAST: Final = 48
"""Deals that are tried at least, as far as the cost allows."""
FEW: Final = 4
"""Deals that each move must be able to go through; with playouts that are too slow for that, fewer
moves are tried."""
CLOSE: Final = 9
"""A difference is close to `MISTAKE` within the root of this number of standard errors."""
SUSPECT: Final = 75
"""A move that is better by this much in the first run, in thousandths, is examined in the second
run, even if it is not surely better yet."""
SPARED: Final = 4
"""A decision may cost one such part of what is not kept for later ones."""
SURE: Final = 15
"""A decision that is still close at the end is a mistake only if the standard error of the
difference, in thousandths, is at most this.
"""
FINEST: Final = 2
"""A close difference is not examined further once its standard error, in thousandths, is at most
this.
"""
CONFIRMS: Final = 100
"""What the second run must find by itself, in thousandths, if there is to be a mistake."""


class AnalysisBudget(NamedTuple):
    """How much computing an analysis may spend on one game. Costs are in millionths of a second.

    A run of playouts may cost `cost` and have `deals` deals. A decision may cost `close` more while
    it is unclear whether its move was a mistake. `opened` is the number of playouts of each move
    with open hands, and `nodes` the number of positions that may be searched to solve an end. The
    whole game may cost `least`, and `decision` more for each of its decisions. `kept` is reserved
    for each later decision while one is unclear."""

    cost: int = 90_000
    """What the playouts of a run may cost."""
    deals: int = 400
    """Deals of a run at most."""
    close: int = 3_000_000
    """What may be spent further on one decision where it is not clear whether the move was a
    mistake."""
    opened: int = 16
    """Playouts of each move with open hands."""
    nodes: int = 20_000
    """Nodes of an end that is solved."""
    decision: int = 70_000
    """The cost that a game may have for each of its decisions, beside `least`."""
    least: int = 1_000_000
    """The cost that every game may have beside that of its decisions."""
    kept: int = 48_000
    """The work reserved for each later decision while one is examined for longer."""

    def times(self, more: int) -> AnalysisBudget:
        """This budget, with its costs multiplied by `more`."""
        return self._replace(
            cost=self.cost * more,
            decision=self.decision * more,
            least=self.least * more,
            kept=self.kept * more,
        )


class Purse:
    """The computing budget that is left while the `decisions` of one game are analysed."""

    def __init__(self, budget: AnalysisBudget, decisions: int) -> None:
        self.budget = budget
        self._left = budget.least + budget.decision * decisions
        self._decisions = max(1, decisions)

    def next_decision(self) -> None:
        """Note that one decision fewer has to be paid from the budget."""
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
        """The most that may be spent additionally on one decision while it is unclear whether its
        move is a mistake, in millionths of a second."""
        return min(self.budget.close, self._spare // SPARED)

    @property
    def _spare(self) -> int:
        return self._left - self.budget.kept * (self._decisions - 1)


Imagine = Callable[[], Playout[T]]
"""Gives a new deal each time, in which moves can be tried."""
Pair = tuple[Trial[T], Trial[T]]
"""The best move, and the one that was played."""


class Gap:
    """How much better one move is than another in the same deals, with the uncertainty of this
    difference. Values are in thousandths of a win."""

    def __init__(self) -> None:
        self.deals = self.total = self._squares = 0

    @classmethod
    def between(cls, one: Trial[T], other: Trial[T], since: int = 0) -> Gap:
        """The gap between the moves of two trials, from the deal `since` on (counted from 0)."""
        gap = cls()
        for first, second in zip(one.values[since:], other.values[since:], strict=True):
            gap.add(first - second)
        return gap

    def add(self, ahead: int) -> None:
        """Add the difference of the two moves in one more deal."""
        self.deals += 1
        self.total += ahead
        self._squares += ahead * ahead

    @property
    def spread(self) -> int:
        """The variance of the differences, times the square of the number of deals."""
        return self.deals * self._squares - self.total * self.total

    @property
    def mean(self) -> int:
        """The average difference over all deals."""
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
        """A lower bound that is almost certainly right: two standard errors below the average."""
        return self.mean - isqrt(CLEAR * self.spread // self.deals) // self.deals

    @property
    def _is_sure(self) -> bool:
        return self.total * self.total * self.deals > CLEAR * self.spread

    @property
    def is_close(self) -> bool:
        """Whether the gap is so close to `MISTAKE` that further deals could show on which side of
        it the gap is; False once the standard error is at most `FINEST`."""
        off = self.total - MISTAKE * self.deals
        return off * off * self.deals <= CLOSE * self.spread and not self.is_within(FINEST)


def first_run(
    moves: Sequence[T], played: T, imagine: Imagine[T], purse: Purse
) -> tuple[Sequence[Trial[T]], Trial[T], Trial[T]]:
    """Compare all moves with the played one in imagined deals. Returns the trials of all moves, the
    trial of the best move, and that of the played one. The best is the played one unless another
    move is certainly better, or better by so much that a second run must look at it."""
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
    """Try the best and the played move of the first run once more, in new deals. More deals are
    added while it is unclear from both runs together whether the difference is a mistake."""
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
    """How much the played move loses against the best one according to two runs, in thousandths of
    a win, at least 0.

    It is a mistake if all deals together say so, if there were enough deals, and if the second run
    alone confirms it. Otherwise the result is below `MISTAKE`: the loss that is almost certain, or
    that of the second run if it is smaller."""
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
    """Trials of the moves in the real deal; the played move is the first."""
    allowed = purse.for_run
    trials, cost = _started(moves, played, imagine, 1, allowed)
    for _ in range(1, purse.budget.opened):
        if cost >= allowed:
            break
        cost += _try(trials, imagine())
    purse.spend(cost)
    return trials


def mean(trial: Trial[T]) -> int:
    """The average value of a trial's move."""
    return trial.total() // len(trial.values)


def _started(
    moves: Sequence[T], played: T, imagine: Imagine[T], deals: int, allowed: int
) -> tuple[Sequence[Trial[T]], int]:
    """Try the played move and others in a first deal. As many other moves are taken as can be tried
    in `deals` deals for the cost `allowed`. Returns the trials, the played move's first, and the
    cost so far."""
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
