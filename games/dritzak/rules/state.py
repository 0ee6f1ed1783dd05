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
"""The top of an empty pile: below every rank, and the last index of `Rules.playable`."""

GONE: Final = -1
"""Stands for a face-down card that is gone."""

Places = tuple[int, ...]
"""The face-down cards of a seat by place, `GONE` where there is none any more."""


AnswerKind = Literal["silence", "advice", "revelation"]


class Answer(NamedTuple):
    """The Shijo's answer about a seat's face-down cards (DRI-60): `silence`, `advice` with the
    place of one of them (counted from 1), or `revelation` with a place and its card."""

    kind: AnswerKind
    place: int | None = None
    card: int | None = None


@lru_cache(maxsize=4096)
def following(seats: int, still_in: tuple[int, ...], direction: int) -> tuple[int, ...]:
    """For each seat, in the game or not, the next seat in the game in that direction; the seat
    itself if there is no other."""
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
    """The fields of a game, and how they are copied.

    Cards are numbers and, in `hands`, `up` and `pile_holding`, holdings
    (games.dritzak.rules.holdings). Cards are drawn from the end of `draw`, and the top of `pile` is
    its last card; `top`, `run` and `suits` are the rank on top, the length of its unbroken run, and
    the run's suits, a bit each. `opening_rank` and `opening` are the rank that starts and the seats
    known to hold it: all of these seats while they throw for the start, later the seats of the run
    whose first turn is still to come. `tens` counts the 10s that the seat to move has just played
    in a row, and `tens_blind` tells whether the last of them was face-down. `idle` counts the turns
    without progress (DRI-44). `seed` and `read` are the position of the game's random stream."""

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
        """Compute the derived fields: the seats that are still in the game, for each seat the next
        one in the direction of play, and the seats for which the game waits."""
        gone = {*self.out, *self.resigned}
        self.still_in: tuple[int, ...] = tuple(
            seat for seat in range(self.seats) if seat not in gone
        )
        self.after: tuple[int, ...] = following(self.seats, self.still_in, self.direction)
        self.wait()

    def wait(self) -> None:
        """Compute for which seats the game waits."""
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
        """The game's random stream at its present position. Code that takes numbers from the stream
        must then store the stream's new position, `Stream.read`, in the field `read` of this
        state."""
        return Stream(self.seed, self.read)

    def may_lie(self, card: int) -> bool:
        """Whether the rules allow `card` (a card's number) to be played on the pile as it is now
        (DRI-21, DRI-51)."""
        return bool(UNIT[card] & self.rules.playable[self.top])

    def clear_pile(self) -> None:
        """Makes the pile empty; the caller has already put its cards elsewhere."""
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
