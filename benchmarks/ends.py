"""Check the solver that bot players use for the end of Durak games: `python -m benchmarks ends N
CARDS [SEED]`.

The program makes N positions for two seats, with no cards left to draw and at most CARDS cards. The
positions come from random endgames, with different house rules in turn. Up to `NEAR` positions come
from one endgame: the endgame itself, and positions to which random moves lead. Each position is
solved with as many nodes as bot players of the level "master" use. If the endgame has at most
`CHECKED` cards, every move is compared with a second solver, which tries everything with the real
rules. The same arguments give the same positions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from benchmarks.arena import share
from games.core import Move
from games.durak import Durak
from games.players.durak.endgame import Solver, TooManyNodes
from games.players.durak.levels import Master
from games.players.durak.masks import Position
from games.players.durak.solving import best_moves
from tests.games.durak_ends import RULES, Graph, ends, key_of

USAGE = "python -m benchmarks ends N CARDS [SEED]"
FEWEST = 2
CHECKED = 10
"""The most cards of an endgame whose positions the second solver judges."""
NEAR = 60
"""The most positions that are taken from one endgame."""


STEPS = 12
"""The most random moves from an endgame to a position that is taken from it."""


def near(game: Durak, rng: Random) -> Iterator[Durak]:
    """Yield the position `game` near the end of a game, and other positions to which random moves
    lead from it. Each position comes only once, and only if the seat that is to move has a choice
    of moves."""
    met = set()
    for walk in range(NEAR):
        here = game.copy()
        for _ in range(rng.randint(1, STEPS) if walk else 0):
            (seat,) = here.waiting_on
            here.play(seat, rng.choice(here.legal_moves(seat)))
            here.idle = 0
            if here.outcome is not None:
                break
        if here.outcome is None and len(choices(here)[1]) > 1 and key_of(here) not in met:
            met.add(key_of(here))
            yield here


def choices(game: Durak) -> tuple[int, list[Move]]:
    """Return the seat that is to move in a game of two, and its legal moves."""
    (seat,) = game.waiting_on
    return seat, game.legal_moves(seat)


def size_of(game: Durak) -> int:
    """Return the number of cards in hands and on the table."""
    return len(game.lying()) + sum(hand.bit_count() for hand in game.hands)


def differs(game: Durak, solver: Solver, graph: Graph | None) -> bool:
    """Return whether two solvers disagree about the result of a position, or about the moves that
    keep this result. `solver` is the solver of the bot players, and `graph` has the results of the
    slow second solver. Return False if `graph` is None. Raises TooManyNodes if `solver` needs too
    many nodes."""
    seat, moves = choices(game)
    result, found = best_moves(Position.of_game(game), seat, moves, solver)
    best = set(found)
    if graph is None:
        return False
    worth = {move: graph.after(game, seat, move) for move in moves}
    most = max(worth.values())
    return result != most or best != {move for move in moves if worth[move] == most}


def positions(number: int, cards: int, rng: Random) -> Iterator[tuple[Durak, Graph | None]]:
    """Yield `number` positions from random endgames with at most `cards` cards. Each position comes
    with the Graph of its endgame, which knows the winner of every position that can follow. The
    Graph is None if the endgame has more than `CHECKED` cards."""
    sources = [ends(preset, range(FEWEST, cards + 1), rng, **options) for preset, options in RULES]
    left = number
    while left:
        for source in sources:
            end = next(source)
            graph = Graph(end) if size_of(end) <= CHECKED else None
            for game in islice(near(end, rng), left):
                left -= 1
                yield game, graph


def main(arguments: list[str]) -> int:
    """Solve the positions, compare the results, and print the comparison. Returns 0, or 1 when a
    move was wrong, or 2 for invalid arguments."""
    if not 1 < len(arguments) <= len(USAGE.split()) - 4:
        print(USAGE, file=sys.stderr)
        return 2
    number, cards = int(arguments[0]), int(arguments[1])
    rng = Random("".join(arguments[2:]) or "ends")
    solved: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    wrong = compared = 0
    for game, graph in positions(number, cards, rng):
        size, position = size_of(game), Position.of_game(game)
        seen[size] += 1
        try:
            wrong += differs(game, Solver(position.rules, position.order, Master.nodes), graph)
        except TooManyNodes:
            continue
        solved[size] += 1
        compared += graph is not None
    for size in sorted(seen):
        print(f"  {size:2} cards  solved {share(solved[size], seen[size])}")
    print(f"  {wrong} of {compared} compared with the second solver differ")
    return int(wrong > 0)
