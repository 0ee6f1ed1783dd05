"""Judges, which value the moves of a game for its analysis.

`Judge` works for any game that has a bot player of its own: it imagines deals (`Game.sample`), and
plays them on with that player. Its results are uncertain because playouts are random, so a
difference that could be chance doesn't count as a mistake (games.analysis.runs)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from games.analysis.findings import FULL
from games.core import Chance, Game, Move, Outcome, Told, View
from games.errors import GameError
from games.players import LEVELS, RANDOM, Player, player, remembers, strengths
from games.players.random import choose as random_player
from games.players.search import Playout

MOST_TRIED: Final = 4
"""Moves of a decision that are tried at most, where a game says nothing better."""
LONGEST: Final = 2_000
"""Moves after which a playout is given up as a draw."""
IMAGINED: Final = 900
"""What imagining a deal costs, in millionths of a second."""
MOVED: Final = 130
"""What a move of a playout costs by a player that looks at a view."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision to be judged: the game before the move, the seat that moved, its view, the move
    that it played, and the events that it had been told (`seen`)."""

    game: Game
    seat: int
    view: View
    played: Move
    seen: Sequence[Told]


def player_for(game: str) -> Player | None:
    """The bot player that plays deals of a game to their end, None if the game has only the random
    player. It is the strongest player without memory whose strength isn't one of `LEVELS`, else the
    strongest of those."""
    functions = [name for name in strengths(game) if name != RANDOM and not remembers(game, name)]
    known = [name for name in functions if name not in LEVELS] or functions
    return player(game, known[0]) if known else None


class Judge:
    """A judge: it values the moves of one seat in one game, and is told the seat's events from the
    deal on. A game can have a subclass of its own. `draw` is the value of a draw in thousandths,
    `needs` how many times the usual budget this judge gets."""

    draw: int | None = None
    """What a draw is worth, in thousandths; None: as much as there are sides."""
    needs: int = 1
    """How many times the usual budget the judge is given. Quick playouts of a game's own need no
    more than that."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Note one event since the deal, with the fields that the seat may know. This class ignores
        it."""

    def tried(self, asked: Asked, rng: Chance) -> list[Move]:
        """The moves worth trying: first the one that was played, then the quick player's, then
        others, chosen at random if there are many. Only one of several moves with the same effect
        is tried."""
        moves = list(asked.view.moves)
        if len(moves) > MOST_TRIED:
            rng.shuffle(moves)
        wanted = self.player(asked.game)(asked.view, rng)
        return list(dict.fromkeys((asked.played, wanted, *moves)))[:MOST_TRIED]

    def ends(self, asked: Asked) -> Mapping[int, int] | None:
        """The values of a win (1), a draw (0) and a loss (-1) for the seat, by these numbers, from
        0 to 1,000. None unless the seat has one rival left and both know every card. Here always
        None; games override it."""
        return None

    def proof(self, asked: Asked, nodes: int) -> Mapping[Move, int] | None:
        """The proven result of each legal move of the seat: 1 for a win, 0 for a draw, -1 for a
        loss. None when the solver can't prove them within `nodes` positions. Here always None;
        games override it."""
        return None

    def imagine(self, asked: Asked, rng: Chance) -> Callable[[], Playout[Move]]:
        """Return a function that imagines another deal on each call, which agrees with all that the
        seat knows. Each deal is a Playout, which plays it on after a move."""
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
        """Return a function that gives the real deal on each call, as a Playout. Only the order of
        the cards still to be drawn is random."""

        def again() -> Playout[Move]:
            deal, chance = self.drawn_anew(asked.game, rng), self.chance_in_deal(rng)
            return lambda move: self.after(deal, asked.seat, move, chance())

        return again

    def chance_in_deal(self, rng: Chance) -> Callable[[], Chance]:
        """Return a function that each playout of one deal calls for its source of random numbers.
        Here it always returns `rng` itself."""
        return lambda: rng

    def drawn_anew(self, game: Game, rng: Chance) -> Game:
        """A game in which the cards still to be drawn are in another order; by default the same
        game, which must not be changed."""
        return game

    def after(self, game: Game, seat: int, move: Move, rng: Chance) -> tuple[int, int]:
        """Play `move` in a copy of a game whose cards are all known, and play the copy to its end.
        Returns the result for `seat` (0 to 1,000) and the computing cost (millionths of a
        second)."""
        game = game.copy()
        game.play(seat, move)
        return self.finish(game, seat, rng)

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play `game` itself to its end. Returns the result for `seat` (0 to 1,000) and the
        computing cost (millionths of a second)."""
        moves = self.play_on(game, rng, lambda _: False)
        sides = [each.side for each in game.view(None).seats]
        if game.outcome is None:
            return FULL // len(set(sides)), moves * MOVED
        return self.worth(game.outcome, seat, sides), moves * MOVED

    def play_on(self, game: Game, rng: Chance, until: Callable[[Game], bool]) -> int:
        """Make moves until the game is over, or `until` returns true. Returns the number of moves
        made."""
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
        """The bot player that plays a game on to its end."""
        return player_for(game.name) or random_player

    def worth(self, outcome: Outcome, seat: int, sides: Sequence[int]) -> int:
        """The value of an outcome for a seat, from 0 to 1,000: 1,000 for the best rank, 0 for the
        last one, and 0 for everybody in a game that all lost. `sides` has the side of each seat."""
        last = max(outcome.ranks)
        if outcome.kind == "lost":
            return 0
        if outcome.kind == "won" and len(set(sides)) == 1:
            return FULL
        if outcome.kind != "won" or last == 1:
            return self.draw if self.draw is not None else FULL // len(set(sides))
        return FULL * (last - outcome.ranks[seat]) // (last - 1)
