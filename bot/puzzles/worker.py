"""The search for a puzzle in a finished game, for a worker process."""

from __future__ import annotations

from games.puzzles import puzzles_in, to_text
from games.record import loads


def find(record: str) -> str:
    """The hardest puzzle among a game's positions, as text: the last one if several are equally
    hard, empty if there is none. Raises RecordError when the record does not replay."""
    found = ""
    level = 0
    for puzzle in puzzles_in(loads(record)):
        if puzzle.level >= level:
            found, level = to_text(puzzle), puzzle.level
    return found
