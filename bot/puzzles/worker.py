"""Searches a finished game for puzzles. It runs in a worker process, because the search takes
long."""

from __future__ import annotations

from games.puzzles import puzzles_in, to_text
from games.record import loads


def find(record: str) -> str:
    """Return the hardest puzzle among a game's positions as text, or "" if the game has no puzzle.
    If several puzzles are equally hard, return the last one. Raises RecordError when the record
    can't be replayed."""
    found = ""
    level = 0
    for puzzle in puzzles_in(loads(record)):
        if puzzle.level >= level:
            found, level = to_text(puzzle), puzzle.level
    return found
