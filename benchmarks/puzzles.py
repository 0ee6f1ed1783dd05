"""Puzzles of Durak: `python -m benchmarks puzzles make` makes the set that the repository holds,
`python -m benchmarks puzzles check N [SEED]` compares N puzzle positions with the second solver.

The set is found in games of casual players, so its positions are of a kind that people come to.
The same arguments give the same puzzles.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import games.puzzles
from benchmarks.analyses import played
from games.core import Move
from games.durak import Durak
from games.puzzles import Puzzle, game_of, puzzle_in, puzzles_in, to_text
from games.puzzles.puzzle import FILE
from tests.games.durak_ends import RULES, Graph, ends

USAGE = "python -m benchmarks puzzles make | check N [SEED]"
PRESETS = ("durnius", "classic", "durnius-passing", "paritybit", "throw-in")
EACH = {1: 13, 2: 13, 3: 14}
"""How many puzzles of a preset are of each level: 5 × 40 in all."""
CHECKED = range(4, 8)
"""Cards of the positions that are compared."""
MOST_CARDS = 8
"""Cards of a puzzle of the set: the second solver takes seconds for more."""


def found(preset: str) -> Iterator[Puzzle]:
    """Puzzles of games of casual players, at most one of each game."""
    for number in count():
        record = played("durak", preset, 2, "casual", f"puzzle {preset} {number}".encode())
        some = list(puzzles_in(record, MOST_CARDS))
        if some:
            yield max(some, key=lambda puzzle: puzzle.level)


def make() -> int:
    """Makes the set, level by level and preset by preset."""
    chosen: list[Puzzle] = []
    for preset in PRESETS:
        left = dict(EACH)
        for puzzle in found(preset):
            if left[puzzle.level] and is_sound(puzzle):
                left[puzzle.level] -= 1
                chosen.append(puzzle)
                print(f"{preset}: {dict(left)}", flush=True)
            if not any(left.values()):
                break
    chosen.sort(key=lambda puzzle: (puzzle.level, puzzle.key))
    path = Path(games.puzzles.__file__).with_name(FILE)
    path.write_text("".join(f"{to_text(puzzle)}\n" for puzzle in chosen), encoding="utf-8")
    print(f"{len(chosen)} puzzles, by level {Counter(puzzle.level for puzzle in chosen)}")
    return 0


def is_sound(puzzle: Puzzle) -> bool:
    """Whether the second solver finds the same move to be the only best one, with the same
    result."""
    game = game_of(puzzle)
    graph = Graph(game)
    worth = {str(move): graph.after(game, puzzle.seat, move) for move in _moves(game, puzzle.seat)}
    most = max(worth.values())
    best = [move for move, value in worth.items() if value == most]
    return best == [puzzle.best] and most == puzzle.result


def _moves(game: Durak, seat: int) -> list[Move]:
    return game.legal_moves(seat)


def check(number: int, seed: str) -> int:
    """Compares so many puzzle positions. Returns 1 when one was wrong."""
    rng = Random(seed)
    sources = [ends(preset, CHECKED, rng, **options) for preset, options in RULES]
    compared = wrong = looked = 0
    while compared < number:
        game = next(sources[looked % len(sources)])
        looked += 1
        (seat,) = game.waiting_on
        puzzle = puzzle_in(game, seat)
        if puzzle is not None:
            compared += 1
            wrong += not is_sound(puzzle)
    print(f"  {compared} puzzles among {looked} ends; {wrong} with another best move, or with two")
    return int(wrong > 0)


def main(arguments: list[str]) -> int:
    """Makes or checks. Returns 2 for arguments that say nothing."""
    match arguments:
        case ["make"]:
            return make()
        case ["check", number, *seed]:
            return check(int(number), " ".join(seed))
    print(USAGE, file=sys.stderr)
    return 2
