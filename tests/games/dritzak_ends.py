"""A second solver for Dritzak's puzzles. It tries every move of the second implementation of the
rules, in the simplest way."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from games.dritzak.rules.options import DritzakOptions
from games.puzzles import Puzzle
from tests.games.dritzak_by_the_book import DritzakByTheBook, text

Known = dict[tuple[Any, ...], bool]


def begun(puzzle: Puzzle) -> DritzakByTheBook:
    """Return a game of the second implementation in the position of a puzzle."""
    position = puzzle.position
    book = DritzakByTheBook(DritzakOptions(**puzzle.options), dict(position))
    book.face_up = [list(cards) for cards in position["face_up"]]
    book.pile = list(position["pile"])
    book.discard = list(position["discard"])
    book.phase, book.turn, book.direction = "play", position["turn"], position["direction"]
    return book


def winning(puzzle: Puzzle, moves: int) -> set[str]:
    """Return the moves after which the puzzle's seat can force a win within `moves` moves of its
    own. The returned move is counted too. Moves of the other seat aren't counted."""
    book, known = begun(puzzle), Known()
    return {
        move
        for move in book.legal(puzzle.seat)
        if _wins(_after(book, move), puzzle.seat, moves - 1, known)
    }


def is_sound(puzzle: Puzzle) -> bool:
    """Return whether the best move of the puzzle is its only answer. No other move may win within
    the puzzle's number of moves, and no move may win in fewer moves."""
    verb, *cards = puzzle.best.split()
    best = text(verb, cards)
    return winning(puzzle, puzzle.moves) == {best} and not winning(puzzle, puzzle.moves - 1)


def _wins(book: DritzakByTheBook, seat: int, moves: int, known: Known) -> bool:
    if book.outcome:
        return seat in book.out
    if not moves:
        return False
    key = (
        moves,
        book.turn,
        book.direction,
        tuple(tuple(sorted(hand)) for hand in book.hands),
        tuple(tuple(sorted(cards)) for cards in book.face_up),
        tuple(map(tuple, book.face_down)),
        tuple(book.pile),
    )
    if key not in known:
        mover = book.turn
        assert mover is not None
        left = moves - (mover == seat)
        ways = (_wins(_after(book, move), seat, left, known) for move in sorted(book.legal(mover)))
        known[key] = any(ways) if mover == seat else all(ways)
    return known[key]


def _after(book: DritzakByTheBook, move: str) -> DritzakByTheBook:
    after = deepcopy(book)
    assert after.turn is not None
    after.play(after.turn, move)
    return after
