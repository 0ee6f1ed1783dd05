"""What the quick player goes by: a few thresholds, tuned by `python -m benchmarks tune`."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from games.players.durak.cards import JOKER_WORTH, TRUMP_WORTH, UP_TO, WORTH


class Habits(NamedTuple):
    """Thresholds. A card's worth is its rank from 0, a trump's 13 more, a joker's 26
    (cards.WORTH)."""

    late: int = 6
    """Cards in the talon at which a seat plays as if there were none."""
    throw: int = 9
    """Before that, the most that a card thrown in may be worth."""
    pile: int = 9
    """Before that, the most that a card may be worth that is thrown in after a take."""
    carry: int = 12
    """Before that, the most that a card may be worth with which an attack is passed on."""
    late_throw: int = 25
    """From then on, the most that a card thrown in may be worth."""
    late_pile: int = 25
    """The same after a take."""
    pivot: int = 8
    """The worth of a plain card that is as good held as gone."""
    slope: int = 4
    """What a plain card is better to hold for each rank above that."""
    trump: int = 40
    """What the lowest trump is better held than gone."""
    step: int = 4
    """What each higher one is better than the one before."""
    joker: int = 80
    """What a joker is better held than gone."""
    sweep: int = 10
    """Before that, what the cards on the table and those that beat them may be better held than
    gone: when they are worth more, they are taken."""


QUICK: Final = Habits()
"""The quick player's."""

OTHERS: Final = tuple(
    QUICK._replace(late=late, sweep=sweep) for late in (0, 3, 6) for sweep in (0, 20, 60)
)
"""What a search takes others to play by, now this, now that: who counts on one way to answer is
caught by another."""

PATIENCE: Final = 4
"""After so many bouts in a row without a discard or a draw nobody passes an attack on (DUR-46)."""


class Reach(NamedTuple):
    """The same as sets of cards, and as the value of holding each."""

    late: int
    throw: int
    pile: int
    carry: int
    late_throw: int
    late_pile: int
    keep: dict[int, int]
    """By a card's bit, what it is better held than gone."""
    sweep: int


@cache
def reach_of(habits: Habits) -> Reach:
    """Habits made ready for use."""
    return Reach(
        habits.late,
        UP_TO[habits.throw],
        UP_TO[habits.pile],
        UP_TO[habits.carry],
        UP_TO[habits.late_throw],
        UP_TO[habits.late_pile],
        {bit: _keep(habits, worth) for bit, worth in WORTH.items()},
        habits.sweep,
    )


def _keep(habits: Habits, worth: int) -> int:
    if worth < TRUMP_WORTH:
        return (worth - habits.pivot) * habits.slope
    if worth < JOKER_WORTH:
        return habits.trump + (worth - TRUMP_WORTH) * habits.step
    return habits.joker
