"""Puzzles: positions with one proven best move. The puzzles in this folder's data files were made
by `python -m benchmarks puzzles make`; other puzzles are found in finished games."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Final

from games.core import Game, Move, View
from games.puzzles import dritzak, durak, tredici
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
    "choices",
    "from_text",
    "game_of",
    "opened",
    "puzzles_in",
    "the_set",
    "to_text",
]

_OF: Final[dict[str, ModuleType]] = {"durak": durak, "dritzak": dritzak, "tredici": tredici}
GAMES: Final = frozenset({"durak", "dritzak"})
"""The games in which `puzzles_in` finds puzzles. Tredici is missing, because played games of
Tredici have no puzzles. The puzzles of Tredici are composed instead (docs/puzzles.md)."""


def puzzles_in(record: Record) -> Iterator[Puzzle]:
    """The positions of a finished game that make a puzzle; none for a game without puzzles. Raises
    RecordError when the record does not replay."""
    if record.header.game in GAMES:
        yield from _OF[record.header.game].puzzles_in(record)


def game_of(puzzle: Puzzle) -> Game:
    """The game in the position of a puzzle. Raises GameError when the position can't be read."""
    game: Game = _OF[puzzle.game].game_of(puzzle)
    return game


def opened(puzzle: Puzzle) -> View:
    """The position as the person who solves the puzzle sees it, with every card open. Raises
    GameError when the position can't be read."""
    view: View = _OF[puzzle.game].opened(puzzle)
    return view


def choices(puzzle: Puzzle) -> list[Move]:
    """Return the moves to choose from in a puzzle. In Tredici, the order of discarded cards
    matters, and there is a move for each order. Pass the text of the chosen move to `answer_to`
    with the cards in this order. Raise GameError when the position can't be read."""
    if puzzle.game == "tredici":
        return tredici.choices(puzzle)
    return game_of(puzzle).legal_moves(puzzle.seat)


def answer_to(puzzle: Puzzle, move: str) -> Answer:
    """Play a puzzle to its end after a move, with best play of both sides. Raises GameError when
    the move is not legal."""
    answer: Answer = _OF[puzzle.game].answer_to(puzzle, move)
    return answer
