"""Runs of playouts: all moves that are worth trying in the same deals, until the move that was
played is known to be right or wrong.

Only whole numbers decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from games.analysis.findings import MISTAKE
from games.players.search import Playout, Trial

T = TypeVar("T")

BATCH: Final = 8
"""Deals after which moves that are surely worse are dropped. So many are always tried."""
DROPPED: Final = 9
"""A move is dropped when it is behind by more than the root of so many standard errors."""
CLEAR: Final = 4
"""Another move than the one played is better only if it is ahead by more than the root of so many
standard errors."""
FINE: Final = 22
"""A difference is known well enough once its standard error, in thousandths, is no more."""
LEAST: Final = 48
"""Deals that are tried at least, as far as the cost allows."""


CLOSE: Final = 9
"""A difference is close to `MISTAKE` within the root of so many standard errors."""
FINEST: Final = 8
"""A close difference is not looked into further once its standard error, in thousandths, is no
more."""


class Budget(NamedTuple):
    """How long each of the two runs of a decision goes on."""

    cost: int = 50_000
    """What the playouts of a run may cost, in some millionths of a second: a count of what is
    played, not of time."""
    deals: int = 400
    """Deals at most."""
    close: int = 250_000
    """What a run may cost where it is not clear whether the move was a mistake."""
    opened: int = 16
    """Playouts of each move with open hands."""
    nodes: int = 20_000
    """Nodes of an end that is solved."""


Imagine = Callable[[], Playout[T]]
"""Gives a new deal each time, in which moves can be tried."""


def first_run(
    moves: Sequence[T], played: T, imagine: Imagine[T], budget: Budget
) -> tuple[Trial[T], Trial[T]]:
    """The best of the moves, and the one that was played: the same if no other is surely better."""
    trials = [Trial(move) for move in moves]
    own = next(trial for trial in trials if trial.choice == played)
    cost = deals = 0
    while cost < budget.cost and deals < budget.deals:
        cost += _batch(trials, imagine)
        deals += BATCH
        best = max(trials, key=Trial.total)
        trials = [each for each in trials if each is own or not best.is_ahead(each, DROPPED)]
        if deals >= LEAST and all(_is_settled(each, own) for each in trials):
            break
    best = max(trials, key=Trial.total)
    _look_closer(best, own, imagine, budget, cost)
    return (best if best.is_ahead(own, CLEAR) else own), own


def second_run(
    best: T, played: T, imagine: Imagine[T], budget: Budget
) -> tuple[Trial[T], Trial[T]]:
    """The same two moves in other deals."""
    first, own = trials = [Trial(best), Trial(played)]
    cost = deals = 0
    while cost < budget.cost and deals < budget.deals:
        cost += _batch(trials, imagine)
        deals += BATCH
        if deals >= LEAST and _is_settled(first, own):
            break
    _look_closer(first, own, imagine, budget, cost)
    return first, own


def _look_closer(
    best: Trial[T], own: Trial[T], imagine: Imagine[T], budget: Budget, cost: int
) -> None:
    """Try two moves in more deals while their difference is close to that of a mistake."""
    while cost < budget.close and _is_close(best, own):
        cost += _batch([best, own], imagine)


def open_run(moves: Sequence[T], imagine: Imagine[T], budget: Budget) -> list[Trial[T]]:
    """All moves in the deal as it was."""
    trials = [Trial(move) for move in moves]
    cost = 0
    for _ in range(budget.opened):
        cost += _try(trials, imagine())
        if cost >= budget.cost:
            break
    return trials


def mean(trial: Trial[T]) -> int:
    """What a move was worth on average."""
    return trial.total() // len(trial.values)


def _batch(trials: Sequence[Trial[T]], imagine: Imagine[T]) -> int:
    return sum(_try(trials, imagine()) for _ in range(BATCH))


def _try(trials: Sequence[Trial[T]], play: Playout[T]) -> int:
    cost = 0
    for trial in trials:
        value, spent = play(trial.choice)
        trial.values.append(value)
        cost += spent
    return cost


def _is_settled(one: Trial[T], own: Trial[T]) -> bool:
    """Whether the standard error of the difference of two moves is at most `FINE`, or the first is
    surely no better."""
    if one is own:
        return True
    deals, total, spread = _difference(one, own)
    if total < 0 and total * total * deals > CLEAR * spread:
        return True
    return spread <= FINE * FINE * deals**3


def _is_close(one: Trial[T], own: Trial[T]) -> bool:
    """Whether more deals may tell on which side of `MISTAKE` the difference of two moves lies."""
    if one is own:
        return False
    deals, total, spread = _difference(one, own)
    off = total - MISTAKE * deals
    return off * off * deals <= CLOSE * spread and spread > FINEST * FINEST * deals**3


def _difference(one: Trial[T], other: Trial[T]) -> tuple[int, int, int]:
    """The number of deals, the sum of the differences, and the deals' square times their
    variance."""
    ahead = [first - second for first, second in zip(one.values, other.values, strict=True)]
    deals, total = len(ahead), sum(ahead)
    return deals, total, deals * sum(each * each for each in ahead) - total * total
