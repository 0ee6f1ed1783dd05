"""Judges. A judge values the moves of a game for an analysis.

`Judge` works for any game that has a bot player of its own. It imagines deals (`Game.sample`), and
the bot player plays them to their end. The results are uncertain because these playouts are random.
So a difference that could be chance doesn't count as a mistake (games.analysis.runs)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, Final

from games.analysis.findings import FULL
from games.core import Chance, Game, Move, Outcome, SeatView, Told, View
from games.errors import GameError
from games.players import LEVELS, RANDOM, Player, player, remembers, strengths
from games.players.random import choose as random_player
from games.players.search import Playout

MOST_TRIED: Final = 4
"""The most moves that are compared in a decision, unless the judge of a game overrides this."""
LONGEST: Final = 2_000
"""After this number of moves, a playout is stopped and counts as a draw."""
IMAGINED: Final = 900
"""What imagining a deal costs, in millionths of a second."""
MOVED: Final = 130
"""The cost of one move in a playout, in millionths of a second. This cost is for moves that a bot
player chooses from a view."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision to be judged. `game` is the game before the move, and `seat` the seat that moved.
    `view` is this seat's view, and `played` the move that it made. `seen` has the events that the
    seat had been told."""

    game: Game
    seat: int
    view: View
    played: Move
    seen: Sequence[Told]


def player_for(game: str) -> Player | None:
    """Return the bot player that plays deals of this game to their end. Only bot players without
    memory are considered, and the random player is left out. Players whose strength isn't one of
    `LEVELS`, such as `greedy`, come before the others. If there are several, the first in the order
    of `strengths` is taken. Returns None if the game has no such bot player."""
    functions = [name for name in strengths(game) if name != RANDOM and not remembers(game, name)]
    known = [name for name in functions if name not in LEVELS] or functions
    return player(game, known[0]) if known else None


class Judge:
    """Values the moves of one seat in one game. The judge is told the events that the seat is told,
    from the deal on. A game can have its own subclass.

    `draw` is the value of a draw in thousandths. `needs` says by which factor this judge's budget
    is larger than usual."""

    draw: int | None = None
    """The value of a draw for a seat, in thousandths of a win. None means that each side gets an
    equal share of a win (500 for two sides)."""
    needs: int = 1
    """The factor by which the usual computing budget is multiplied for this judge. A judge with
    fast playouts of its own needs only the factor 1."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Note one event since the deal, with the fields that the seat may know. Here the event is
        ignored. Subclasses may override this."""

    def tried(self, asked: Asked, rng: Chance) -> list[Move]:
        """Return the moves to compare, at most `MOST_TRIED`. The first is the played move, and the
        second the bot player's move. Other legal moves follow. If there are more than `MOST_TRIED`
        legal moves, these others are chosen at random."""
        moves = list(asked.view.moves)
        if len(moves) > MOST_TRIED:
            rng.shuffle(moves)
        wanted = self.player(asked.game)(asked.view, rng)
        return list(dict.fromkeys((asked.played, wanted, *moves)))[:MOST_TRIED]

    def ends(self, asked: Asked) -> Mapping[int, int] | None:
        """Return what each result is worth for the seat. The keys are 1 (win), 0 (draw) and -1
        (loss). The values are from 0 to 1,000. Returns None unless the seat has only one opponent
        left and both know every card. This class always returns None; subclasses may override
        this."""
        return None

    def proof(self, asked: Asked, nodes: int) -> Mapping[Move, int] | None:
        """Return the proven result of each legal move of the seat (1: win, 0: draw, -1: loss).
        Returns None when the results can't be proven within `nodes` positions. This class always
        returns None; subclasses may override this."""
        return None

    def imagine(self, asked: Asked, rng: Chance) -> Callable[[], Playout[Move]]:
        """Return a function that imagines another deal on each call. Each deal agrees with
        everything that the seat knows. The function returns the deal as a Playout, which takes a
        move and plays the deal to its end."""
        sample: Callable[..., Game] = type(asked.game).sample
        seen = {"seen": asked.seen} if "seen" in signature(sample).parameters else {}

        def imagined() -> Playout[Move]:
            deal, paid = sample(asked.view, rng, **seen), [IMAGINED]
            chance = self.chance_in_deal(rng)

            def play(move: Move) -> tuple[int, int]:
                worth, cost = self.after(deal, asked.seat, move, chance())
                return worth, cost + (paid.pop() if paid else 0)

            return play

        return imagined

    def opened(self, asked: Asked, rng: Chance) -> Callable[[], Playout[Move]]:
        """Return a function that returns a playout of the real deal on each call. A playout takes
        the move to be tried, and plays the game to its end. All hands are as they really were at
        the decision `asked`. Only the order of the cards that are still to be drawn can be
        random."""

        def again() -> Playout[Move]:
            deal, chance = self.drawn_anew(asked.game, rng), self.chance_in_deal(rng)
            return lambda move: self.after(deal, asked.seat, move, chance())

        return again

    def chance_in_deal(self, rng: Chance) -> Callable[[], Chance]:
        """Return a function that each playout of a deal calls once. The function returns the source
        of random numbers for this playout. Here it always returns `rng` itself."""
        return lambda: rng

    def drawn_anew(self, game: Game, rng: Chance) -> Game:
        """Return a game in which the cards that are still to be drawn have another order. This
        class returns `game` itself, so the caller must not change the result."""
        return game

    def after(self, game: Game, seat: int, move: Move, rng: Chance) -> tuple[int, int]:
        """Copy a game whose cards are all known, make `move` for `seat` in the copy, and play the
        copy to its end. Returns the result for `seat` (0 to 1,000) and the computing cost
        (millionths of a second)."""
        game = game.copy()
        game.play(seat, move)
        return self.finish(game, seat, rng)

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play this game to its end, which changes the object. Returns the result for `seat` (0 to
        1,000) and the computing cost (millionths of a second)."""
        moves = self.play_on(game, rng, lambda _: False)
        seats = game.view(None).seats
        sides = [each.side for each in seats]
        if game.outcome is None:
            return FULL // len(set(sides)), moves * MOVED
        return self.worth(_without_leavers(game.outcome, seats), seat, sides), moves * MOVED

    def play_on(self, game: Game, rng: Chance, until: Callable[[Game], bool]) -> int:
        """Make moves until the game is over, `until(game)` is true, or `LONGEST` moves have been
        made. Returns the number of moves made."""
        choose = self.player(game)
        moves = 0
        while game.outcome is None and moves < LONGEST and not until(game):
            seat = min(game.waiting_on)
            view = game.view(seat)
            try:
                game.play(seat, choose(view, rng))
            except GameError:
                game.play(seat, random_player(view, rng))
            moves += 1
        return moves

    def player(self, game: Game) -> Player:
        """Return the bot player that plays this game to its end."""
        return player_for(game.name) or random_player

    def worth(self, outcome: Outcome, seat: int, sides: Sequence[int]) -> int:
        """Return the value of an outcome for a seat, from 0 to 1,000. `sides` has the side of each
        seat.

        If the game was won, the best rank is worth 1,000 and the last rank 0. If all seats lost
        together, it is 0. In any other outcome, it is the value of a draw."""
        last = max(outcome.ranks)
        if outcome.kind == "lost":
            return 0
        if outcome.kind == "won" and len(set(sides)) == 1:
            return FULL
        if outcome.kind != "won" or last == 1:
            return self.draw if self.draw is not None else FULL // len(set(sides))
        return FULL * (last - outcome.ranks[seat]) // (last - 1)


def _without_leavers(outcome: Outcome, seats: Sequence[SeatView]) -> Outcome:
    """Return `outcome` with better ranks for the seats that left: no seat has a worse rank than the
    worst of the seats that stayed. So the worst of the seats that stayed counts as last. If all
    seats that stayed have rank 1, or if no seat stayed, return `outcome` itself."""
    ranks = zip(outcome.ranks, seats, strict=True)
    last = max((rank for rank, each in ranks if not each.resigned), default=1)
    if last == 1:
        return outcome
    return replace(outcome, ranks=tuple(min(rank, last) for rank in outcome.ranks))
