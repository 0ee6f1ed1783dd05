"""Judges decisions in Dritzak."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.analysis.findings import FULL
from games.analysis.judge import Asked, Judge
from games.core import Chance, Game, Move
from games.dritzak.belief.memory import Memory
from games.dritzak.game import Dritzak
from games.dritzak.rules.holdings import cards_in, size_of
from games.dritzak.rules.state import GONE
from games.moves import by_verb
from games.players import Player, player
from games.players.dritzak.imagining import Imagined
from games.players.dritzak.levels import WIN, choice_of, value
from games.players.dritzak.playout import play_out
from games.players.dritzak.position import Position
from games.players.dritzak.ranks import WORTH_OF_CARD, WORTH_OF_NUMBER, packed
from games.players.search import Playout

TURN: Final = 1
"""The computing time that one turn of a playout counts for, in millionths of a second. A playout is
a game that is played to its end quickly."""
DEALT: Final = 20
"""The cost of imagining another deal, in millionths of a second. Converting a real game for a
playout costs the same, and so does each move of a bot player before the playout."""
LAID_UP: Final = 6
"""How many choices of face-up cards are tried, besides the choice that the seat made."""


class DritzakJudge(Judge):
    """A judge for Dritzak. Its playouts (games played to their end) know only the ranks of cards.
    The moves before the first turn are ordinary moves of a bot player."""

    def __init__(self) -> None:
        self._memory = Memory()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember an event that the seat was told, with the fields that it may know."""
        self._memory.watch(name, fields)

    def tried(self, asked: Asked, rng: Chance) -> list[Move]:
        """Return the moves to compare, one for each different effect. Moves with the same number of
        cards of the same rank have the same effect. All moves that play a face-down card have the
        same effect too. This includes the move that first asks the Shijo, a figure who knows these
        cards (DRI-60)."""
        if asked.view.facts["phase"] != "play":
            return _laid_up(asked, rng, self.player(asked.game))
        found = {choice_of(asked.played): asked.played}
        for move in asked.view.moves:
            found.setdefault(choice_of(move), move)
        return list(found.values())

    def imagine(self, asked: Asked, rng: Chance) -> Callable[[], Playout[Move]]:
        """Return a function that imagines another deal on each call. The function returns the deal
        as a fast playout, which takes a move and plays the deal to its end. To be fast, the playout
        knows only the ranks of cards. Before the first turn of the game, return the function of
        `Judge.imagine` instead."""
        if asked.view.facts["phase"] != "play":
            return super().imagine(asked, rng)
        imagined = Imagined(asked.view, self._memory)

        def deal() -> Playout[Move]:
            position, paid = imagined.deal(rng), [DEALT]

            def play(move: Move) -> tuple[int, int]:
                end = play_out(position, choice_of(move))
                cost = TURN * end.turns + (paid.pop() if paid else 0)
                return FULL * value(end, position, imagined.seat) // WIN, cost

            return play

        return deal

    def drawn_anew(self, game: Game, rng: Chance) -> Game:
        """Return a copy of the game in which the draw pile has another order. If the draw pile is
        empty, return the game itself."""
        if not isinstance(game, Dritzak) or not game.draw:
            return game
        other = game.copy()
        rng.shuffle(other.draw)
        return other

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play the game to its end. Until the first turn, a bot player makes ordinary moves. After
        that, a fast playout that knows only the ranks of cards takes over. Returns the result for
        `seat` (0 to 1,000) and the computing cost (millionths of a second)."""
        moves = self.play_on(game, rng, _is_play)
        if game.outcome is not None or not isinstance(game, Dritzak) or not _is_play(game):
            worth, cost = super().finish(game, seat, rng)
            return worth, cost + moves * DEALT
        position = position_of(game)
        end = play_out(position)
        worth = FULL * value(end, position, seat) // WIN
        return worth, TURN * end.turns + DEALT * (moves + 1)

    def player(self, game: Game) -> Player:
        """Return the bot player that makes the moves before the first turn."""
        return player(game.name, "skilled")


def _is_play(game: Game) -> bool:
    return isinstance(game, Dritzak) and game.phase == "play" and game.turn is not None


def _laid_up(asked: Asked, rng: Chance, quick: Player) -> list[Move]:
    """Return the moves to compare in a decision. When the seat chooses its face-up cards, these are
    the choice that the seat made, the choice of the bot player `quick`, and a few random choices.
    No two of these choices have the same ranks. In any other decision, these are all legal
    moves."""
    offered = asked.view.moves
    if len(by_verb(offered)) > 1 or not offered[0].cards:
        return list(offered)
    wanted = quick(asked.view, rng)
    others = list(offered)
    rng.shuffle(others)
    found: dict[tuple[int, ...], Move] = {}
    for move in (asked.played, wanted, *others):
        found.setdefault(tuple(sorted(WORTH_OF_CARD[card] for card in move.cards)), move)
    return list(found.values())[: LAID_UP + 1]


def position_of(game: Dritzak) -> Position:
    """The position of a game in play, including its hidden cards, in the form that playouts use."""
    position = Position(game.rules, game.seats)
    position.hands = [_packed(hand) for hand in game.hands]
    position.sizes = [size_of(hand) for hand in game.hands]
    position.up = [_packed(up) for up in game.up]
    position.down = [
        [WORTH_OF_NUMBER[card] for card in reversed(places) if card != GONE] for places in game.down
    ]
    position.draw = [WORTH_OF_NUMBER[card] for card in game.draw]
    pile = [WORTH_OF_NUMBER[card] for card in game.pile]
    position.pile, position.piled = packed(pile), len(pile)
    if pile:
        position.top, position.run = pile[-1], game.run
    position.turn = -1 if game.turn is None else game.turn
    position.direction, position.still_in = game.direction, game.still_in
    position.out, position.jinxed = list(game.out), game.jinxed.difference(game.resigned)
    return position


def _packed(holding: int) -> int:
    return packed(WORTH_OF_NUMBER[card] for card in cards_in(holding))
