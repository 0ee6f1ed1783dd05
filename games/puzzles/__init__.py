"""Puzzles: positions with one best move, proven. The data beside this file was made by `python -m
benchmarks puzzles make`; others are found in finished games."""

from __future__ import annotations

from games.puzzles.durak import (
    FEWEST_MOVES,
    GAMES,
    Answer,
    answer_to,
    game_of,
    puzzle_in,
    puzzles_in,
)
from games.puzzles.puzzle import LEVELS, Puzzle, from_text, the_set, to_text

__all__ = [
    "FEWEST_MOVES",
    "GAMES",
    "LEVELS",
    "Answer",
    "Puzzle",
    "answer_to",
    "from_text",
    "game_of",
    "puzzle_in",
    "puzzles_in",
    "the_set",
    "to_text",
]
