"""A puzzle as data, and the collection that comes with the games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

from games.core import Chance, Event, Move, View
from games.record import Step
from games.shuffle import Stream

FILES: Final = ("durak.jsonl", "dritzak.jsonl", "tredici.jsonl")
LEVELS: Final = (1, 2, 3)
"""The levels of puzzles, from the easiest to the hardest. A puzzle's level is a guess, made before
people have tried it."""
KEY_LENGTH: Final = 16
FEWEST_MOVES: Final = 3
"""The smallest number of legal moves in a puzzle."""
TRIES: Final = 100
"""How many times a casual bot player tries a position, to measure the level of the puzzle."""
SOLVED: Final = ((1, 20), (2, 2))
"""Pairs of a level, and the number of tries (out of `TRIES`) in which the casual player must find
the best move for this level. A puzzle has the first level whose number is reached. If no number is
reached, the puzzle has the hardest level."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game in which `seat` has exactly one best move, `best`. All cards are known
    to the person who solves it. `level` says how hard it is, from 1 to 3.

    `result` is what the best move leads to against any play (1: a win, 0: a draw). If `moves` is 0,
    this is the result at the game's end. Otherwise it is reached within `moves` moves of `seat`,
    including the best move."""

    game: str
    options: Mapping[str, Any]
    position: Mapping[str, Any]
    seat: int
    best: str
    result: int
    level: int
    moves: int = 0

    @property
    def key(self) -> str:
        """An id computed from the position and the rules: equal puzzles have equal ids."""
        what = json.dumps([self.game, self.options, self.position, self.seat], sort_keys=True)
        return sha256(what.encode()).hexdigest()[:KEY_LENGTH]


class Answer(NamedTuple):
    """The result of a move in a puzzle. `right` says whether it is the best move. `line` has this
    move and the moves that follow with best play of both sides, each with its events. `ranks` has
    the rank of each seat at the game's end. It is None if the game did not end within the puzzle's
    number of moves, or would repeat for ever."""

    right: bool
    line: list[tuple[Step, list[Event]]]
    ranks: tuple[int, ...] | None


def level_of(view: View, best: Move, casual: Callable[[View, Chance], Move]) -> int:
    """The level of a puzzle, from 1 (easy) to 3: the more rarely a `casual` player finds the move
    `best` in many tries, the higher."""
    tries = (casual(view, Stream(b"level %d" % number)) for number in range(TRIES))
    solved = sum(answer == best for answer in tries)
    return next((level for level, least in SOLVED if solved >= least), LEVELS[-1])


def to_text(puzzle: Puzzle) -> str:
    """A puzzle as one line of JSON."""
    return json.dumps(asdict(puzzle), separators=(",", ":"), sort_keys=True)


def from_text(text: str) -> Puzzle:
    """The puzzle from a text that `to_text` made. Raises ValueError or TypeError for any other
    text."""
    return Puzzle(**json.loads(text))


@cache
def the_set() -> tuple[Puzzle, ...]:
    """The puzzles that come with the games."""
    folder = files("games.puzzles")
    texts = (folder.joinpath(name).read_text(encoding="utf-8") for name in FILES)
    return tuple(from_text(line) for text in texts for line in text.splitlines())
