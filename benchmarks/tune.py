"""Tune Durak's players: `python -m benchmarks tune thresholds|ends PRESET SEATS N`.

`thresholds` looks for better thresholds (games/players/durak/thresholds.py) than those of a skilled
player with SEATS seats. One threshold after the other is changed. N deals are played from every
seat against two kinds of players: those who never give a good card away, and the quick player. A
change is kept if the player then loses less often. As this is partly luck with these deals, the new
thresholds are also tried on N other deals.

`ends` fits the weights that judge an end (games/players/durak/ending.py) to N solved ends for two
from games of quick players. It prints how often these weights predict the winner of ends that were
not used for fitting. It also prints how often the right winner is found in another way, by letting
two quick players play on. SEATS is 2."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from games.core import Stream
from games.durak import Durak
from games.players.durak import quick
from games.players.durak.cards import JOKER_WORTH
from games.players.durak.endgame import DRAW, GOALS, WIN, Solver, TooManyNodes
from games.players.durak.ending import CERTAIN, chance, counts, weights_for
from games.players.durak.masks import Position
from games.players.durak.playout import play_out
from games.players.durak.search import value
from games.players.durak.thresholds import FOR_MORE, FOR_TWO, QUICK, SIMPLE, Thresholds, reach_of

USAGE: Final = "python -m benchmarks tune thresholds|ends PRESET SEATS N"
ARGUMENTS: Final = 4

TRIED: Final[Mapping[str, Sequence[int]]] = {
    "late": range(0, 15, 2),
    "throw": range(5, 15),
    "spare": range(0, 32, 4),
    "late_throw": (11, 12, 14, 16, 18, 20, 25),
    "pile": range(5, 15),
    "late_pile": (6, 8, 10, 12, 14, 16, 18, 20, 25),
    "carry": range(6, JOKER_WORTH, 2),
    "pivot": range(4, 12),
    "slope": range(2, 8),
    "trump": range(10, 90, 10),
    "step": range(0, 10, 2),
    "sweep": range(-40, 100, 10),
    "shows": (0, 1),
}
"""The values that are tried for each threshold."""
BETTER: Final = 0.002
"""How much smaller the share of lost games must be, so that a change is kept."""
ROUNDS: Final = 2
TWO: Final = 2


def deals(preset: str, seats: int, first: int, number: int) -> list[Position]:
    """Return a position for each of `number` deals, just after dealing. The deals are numbered from
    `first` on."""
    options = Durak.options(preset, misdeal="off")
    return [
        Position.of_game(Durak.new(options, seats=seats, seed=b"tune %d" % deal))
        for deal in range(first, first + number)
    ]


def lost(thresholds: Thresholds, against: Thresholds, dealt: Sequence[Position]) -> float:
    """Return the share of games that a player with the thresholds `thresholds` loses against
    players with `against`, when each deal is played from every seat."""
    own, other = reach_of(thresholds), reach_of(against)
    kept = games = 0
    for position in dealt:
        seats = len(position.hands)
        for seat in range(seats):
            end = play_out(position, [own if each == seat else other for each in range(seats)])
            kept += value(end, seat, position)
            games += 1
    return 1 - kept / (games * CERTAIN)


def tune_thresholds(preset: str, seats: int, number: int) -> None:
    """Look for better thresholds by trials, and print them."""
    dealt = deals(preset, seats, 0, number)

    def score(thresholds: Thresholds) -> float:
        return (lost(thresholds, SIMPLE, dealt) + lost(thresholds, QUICK, dealt)) / 2

    before_tuning = FOR_TWO if seats == TWO else FOR_MORE
    best, least = before_tuning, score(before_tuning)
    print(f"{preset}, {seats} seats: the thresholds as they are lose {least:.2%}", flush=True)
    for _ in range(ROUNDS):
        before = best
        for name, values in TRIED.items():
            for each in values:
                trial = best._replace(**{name: each})
                share = score(trial)
                if share < least - BETTER:
                    best, least = trial, share
            print(f"  {name} {getattr(best, name)}: {least:.2%}", flush=True)
        if best == before:
            break
    unseen = deals(preset, seats, number, number)
    for name, against in (("players who give nothing away", SIMPLE), ("the quick player", QUICK)):
        was, is_now = (lost(thresholds, against, unseen) for thresholds in (before_tuning, best))
        print(f"  other deals, against {name}: {was:.2%} before, {is_now:.2%} now")
    print(f"  {best}")


class End(NamedTuple):
    """A position of Durak for two players with no cards left to draw, and its result. `a` and `d`
    are the hands of attacker and defender as bit masks of cards. `beaters` has, for each card, the
    cards that beat it."""

    a: int
    d: int
    beaters: dict[int, int]
    wins: float
    """The result for the attacker: 1 for a win, 0 for a loss, and `DRAWN` for a draw (a little more
    than half a win)."""
    played: bool
    """Whether the attacker wins if two quick players play from this position to the end of the
    game. A quick player is a bot player that decides by simple thresholds."""


DRAWN: Final = 0.6
NODES: Final = 30_000


def ends_of(preset: str, number: int) -> Iterator[End]:
    """Yield `number` solved positions from games of Durak between quick players, each just after
    the deck is used up. Positions that take too long to solve are left out."""
    rng, deal, found = Stream(b"tune ends"), 0, 0
    while found < number:
        game = Durak.new(Durak.options(preset, misdeal="off"), seats=2, seed=b"end %d" % deal)
        deal += 1
        while game.outcome is None and (game.attacks or game.drawn < len(game.talon)):
            (seat,) = game.waiting_on
            thresholds = QUICK._replace(late=rng.randrange(8), sweep=rng.randrange(60))
            game.play(seat, quick.choose(game.view(seat), thresholds))
        if game.outcome is None and (end := solved(Position.of_game(game))) is not None:
            found += 1
            yield end


def solved(position: Position) -> End | None:
    """Solve a position for two players. Returns the position with its result, or None if solving
    takes too long."""
    a, d = position.hands[position.attacker], position.hands[position.defender]
    solver = Solver(position.rules, position.order, NODES)
    try:
        wins = solver.begin(a, d, 0, GOALS[WIN])
        draws = not wins and solver.begin(a, d, 0, GOALS[DRAW])
    except TooManyNodes:
        return None
    played = play_out(position, [reach_of(QUICK)] * 2, log=[]).fool == position.defender
    return End(a, d, position.order.beaters, DRAWN if draws else float(wins), played)


def fit(rows: Sequence[tuple[int, ...]], wins: Sequence[float]) -> list[float]:
    """Return the weights of a logistic regression with slight regularisation. `rows` has the
    numbers that describe each case, and `wins` its result from 0 to 1. The weights are found by
    Newton's method."""
    size = len(rows[0])
    weights = [0.0] * size
    for _ in range(25):
        slope = weights[:]
        bend = [[float(i == j) for j in range(size)] for i in range(size)]
        for row, won in zip(rows, wins, strict=True):
            likely = 1 / (1 + exp(-sum(w * x for w, x in zip(weights, row, strict=True))))
            for i, x in enumerate(row):
                slope[i] += (likely - won) * x
                for j, y in enumerate(row):
                    bend[i][j] += likely * (1 - likely) * x * y
        step = solution(bend, slope)
        weights = [w - s for w, s in zip(weights, step, strict=True)]
    return weights


def solution(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of a system of linear equations by elimination. `right` is the right side
    of the equations. The matrix must be symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, row in enumerate(rows):
        for other in rows[i + 1 :]:
            factor = other[i] / row[i]
            for j in range(i, len(row)):
                other[j] -= factor * row[j]
    found: list[float] = []
    for i, row in reversed(list(enumerate(rows))):
        known = sum(x * y for x, y in zip(row[i + 1 : -1], found, strict=True))
        found.insert(0, (row[-1] - known) / row[i])
    return found


def tune_ends(preset: str, seats: int, number: int) -> None:
    """Fit the weights by which Durak's players estimate who wins an endgame, and print them. The
    unit of the weights is a 64th of a logit. A logit is the logarithm of the odds of winning."""
    found = list(ends_of(preset, number))
    rows = [counts(end.a, end.d, end.beaters) for end in found]
    half = number // 2
    trial = fit(rows[:half], [end.wins for end in found[:half]])
    rest = list(zip(rows[half:], found[half:], strict=True))

    def named(judge: Callable[[tuple[int, ...], End], bool]) -> str:
        return f"{sum(judge(row, end) == (end.wins == 1) for row, end in rest) / len(rest):.1%}"

    now = weights_for(Position.of_game(Durak.new(Durak.options(preset), seats=2, seed=b"")).rules)
    print(f"{preset}: the winner of {len(rest)} ends that were left out is named by")
    print(f"  playing on  {named(lambda row, end: end.played)}")
    print(
        "  a fit to the others "
        f"{named(lambda row, end: sum(w * x for w, x in zip(trial, row, strict=True)) > 0)}"
    )
    print(
        "  the weights as they are "
        f"{named(lambda row, end: chance(end.a, end.d, end.beaters, now) > CERTAIN // 2)}"
    )
    weights = fit(rows, [end.wins for end in found])
    print(f"  weights by all: {tuple(round(64 * weight) for weight in weights)}")


TASKS: Final[Mapping[str, Callable[[str, int, int], None]]] = {
    "thresholds": tune_thresholds,
    "ends": tune_ends,
}


def main(arguments: list[str]) -> int:
    """Tune as the arguments say, and print the results. Returns 0, or 2 for invalid arguments,
    after printing the usage."""
    if len(arguments) != ARGUMENTS or arguments[0] not in TASKS:
        print(USAGE, file=sys.stderr)
        return 2
    task, preset, seats, number = arguments
    TASKS[task](preset, int(seats), int(number))
    return 0
