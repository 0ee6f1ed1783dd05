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
    """When the talon has this number of cards or fewer, it is late: the seat plays as if there were
    no talon."""
    throw: int = 9
    """The highest worth of a card that the seat throws in while the talon (the draw pile) has more
    than `late` cards. Trumps of higher worth are thrown in only as `spare` allows."""
    spare: int = 0
    """While the talon has more than `late` cards, the two of trumps is thrown in only if the talon
    has at most this number of cards. For each higher rank of trump, this limit is lower by `WAIT`
    cards."""
    late_throw: int = 25
    """The highest worth of a card that the seat throws in when the talon has at most `late`
    cards."""
    pile: int = 9
    """The highest worth of a card that the seat adds after the defender has decided to take, while
    the talon has more than `late` cards."""
    late_pile: int = 25
    """The highest worth of a card that the seat adds after the defender has decided to take, when
    the talon has at most `late` cards."""
    carry: int = 12
    """The highest worth of a card with which the seat passes an attack on, while the talon has more
    than `late` cards. With fewer cards in the talon, the seat may use any card."""
    pivot: int = 8
    """The worth at which it makes no difference whether a card that is no trump is kept or played.
    A card of higher worth is better kept, and a card of lower worth is better played."""
    slope: int = 4
    """How much better it is to keep a card that is no trump than to play it, for each rank above
    `pivot`. `sweep` has the same unit."""
    trump: int = 40
    """How much better it is to keep the lowest trump than to play it."""
    step: int = 4
    """How much the value `trump` grows for each higher rank of trumps."""
    joker: int = 80
    """How much better it is to keep a joker than to play it. `sweep` has the same unit."""
    sweep: int = 10
    """While the talon has more than `late` cards, the seat adds up how much better it is to keep
    each card on the table and each card needed to beat them. If the sum is larger than `sweep`, the
    seat takes instead of beating."""
    shows: int = 0
    """If this is 1, the seat shows a trump to pass an attack on whenever the rules allow it
    (DUR-33)."""
    price: int = 0
    """While the talon has more than `late` cards, the seat takes instead of beating if the average
    worth of the cards needed to beat is higher than this number. If the number is 0, `sweep`
    decides instead."""


QUICK: Final = Thresholds()
"""The thresholds of the quick player, which decides by thresholds alone, without imagining hidden
cards."""

FOR_TWO: Final = QUICK._replace(late=4, throw=12, spare=22, sweep=50)
"""The thresholds of a skilled player in a game for two. There it is good to throw in, because the
only opponent must then take or spend a trump."""

FOR_MORE: Final = QUICK._replace(late=4, throw=12, pile=12, late_pile=12, carry=8, slope=3)
"""The thresholds of a skilled player in a game for more than two. Compared with the quick player,
this player throws in more readily until it is late, adds less after a take once it is late, passes
attacks on only with low cards, and beats even if this costs a little more."""

SIMPLE: Final = QUICK._replace(late=0, throw=8, late_throw=12, pile=8, late_pile=8)
"""The thresholds of a player who never throws in a trump. While there is a talon, this player
doesn't throw in any card above a ten either."""

THRIFTY: Final = SIMPLE._replace(price=17, shows=1)
"""The thresholds of a player who takes if the cards needed to beat are worth more than `price` on
average. The cards on the table make no difference to this decision. The player shows trumps to pass
attacks on (DUR-33)."""

BOLD: Final = 12
"""The worth of an ace that is no trump. No other card that is no trump is worth more. So a player
who throws in cards up to this worth throws in any card that is no trump."""
SWEEPS: Final = (0, 20, 60)
KNOWN_SHARE: Final = 3
"""How often FOR_TWO, FOR_MORE and THRIFTY are repeated in the lists of thresholds that other seats
might have. A repeated entry is chosen more often."""


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
"""Many different thresholds, because people differ. A bot player guesses a seat's thresholds from
the seat's moves. With only a few thresholds in the list, the bot player could become sure of wrong
thresholds."""

OTHER_OF_TWO: Final = (
    *_mixed(QUICK, FOR_TWO, SIMPLE),
    *(FOR_TWO, THRIFTY) * KNOWN_SHARE,
    *VARIOUS,
)
"""The thresholds that the other seat in a game for two might have. The moves of this seat show
which thresholds are likely (reading.py)."""

OTHERS: Final = (
    *_mixed(QUICK, FOR_MORE, SIMPLE),
    *(FOR_MORE, THRIFTY) * KNOWN_SHARE,
    *VARIOUS,
)
"""The thresholds that any other seat might have in a game for more than two."""

PATIENCE: Final = 4
"""After this number of bouts in a row without a discard or a draw, nobody passes an attack on
(DUR-46)."""


WAIT: Final = 2

MOST_DECKS: Final = 2


class TalonStage(NamedTuple):
    """The thresholds of the quick player while the talon has a certain number of cards. `throw`,
    `pile` and `carry` are bit masks of cards. Cards in `throw` may be thrown in, cards in `pile`
    may be added after a take, and cards in `carry` may be used to pass an attack on.

    `keep` maps a card's bit to how much better it is to keep the card than to play it. Before
    beating, the player adds up these values for all cards that are needed to beat the attack. If
    `whole` is true, the values of the cards on the table are added too. If the sum is above
    `sweep`, the player takes. If `shows` is true, the player may show trumps."""

    throw: int
    pile: int
    carry: int
    keep: dict[int, int]
    """How much better it is to keep a card than to play it. The keys are the bits of the cards. If
    the dictionary is empty, the player beats whenever the hand can, whatever the cards are
    worth."""
    sweep: int
    """The highest sum of `keep` values with which the player still beats. The sum is taken over the
    cards needed to beat. `whole` says whether the cards on the table are added."""
    whole: bool
    """Whether the `keep` values of the cards on the table are added to the sum that is compared
    with `sweep`."""
    shows: bool


Reach = tuple[TalonStage, ...]
"""The thresholds for each number of cards in the talon. This number is the index."""


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
    """The bit mask of the trumps that may be thrown in when `left` cards are in the talon. This is
    used only while the talon has more than `late` cards. It follows from the threshold `spare`."""
    steps = (thresholds.spare - left) // WAIT
    return UP_TO[min(TRUMP_WORTH + steps, JOKER_WORTH - 1)] & TRUMPS if steps >= 0 else 0


def _keep(thresholds: Thresholds, worth: int) -> int:
    if worth < TRUMP_WORTH:
        return (worth - thresholds.pivot) * thresholds.slope
    if worth < JOKER_WORTH:
        return thresholds.trump + (worth - TRUMP_WORTH) * thresholds.step
    return thresholds.joker
