"""Solved ends of Durak: `python -m benchmarks ends N CARDS [SEED]`.

N ends for two without a talon, of at most CARDS cards, taken in turn from the rules that differ
there. Each is solved with a master's nodes. Of those with at most `CHECKED` cards every move is
compared with a second solver, which tries everything in the real engine and takes seconds for ten
cards. The same arguments give the same ends.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from benchmarks.arena import share
from games.durak import Durak
from games.players.durak.endgame import Solver, TooManyNodes
from games.players.durak.levels import Master
from games.players.durak.masks import Position
from games.players.durak.solving import best_moves
from tests.games.durak_ends import RULES, Graph, ends

USAGE = "python -m benchmarks ends N CARDS [SEED]"
FEWEST = 2
CHECKED = 10
"""Cards up to which the second solver is asked."""


def differs(game: Durak, solver: Solver) -> bool:
    """Whether the two solvers disagree about the result of an end, or about a move that keeps it.
    Raises TooManyNodes."""
    (seat,) = game.waiting_on
    moves = game.legal_moves(seat)
    result, best = best_moves(Position.of_game(game), seat, moves, solver)
    if sum(hand.bit_count() for hand in game.hands) > CHECKED:
        return False
    graph = Graph(game)
    worth = {move: graph.after(game, seat, move) for move in moves}
    most = max(worth.values())
    return result != most or set(best) != {move for move in moves if worth[move] == most}


def main(arguments: list[str]) -> int:
    """Solves, compares and prints. Returns 1 when a move was wrong, 2 for arguments that say
    nothing."""
    if not 1 < len(arguments) <= len(USAGE.split()) - 4:
        print(USAGE, file=sys.stderr)
        return 2
    number, cards = int(arguments[0]), int(arguments[1])
    rng = Random("".join(arguments[2:]) or "ends")
    sources = [ends(preset, range(FEWEST, cards + 1), rng, **options) for preset, options in RULES]
    solved: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    wrong = 0
    for place in range(number):
        game = next(sources[place % len(sources)])
        size = sum(hand.bit_count() for hand in game.hands)
        position = Position.of_game(game)
        seen[size] += 1
        try:
            wrong += differs(game, Solver(position.rules, position.order, Master.nodes))
            solved[size] += 1
        except TooManyNodes:
            continue
    for size in sorted(seen):
        print(f"  {size:2} cards  solved {share(solved[size], seen[size])}")
    compared = sum(solved[size] for size in solved if size <= CHECKED)
    print(f"  {wrong} of {compared} compared with the second solver differ")
    return int(wrong > 0)
