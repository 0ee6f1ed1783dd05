"""Judges decisions in Tredici."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.analysis.findings import FULL
from games.analysis.judge import Asked, Judge
from games.cards import SUITS
from games.core import Chance, Game, Move, View
from games.players import Player, player
from games.players.search import Playout
from games.players.tredici import quick
from games.players.tredici.imagining import Imagined, kind_of, kinds_in
from games.players.tredici.playout import NOBODY, OUT, Position
from games.players.tredici.search import LONGEST, ImaginedDeal
from games.tredici.belief.counts import PLACE, Counts
from games.tredici.belief.evidence import Evidence
from games.tredici.game import Tredici
from games.tredici.rules.hands import cards_of

TURN: Final = 5
"""What a turn of a playout costs, in millionths of a second."""
DEALT: Final = 60
"""The cost of imagining another deal, in millionths of a second. Converting a real game for a
playout costs the same, and so does each move of a bot player before the playout."""
DISCARDS: Final = 4
"""The most kinds of discards that are tried besides the move that was played. The kinds that help
the other seats least are taken."""
CHANCES: Final = 1 << 32


class TrediciJudge(Judge):
    """A judge for Tredici. Its playouts (games played to their end) know only the kind of each
    card: the suit, and whether the card is an ace. A playout begins at a seat's ordinary turn. From
    any other position, a bot player first makes moves until a seat has an ordinary turn."""

    def __init__(self) -> None:
        self._evidence = Evidence(attentive=True)

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember an event that the seat was told, with the fields that it may know."""
        self._evidence.watch(name, fields)

    def tried(self, asked: Asked, rng: Chance) -> list[Move]:
        """Return the moves to compare: the played move, and one move of each different kind. Of
        several discards of the same kind, the one that helps the other seats least is taken. Only a
        few kinds of discards are tried (`DISCARDS`)."""
        moves = {_kinds(asked.played): asked.played}
        counts = Counts(asked.view)
        likely = self._evidence.likely(asked.view, counts)
        cost = quick.cost_by(counts, quick.dangers(counts, likely, quick.QUICK), quick.QUICK)
        laid = [move for move in asked.view.moves if move.verb == "discard"]
        for move in (*sorted(laid, key=cost), *asked.view.moves):
            if move.verb != "discard" or len(moves) <= DISCARDS:
                moves.setdefault(_kinds(move), move)
        return list(moves.values())

    def imagine(self, asked: Asked, rng: Chance) -> Callable[[], Playout[Move]]:
        """Return a function that imagines another deal on each call. The function returns a
        playout, in which a move can be tried and the game is played to its end. To be fast,
        playouts from an ordinary turn know only the kind of each card (its suit, and whether it is
        an ace)."""
        view, seat = asked.view, asked.seat
        if not _is_turn_of(view, seat):
            return super().imagine(asked, rng)
        counts = Counts(view)
        likely = self._evidence.likely(view, counts)
        worth = quick.dangers(counts, likely, quick.QUICK)
        imagined = Imagined(view, counts, likely, self._evidence.thrown, worth)
        sides = len({one.side for one in view.seats if not one.out})

        def deal() -> Playout[Move]:
            played, paid = ImaginedDeal(imagined.deal(rng), seat), [DEALT]

            def play(move: Move) -> tuple[int, int]:
                shares, turns = played(move)
                cost = TURN * turns + (paid.pop() if paid else 0)
                return FULL * shares // sides, cost

            return play

        return deal

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play the game to its end. A bot player makes moves until some seat begins an ordinary
        turn. After that, a fast playout that knows only the kinds of cards takes over. Returns the
        result for `seat` (0 to 1,000) and the computing cost (millionths of a second)."""
        moves = self.play_on(game, rng, _is_turn)
        if game.outcome is not None or not isinstance(game, Tredici) or not _is_turn(game):
            worth, cost = super().finish(game, seat, rng)
            return worth, cost + moves * DEALT
        position = position_of(game, rng)
        sides = len(game.sides_in())
        winner = position.play_out(LONGEST * game.seats)
        own = game.side_of[seat]
        worth = FULL // sides if winner == NOBODY else FULL if winner == own else 0
        return worth, TURN * position.turns + DEALT * (moves + 1)

    def player(self, game: Game) -> Player:
        """Return the bot player that makes moves until a fast playout can begin. It uses the view
        alone, and chooses by simple rules which suit to collect and which card to give."""
        return player(game.name, "greedy")


def _is_turn_of(view: View, seat: int) -> bool:
    """Return whether it is the seat's turn and no other seat has to decide anything."""
    return bool(view.facts["phase"] == "turn" and view.facts["turn"] == seat)


def _is_turn(game: Game) -> bool:
    return isinstance(game, Tredici) and game.undisturbed and game.under_way is None


def _kinds(move: Move) -> tuple[object, ...]:
    """Return a key that is equal for moves that count as the same kind. The key doesn't distinguish
    cards of one suit by rank, except aces (TRE-12)."""
    return (move.verb, *sorted(kind_of(card) for card in move.cards), move.other)


def position_of(game: Tredici, rng: Chance) -> Position:
    """Convert a game at a seat's turn into the form that playouts use. Hidden cards are included.
    Which cards are drawn in the playout is random and depends on `rng`."""
    position = Position()
    position.side_of = game.side_of
    position.stacks = [len(stack) for stack in game.stacks]
    position.hands = [kinds_in(cards_of(hand)) for hand in game.hands]
    left = {seat for seat in range(game.seats) if seat in game.resigned}
    position.owes = [OUT if seat in left else owes for seat, owes in enumerate(game.owes)]
    position.targets = [NOBODY if target is None else PLACE[target] for target in game.targets]
    position.deck = [kind_of(card) for card in game.draw]
    position.pile = [kind_of(card) for card in game.discard]
    position.turn, position.full_hand, position.idle = game.turn, game.full_hand, game.idle
    position.kische_used, position.turns = game.kische_used, 0
    plain = [1] * len(SUITS)
    for side in game.announced:
        target = game.targets[side]
        if target is not None:
            plain[PLACE[target]] += position.stacks[side]
    position.worth = [plain] * game.seats
    position.chance = rng.randrange(CHANCES)
    return position
