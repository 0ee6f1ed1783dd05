"""The quick player of Tredici: it decides by what the others seem to collect, without imagining
hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.cards import SUITS
from games.core import Chance, Move, View
from games.moves import by_verb
from games.tredici.belief.counts import CERTAIN, PLACE, Counts, suits_in
from games.tredici.rules.hands import RANKS_OF_A_SUIT

Likely = Sequence[Sequence[int]]
"""For each side and suit, the probability that the side collects the suit, in parts of CERTAIN."""


class Thresholds(NamedTuple):
    """The numbers by which the player decides. The player calls kisché when the probability that
    another side collects the same suit is at least `sure` thousandths, and the expected number of
    cards of the suit on stacks is at least `ripe`.

    To compute how dangerous another side is, `base` is added to the number of cards on its stacks.
    To give away the last card of a suit in the hand costs as much as `block` more cards of the
    suit."""

    base: int = 1
    """A number that is added to the number of cards on a side's stacks. The higher the sum, the
    more dangerous the side."""
    block: int = 3
    """The additional cost of giving away the last card of a suit in the hand. The unit is the cost
    of giving away one card of this suit."""
    sure: int = 970
    """The least probability, in thousandths, at which the player calls kisché (the call that
    reveals all suits). The probability is that another side collects the same suit as the player's
    side."""
    ripe: int = 13
    """The least number of cards of the player's own suit on all stacks at which the player calls
    kisché (the call that reveals all suits). The number is an estimate. With fewer cards, a purge
    (the loss of all cards) would bring few cards of the suit back into play."""


QUICK: Final = Thresholds()
THOUSAND: Final = 1000
STUCK_ROUNDS: Final = 2
"""The number of rounds without progress after which two sides seem to collect the same suit, if
their stacks have thirteen cards together. Thirteen cards are a whole suit, so neither side could
get another card."""
ALONE: Final = 2
SHARED: Final = -1
"""How much each card on a side's stacks changes the worth of the side's suit, in the unit of
`PLAIN`. `ALONE` is for a side that collects its suit alone. `SHARED` is for a side that shares its
suit, and lowers the worth."""
PLAIN: Final = 4
"""The basic worth of a card of any suit. The unit has no meaning of its own, because worths are
only compared with each other. `ALONE` and `SHARED` say how much the cards on stacks change this
worth."""
PATIENCE: Final = 15
"""After this number of rounds without progress, a seat gives away the cards that others need most,
because otherwise the game would end without a winner (TRE-23)."""


def choose(
    view: View,
    likely: Likely,
    counts: Counts,
    rng: Chance,
    thresholds: Thresholds = QUICK,
    worth: Sequence[int] | None = None,
) -> Move:
    """Choose one of the legal moves in `view.moves`. `likely` has, by side and suit, the
    probability that the side collects the suit. `counts` are the numbers of cards in the view.
    `worth` has, by suit, how important it is to keep a card of the suit; if `worth` is None,
    `dangers` computes it."""
    offered = by_verb(view.moves)
    if "tredici" in offered:
        return offered["tredici"][0]
    if "target" in offered:
        return _target(counts, offered["target"], rng)
    if "agree" in offered:
        return offered["agree" if calls(view, likely, counts, thresholds) else "refuse"][0]
    if "kische" in offered and (len(view.moves) == 1 or calls(view, likely, counts, thresholds)):
        return offered["kische"][0]
    for verb in ("discard", "give"):
        if verb in offered:
            cost = cost_by(counts, worth or dangers(counts, likely, thresholds), thresholds)
            return (max if _waited_for(view, PATIENCE) else min)(offered[verb], key=cost)
    return offered.get("draw", view.moves)[0]


def _waited_for(view: View, rounds: int) -> bool:
    """Whether there has been no progress in the game for `rounds` rounds."""
    return bool(view.facts["idle"] >= rounds * sum(not seat.out for seat in view.seats))


def _target(counts: Counts, moves: list[Move], rng: Chance) -> Move:
    """Return the move that chooses as target (the suit to collect) the suit of which the hand has
    most cards. If several suits are equal, choose one of them at random. After a purge (the loss of
    all cards) the hand is empty, so all suits that the rules allow are equal."""
    most = max(counts.held[PLACE[move.other]] for move in moves)
    return rng.choice([move for move in moves if counts.held[PLACE[move.other]] == most])


def dangers(counts: Counts, likely: Likely, thresholds: Thresholds) -> list[int]:
    """Return a number for each suit that says how much a card of the suit would help the other
    sides. The number grows with the probability that a side collects the suit, and with the number
    of cards on the stacks of this side."""
    return [
        sum((thresholds.base + counts.stacks[side]) * likely[side][place] for side in counts.others)
        for place in range(len(SUITS))
    ]


def rivalries(
    counts: Counts, joint: Sequence[tuple[Sequence[int], int]], own: int | None
) -> list[int]:
    """Return a number for each suit that says how much a card of the suit would help the other
    sides. `dangers` returns such numbers too, but ignores that two sides with the same suit can't
    win before a kisché (the call that reveals all suits).

    `counts` are the numbers of cards in the seat's view. `joint` lists possible combinations of the
    suits of all sides, each with its weight. `own` is the index of the suit of the seat's own side,
    or None if this side has no suit."""
    worth = [PLAIN * sum(weight for _, weight in joint)] * len(SUITS)
    for suits, weight in joint:
        begun = [suits[side] for side in counts.others if counts.stacks[side]]
        if own is not None and counts.stacks[counts.side]:
            begun.append(own)
        for side in counts.others:
            place = suits[side]
            others = begun.count(place) - bool(counts.stacks[side])
            worth[place] += weight * (1 + counts.stacks[side]) * (SHARED if others else ALONE)
    return worth


def cost_by(counts: Counts, worth: Sequence[int], thresholds: Thresholds) -> Callable[[Move], int]:
    """Return a function that computes the cost of a move: how much is lost when the move's cards
    are given away. `worth` says how valuable a card of each suit is."""

    def cost(move: Move) -> int:
        gone = suits_in(move.cards)
        return sum(
            worth[place] * (count + (thresholds.block if count == counts.held[place] else 0))
            for place, count in enumerate(gone)
            if count
        )

    return cost


def shared(view: View, likely: Likely, counts: Counts) -> int:
    """Return the probability, in thousandths, that another side collects the same suit as the
    viewer's side. It is 0 if the viewer's side has no suit that the view shows."""
    own = view.facts["targets"][counts.side]
    alone = CERTAIN
    for side in counts.others if own is not None else ():
        alone = alone * (CERTAIN - likely[side][PLACE[own]]) // CERTAIN
    return THOUSAND - alone * THOUSAND // CERTAIN


def calls(view: View, likely: Likely, counts: Counts, thresholds: Thresholds) -> bool:
    """TRE-32: return whether the player should call kisché (the call that reveals all suits).
    `likely` has the probability that a side collects a suit, for each side and suit. The answer is
    True in two cases.

    - It is almost certain that another side collects the same suit as the player's side, and enough
      cards of this suit are expected on the stacks. `sure` and `ripe` in `thresholds` say what is
      almost certain and how many cards are enough.
    - There was no progress for `STUCK_ROUNDS` rounds. Another side may collect the same suit, and
      the stacks of both sides have thirteen cards together.

    The answer is always False if the player's side has no suit, or has thirteen cards on its own
    stacks."""
    own = view.facts["targets"][counts.side]
    mine = counts.stacks[counts.side]
    if own is None or mine >= RANKS_OF_A_SUIT:
        return False
    stuck = _waited_for(view, STUCK_ROUNDS)
    lying = mine * CERTAIN
    for side in counts.others:
        share = likely[side][PLACE[own]]
        lying += share * counts.stacks[side]
        if stuck and share > 0 and mine + counts.stacks[side] == RANKS_OF_A_SUIT:
            return True
    return shared(view, likely, counts) >= thresholds.sure and lying >= thresholds.ripe * CERTAIN
