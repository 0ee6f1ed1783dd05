"""Measure the speed of the rules. Random games are compared with python-chess in the same run.
Other figures are how long it takes to copy a game, and how the cost of a move grows with the size
of the hand."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import chess

import games
from games.cards import deck
from games.core import Game

SECONDS = 0.4
"""Seconds for which each figure is measured in each round."""

ROUNDS = 3

PLAYERS = {"durak": (2, 4), "dritzak": (2, 4), "tredici": (2, 4)}
SIZES = (2, 3, 4, 5, 6, 7, 8)
HANDS = (6, 10, 20, 30, 40)


def report() -> None:
    """Measure the speed of the rules, and print the figures as tables."""
    print("Random games, in turns with python-chess's; medians of", ROUNDS)
    print(
        "  × chess: decisions/s as a multiple of python-chess's moves/s in random games, asked "
        "is_game_over() each move"
    )
    print(
        "  × bare:  the same when python-chess only lists and pushes moves, and is asked for no "
        "draw but the 75 moves'"
    )
    print(
        f"  {'game':<10}{'players':>8}{'games/s':>10}{'decisions/s':>13}{'× chess':>9}"
        f"{'× bare':>9}{'copy() µs':>11}"
    )
    for name, seats in _rows():
        kind = games.load(name)
        rounds = [
            (*_playouts(kind, seats), _chess_moves(bare=False), _chess_moves(bare=True))
            for _ in range(ROUNDS)
        ]
        played, decisions = median(one[0] for one in rounds), median(one[1] for one in rounds)
        chess_times, bare_times = (
            median(one[1] / one[place] for one in rounds) for place in (2, 3)
        )
        print(
            f"  {name:<10}{seats:>8}{played:>10,.0f}{decisions:>13,.0f}{chess_times:>9.1f}"
            f"{bare_times:>9.1f}{_copy_time(kind, seats):>11.1f}"
        )
    print()
    print("How the cost grows with players: µs a decision")
    print("  " + f"{'game':<10}" + "".join(f"{seats:>8}" for seats in SIZES))
    for name, kind in games.available().items():
        print("  " + f"{name:<10}" + "".join(f"{_cost(kind, seats):>8}" for seats in SIZES))
    print()
    print(
        "How the cost grows with the hand: moves there are / µs to copy the game, list them and "
        "play one, by cards held"
    )
    print("  " + f"{'game':<10}" + "".join(f"{size:>16}" for size in HANDS))
    for name in HAND_OF:
        print("  " + f"{name:<10}" + "".join(f"{_hand_cost(name, size):>16}" for size in HANDS))


def _rows() -> Iterator[tuple[str, int]]:
    for name in games.available():
        for seats in PLAYERS.get(name, (2,)):
            yield name, seats


def _chess_moves(*, bare: bool) -> float:
    """Return the number of random moves per second that python-chess makes in whole games. With
    `bare`, python-chess only checks two ends of a game: no legal move is left, or 75 moves were
    made without progress. Without `bare`, it checks all ends of a chess game before each move."""
    rng, moves, began = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        board = chess.Board()
        while not (board.is_seventyfive_moves() if bare else board.is_game_over()):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            moves += 1
    return moves / (time.perf_counter() - began)


def _options(kind: type[Game], seats: int) -> Any:
    """Return the options of the first preset with which `seats` players can play. None if no preset
    allows it."""
    for preset in kind.Options.presets:
        options = kind.options(preset)
        if seats in kind.players and not options.clashes(seats):
            return options
    return None


def _play_out(game: Game, rng: random.Random) -> int:
    """Play a game to its end with random moves. Returns the number of moves."""
    decisions = 0
    while game.outcome is None:
        for seat in game.waiting_on:
            game.play(seat, rng.choice(game.legal_moves(seat)))
            decisions += 1
            break
    return decisions


def _playouts(kind: type[Game], seats: int) -> tuple[float, float]:
    """Play random games. Returns the number of games a second and the number of decisions a second,
    with dealing included."""
    rng, played, decisions = random.Random(1), 0, 0
    options = _options(kind, seats)
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        decisions += _play_out(kind.new(options, seats=seats, seed=played.to_bytes(4, "big")), rng)
        played += 1
    spent = time.perf_counter() - began
    return played / spent, decisions / spent


def _cost(kind: type[Game], seats: int) -> str:
    return f"{1e6 / _playouts(kind, seats)[1]:.1f}" if _options(kind, seats) is not None else "–"


def _middle(kind: type[Game], seats: int) -> Game:
    """Return a game after about half of its moves."""
    rng, options = random.Random(2), _options(kind, seats)
    length = _play_out(kind.new(options, seats=seats, seed=b"middle"), rng)
    rng, game = random.Random(2), kind.new(options, seats=seats, seed=b"middle")
    for _ in range(length // 2):
        seat = next(iter(game.waiting_on))
        game.play(seat, rng.choice(game.legal_moves(seat)))
    return game


def _copy_time(kind: type[Game], seats: int) -> float:
    """Return the microseconds that copying a half-played game takes."""
    game, copies = _middle(kind, seats), 2_000
    began = time.perf_counter()
    for _ in range(copies):
        game.copy()
    return (time.perf_counter() - began) / copies * 1e6


def _durak_hand(size: int) -> Game:
    """Return a position in which seat 0 holds `size` cards and defends against a two of clubs.
    Spades are trumps."""
    kind = games.load("durak")
    hand = [card for card in deck() if card not in {"2C", "3C"}][:size]
    position = {
        "hands": [hand, ["3C"]],
        "talon": [],
        "trump": "S",
        "dealer": 1,
        "attacker": 1,
        "defender": 0,
        "table": [["2C", None]],
        "by": [1],
    }
    return kind.from_position(position, options=kind.options("paritybit"))


def _dritzak_hand(size: int) -> Game:
    """Return a position in which seat 0 holds `size` cards and is to play one or several of them on
    a three."""
    position = {
        "hands": [[card for card in deck() if card not in {"3S", "3H"}][:size], ["3H"]],
        "face_up": [[], []],
        "face_down": [[None] * 3] * 2,
        "draw": [],
        "pile": ["3S"],
        "turn": 0,
        "direction": 1,
    }
    return games.load("dritzak").from_position(position)


def _tredici_hand(size: int) -> Game:
    """Return a position in which seat 0 holds `size` cards (at most 39) and is to discard three of
    them. So it has a move for every combination of three cards."""
    position = {
        "hands": [deck()[13 : 13 + min(size, 39)], []],
        "stacks": [["2S"], []],
        "targets": ["S", "H"],
        "draw": deck()[1:13],
        "discard": [],
        "turn": 0,
        "owes": ["swap", "draw 1"],
        "full_hand": 40,
        "kische": "used",
    }
    return games.load("tredici").from_position(position)


HAND_OF: dict[str, Callable[[int], Game]] = {
    "durak": _durak_hand,
    "dritzak": _dritzak_hand,
    "tredici": _tredici_hand,
}
"""For each game, a function that takes the size of a hand and returns a position in which seat 0
has such a hand. In Tredici, the hand has at most 39 cards, because all spades are on a stack or in
the drawing deck."""


def _hand_cost(name: str, size: int) -> str:
    """Return the number of legal moves of a hand of `size` cards in the game `name`, and the
    microseconds to copy the position, list the moves and play one of them. The result is text."""
    game, rng = HAND_OF[name](size), random.Random(1)
    moves, times, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS / 2:
        again = game.copy()
        legal = again.legal_moves(0)
        again.play(0, rng.choice(legal))
        moves, times = len(legal), times + 1
    return f"{moves:,} / {(time.perf_counter() - began) / times * 1e6:,.0f}"
