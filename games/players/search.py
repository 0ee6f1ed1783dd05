"""Determinised Monte Carlo search for any game: every choice is tried in the same imagined deals.

Only whole numbers are compared, so that a choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from games.players.finding import FULL, Tried

T = TypeVar("T")

FIRST_LOOK: Final = 8
"""After this number of deals, choices that are surely worse are left out for the first time. The
next check comes when the number of deals has grown by half, but at least by this number. If the
checks came more often, a good choice would sooner or later be left out by chance."""


class Budget(NamedTuple):
    """Limits for a search: how much the search may compute, and how large a difference between two
    choices must be to count. The search keeps the choice of the quick player (a player with simple
    rules) unless another choice is clearly better.

    The search plays imagined games to their end (playouts). All playouts together may cost `cost`,
    in a unit that the game chooses, such as turns. At most `deals` deals are imagined. A choice is
    no longer tried when the best choice is ahead by more than √`sure` standard errors. The quick
    player's choice is replaced only by a choice that is ahead by more than √`clear` standard
    errors.

    After at least `alike` deals, choices that had the same values in every deal count as one
    choice. If `alike` is None, such choices stay separate."""

    cost: int
    """What all playouts together may cost, in the game's own measure."""
    deals: int
    """The most deals that are imagined."""
    sure: int = 9
    """The square of a limit in standard errors. A choice is no longer tried when the best choice is
    ahead by more than this limit (3 by default)."""
    clear: int = 4
    """The square of a limit in standard errors. The choice of the quick player (a player with
    simple rules) is replaced only by a choice that is ahead by more than this limit (2 by
    default)."""
    alike: int | None = None
    """The number of deals after which the search looks for choices with the same value in every
    deal. Of such choices, only one is tried further. If None, all choices are tried further."""


Playout = Callable[[T], tuple[int, int]]
"""An imagined deal as a function. It makes a choice in the deal and plays on. It returns the value
of the result and the cost."""


class Trial(Generic[T]):
    """A choice that a search tries. `values` has the value of the choice in each imagined deal, in
    the order of the deals."""

    def __init__(self, choice: T) -> None:
        self.choice = choice
        self.values: list[int] = []

    def total(self) -> int:
        """Return the sum of the choice's values in all imagined deals in which the choice was
        tried."""
        return sum(self.values)

    def is_ahead(self, other: Trial[T], squared: int) -> bool:
        """Return whether this choice is better than `other` by more than √`squared` standard
        errors. The two choices are compared in each deal, and the differences are added. Both
        choices must have been tried in the same number of deals."""
        ahead = [one - two for one, two in zip(self.values, other.values, strict=True)]
        total, deals = sum(ahead), len(ahead)
        spread = deals * sum(each * each for each in ahead) - total * total
        return total > 0 and total * total * deals > squared * spread


def found(
    trials: Sequence[Trial[T]], chosen: T, whole: int, named: Callable[[T], str]
) -> tuple[Tried, ...]:
    """Return the chance of winning after each choice of a search, in thousandths. `trials` are the
    trials of the search, and `chosen` is the choice that the search took. `whole` is the value of a
    sure win, and `named` returns the name of a choice. If `chosen` was not tried, the result is
    empty.

    The chance after `chosen` is the average over all its deals. For another choice, the average
    difference between the two choices is added to this chance. Only the deals in which the other
    choice was tried count for the difference, because the search might have stopped trying this
    choice early."""
    own = next((trial for trial in trials if trial.choice == chosen and trial.values), None)
    if own is None:
        return ()
    chance = FULL * own.total() // (whole * len(own.values))
    told = []
    for trial in trials:
        deals = len(trial.values)
        ahead = trial.total() - sum(own.values[:deals])
        likely = chance + FULL * ahead // (whole * deals)
        told.append(Tried(named(trial.choice), max(0, min(FULL, likely))))
    return tuple(told)


def _different(trials: Sequence[Trial[T]], quick: T) -> list[Trial[T]]:
    """Return the trials without duplicates. (A trial is a choice with its value in each imagined
    deal.) If several trials have the same value in every deal, keep only one of them. If the quick
    player's choice `quick` is one of them, keep the trial of `quick`, otherwise keep the first."""
    kept: dict[tuple[int, ...], Trial[T]] = {}
    for trial in sorted(trials, key=lambda each: each.choice != quick):
        kept.setdefault(tuple(trial.values), trial)
    return [trial for trial in trials if kept[tuple(trial.values)] is trial]


def best_of(
    choices: Sequence[T],
    quick: T,
    imagine: Callable[[], Playout[T]],
    budget: Budget,
    note: Callable[[Sequence[Trial[T]]], None] | None = None,
) -> T:
    """Try all choices in imagined deals. Returns the best choice if it is clearly better than
    `quick`, which is one of the choices; otherwise `quick`.

    Each call of `imagine` makes a new deal. It returns a function that plays one choice in this
    deal, and returns the choice's value and the cost of the playout. At the end, `note` is called
    with all trials. If a choice was no longer tried at some point, its trial has values for fewer
    deals."""
    trials = every = [Trial(choice) for choice in choices]
    cost, deals, look = 0, 0, FIRST_LOOK
    while len(trials) > 1 and cost < budget.cost and deals < budget.deals:
        play = imagine()
        deals += 1
        for trial in trials:
            value, spent = play(trial.choice)
            trial.values.append(value)
            cost += spent
        if deals == look:
            look += max(FIRST_LOOK, look // 2)
            best = max(trials, key=Trial.total)
            trials = [trial for trial in trials if not best.is_ahead(trial, budget.sure)]
            if budget.alike is not None and deals >= budget.alike:
                trials = _different(trials, quick)
    if note is not None:
        note(every)
    best = max(trials, key=Trial.total)
    first = next((trial for trial in trials if trial.choice == quick), best)
    return best.choice if best.is_ahead(first, budget.clear) else first.choice
