"""Players with a habit. A habit hides some moves from a player, who then chooses among the other
legal moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from games.cards import rank_of
from games.core import Chance, Move, View

Manner = Callable[[View], Sequence[Move]]
"""A habit. It takes a view, and returns the moves that a player with this habit may make: some or
all of `view.moves`. Their order matters: if no move in the result is similar to the move that the
level wants, the first one is made."""

NEVER: Final = -1


class Seated(Protocol):
    """A player that receives events and chooses moves."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Take note of the event `name`. `fields` are those of its fields that the seat may
        know."""
        ...

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of `view.moves`. A move outside this list is allowed, too: `Mannered` replaces
        it by the most similar move of the list."""
        ...


class Mannered:
    """A seated player of some level whose choice is limited by a habit."""

    def __init__(self, player: Seated, manner: Manner) -> None:
        self._player = player
        self._manner = manner

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Pass the event `name` with its `fields` on to the player whose choice the habit
        limits."""
        self._player.watch(name, fields)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose among the moves that the habit allows, as the player of the level does. If that
        player returns a move that isn't allowed, the allowed move that is most similar is
        chosen."""
        left = tuple(self._manner(view))
        if len(left) == len(view.moves):
            return self._player.choose(view, rng)
        if len(left) == 1:
            return left[0]
        return nearest(self._player.choose(replace(view, moves=left), rng), left)


def nearest(wanted: Move, moves: Sequence[Move]) -> Move:
    """Return the move of `moves` that is most similar to the move `wanted`. Of the moves with the
    same verb, the move with the most cards in common is chosen, and if several are equal, the move
    with the most ranks in common. If no move has that verb, return the first move."""
    cards, ranks = set(wanted.cards), {rank_of(card) for card in wanted.cards}

    def likeness(move: Move) -> tuple[int, int]:
        if move.verb != wanted.verb:
            return NEVER, NEVER
        return len(cards & set(move.cards)), len(ranks & {rank_of(card) for card in move.cards})

    return max(moves, key=likeness)
