"""Make and check puzzles, positions with one best move. `python -m benchmarks puzzles make durak`
(or `dritzak`, `tredici`) makes the collection in the repository. `… puzzles check N [SEED]` checks
N puzzles of Durak with a second solver, which tries everything with the real rules. `… puzzles
levels` prints the kinds of the answers in Durak's collection, and which strengths find them.

The puzzles of Durak and Dritzak are found in games of casual players, so their positions look like
those of real games. The puzzles of Tredici are constructed (benchmarks.composed). The same
arguments give the same puzzles."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import games.puzzles
from benchmarks import composed
from benchmarks.analyses import played
from games.cards import suit_of
from games.core import Move
from games.durak import Durak
from games.players import player
from games.players.durak import greedy
from games.puzzles import LEVELS, Puzzle, dritzak, the_set, to_text
from games.puzzles.durak import game_of, puzzle_in, puzzles_in
from games.shuffle import Stream
from tests.games import dritzak_ends, tredici_ends
from tests.games.durak_ends import RULES, Graph, ends

USAGE = "python -m benchmarks puzzles make durak|dritzak|tredici | check N [SEED] | levels"
PRESETS = ("durnius", "classic", "durnius-passing", "paritybit", "throw-in")
DRITZAK_PRESETS = ("dritzak", "sevens", "skips")
DRITZAK_SEARCHED = 400
DRITZAK_WANTED = 60
"""`DRITZAK_SEARCHED` is the number of games of each preset in which puzzles of Dritzak are looked
for. `DRITZAK_WANTED` is the number of puzzles that Dritzak's collection should have."""
TREDICI_WANTED = 40
"""The number of puzzles in Tredici's collection."""
SEARCHED = 3_600
"""The number of Durak games of each preset in which puzzles are looked for."""
OF_LEVEL = {1: 70, 2: 60, 3: 70}
"""The number of puzzles that Durak's collection should have of each level. The keys are the
levels."""
KINDS = 5
"""The number of puzzles of a level is divided by this number. The result is the most puzzles of the
level that have the same kind of answer."""
CHECKED = range(4, 8)
"""The possible numbers of cards that both hands have together in a random endgame. Up to three
random moves are made from there. The position after these moves is the one that is checked with the
second solver."""
MOST_CARDS = 8
"""The most cards of a puzzle in the collection. With more, the second solver takes seconds."""
TRIES = 50
"""How often a player of each strength is asked for the answer to a puzzle."""


class Found(NamedTuple):
    """A puzzle, with the preset and the number of the game in which it was found."""

    game: int
    preset: str
    puzzle: Puzzle


def kind_of(puzzle: Puzzle) -> str:
    """Return the kind of a puzzle's answer. It tells whether a quick guess would find the answer.

    For a move without cards the kind is the verb. If the move's last card is worth the least among
    the moves with this verb, the kind is "cheapest card". Otherwise it is the verb, and whether the
    card is a trump. The word "several" is added if the move has more cards than it must have."""
    game = game_of(puzzle)
    view, best = game.view(puzzle.seat), Move.parse(puzzle.best)
    if not best.cards:
        return best.verb
    same = [move for move in view.moves if move.verb == best.verb]
    worth = greedy.worth(view, best.cards[-1])
    if worth == min(greedy.worth(view, move.cards[-1]) for move in same):
        return "cheapest card"
    several = (
        " several" if len(best.cards) > len(min(same, key=lambda m: len(m.cards)).cards) else ""
    )
    dear = "trump" if suit_of(best.cards[-1]) == view.facts["trump"] else "dearer card"
    return f"{best.verb}{several}: {dear}"


def found(preset: str) -> Iterator[Found]:
    """Yield the puzzles found in games that casual players play with this preset."""
    for number in range(SEARCHED):
        record = played("durak", preset, 2, "casual", f"puzzle {preset} {number}".encode())
        for puzzle in puzzles_in(record, MOST_CARDS):
            yield Found(number, preset, puzzle)


def chosen(level: int, every: list[Found], used: set[tuple[str, int]]) -> list[Puzzle]:
    """Choose the puzzles of one level for the collection from all found puzzles, `every`. The kinds
    of answers (see `kind_of`) take turns, and each kind gives one puzzle at its turn. No two
    puzzles come from the same game. Games in `used` are left out, and the games of the chosen
    puzzles are added to `used`."""
    wanted = OF_LEVEL[level]
    waiting: dict[str, list[Found]] = defaultdict(list)
    for each in sorted(every, key=lambda each: (each.game, each.preset)):
        if each.puzzle.level == level:
            waiting[kind_of(each.puzzle)].append(each)
    taken: dict[str, Puzzle] = {}
    kinds: Counter[str] = Counter()
    while len(taken) < wanted and any(waiting.values()):
        for kind in sorted(waiting, key=lambda kind: (kinds[kind], kind)):
            if len(taken) == wanted or KINDS * (kinds[kind] + 1) > wanted:
                waiting[kind].clear()
            while waiting[kind]:
                number, preset, puzzle = waiting[kind].pop(0)
                if (preset, number) in used or puzzle.key in taken or not is_sound(puzzle):
                    continue
                taken[puzzle.key] = puzzle
                used.add((preset, number))
                kinds[kind] += 1
                break
    print(f"level {level}: {len(taken)}, {dict(kinds)}", flush=True)
    return list(taken.values())


def make() -> int:
    """Make Durak's collection level by level, and write it. Returns the exit status."""
    every: list[Found] = []
    for preset in PRESETS:
        every += found(preset)
        print(f"{preset}: {len(every)} puzzles up to here", flush=True)
    used: set[tuple[str, int]] = set()
    puzzles = [puzzle for level in (2, 1, 3) for puzzle in chosen(level, every, used)]
    return written("durak", puzzles)


def written(game: str, puzzles: list[Puzzle]) -> int:
    """Write the puzzles as a game's collection, in the order of their levels. Returns the exit
    status."""
    puzzles.sort(key=lambda puzzle: (puzzle.level, puzzle.key))
    path = Path(games.puzzles.__file__).with_name(f"{game}.jsonl")
    path.write_text("".join(f"{to_text(puzzle)}\n" for puzzle in puzzles), encoding="utf-8")
    print(f"{len(puzzles)} puzzles")
    return 0


def make_dritzak() -> int:
    """Choose up to `DRITZAK_WANTED` puzzles for Dritzak, and write them as the game's collection.
    Puzzles with the same level, the same number of moves and the same verb of the best move form a
    group. The groups take turns, and a group gives one puzzle at its turn. No two puzzles come from
    one game. Returns the exit status."""
    waiting: dict[tuple[int, int, str], list[Puzzle]] = defaultdict(list)
    for preset in DRITZAK_PRESETS:
        for number in range(DRITZAK_SEARCHED):
            record = played("dritzak", preset, 2, "casual", f"puzzle {preset} {number}".encode())
            first: dict[tuple[int, int, str], Puzzle] = {}
            for puzzle in dritzak.puzzles_in(record):
                kind = puzzle.level, puzzle.moves, Move.parse(puzzle.best).verb
                first.setdefault(kind, puzzle)
            rarest = min(first, key=lambda kind: (len(waiting[kind]), kind), default=None)
            if rarest is not None:
                waiting[rarest].append(first[rarest])
        print(f"{preset}: { {kind: len(each) for kind, each in waiting.items()} }", flush=True)
    taken: list[Puzzle] = []
    while len(taken) < DRITZAK_WANTED and any(waiting.values()):
        for kind in sorted(waiting, reverse=True):
            if waiting[kind] and len(taken) < DRITZAK_WANTED:
                taken.append(waiting[kind].pop(0))
    wrong = [puzzle.key for puzzle in taken if not dritzak_ends.is_sound(puzzle)]
    print(f"{len(wrong)} with another answer by the second reading of the rules: {wrong}")
    print(Counter((puzzle.moves, Move.parse(puzzle.best).verb) for puzzle in taken))
    print(Counter(puzzle.level for puzzle in taken))
    return written("dritzak", taken)


def make_tredici() -> int:
    """Construct Tredici's puzzles, and write the first `TREDICI_WANTED` of them as the game's
    collection. Returns the exit status."""
    taken = list(islice(composed.puzzles(), TREDICI_WANTED))
    wrong = [puzzle.key for puzzle in taken if not tredici_ends.is_sound(puzzle)]
    print(f"{len(wrong)} with another answer by the second reading of the rules: {wrong}")
    return written("tredici", taken)


def solved(puzzle: Puzzle, strength: str, tries: int = TRIES) -> float:
    """Return the share of `tries` in which a player of this strength finds the answer, without
    having seen the game before. The random numbers differ from those with which the puzzle's level
    was found."""
    view, choose = game_of(puzzle).view(puzzle.seat), player("durak", strength)
    answers = (choose(view, Stream(f"try {number}".encode())) for number in range(tries))
    return sum(str(answer) == puzzle.best for answer in answers) / tries


def levels() -> int:
    """Print the kinds of the answers in each level, and the share of the level's puzzles that each
    strength solves. Returns the exit status."""
    for level in LEVELS:
        puzzles = [each for each in the_set() if each.game == "durak" and each.level == level]
        kinds = Counter(map(kind_of, puzzles))
        print(f"level {level}: {len(puzzles)} puzzles, {kinds.most_common()}")
        for strength in ("casual", "beginner", "greedy"):
            share = sum(solved(puzzle, strength) for puzzle in puzzles) / len(puzzles)
            print(f"  {strength} solves {share:.1%}")
    return 0


def is_sound(puzzle: Puzzle) -> bool:
    """Return whether the second solver finds the same move, as the only best one, and the same
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
    """Check the answers of `number` puzzle positions with the second solver. Returns 1 if it finds
    another answer to any of them, else 0."""
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
    """Do what the arguments ask for: make, check or levels. Returns the exit status, which is 2 for
    invalid arguments."""
    match arguments:
        case ["make", "durak"]:
            return make()
        case ["make", "dritzak"]:
            return make_dritzak()
        case ["make", "tredici"]:
            return make_tredici()
        case ["levels"]:
            return levels()
        case ["check", number, *seed]:
            return check(int(number), " ".join(seed))
    print(USAGE, file=sys.stderr)
    return 2
