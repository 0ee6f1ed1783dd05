"""The two stronger levels of Dritzak. Their players remember what their seat has seen, and look
ahead. `facts_of` returns numbers about a chosen move, which are used when a player gives advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from games.core import Chance, Move, View
from games.dritzak.belief.memory import Memory
from games.dritzak.rules.holdings import TEXT
from games.players.dritzak import greedy, quick
from games.players.dritzak.imagining import Imagined
from games.players.dritzak.playout import TAKE, End, play_out
from games.players.dritzak.position import Position
from games.players.dritzak.ranks import WORTH_OF_CARD
from games.players.finding import Finding
from games.players.search import Budget, Playout, Trial, best_of, found

WIN: Final = 840
"""What a win is worth. This whole number can be divided by most numbers of seats."""
PATIENCE: Final = 60
"""After this number of turns without progress, the quick player's move is made. Otherwise two
players who look ahead could make each other pick up the pile for ever (DRI-44)."""
FLIP: Final = (-3, 1)
"""A Choice that stands for turning up a face-down card."""


def facts_of(view: View, move: Move) -> dict[str, int]:
    """Return numbers about the chosen move, by name. For a play, `weakest` is 1 if no other play
    has a rank of lower worth, otherwise 0. For a choice of face-up cards, `strongest` is 1 if no
    other choice has cards of higher worth, otherwise 0. For any other move, the result is empty."""
    if move.verb == "play":
        others = (each for each in view.moves if each.verb == "play")
        return {"weakest": int(_worth(move) == min(map(_worth, others)))}
    if move.verb == "up":
        others = (each for each in view.moves if each.verb == "up")
        return {"strongest": int(_worth(move) == max(map(_worth, others)))}
    return {}


def _worth(move: Move) -> tuple[int, ...]:
    """Return the worths of the ranks in a move, from the highest to the lowest. The cards of a play
    all have one rank, so a play has only one worth."""
    worths = {WORTH_OF_CARD[card] for card in move.cards} if move.verb == "play" else None
    return tuple(sorted(worths or map(WORTH_OF_CARD.__getitem__, move.cards), reverse=True))


Choice = tuple[int, int]
"""A move in the form that playouts use. A play is the worth of its rank and the number of its
cards. To pick up the pile is (TAKE, 0). To turn up a face-down card is FLIP."""


class Remembering:
    """A player that remembers every card that it has seen, and tries its moves in imagined deals
    that agree with this memory. `budget` limits how much may be computed for one move."""

    budget: ClassVar[Budget]

    def __init__(self) -> None:
        self._memory = Memory()

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember the event `name`, which the seat was told. `fields` are those of the event's
        fields that the seat may know."""
        self._memory.watch(name, fields)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose the legal move that does best in imagined deals.

        The move of the quick player (quick.py) is chosen without a search if all moves have the
        same effect, if play has not begun, or if there was no progress for `PATIENCE` turns. The
        same happens if the quick player asks the Shijo, a figure who knows every face-down card."""
        move = self._flip_known(view, quick.choose(view, rng))
        if len(view.moves) == 1 or view.facts["phase"] != "play" or move.verb == "shijo":
            return move
        if view.facts["idle"] >= PATIENCE:
            return move
        moves = {choice_of(each): each for each in view.moves if each.verb != "shijo"}
        moves[choice_of(move)] = move
        if len(moves) == 1:
            return move
        return moves[self._search(view, list(moves), choice_of(move), rng)]

    def _flip_known(self, view: View, move: Move) -> Move:
        """Return the best move that turns up a face-down card, given the cards that the Shijo has
        revealed in earlier turns (DRI-60). The Shijo is a figure who knows every face-down card.

        If a revealed card can be played now, the result turns up that card. Otherwise the result
        turns up a card that was not revealed, if possible. If `move` turns up no card, it is
        returned unchanged."""
        revealed = self._memory.revealed
        if move.verb != "flip" or not revealed:
            return move
        flips = {int(each.other): each for each in view.moves if each.verb == "flip"}
        good = [place for place in flips if place in revealed and self._goes(view, place)]
        unknown = [place for place in flips if place not in revealed]
        if good:
            return flips[good[0]]
        return move if int(move.other) in unknown or not unknown else flips[unknown[0]]

    def _goes(self, view: View, place: int) -> bool:
        """Return whether the rules allow the face-down card at `place` to be played now. The Shijo
        must have revealed this card."""
        return greedy.goes(view, TEXT[self._memory.revealed[place]])

    def _search(self, view: View, choices: list[Choice], first: Choice, rng: Chance) -> Choice:
        imagined = Imagined(view, self._memory)

        def imagine() -> Playout[Choice]:
            position = imagined.deal(rng)

            def play(choice: Choice) -> tuple[int, int]:
                end = play_out(position, choice)
                return value(end, imagined.base, imagined.seat), end.turns

            return play

        return best_of(choices, first, imagine, self.budget, self._note)

    def _note(self, trials: Sequence[Trial[Choice]]) -> None:
        """Receive the values of all moves that a search tried. By default, nothing is done with
        these values."""

    @staticmethod
    def at_sight(view: View, rng: Chance, /) -> Move:
        """Return the move of `view.moves` that the quick player chooses. The quick player needs no
        memory."""
        return quick.choose(view, rng)


def choice_of(move: Move) -> Choice:
    """Return a move in the form that playouts use. In this form, cards of the same rank are equal,
    and so are all face-down cards."""
    if move.verb == "play":
        return WORTH_OF_CARD[move.cards[0]], len(move.cards)
    return (TAKE, 0) if move.verb == "pickup" else FLIP


class Master(Remembering):
    """The strongest level: it tries its moves in up to 800 imagined deals."""

    budget = Budget(cost=70_000, deals=800, clear=1)

    def __init__(self) -> None:
        super().__init__()
        self._trials: list[Trial[Choice]] = []

    def explain(self, view: View, rng: Chance, /) -> Finding:
        """Return the move that `choose` would make, together with the player's findings about the
        moves that it tried."""
        self._trials.clear()
        move = self.choose(view, rng)
        named = {choice_of(each): str(each) for each in view.moves if each.verb != "shijo"}
        if move.verb != "shijo":
            named[choice_of(move)] = str(move)
        deals = max((len(trial.values) for trial in self._trials), default=0)
        tried = found(self._trials, choice_of(move), WIN, named.__getitem__)
        return replace(Finding.of(move, tried, deals), facts=facts_of(view, move))

    def _note(self, trials: Sequence[Trial[Choice]]) -> None:
        self._trials = list(trials)


class Skilled(Remembering):
    """The second strongest level: it tries its moves in up to eight imagined deals."""

    budget = Budget(cost=1_500, deals=8)


def value(end: End, base: Position, seat: int) -> int:
    """Return what the end of a playout is worth for `seat` (DRI-40 to DRI-44), from 0 to WIN.
    `base` is the position in which the playout began. The places of seats that were out before
    count, too."""
    if seat not in base.still_in and seat not in base.out:
        return 0
    if not end.out or end.out[0] in base.jinxed:
        return WIN // len(base.still_in)
    if base.jinxed:
        return 0 if seat in base.jinxed else WIN
    if not base.rules.play_on:
        return WIN if end.out[0] == seat else 0
    if seat not in end.out:
        return 0
    others = len(base.still_in) + len(base.out) - 1
    return WIN * (others - end.out.index(seat)) // others
