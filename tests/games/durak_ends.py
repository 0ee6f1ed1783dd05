"""Endgames of Durak for two, and a slow solver for them. The solver tries every move in the real
game, and shares no code with the quick solver of the bot players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.cards import deck
from games.core import Move
from games.durak import Durak
from games.durak.rules.options import DECKS, DurakOptions

Key = tuple[object, ...]


def key_of(game: Durak) -> Key:
    """Return a key for the position of a game for two. Two positions with the same key have the
    same future, except that the number of bouts without progress is not in the key."""
    return (
        *game.hands,
        game.attacker,
        tuple(game.attacks),
        tuple(game.covers),
        game.taking,
        game.said,
        game.travelled,
    )


RULES: list[tuple[str, dict[str, Any]]] = [
    ("durnius", {}),
    ("classic", {}),
    ("durnius-passing", {}),
    ("paritybit", {}),
    ("throw-in", {}),
    ("durnius-passing", {"travel": "once-per-attack", "last_defence": "loses"}),
]
"""Pairs of a preset of Durak and further options. The rules of endgames are different for each
pair."""


class Graph:
    """Every position that can be reached from a game for two, and which seat wins in each."""

    def __init__(self, game: Durak) -> None:
        self.value: dict[Key, int] = {}
        """The value of a position: 1 if seat 0 can force a win, and -1 if seat 1 can. A position
        that is not in the dict is a draw."""
        self._mover: dict[Key, int] = {}
        self._after: dict[Key, list[Key]] = {}
        self._before: dict[Key, list[Key]] = {}
        self._reach(game)
        self._solve()

    def _reach(self, game: Durak) -> None:
        waiting = [game]
        self._after[key_of(game)] = []
        while waiting:
            here = waiting.pop()
            key = key_of(here)
            if here.outcome is not None:
                fool = here.outcome.carry["fool"]
                if fool is not None:
                    self.value[key] = 1 if fool == 1 else -1
                continue
            (seat,) = here.waiting_on
            self._mover[key] = 1 if seat == 0 else -1
            for move in here.legal_moves(seat):
                there = here.copy()
                there.idle = 0
                there.play(seat, move)
                after = key_of(there)
                self._after[key].append(after)
                self._before.setdefault(after, []).append(key)
                if after not in self._after:
                    self._after[after] = []
                    waiting.append(there)

    def _solve(self) -> None:
        """Find who wins each position, backwards from the ends. A seat to move wins if any move
        leads to a win, and loses if all moves lead to losses."""
        left = {key: len(after) for key, after in self._after.items()}
        queue = list(self.value)
        while queue:
            key = queue.pop()
            value = self.value[key]
            for before in self._before.get(key, ()):
                if before in self.value:
                    continue
                left[before] -= 1
                if self._mover[before] == value or left[before] == 0:
                    self.value[before] = value
                    queue.append(before)

    def of(self, game: Durak, seat: int) -> int:
        """Return the value of a game's position for a seat, which is 1 if the seat can force a win,
        -1 if its opponent can, and 0 otherwise."""
        return self.value.get(key_of(game), 0) * (1 if seat == 0 else -1)

    def after(self, game: Durak, seat: int, move: Move) -> int:
        """Return the value of a position after a move, for the seat that makes the move. It is 1
        for a win, -1 for a loss and 0 for a draw."""
        there = game.copy()
        there.play(seat, move)
        return self.of(there, seat)


def ends(preset: str, cards: range, rng: Random, **options: Any) -> Iterator[Durak]:
    """Yield random endgames for two seats, endlessly. The number of cards in both hands together is
    taken from `cards`. Then up to three random moves are made. The seat to move always has at least
    two legal moves."""
    chosen = DurakOptions(**{**DurakOptions.presets[preset], **options})
    lowest = DECKS[chosen.deck_for(2)][1]
    while True:
        count = rng.choice(cards)
        high = sorted(rng.sample(deck(lowest), min(count + rng.randrange(12), 36)), key=str)
        rng.shuffle(high)
        held = rng.randint(1, count - 1)
        trump = rng.choice("SHDC")
        position = {
            "hands": [high[:held], high[held:count]],
            "trump": trump,
            "attacker": 0,
            "defender": 1,
            "dealer": 0,
            "bout_over": True,
            "discarded": True,
        }
        game = Durak.from_position(position, options=chosen)
        for _ in range(rng.randrange(4)):
            (seat,) = game.waiting_on
            before = game.copy()
            game.play(seat, rng.choice(game.legal_moves(seat)))
            if game.outcome is not None:
                game = before
                break
        (seat,) = game.waiting_on
        if len(game.legal_moves(seat)) > 1:
            yield game
