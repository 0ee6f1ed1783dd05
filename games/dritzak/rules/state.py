"""The state of a game of Dritzak, without any rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, Self

from games.core import GameOptions, Outcome
from games.dritzak.rules.holdings import UNIT
from games.dritzak.rules.options import DritzakOptions, Rules, rules_of
from games.shuffle import Stream

Phase = Literal["choose", "throw", "play", "over"]

PLACES: Final = 3
"""DRI-01: places for face-down cards that each seat has."""

EMPTY: Final = -1
"""Stands for the top rank of an empty pile. It is below every rank. As an index, -1 gives the last
entry of `Rules.playable`, which is the entry for an empty pile."""

GONE: Final = -1
"""Stands for a face-down card that is gone."""

Places = tuple[int, ...]
"""The face-down cards of a seat by place. A place without a card has `GONE`."""


AnswerKind = Literal["silence", "advice", "revelation"]


class Answer(NamedTuple):
    """The Shijo's answer about a seat's face-down cards (DRI-60). `silence` names nothing. `advice`
    names the `place` of one of the cards (1 to 3). `revelation` names a place and the `card` in
    this place."""

    kind: AnswerKind
    place: int | None = None
    card: int | None = None


@lru_cache(maxsize=4096)
def following(seats: int, still_in: tuple[int, ...], direction: int) -> tuple[int, ...]:
    """Return for each seat the next seat in this direction that is still in the game. `direction`
    is 1 (clockwise) or -1. For a seat without such a next seat, return the seat itself."""
    after = []
    for seat in range(seats):
        other = (seat + direction) % seats
        while other not in still_in and other != seat:
            other = (other + direction) % seats
        after.append(other)
    return tuple(after)


@lru_cache(maxsize=4096)
def _alone(seat: int) -> frozenset[int]:
    return frozenset({seat})


class State:
    """The fields of a game, and the methods that copy and update them.

    Cards are numbers. In `hands`, `up` and `pile_holding`, the cards are packed into holdings
    (games.dritzak.rules.holdings). `draw` is the draw pile, and its last item is the next card to
    draw. The last item of `pile` is the top card. `top` is the rank of the top card. `run` is the
    number of cards of this rank on top of the pile, and `suits` has a bit for each of their suits.

    `opening_rank` is the lowest rank in any hand, and `opening` has the seats known to hold this
    rank. Once play has begun, `opening` has the seats of the starting seat's run (`run_from` in
    games.dritzak.rules.start) whose first turn is still to come.

    `tens` counts the 10s that the seat at turn has just played in a row. `tens_blind` says whether
    the latest of these 10s was face-down. `idle` counts the turns without progress (DRI-44). `seed`
    is the seed of the game's random stream, and `read` says how much of the stream was used."""

    __slots__ = (
        "after",
        "answer",
        "choices",
        "direction",
        "discard",
        "down",
        "draw",
        "hands",
        "honours",
        "idle",
        "jinxed",
        "opening",
        "opening_rank",
        "out",
        "outcome",
        "phase",
        "pile",
        "pile_holding",
        "read",
        "resigned",
        "rules",
        "run",
        "seats",
        "seed",
        "settings",
        "still_in",
        "suits",
        "tens",
        "tens_blind",
        "throwers",
        "throws",
        "top",
        "turn",
        "up",
        "waiting_on",
        "wins",
    )

    seats: int
    settings: GameOptions
    outcome: Outcome | None
    waiting_on: frozenset[int]

    def __init__(self, options: DritzakOptions, seats: int) -> None:
        self.seats = seats
        self.settings = options
        self.rules: Rules = rules_of(options, seats)
        self.outcome = None
        self.phase: Phase = "choose"
        self.turn: int | None = None
        self.direction = 1
        self.hands: list[int] = [0] * seats
        self.up: list[int] = [0] * seats
        self.down: list[Places] = [(GONE,) * PLACES] * seats
        self.draw: list[int] = []
        self.pile: list[int] = []
        self.pile_holding = 0
        self.top = EMPTY
        self.run = 0
        self.suits = 0
        self.discard: list[int] = []
        self.out: tuple[int, ...] = ()
        self.resigned: tuple[int, ...] = ()
        self.jinxed: frozenset[int] = frozenset()
        self.honours: tuple[str, ...] = ()
        self.choices: tuple[int | None, ...] = (None,) * seats
        self.throwers: tuple[int, ...] = ()
        self.throws: dict[int, str] = {}
        self.wins: dict[int, int] = {}
        self.opening_rank: int | None = None
        self.opening: tuple[int, ...] = ()
        self.tens = 0
        self.tens_blind = False
        self.idle = 0
        self.seed = b""
        self.read = 0
        self.answer: Answer | None = None
        self.settle()

    def settle(self) -> None:
        """Compute the fields that follow from others: the seats that are still in the game, the
        next seat after each seat, and the seats that the game waits for."""
        gone = {*self.out, *self.resigned}
        self.still_in: tuple[int, ...] = tuple(
            seat for seat in range(self.seats) if seat not in gone
        )
        self.after: tuple[int, ...] = following(self.seats, self.still_in, self.direction)
        self.wait()

    def wait(self) -> None:
        """Compute the seats that the game waits for."""
        if self.phase == "play" and self.turn is not None:
            self.waiting_on = _alone(self.turn)
        elif self.phase == "choose":
            self.waiting_on = frozenset(
                seat for seat in self.still_in if self.choices[seat] is None
            )
        elif self.phase == "throw":
            self.waiting_on = frozenset(seat for seat in self.throwers if seat not in self.throws)
        else:
            self.waiting_on = frozenset()

    def stream(self) -> Stream:
        """Return the game's random stream at its present position. Code that takes numbers from the
        stream must then store the new position, `Stream.read`, in the field `read` of this
        object."""
        return Stream(self.seed, self.read)

    def may_lie(self, card: int) -> bool:
        """Return whether the rules allow `card` (a card's number) to be played on the present pile
        (DRI-21, DRI-51)."""
        return bool(UNIT[card] & self.rules.playable[self.top])

    def clear_pile(self) -> None:
        """Make the pile empty. The caller has already put the cards of the pile elsewhere."""
        self.pile = []
        self.pile_holding = 0
        self.top = EMPTY
        self.run = self.suits = 0

    def copy(self) -> Self:
        """An independent copy of the game, in the same position."""
        other = object.__new__(type(self))
        other.seats = self.seats
        other.settings = self.settings
        other.rules = self.rules
        other.outcome = self.outcome
        other.waiting_on = self.waiting_on
        other.phase = self.phase
        other.turn = self.turn
        other.direction = self.direction
        other.still_in = self.still_in
        other.after = self.after
        other.hands = self.hands.copy()
        other.up = self.up.copy()
        other.down = self.down.copy()
        other.draw = self.draw.copy()
        other.pile = self.pile.copy()
        other.pile_holding = self.pile_holding
        other.top = self.top
        other.run = self.run
        other.suits = self.suits
        other.discard = self.discard.copy()
        other.out = self.out
        other.resigned = self.resigned
        other.jinxed = self.jinxed
        other.honours = self.honours
        other.choices = self.choices
        other.throwers = self.throwers
        other.throws = self.throws.copy()
        other.wins = self.wins.copy()
        other.opening_rank = self.opening_rank
        other.opening = self.opening
        other.tens = self.tens
        other.tens_blind = self.tens_blind
        other.idle = self.idle
        other.seed = self.seed
        other.read = self.read
        other.answer = self.answer
        return other
