"""The thresholds of Durak's quick player, tuned by `python -m benchmarks tune`."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from games.players.durak.cards import EVERY_CARD, JOKER_WORTH, TRUMP_WORTH, TRUMPS, UP_TO, WORTH


class Thresholds(NamedTuple):
    """The numbers by which a quick player decides when to throw in, pass on, beat or take. They are
    compared with the worth of cards: the rank from 0, 13 more for a trump, 26 for a joker
    (cards.WORTH). A comment below each field says what it limits."""

    late: int = 6
    """Cards in the talon at which a seat plays as if there were none."""
    throw: int = 9
    """The most that a card thrown in may be worth, until it is late."""
    spare: int = 0
    """Until it is late, the most cards in the talon with which a two of trumps is thrown in; each
    rank above it waits for `WAIT` cards fewer."""
    late_throw: int = 25
    """When it is late, the same as `throw`."""
    pile: int = 9
    """The most that a card may be worth that is thrown in after a take, until it is late."""
    late_pile: int = 25
    """The same threshold once it is late in the game."""
    carry: int = 12
    """The most that a card may be worth with which an attack is passed on, until it is late."""
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
    """What the cards on the table and those that beat them may be better held than gone: when they
    are worth more, they are taken, until it is late."""
    shows: int = 0
    """1: an attack is passed on by showing a trump whenever that may be (DUR-33)."""
    price: int = 0
    """What a card that beats may be worth, on average, until it is late; 0: `sweep` decides."""


QUICK: Final = Thresholds()
"""The quick player's."""

FOR_TWO: Final = QUICK._replace(late=4, throw=12, spare=22, sweep=50)
"""Those of a skilled player at a table for two: throwing in makes the other take, or spend a trump.
"""

FOR_MORE: Final = QUICK._replace(late=4, throw=12, pile=12, late_pile=12, carry=8, slope=3)
"""Those at a table for more: it throws in more readily before it is late, and less so after a take
when it is; it passes low cards on, and beats what costs a little more."""

SIMPLE: Final = QUICK._replace(late=0, throw=8, late_throw=12, pile=8, late_pile=8)
"""Those of a player who never gives a good card away."""

THRIFTY: Final = SIMPLE._replace(price=17, shows=1)
"""The thresholds of a player who considers only the price of a beat."""

BOLD: Final = 12
"""The worth of an ace: a player who throws in up to this value throws in any plain card."""
SWEEPS: Final = (0, 20, 60)
KNOWN_SHARE: Final = 3
"""How many of a mixture's places each of those has that we know best."""


def _mixed(*thresholds: Thresholds) -> tuple[Thresholds, ...]:
    return tuple(each._replace(sweep=sweep) for each in thresholds for sweep in SWEEPS)


VARIOUS: Final = tuple(
    QUICK._replace(
        late=late,
        throw=throw,
        pile=throw,
        spare=18 if throw == BOLD else 0,
        late_throw=25 if late else BOLD,
        late_pile=25 if late else BOLD,
        sweep=sweep,
        shows=shows,
    )
    for late in (0, 3, 6)
    for throw in (8, 10, BOLD)
    for sweep, shows in ((5, 0), (40, 1))
)
"""People differ: a reader that knows only few thresholds becomes sure of the wrong ones."""

OTHER_OF_TWO: Final = (
    *_mixed(QUICK, FOR_TWO, SIMPLE),
    *(FOR_TWO, THRIFTY) * KNOWN_SHARE,
    *VARIOUS,
)
"""What the other at a table for two may play by, until what it does says more (reading.py)."""

OTHERS: Final = (
    *_mixed(QUICK, FOR_MORE, SIMPLE),
    *(FOR_MORE, THRIFTY) * KNOWN_SHARE,
    *VARIOUS,
)
"""The thresholds that each other seat may have, at a table for more than two."""

PATIENCE: Final = 4
"""After this number of bouts in a row without a discard or a draw nobody passes an attack on
(DUR-46)."""


WAIT: Final = 2

MOST_DECKS: Final = 2


class TalonStage(NamedTuple):
    """The thresholds of the quick player for one size of the talon. `throw`, `pile` and `carry` are
    bit masks of cards. Cards in `throw` may be thrown in, cards in `pile` may be added after a
    take, and cards in `carry` may be used to pass an attack on.

    `keep` maps a card's bit to the worth of keeping the card in the hand instead of playing it. A
    player takes when the cards that beating would spend are worth more than `sweep` in all. If
    `whole` is true, the worth of the cards on the table is added to this sum. If `shows` is true,
    the player may show trumps."""

    throw: int
    pile: int
    carry: int
    keep: dict[int, int]
    """By a card's bit, what it is better held than gone; empty when everything is beaten that can
    be."""
    sweep: int
    """What may be taken in all, by `keep`, and more is not beaten."""
    whole: bool
    """Whether the cards on the table count too, or only the cards that would beat them."""
    shows: bool


Reach = tuple[TalonStage, ...]
"""By how many cards are in the talon."""


@cache
def reach_of(thresholds: Thresholds) -> Reach:
    """Return the thresholds for each size of the talon, in the form that the quick player uses."""
    late = TalonStage(
        UP_TO[thresholds.late_throw],
        UP_TO[thresholds.late_pile],
        EVERY_CARD,
        keep={},
        sweep=0,
        whole=True,
        shows=thresholds.shows > 0,
    )
    if thresholds.price:
        keep, sweep = {bit: worth - thresholds.price for bit, worth in WORTH.items()}, 0
    else:
        keep, sweep = (
            {bit: _keep(thresholds, worth) for bit, worth in WORTH.items()},
            thresholds.sweep,
        )
    first = TalonStage(
        UP_TO[thresholds.throw],
        UP_TO[thresholds.pile],
        UP_TO[thresholds.carry],
        keep,
        sweep,
        whole=not thresholds.price,
        shows=thresholds.shows > 0,
    )
    most = MOST_DECKS * len(WORTH)
    return tuple(
        late
        if left <= thresholds.late
        else first._replace(throw=first.throw | _spared(thresholds, left))
        for left in range(most + 1)
    )


def _spared(thresholds: Thresholds, left: int) -> int:
    """The bit mask of the trumps that may be thrown in before the end of the game, when `left`
    cards are in the talon."""
    steps = (thresholds.spare - left) // WAIT
    return UP_TO[min(TRUMP_WORTH + steps, JOKER_WORTH - 1)] & TRUMPS if steps >= 0 else 0


def _keep(thresholds: Thresholds, worth: int) -> int:
    if worth < TRUMP_WORTH:
        return (worth - thresholds.pivot) * thresholds.slope
    if worth < JOKER_WORTH:
        return thresholds.trump + (worth - TRUMP_WORTH) * thresholds.step
    return thresholds.joker
