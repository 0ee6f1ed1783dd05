"""A puzzle as data, and the set that comes with the games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

FILE: Final = "durak.jsonl"
LEVELS: Final = (1, 2, 3)
"""How hard a puzzle is taken to be before people have tried it, the easiest first."""
KEY_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game in which `seat` has exactly one best move, `best`.

    All cards are known to the person who solves it. `result` is what the best move leads to against
    any play (1: a win, 0: a draw).
    """

    game: str
    options: Mapping[str, Any]
    position: Mapping[str, Any]
    seat: int
    best: str
    result: int
    level: int

    @property
    def key(self) -> str:
        """An id made of the position and the rules: equal puzzles have equal ids."""
        what = json.dumps([self.game, self.options, self.position, self.seat], sort_keys=True)
        return sha256(what.encode()).hexdigest()[:KEY_LENGTH]


def to_text(puzzle: Puzzle) -> str:
    """A puzzle as a line of JSON."""
    return json.dumps(asdict(puzzle), separators=(",", ":"), sort_keys=True)


def from_text(text: str) -> Puzzle:
    """The puzzle that `to_text` wrote. Raises ValueError or TypeError for any other text."""
    return Puzzle(**json.loads(text))


@cache
def the_set() -> tuple[Puzzle, ...]:
    """The puzzles that come with the games."""
    text = files("games.puzzles").joinpath(FILE).read_text(encoding="utf-8")
    return tuple(map(from_text, text.splitlines()))
