"""Forced wins. This module finds out whether a seat can win within a given number of its own moves,
whatever all other seats do. The game's own code makes the moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from games.core import Chance, Event, Game, Move, View
from games.record import Step
from games.shuffle import Stream

PLENTY: Final = 1_000_000
"""The most moves that a search may try while it looks for the answer to a puzzle. After more moves,
the search raises TooManyMoves. Every puzzle can be solved with far fewer."""
LONGEST: Final = 40
"""The most moves in `Answer.line`. This list has the move of the person who solves the puzzle, and
the moves of all seats after it."""

G = TypeVar("G", bound=Game)


class TooManyMoves(Exception):
    """Raised when a position can't be solved within the budget of moves."""


@dataclass(frozen=True, slots=True)
class Ways(Generic[G]):
    """The functions of a game that the search calls.

    `standing` gives everything in a position that affects the rest of the game. `moves` gives the
    moves of a seat, one for each different effect. `is_open` tells whether the next event depends
    on chance. `quick` chooses the move of the puzzle's seat when this seat has no forced win."""

    standing: Callable[[G], Hashable]
    moves: Callable[[G, int], Sequence[Move]]
    is_open: Callable[[G], bool]
    quick: Callable[[View, Chance], Move]


class Search(Generic[G]):
    """A search for a forced win. It finds out whether a seat can win within a number of its own
    moves, whatever the other seats do. The answer is exact as long as nothing depends on chance.
    Raises TooManyMoves after too many tried moves.

    As soon as something depends on chance, the search assumes that the seat loses, or with `lucky`,
    that it wins. So a win that is found without `lucky` is certain, and if none is found with
    `lucky`, a win is impossible."""

    def __init__(self, seat: int, nodes: int, ways: Ways[G], *, lucky: bool = False) -> None:
        self._seat = seat
        self._left = nodes
        self._ways = ways
        self._lucky = lucky
        self._known: dict[Hashable, bool] = {}

    def moves(self, game: G) -> Sequence[Move]:
        """The moves of the seat that the game waits for."""
        return self._ways.moves(game, min(game.waiting_on))

    def wins(self, game: G, moves: int) -> bool:
        """Whether the seat wins from here with at most `moves` moves of its own."""
        if game.outcome is not None:
            return game.outcome.kind == "won" and game.outcome.ranks[self._seat] == 1
        if self._ways.is_open(game):
            return self._lucky
        if not moves:
            return False
        key = (moves, self._ways.standing(game))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._found(game, moves)
        return known

    def _found(self, game: G, moves: int) -> bool:
        ways = self.moves(game)
        if min(game.waiting_on) == self._seat:
            return any(self.after(game, move, moves) for move in ways)
        return all(self.wins(self._played(game, move), moves) for move in ways)

    def after(self, game: G, move: Move, moves: int) -> bool:
        """Whether the seat wins with at most `moves` moves of its own. `move` is the first of these
        moves."""
        return self.wins(self._played(game, move), moves - 1)

    def winning(self, game: G, most: int) -> tuple[int, list[Move]]:
        """Find the quickest wins of the seat to move. Returns the smallest number of its own moves
        with which it wins, and every first move that leads to a win with this number of moves. If
        it can't win within `most` moves, returns `most` and no moves."""
        for moves in range(1, most + 1):
            best = [move for move in self.moves(game) if self.after(game, move, moves)]
            if best:
                return moves, best
        return most, []

    def played_out(self, game: G, first: Move, moves: int) -> list[tuple[Step, list[Event]]]:
        """Play a game on, beginning with the move `first`. Stop when the game is over, when chance
        decides what happens next, when the puzzle's seat has made `moves` moves, or after `LONGEST`
        moves of all seats. The puzzle's seat wins as quickly as it can, and the others resist as
        long as they can. Returns the steps and their events, and changes the game."""
        line: list[tuple[Step, list[Event]]] = []
        seat, wanted, left = self._seat, first, moves
        while True:
            named = filter(None, (wanted.verb, *wanted.cards, wanted.other))
            line.append((Step(seat, " ".join(named)), game.play(seat, wanted)))
            left -= seat == self._seat
            over = game.outcome is not None or self._ways.is_open(game)
            if over or not left or len(line) == LONGEST:
                return line
            seat = min(game.waiting_on)
            wanted = (self._quickest if seat == self._seat else self._longest)(game, left)

    def _quickest(self, game: G, left: int) -> Move:
        """Return the move with which the puzzle's seat wins in the fewest moves. If the seat can't
        win within `left` moves of its own, return the move that `Ways.quick` (a simple bot player)
        chooses."""
        _, found = self.winning(game, left)
        view = game.view(self._seat)
        return found[0] if found else self._ways.quick(view, Stream(b"puzzle"))

    def _longest(self, game: G, left: int) -> Move:
        """The move of another seat after which the puzzle's seat needs the most moves to win, or
        can't win within `left` moves of its own."""
        return max(self.moves(game), key=lambda move: self._needed(game, move, left))

    def _needed(self, game: G, move: Move, left: int) -> int:
        """The smallest number of own moves with which the puzzle's seat can win after this `move`
        of another seat. It is `left` + 1 if more than `left` moves are needed, or there is no
        win."""
        after = self._played(game, move)
        return next((moves for moves in range(left + 1) if self.wins(after, moves)), left + 1)

    def _played(self, game: G, move: Move) -> G:
        self._left -= 1
        if self._left < 0:
            raise TooManyMoves
        after = game.copy()
        after.play(min(game.waiting_on), move)
        return after
