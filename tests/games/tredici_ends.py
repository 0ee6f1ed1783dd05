"""A second solver for Tredici's puzzles. It uses the second implementation of the rules, and simply
tries every choice of cards in every order."""

from __future__ import annotations

from copy import deepcopy
from itertools import permutations
from typing import Any

from games.puzzles import Puzzle
from games.tredici.rules.options import TrediciOptions
from tests.games.tredici_by_the_book import TrediciByTheBook

Known = dict[tuple[Any, ...], bool]


def begun(puzzle: Puzzle) -> TrediciByTheBook:
    """Return a game of the second implementation in the position of a puzzle."""
    position = puzzle.position
    stream = {"seed": "00", "read": 0}
    dealt = {"draw": [], "full_hand": position["full_hand"], **position, "stream": stream}
    book = TrediciByTheBook(TrediciOptions(**puzzle.options), (0, 1, 2, 3), dealt)
    book.stacks = [list(stack) for stack in position["stacks"]]
    book.targets, book.owes = list(position["targets"]), list(position["owes"])
    book.discard = list(position.get("discard", ()))
    book.setting_up, book.kische_used = False, True
    return book


def winning(puzzle: Puzzle, moves: int, *, lucky: bool) -> set[str]:
    """Return the moves of `puzzle` with which its seat wins within `moves` of the seat's own moves,
    the first one included. The same cards in another order are another move. A win that depends on
    a shuffle or on cards given away counts only with `lucky`."""
    book, known = begun(puzzle), Known()
    return {
        move
        for move in _moves(book)
        if _wins(_after(book, move), puzzle.seat, moves - 1, lucky, known)
    }


def is_sound(puzzle: Puzzle) -> bool:
    """Return whether the puzzle's answer is the only move that surely wins within the puzzle's
    number of moves. Even with lucky shuffles, no other move may win within this number, and no move
    may win within fewer moves."""
    sure, possible = (winning(puzzle, puzzle.moves, lucky=lucky) for lucky in (False, True))
    return sure == possible == {puzzle.best} and not winning(puzzle, puzzle.moves - 1, lucky=True)


def _moves(book: TrediciByTheBook) -> list[str]:
    hand = book.hands[book.turn]
    if book.owes[book.turn] != "swap" or not hand:
        return ["draw"]
    return [" ".join(["discard", *order]) for order in permutations(hand, min(3, len(hand)))]


def _wins(book: TrediciByTheBook, seat: int, moves: int, lucky: bool, known: Known) -> bool:
    if book.outcome:
        ranks, kind = book.outcome
        return kind == "won" and ranks[seat] == 1
    if book.gives is not None:
        return lucky
    if not moves:
        return False
    hands = tuple(tuple(sorted(hand)) for hand in book.hands)
    decks = tuple(book.draw), tuple(book.discard)
    key = (moves, book.turn, hands, decks, tuple(book.owes), book.full_hand)
    if key not in known:
        left = moves - (book.turn == seat)
        ways = (_wins(_after(book, move), seat, left, lucky, known) for move in _moves(book))
        known[key] = any(ways) if book.turn == seat else all(ways)
    return known[key]


def _after(book: TrediciByTheBook, move: str) -> TrediciByTheBook:
    after = deepcopy(book)
    after.play(after.turn, move)
    return after
