"""Searches for the best move in imagined deals. Every move is tried in the same deals (determinised
Monte Carlo).

The results are compared as whole numbers. Floating-point numbers could lead to different moves on
different machines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.core import Chance, Move
from games.durak.rules.state import seats_in
from games.players.durak.ending import CERTAIN
from games.players.durak.imagining import Imagined
from games.players.durak.masks import Position
from games.players.durak.observations import Observations
from games.players.durak.playout import End, play_out
from games.players.durak.thresholds import FOR_MORE, OTHER_OF_TWO, OTHERS, QUICK, reach_of
from games.players.durak.turns import NOBODY
from games.players.search import Budget, Playout, Trial, best_of

TWO: Final = 2
DRAW_SHARE: Final = 3
"""What a draw is worth, in quarters of a win."""


def search(
    imagined: Imagined,
    observations: Observations,
    moves: Sequence[Move],
    quick: Move,
    budget: Budget,
    rng: Chance,
    note: Callable[[Sequence[Trial[Move]]], None] | None = None,
) -> Move:
    """Return the move that does best in the imagined deals, if it is clearly better than `quick`,
    the quick player's move. Otherwise return `quick`.

    If this seat was told all moves of the other seats, the `observations` of these moves tell how
    the other seats play. The `budget` counts bouts. At the end, `note` is called with the results
    of all moves."""
    seat, rules = imagined.seat, imagined.base.rules
    thresholds, taken = (QUICK, OTHER_OF_TWO) if rules.seats == TWO else (FOR_MORE, OTHERS)
    own, others = reach_of(thresholds), [reach_of(each) for each in taken]
    mine = sum(
        1 << other for other in range(rules.seats) if rules.sides[other] == rules.sides[seat]
    )

    reading = imagined.read(observations, others, rng)

    def imagine() -> Playout[Move]:
        if reading is None:
            position = imagined.deal(rng)
            reaches = [own if other == seat else rng.choice(others) for other in range(rules.seats)]
        else:
            position = imagined.as_read(reading, rng)
            reaches = [reading.reach(other) or own for other in range(rules.seats)]

        def play(move: Move) -> tuple[int, int]:
            after = position.copy()
            after.make(seat, move)
            end = play_out(after, reaches, mine)
            return value(end, seat, position), end.bouts

        return play

    return best_of(moves, quick, imagine, budget, note)


def value(end: End, seat: int, position: Position) -> int:
    """Return what the end of a playout is worth for `seat`, from 0 to CERTAIN (a certain win). A
    playout is a game that is quickly played on from an imagined deal. If the playout stopped when
    two seats were left, the probability of each result counts. `position` gives the rules."""
    if end.rival == NOBODY:
        return sure_value(end.fool, end.out, seat, position)
    other = CERTAIN - end.chance
    return (
        end.chance * sure_value(end.fool, [*end.out, end.rival], seat, position)
        + other * sure_value(end.rival, [*end.out, end.fool], seat, position)
    ) // CERTAIN


def sure_value(fool: int, out: Sequence[int], seat: int, position: Position) -> int:
    """DUR-44: return what a finished game is worth for `seat`, where CERTAIN is the worth of a win.
    The option `scoring` says which places are worth something. `fool` is the seat that has lost,
    NOBODY if no seat has lost, or ANOTHER if some seat of another side has lost. `out` are the
    seats that went out, in the order in which they did. `position` is a position of this game, from
    which the rules are taken, and which seats have left."""
    sides = position.rules.sides
    side = sides[seat]
    scoring = position.rules.options.scoring
    stayed = {*seats_in(position.standing), *position.out}
    lost = {sides[fool]} if fool >= 0 else set()
    lost.update(seats_in(position.forfeited))
    if seat not in stayed or side in lost:
        return 0
    if scoring == "fool":
        return CERTAIN if fool != NOBODY else CERTAIN * DRAW_SHARE // 4
    holding = {sides[each] for each in stayed.difference(out)}
    places = {sides[each]: place for place, each in enumerate(out)}
    order = sorted(places.keys() - holding - lost, key=places.__getitem__)
    others = len(set(sides)) - position.forfeited.bit_count() - 1
    place = order.index(side) if side in order else others
    if scoring == "first-out":
        return CERTAIN if place == 0 else CERTAIN // 2
    return CERTAIN * (others - place) // others
