"""Judges decisions in Durak."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.analysis.findings import FULL
from games.analysis.judge import Asked, Judge
from games.core import Chance, Game, Move
from games.durak.belief.memory import Memory
from games.durak.game import Durak, TwoDecks
from games.players import Player, player
from games.players.durak.endgame import DRAW, LOSS, WIN, Solver, TooManyNodes
from games.players.durak.ending import CERTAIN
from games.players.durak.imagining import Imagined
from games.players.durak.levels import TWO, is_an_end, thinkable
from games.players.durak.masks import Position
from games.players.durak.playout import play_out
from games.players.durak.search import sure_value, value
from games.players.durak.solving import result_of, solvable
from games.players.durak.thresholds import OTHERS, QUICK, Reach, reach_of
from games.players.durak.turns import NOBODY
from games.players.search import Playout
from games.shuffle import Stream

BOUT: Final = 12
"""The cost of a bout of a playout, in millionths of a second."""
BOUT_OF_TWO: Final = 6
"""The cost of a bout of a playout between two seats, in millionths of a second."""
DEALT: Final = 40
"""The cost of imagining another deal, in millionths of a second."""
OPENED: Final = 60
"""The cost of converting a real game for a fast playout, in millionths of a second. Each move of a
bot player before the playout costs the same."""


class DurakJudge(Judge):
    """A judge for Durak. With one deck and no cheating, it uses fast playouts (games played to
    their end by simple rules). In all other games, it uses the ordinary playouts of `Judge`. When
    only two seats are left and the deck is empty, it proves results."""

    draw = FULL * 3 // 4

    def __init__(self) -> None:
        self._memory = Memory()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember an event that the seat was told, with the fields that it may know."""
        self._memory.watch(name, fields)

    def tried(self, asked: Asked, rng: Chance) -> list[Move]:
        """Every legal move if playouts are fast; otherwise the moves of `Judge.tried`."""
        return list(asked.view.moves) if thinkable(asked.view) else super().tried(asked, rng)

    def ends(self, asked: Asked) -> Mapping[int, int] | None:
        """Return what each result is worth for the seat. The keys are 1 (win), 0 (draw) and -1
        (loss). The values are from 0 to 1,000. Returns None unless only two seats are left, the
        deck is empty and the seat can know every hand."""
        known = self._open_end(asked)
        return None if known is None else _worths(known[1], asked.seat)

    def proof(self, asked: Asked, nodes: int) -> Mapping[Move, int] | None:
        """Return the proven result of each legal move (1: win, 0: draw, -1: loss). Only two seats
        may be left, and the deck must be empty. A player who remembers all cards must know every
        hand, and the solver must need at most `nodes` positions. Otherwise returns None."""
        known = self._open_end(asked)
        if known is None:
            return None
        imagined, position = known
        solver = Solver(position.rules, position.order, nodes)
        for a, d in imagined.bouts_begun(self._memory):
            solver.been(a, d, position.travelled)
        try:
            return {
                move: result_of(position, asked.seat, move, solver) for move in asked.view.moves
            }
        except TooManyNodes:
            return None

    def _open_end(self, asked: Asked) -> tuple[Imagined, Position] | None:
        """Return the imagined deal and its position. Returns None unless only two seats are left,
        the deck is empty, the seat can know all cards, and the solver supports the options of this
        game."""
        view = asked.view
        if not thinkable(view) or not is_an_end(view):
            return None
        imagined = Imagined(view, self._memory, Stream(b""))
        position = imagined.deal(Stream(b""))
        return (imagined, position) if imagined.is_open and solvable(position) else None

    def imagine(self, asked: Asked, rng: Chance) -> Callable[[], Playout[Move]]:
        """Return a function that imagines another deal on each call. The deal is returned as a fast
        playout, which plays the game to its end by simple rules. If fast playouts can't play this
        game, return the function of `Judge.imagine`."""
        if not thinkable(asked.view):
            return super().imagine(asked, rng)
        seat, imagined = asked.seat, Imagined(asked.view, self._memory, rng)

        def deal() -> Playout[Move]:
            position, paid = imagined.deal(rng), [DEALT]
            reaches = _reaches(position, seat, rng)

            def play(move: Move) -> tuple[int, int]:
                after = position.copy()
                after.make(seat, move)
                worth, cost = _played_out(after, position, seat, reaches)
                return worth, cost + (paid.pop() if paid else 0)

            return play

        return deal

    def drawn_anew(self, game: Game, rng: Chance) -> Game:
        """Return a copy of the game in which the talon has another order. The trump card stays at
        the bottom of the talon. If at most one card is left in the talon, return the game
        itself."""
        if not isinstance(game, Durak) or len(game.talon) - game.drawn <= 1:
            return game
        hidden = list(game.talon[game.drawn : -1])
        rng.shuffle(hidden)
        other = game.copy()
        other.talon = (*game.talon[: game.drawn], *hidden, game.talon[-1])
        return other

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play the game to its end. A bot player makes ordinary moves until the fast playouts can
        take over. Returns the result for `seat` (0 to 1,000) and the computing cost (millionths of
        a second)."""
        moves = self.play_on(game, rng, _is_readable)
        if game.outcome is not None or not isinstance(game, Durak) or not _is_readable(game):
            worth, cost = super().finish(game, seat, rng)
            return worth, cost + moves * OPENED
        position = Position.of_game(game)
        worth, cost = _played_out(position, position, seat, _reaches(position, seat, rng))
        return worth, cost + OPENED * (moves + 1)

    def player(self, game: Game) -> Player:
        """Return the bot player that makes moves where the fast playouts can't be used."""
        return player(game.name, "skilled")


def _is_readable(game: Game) -> bool:
    """Return whether the fast playouts can continue this game. They can when play has begun, the
    game is not over, there is one deck, and cheating is not allowed. For views, `thinkable` checks
    the same."""
    if not isinstance(game, Durak) or isinstance(game, TwoDecks):
        return False
    return game.outcome is None and game.redeal is None and not game.rules.cheating


def _reaches(position: Position, seat: int, rng: Chance) -> list[Reach]:
    """Return for each seat a `Reach`: the thresholds (limits on the worth of cards) by which the
    seat plays in a playout. The judged `seat` gets the thresholds of the quick bot player. The
    thresholds of each other seat are chosen at random. `position` says how many seats there are."""
    own = reach_of(QUICK)
    return [
        own if other == seat else reach_of(rng.choice(OTHERS))
        for other in range(position.rules.seats)
    ]


def _played_out(
    after: Position, before: Position, seat: int, reaches: list[Reach]
) -> tuple[int, int]:
    sides = before.rules.sides
    mine = sum(1 << other for other, side in enumerate(sides) if side == sides[seat])
    end = play_out(after, reaches, mine)
    bout = BOUT_OF_TWO if before.rules.seats == TWO else BOUT
    return FULL * value(end, seat, before) // CERTAIN, bout * end.bouts


def _worths(position: Position, seat: int) -> dict[int, int]:
    """Return what each result is worth for a seat when only two seats are left (DUR-44). The keys
    are 1 (win), 0 (draw) and -1 (loss). The values are from 0 to 1,000."""
    rival = position.defender if seat == position.attacker else position.attacker
    ways = {
        WIN: (rival, [*position.out, seat]),
        DRAW: (NOBODY, [*position.out, seat, rival]),
        LOSS: (seat, [*position.out, rival]),
    }
    return {
        result: FULL * sure_value(fool, out, seat, position) // CERTAIN
        for result, (fool, out) in ways.items()
    }
