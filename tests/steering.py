"""Games that come to a wanted end. First, code that sees all cards finds the moves on copies of the
game. Then the real game is played move by move, and its results are computed as usual."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from games.core import Deed, Game, Move

Line = list[tuple[int, Move]]
"""The moves of a game from the deal to the end, as (seat, move)."""
Chooser = Callable[[Game, int, random.Random], Move]
"""A function that chooses the move of a seat."""

LONGEST = 600
"""The number of moves after which a try is given up."""


def line_to(
    game: Game, wanted: Callable[[Sequence[Deed]], bool], choose: Chooser, tries: Iterable[int]
) -> Line | None:
    """Play copies of `game` with moves that `choose` chooses. Return the moves of the first copy
    whose deeds (special feats) `wanted` accepts. Each number in `tries` is the seed of one copy.
    Return None if no copy had such deeds."""
    for number in tries:
        line, deeds = _played(game.copy(), choose, random.Random(number))
        if line is not None and wanted(deeds):
            return line
    return None


def _played(game: Game, choose: Chooser, rng: random.Random) -> tuple[Line | None, list[Deed]]:
    line: Line = []
    deeds: list[Deed] = []
    while game.outcome is None and len(line) < LONGEST:
        seat = min(game.waiting_on)
        move = choose(game, seat, rng)
        line.append((seat, move))
        for event in game.play(seat, move):
            deeds += type(game).deeds(event)
    return (line if game.outcome is not None else None), deeds


def anyhow(game: Game, seat: int, rng: random.Random) -> Move:
    """Return any legal move of `seat`."""
    return rng.choice(game.legal_moves(seat))


def walking_off(hero: int) -> Chooser:
    """Return a function that chooses moves for Dritzak. All other seats pick up whenever they can,
    and `hero` keeps the tens for the end."""

    def choose(game: Game, seat: int, rng: random.Random) -> Move:
        moves = [move for move in game.legal_moves(seat) if move.verb != "shijo"]
        if seat != hero:
            return min(
                moves,
                key=lambda move: (
                    move.verb != "pickup",
                    tens(move.cards),
                    len(move.cards),
                    rng.random(),
                ),
            )
        return min(moves, key=lambda move: (*_worth(game, hero, move, moves), rng.random()))

    return choose


def _worth(game: Game, hero: int, move: Move, moves: Sequence[Move]) -> tuple[int, int]:
    """Return the sort key of a move for `hero`. The move with the smallest key is made first."""
    if move.verb == "up":
        return 0, -tens(move.cards)
    if move.verb == "flip":
        down = face_down(game, hero)
        is_ten = tens([down[int(move.other) - 1]])
        # Others than tens first, but for one, which is kept for the end.
        return 1, is_ten if sum(card is not None for card in down) - tens(down) > 1 else 1 - is_ten
    if move.verb == "pickup":
        return 2, 0
    if tens(move.cards):
        return (3 if any(each.verb == "pickup" for each in moves) else 1), 0
    return 0, -len(move.cards)


def tens(cards: Iterable[str | None]) -> int:
    """Return the number of tens among the cards."""
    return sum(card is not None and card[:-1] == "10" for card in cards)


def face_down(game: Game, seat: int) -> list[str | None]:
    """Return a seat's face-down cards in the order of their places, from the left. An empty place
    is None."""
    return cast("list[str | None]", game.position()["face_down"][seat])


def hand_of(game: Game, seat: int) -> list[str]:
    """Return the cards in a seat's hand."""
    return cast("list[str]", game.position()["hands"][seat])
