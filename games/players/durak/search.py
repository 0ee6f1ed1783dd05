"""Determinised Monte Carlo: every move is tried in the same imagined deals.

Only whole numbers decide, so that a choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.core import Chance, Move
from games.players.durak.ending import CERTAIN
from games.players.durak.habits import OTHERS, QUICK, reach_of
from games.players.durak.imagining import Imagined
from games.players.durak.masks import Position
from games.players.durak.playout import NOBODY, End, play_out

BATCH: Final = 8
"""Deals after which moves that are surely worse are dropped."""
DRAW_SHARE: Final = 3
"""What a draw is worth, in quarters of a win."""


class Budget(NamedTuple):
    """How long a search goes on, and when it believes what it sees."""

    bouts: int
    """Bouts to be played in all."""
    deals: int
    """Deals to be imagined at most."""
    sure: int = 9
    """A move is dropped when it is behind by more than the root of so many standard errors."""
    clear: int = 4
    """The quick player's move is kept unless another is ahead by more than that."""


def search(
    imagined: Imagined,
    moves: Sequence[Move],
    quick: Move,
    budget: Budget,
    rng: Chance,
) -> Move:
    """The move that does best in the imagined deals; `quick` unless another is clearly better."""
    seat, rules = imagined.seat, imagined.base.rules
    own = reach_of(QUICK)
    others = [reach_of(habits) for habits in OTHERS]
    mine = sum(
        1 << other for other in range(rules.seats) if rules.sides[other] == rules.sides[seat]
    )
    trials = [Trial(move) for move in moves]
    bouts = deals = 0
    while len(trials) > 1 and bouts < budget.bouts and deals < budget.deals:
        for _ in range(BATCH):
            position = imagined.deal(rng)
            deals += 1
            reaches = [own if other == seat else rng.choice(others) for other in range(rules.seats)]
            for trial in trials:
                after = position.copy()
                after.make(seat, trial.move)
                end = play_out(after, reaches, mine)
                trial.values.append(value(end, seat, position))
                bouts += end.bouts
        best = max(trials, key=Trial.total)
        trials = [trial for trial in trials if not best.is_ahead(trial, budget.sure)]
    best = max(trials, key=Trial.total)
    first = next((trial for trial in trials if trial.move == quick), best)
    return best.move if best.is_ahead(first, budget.clear) else first.move


class Trial:
    """A move, and what it was worth in each deal."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.values: list[int] = []

    def total(self) -> int:
        """What it was worth in all deals."""
        return sum(self.values)

    def is_ahead(self, other: Trial, squared: int) -> bool:
        """Whether it is better by more than the root of `squared` standard errors of the mean
        difference in the same deals."""
        ahead = [one - two for one, two in zip(self.values, other.values, strict=True)]
        total, deals = sum(ahead), len(ahead)
        spread = deals * sum(each * each for each in ahead) - total * total
        return total > 0 and total * total * deals > squared * spread


def value(end: End, seat: int, position: Position) -> int:
    """What a playout is worth to a seat, of CERTAIN."""
    if end.rival == NOBODY:
        return _sure_value(end.fool, end.out, seat, position)
    other = CERTAIN - end.chance
    return (
        end.chance * _sure_value(end.fool, [*end.out, end.rival], seat, position)
        + other * _sure_value(end.rival, [*end.out, end.fool], seat, position)
    ) // CERTAIN


def _sure_value(fool: int, out: Sequence[int], seat: int, position: Position) -> int:
    """DUR-44: by the option `scoring`, what it is worth that `fool` loses, `out` being the order of
    going out."""
    sides = position.rules.sides
    side = sides[seat]
    scoring = position.rules.options.scoring
    if fool >= 0 and sides[fool] == side:
        return 0
    if scoring == "fool":
        return CERTAIN if fool != NOBODY else CERTAIN * DRAW_SHARE // 4
    places = {sides[each]: place for place, each in enumerate(out)}
    order = sorted(places, key=places.__getitem__)
    others = len(set(sides)) - 1
    place = order.index(side) if side in order else others
    if scoring == "first-out":
        return CERTAIN if place == 0 else CERTAIN // 2
    return CERTAIN * (others - place) // others
