"""Writes the position of a Dritzak game as data that JSON can hold, and makes a game from such
data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PlainValidator,
    ValidationError,
    field_validator,
)

from games.cards import RANKS
from games.core import Outcome, Position
from games.dritzak.rules.holdings import (
    COPIES,
    NUMBER,
    RANK,
    TEXT,
    cards_in,
    holding_of,
    rest_of,
    texts_in,
)
from games.dritzak.rules.options import DritzakOptions
from games.dritzak.rules.start import find_opening, work_out_start
from games.dritzak.rules.state import EMPTY, GONE, PLACES, Answer, State
from games.dritzak.rules.turns import turn_moves
from games.errors import PositionError

T = TypeVar("T")
Game = TypeVar("Game", bound=State)

SEATS: Final = range(2, 11)

LONGEST_STREAM: Final = 1 << 60
"""The largest value that a position may have for `read`, the number of random numbers that the game
has read from its stream. No game reads so many. A stream still works at this place."""


def _card(text: object) -> int:
    if not isinstance(text, str):
        raise ValueError("a card is a text")
    if text not in NUMBER:
        raise ValueError(f"{text!r} is no card of this game")
    return NUMBER[text]


def _place(text: object) -> int:
    return GONE if text is None else _card(text)


def _card_or_none(text: object) -> int | None:
    return None if text is None else _card(text)


Card = Annotated[int, PlainValidator(_card)]
Place = Annotated[int, PlainValidator(_place)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True)


class _Opening(_Part):
    rank: Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    seats: list[int]


class _Tens(_Part):
    count: NonNegativeInt = 0
    face_down: bool = False


class _Answer(_Part):
    answer: Literal["silence", "advice", "revelation"]
    place: int | None = None
    card: Annotated[int | None, PlainValidator(_card_or_none)] = None


class _Chance(_Part):
    seed: str = ""
    read: Annotated[int, Field(ge=0, le=LONGEST_STREAM)] = 0

    @field_validator("seed")
    @classmethod
    def _is_hex(cls, seed: str) -> str:
        bytes.fromhex(seed)
        return seed


class _Outcome(_Part):
    ranks: list[int]
    kind: Literal["won", "draw", "void"]
    honours: list[str]


class _Shape(_Part):
    """The keys and types of a position as JSON. `position_of` always writes the keys from `hands`
    to `phase`. It writes each later key only if the key has something to tell. A position that is
    read needs only the key `hands`.

    The rules (docs/rules/dritzak.md) describe the keys up to `jinxed`. The keys from `chosen` on
    are:

    - `chosen` (DRI-03): the face-up cards that each seat has chosen, or null
    - `throws` and `wins` (DRI-12): the sign and the won rounds of each seat
    - `opening` (DRI-10, DRI-13): the lowest rank, and the seats that are known to hold it
    - `tens` (DRI-41): the tens that were just played in a row
    - `idle` (DRI-44): the number of turns without progress
    - `resigned`
    - `honours`
    - `shijo` (DRI-60): the Shijo's answer in this turn
    - `chance`: the seed of the random stream and how much of it was read, in games with the option
      `shijo` that are not over
    - `outcome`"""

    hands: list[list[Card]]
    face_up: list[list[Card]] = []
    face_down: list[list[Place]] = []
    draw: list[Card] = []
    pile: list[Card] = []
    discard: list[Card] | None = None
    turn: int | None = 0
    direction: Literal[1, -1] = 1
    out: list[list[int]] = []
    phase: Literal["choose", "throw", "start", "play", "over"] = "play"
    throwers: list[int] = []
    jinxed: list[int] = []

    chosen: list[list[Card] | None] = []
    throws: list[Literal["rock", "paper", "scissors"] | None] = []
    wins: list[int] = []
    opening: _Opening | None = None
    tens: _Tens = _Tens()
    idle: NonNegativeInt = 0
    resigned: list[int] = []
    honours: list[str] = []
    shijo: _Answer | None = None
    chance: _Chance = _Chance()
    outcome: _Outcome | None = None


def position_of(game: State) -> Position:
    """The whole state of the game, including hidden cards, as data with the keys of `_Shape`."""
    position: Position = {
        "hands": [list(texts_in(hand)) for hand in game.hands],
        "face_up": [list(texts_in(up)) for up in game.up],
        "face_down": [
            [None if card == GONE else TEXT[card] for card in places] for places in game.down
        ],
        "draw": [TEXT[card] for card in reversed(game.draw)],
        "pile": [TEXT[card] for card in game.pile],
        "discard": [TEXT[card] for card in sorted(game.discard)],
        "turn": game.turn,
        "direction": game.direction,
        "out": [[seat] for seat in game.out],
        "phase": game.phase,
    }
    return {**position, **{key: value for key, value in _remembered(game).items() if value}}


def _remembered(game: State) -> dict[str, Any]:
    """Return the optional keys of a position with their values. `position_of` leaves out each of
    these keys whose value is empty."""
    outcome = game.outcome
    chosen = [None if choice is None else list(texts_in(choice)) for choice in game.choices]
    read = game.rules.shijo and game.outcome is None and (game.seed or game.read)
    return {
        "jinxed": sorted(game.jinxed),
        "throwers": list(game.throwers),
        "chosen": chosen if any(choice is not None for choice in chosen) else None,
        "throws": [game.throws.get(seat) for seat in range(game.seats)] if game.throws else None,
        "wins": [game.wins.get(seat, 0) for seat in range(game.seats)]
        if any(game.wins.values())
        else None,
        "opening": lowest_of(game),
        "tens": {"count": game.tens, "face_down": game.tens_blind} if game.tens else None,
        "idle": game.idle,
        "resigned": list(game.resigned),
        "honours": list(game.honours),
        "shijo": answer_of(game),
        "chance": {"seed": game.seed.hex(), "read": game.read} if read else None,
        "outcome": outcome
        and {"ranks": list(outcome.ranks), "kind": outcome.kind, "honours": list(outcome.honours)},
    }


def read_position(kind: type[Game], position: Position, options: DritzakOptions) -> Game:
    """Make a game of class `kind` from a position. Raises PositionError when the position can't be
    read or the game couldn't go on from it."""
    try:
        shape = _Shape.model_validate(position)
    except ValidationError as error:
        lines = (
            f"{'.'.join(str(part) for part in line['loc'])}: {line['msg']}"
            for line in error.errors()
        )
        raise PositionError(
            "The position can't be read: {reason}", reason="; ".join(lines)
        ) from error
    _check_lengths(shape)
    _check_seats(shape)
    _check_copies(shape)
    game = kind(options, len(shape.hands))
    _set_cards(game, shape)
    _set_course(game, shape)
    if shape.phase == "start":
        work_out_start(game)
    elif shape.phase == "throw" and shape.opening is None:
        find_opening(game)
    if game.outcome is None and not game.waiting_on:
        raise PositionError("In this position the game waits on nobody.")
    if game.phase == "play" and game.turn is not None and not turn_moves(game, game.turn):
        raise PositionError(
            "In this position seat {seat} is to play, but has no card.", seat=game.turn
        )
    return game


def _check_lengths(shape: _Shape) -> None:
    seats = len(shape.hands)
    if seats not in SEATS:
        raise PositionError(
            "A position has {least} to {most} hands.", least=SEATS[0], most=SEATS[-1]
        )
    by_seat: dict[str, Sequence[object]] = {
        "face_up": shape.face_up,
        "face_down": shape.face_down,
        "chosen": shape.chosen,
        "throws": shape.throws,
        "wins": shape.wins,
    }
    for key, value in by_seat.items():
        if value and len(value) != seats:
            raise PositionError(
                "There are {seats} hands, so {key} has {seats} parts, too.", seats=seats, key=key
            )
    if any(len(places) > PLACES for places in shape.face_down):
        raise PositionError("A seat has {places} places for face-down cards.", places=PLACES)
    if shape.outcome is not None and len(shape.outcome.ranks) != seats:
        raise PositionError(
            "There are {seats} hands, so there are {seats} ranks, too.", seats=seats
        )


def _check_seats(shape: _Shape) -> None:
    named = [
        *(seat for group in shape.out for seat in group),
        *shape.resigned,
        *shape.jinxed,
        *shape.throwers,
    ]
    named += shape.opening.seats if shape.opening else []
    named += [] if shape.turn is None else [shape.turn]
    for seat in named:
        if not 0 <= seat < len(shape.hands):
            raise PositionError("There is no seat {seat} in this position.", seat=seat)
    gone = {*(seat for group in shape.out for seat in group), *shape.resigned}
    if shape.phase == "play" and (shape.turn is None or shape.turn in gone):
        raise PositionError("In play, turn names a seat that is still in.")
    if shape.phase in ("choose", "start", "throw") and len(gone) == len(shape.hands):
        raise PositionError("Nobody is in the game in this position.")
    if (shape.phase == "over") is (shape.outcome is None):
        raise PositionError("A position has an outcome when, and only when, its phase is over.")
    if shape.phase == "throw" and (len(shape.throwers) < 2 or gone & set(shape.throwers)):  # noqa: PLR2004 - a tie
        raise PositionError(
            "In the phase throw, throwers names two seats or more that are still in."
        )


def _check_copies(shape: _Shape) -> None:
    """Check that no card is in the position more often than a holding can count (`COPIES`). Cards
    of the discard pile are left out, because this pile is not stored as a holding. Also check that
    each seat has chosen its face-up cards from its own hand. Raises PositionError if one of the
    checks fails. Other positions are allowed even if no real game leads to them."""
    for hand, choice in zip(shape.hands, shape.chosen, strict=False):
        if choice is not None and Counter(choice) - Counter(hand):
            raise PositionError("A choice is of cards in the hand.")
    cards = [
        card for zone in (*shape.hands, *shape.face_up, shape.draw, shape.pile) for card in zone
    ]
    cards += [card for places in shape.face_down for card in places if card != GONE]
    for card, count in Counter(cards).items():
        if count > COPIES:
            raise PositionError("{card} is there {count} times.", card=TEXT[card], count=count)


def _set_cards(game: State, shape: _Shape) -> None:
    game.hands = [holding_of(hand) for hand in shape.hands]
    game.up = [holding_of(up) for up in shape.face_up] or game.up
    game.down = [
        (*places, *(GONE,) * (PLACES - len(places))) for places in shape.face_down
    ] or game.down
    game.draw = shape.draw[::-1]
    lay_pile(game, shape.pile)
    if shape.discard is None:
        taken = [
            *(card for holding in (*game.hands, *game.up) for card in cards_in(holding)),
            *game.draw,
            *game.pile,
        ]
        taken += [card for places in game.down for card in places if card != GONE]
        game.discard = rest_of(game.rules.decks, taken)
    else:
        game.discard = shape.discard


def lay_pile(game: State, pile: Sequence[int]) -> None:
    """Replace the game's pile by the cards `pile`, given from the bottom up. Also compute the
    fields that describe the top of the pile."""
    game.pile = list(pile)
    game.pile_holding = holding_of(pile)
    game.top = pile[-1] // 4 if pile else EMPTY
    game.run = game.suits = 0
    for card in reversed(pile):
        if card // 4 != game.top:
            break
        game.run += 1
        game.suits |= 1 << card % 4


def _set_course(game: State, shape: _Shape) -> None:
    game.phase = "choose" if shape.phase == "start" else shape.phase
    game.turn = shape.turn if shape.phase == "play" else None
    game.direction = shape.direction
    game.out = tuple(seat for group in shape.out for seat in group)
    game.resigned = tuple(shape.resigned)
    game.jinxed = frozenset(shape.jinxed)
    game.honours = tuple(shape.honours)
    game.throwers = tuple(shape.throwers) if shape.phase == "throw" else ()
    game.choices = (
        tuple(None if choice is None else holding_of(choice) for choice in shape.chosen)
        or game.choices
    )
    game.throws = {
        seat: sign
        for seat, sign in enumerate(shape.throws)
        if sign is not None and seat in game.throwers
    }
    game.wins = {seat: shape.wins[seat] if shape.wins else 0 for seat in game.throwers}
    if shape.opening is not None:
        game.opening_rank, game.opening = RANK[shape.opening.rank], tuple(shape.opening.seats)
    game.tens, game.tens_blind = shape.tens.count, shape.tens.face_down
    game.idle = shape.idle
    if shape.shijo is not None:
        game.answer = Answer(shape.shijo.answer, shape.shijo.place, shape.shijo.card)
    game.seed, game.read = bytes.fromhex(shape.chance.seed), shape.chance.read
    if shape.outcome is not None:
        game.outcome = Outcome(
            tuple(shape.outcome.ranks), shape.outcome.kind, tuple(shape.outcome.honours)
        )
    game.settle()


def lowest_of(game: State) -> dict[str, Any] | None:
    """DRI-10: return the lowest rank and the seats that are known to hold it, in the form in which
    a view shows them. Returns None if there is no such rank."""
    if game.opening_rank is None:
        return None
    return {"rank": RANKS[game.opening_rank], "seats": list(game.opening)}


def answer_of(game: State) -> dict[str, Any] | None:
    """DRI-60: return the answer of the Shijo (a figure who knows the face-down cards) to the seat
    at turn, in the form in which a view shows it. Returns None if the seat has not asked in this
    turn."""
    if game.answer is None:
        return None
    kind, place, card = game.answer
    return {"answer": kind, "place": place, "card": None if card is None else TEXT[card]}
