"""Puzzles: positions with one best move, proven. The data beside this file was made by `python -m
benchmarks puzzles make`; others are found in finished games."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Final

from games.core import Game, View
from games.puzzles import dritzak, durak
from games.puzzles.puzzle import (
    FEWEST_MOVES,
    LEVELS,
    Answer,
    Puzzle,
    from_text,
    the_set,
    to_text,
)
from games.record import Record

__all__ = [
    "FEWEST_MOVES",
    "GAMES",
    "LEVELS",
    "Answer",
    "Puzzle",
    "answer_to",
    "from_text",
    "game_of",
    "opened",
    "puzzles_in",
    "the_set",
    "to_text",
]

_OF: Final[dict[str, ModuleType]] = {"durak": durak, "dritzak": dritzak}
GAMES: Final = frozenset(_OF)
"""The games in which `puzzles_in` finds puzzles."""


def puzzles_in(record: Record) -> Iterator[Puzzle]:
    """The positions of a finished game that make a puzzle; none for a game that has no puzzles.
    Raises RecordError when the record does not replay."""
    kind = _OF.get(record.header.game)
    if kind is not None:
        yield from kind.puzzles_in(record)


def game_of(puzzle: Puzzle) -> Game:
    """The game in the position of a puzzle. Raises GameError when it can't be read."""
    game: Game = _OF[puzzle.game].game_of(puzzle)
    return game


def opened(puzzle: Puzzle) -> View:
    """The position as whoever solves it sees it: every card is known. Raises GameError when it
    can't be read."""
    view: View = _OF[puzzle.game].opened(puzzle)
    return view


def answer_to(puzzle: Puzzle, move: str) -> Answer:
    """Play a puzzle out after a move, both sides as well as can be. Raises GameError when the move
    is not legal."""
    answer: Answer = _OF[puzzle.game].answer_to(puzzle, move)
    return answer
