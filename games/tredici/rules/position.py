"""Writes a game of Tredici as JSON data, and reads it again. The most important keys are explained
in docs/rules/tredici.md.

There are further keys. Each of them is left out when it has its usual value. The keys are `dealer`;
`resigned` (seats); `announced` (sides whose suit everybody knows); `caller` (of the kisché that
took effect); `calls` (for each team that was asked about a kisché, the caller and the teammates who
agreed); `choosing` (purged sides that must still choose a suit, in order); `gives` (for each seat,
the move that gives a card, or null); `drawing` (a draw that TRE-21 interrupted); `set_aside` (for
each seat that owes `redraw`, the number of cards it set aside); `idle` (turns without progress);
`outcome`; and `stream` (the seed of the random stream, and the number of words read from it)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from games.core import Position, PositionError, Stream
from games.tredici.rules.ends import outcome
from games.tredici.rules.hands import BIT, cards_of, mask
from games.tredici.rules.setup import full_hand_of
from games.tredici.rules.state import FRESH, REDRAW, Call, State, UnderWay

_OWES: Final = {0: "swap", REDRAW: "redraw", FRESH: "fresh"}
_GIVE: Final = "give "
_OWED: Final = {text: owes for owes, text in _OWES.items()}


def owes_text(owes: int) -> str:
    """Return the text for what a seat must do on its next turn: `draw N`, `swap`, `redraw` or
    `fresh`. `owes` is the same as a number, as in `State.owes`."""
    return _OWES.get(owes, f"draw {owes}")


def owes_number(text: str) -> int:
    """Return the number (as in `State.owes`) for a text that `owes_text` has written. Raises
    ValueError for any other text."""
    if text in _OWED:
        return _OWED[text]
    verb, _, count = text.partition(" ")
    if verb != "draw" or not count.isdecimal() or int(count) < 1:
        raise ValueError(f"“{text}” is nothing that a seat can owe")
    return int(count)


def _card(text: str) -> str:
    if text not in BIT:
        raise ValueError(f"“{text}” is none of the 52 cards")
    return text


def _owed(text: str) -> str:
    owes_number(text)
    return text


def _hand(cards: list[str]) -> list[str]:
    if len(set(cards)) != len(cards):
        raise ValueError("a card is there twice")
    return cards


def _given(text: str) -> str:
    if not text.startswith(_GIVE):
        raise ValueError(f"“{text}” gives no card")
    _card(text.removeprefix(_GIVE))
    return text


Card = Annotated[str, AfterValidator(_card)]
Suit = Literal["S", "H", "D", "C"]
Count = Annotated[int, Field(ge=0)]

LONGEST_STREAM: Final = 1 << 60
"""The largest number of words that a position may name as already read from the random stream. (A
word is a 32-bit random number.) A game reads far fewer words, and a stream can count up to this
number."""


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)


class _Call(_Model):
    caller: Count
    agreed: list[Count] = []


class _Drawing(_Model):
    left: Count
    set_aside: Count
    ace: bool


class _Outcome(_Model):
    kind: Literal["won", "draw"]
    side: Count | None = None


class _Stream(_Model):
    seed: Annotated[str, StringConstraints(pattern="^([0-9a-f]{2})*$")]
    read: Annotated[int, Field(ge=0, le=LONGEST_STREAM)]


class PositionModel(_Model):
    """The keys and types of a position. Unknown keys are ignored. Missing keys have their usual
    values: for example, no cards on the stacks, no suit chosen, `swap` for every seat, and the size
    of a full hand for this number of seats."""

    hands: list[Annotated[list[Card], AfterValidator(_hand)]]
    stacks: list[list[Card]] | None = None
    targets: list[Suit | None] | None = None
    draw: list[Card] = []
    discard: list[Card] = []
    turn: Count = 0
    owes: list[Annotated[str, AfterValidator(_owed)]] | None = None
    full_hand: Count | None = None
    kische: Literal["unused", "used"] = "unused"
    dealer: Count | None = None
    resigned: list[Count] = []
    announced: list[Count] = []
    caller: Count | None = None
    calls: list[_Call] = []
    choosing: list[Count] = []
    gives: list[Annotated[str, AfterValidator(_given)] | None] | None = None
    drawing: _Drawing | None = None
    set_aside: dict[str, Count] = {}
    idle: Count = 0
    outcome: _Outcome | None = None
    stream: _Stream | None = None


def read(position: Position) -> PositionModel:
    """Check the keys and types of a position. Returns it as a model. Raises PositionError, whose
    message names every key that can't be read."""
    try:
        return PositionModel.model_validate(position)
    except ValidationError as error:
        reasons = "; ".join(
            f"{'.'.join(map(str, line['loc']))}: {line['msg']}" for line in error.errors()
        )
        raise PositionError("This position can't be read: {reasons}", reasons=reasons) from error


def fill(state: State, model: PositionModel) -> None:
    """Fill an empty state from a position. Raises PositionError when parts of the position
    contradict each other: for example, a list does not have one entry for each seat, or a seat
    gives a card that it does not hold."""
    _fit(state, model)
    state.hands = [mask(hand) for hand in model.hands]
    state.stacks = (
        state.stacks if model.stacks is None else [tuple(stack) for stack in model.stacks]
    )
    state.targets = state.targets if model.targets is None else list(model.targets)
    state.draw, state.discard = model.draw[::-1], model.discard[:]
    state.turn, state.kische_used = model.turn, model.kische == "used"
    state.full_hand = full_hand_of(state.seats) if model.full_hand is None else model.full_hand
    state.owes = state.owes if model.owes is None else [owes_number(text) for text in model.owes]
    state.asides = [
        max(owes, model.set_aside.get(str(seat), 0)) for seat, owes in enumerate(state.owes)
    ]
    state.dealer = state.dealer if model.dealer is None else model.dealer
    state.resigned, state.announced = frozenset(model.resigned), frozenset(model.announced)
    state.caller, state.idle, state.choosing = model.caller, model.idle, tuple(model.choosing)
    state.calls = {
        state.side_of[call.caller]: Call(call.caller, tuple(call.agreed)) for call in model.calls
    }
    if model.gives is not None:
        state.gives = {
            seat: text.removeprefix(_GIVE)
            for seat, text in enumerate(model.gives)
            if text is not None
        }
    if model.drawing is not None:
        state.under_way = UnderWay(model.drawing.left, model.drawing.set_aside, model.drawing.ace)
    if model.stream is not None:
        state.stream = Stream(bytes.fromhex(model.stream.seed), model.stream.read)
    if model.outcome is not None:
        state.outcome = outcome(state, model.outcome.kind, model.outcome.side)
    state.setup = not state.choosing and any(
        state.targets[side] is None for side in state.sides_in()
    )
    state.look_round()


def _fit(state: State, model: PositionModel) -> None:
    reasons = [
        reason for reason, holds in {**_misfits(state, model), **_misgiven(model)}.items() if holds
    ]
    if reasons:
        raise PositionError("This position can't be read: {reasons}", reasons="; ".join(reasons))


def _misfits(state: State, model: PositionModel) -> dict[str, bool]:
    """Check which seats and sides a position names, and whether they are still in the game where
    they must be. Also check that lists have one entry for each seat or side. Returns a dict. Each
    key describes a possible fault in words, and its value says whether the position has this
    fault."""
    seats, sides = state.seats, len(state.members)
    named = [model.turn, *model.resigned, *(call.caller for call in model.calls)]
    named += [seat for call in model.calls for seat in call.agreed]
    named += [seat for seat in (model.dealer, model.caller) if seat is not None]
    ended = model.outcome
    won_by = [ended.side] if ended is not None and ended.side is not None else []
    left = [side for side, members in enumerate(state.members) if set(members) <= {*model.resigned}]
    return {
        "owes is not by seat": model.owes is not None and len(model.owes) != seats,
        "stacks is not by side": model.stacks is not None and len(model.stacks) != sides,
        "targets is not by side": model.targets is not None and len(model.targets) != sides,
        "there is no such seat": any(seat >= seats for seat in named),
        "there is no such side": any(
            side >= sides for side in (*model.announced, *model.choosing, *won_by)
        ),
        "nobody is left": len(left) == sides,
        "the turn is a seat's that has left": ended is None and model.turn in model.resigned,
        "a side that chooses has left": any(side in left for side in model.choosing),
        "nobody has won": ended is not None and ended.kind == "won" and set(won_by) <= {*left},
    }


def _misgiven(model: PositionModel) -> dict[str, bool]:
    """Check the cards that seats give in a position (TRE-21). Returns a dict. Each key describes a
    possible fault in words, and its value says whether the position has this fault."""
    if model.gives is None:
        return {}
    waits = model.outcome is None and not model.choosing
    given = list(zip(model.hands, model.gives, strict=False))
    return {
        "gives is not by seat": len(model.gives) != len(model.hands),
        "a seat gives a card that it does not hold": any(
            text is not None and text.removeprefix(_GIVE) not in hand for hand, text in given
        ),
        "nobody is left to give a card": waits
        and not any(hand and text is None for hand, text in given),
    }


def write(state: State) -> Position:
    """The whole state of a game, including hidden cards, as JSON data."""
    return {
        "hands": [list(cards_of(hand)) for hand in state.hands],
        "stacks": [list(stack) for stack in state.stacks],
        "targets": list(state.targets),
        "draw": state.draw[::-1],
        "discard": state.discard[:],
        "turn": state.turn,
        "owes": [owes_text(owes) for owes in state.owes],
        "full_hand": state.full_hand,
        "kische": "used" if state.kische_used else "unused",
        **{key: value for key, value in _own_keys(state).items() if value not in _AT_REST},
    }


_AT_REST: Final[tuple[Any, ...]] = (None, [], {})


def _own_keys(state: State) -> dict[str, Any]:
    return {
        "dealer": None if state.dealer == state.seats - 1 else state.dealer,
        "resigned": sorted(state.resigned),
        "announced": sorted(state.announced),
        "caller": state.caller,
        "calls": [
            {"caller": call.caller, "agreed": list(call.agreed)}
            for _, call in sorted(state.calls.items())
        ],
        "choosing": list(state.choosing),
        "gives": _gives(state),
        "drawing": _drawing(state),
        "set_aside": {
            str(seat): count
            for seat, count in enumerate(state.asides)
            if count and state.owes[seat] == REDRAW
        },
        "idle": state.idle or None,
        "outcome": _ended(state),
        "stream": _stream(state),
    }


def _gives(state: State) -> list[str | None] | None:
    """Return for each seat the move that gives its card, as a text (None: the seat has not chosen).
    The card itself is still in the hand. Returns None when the game isn't in the phase in which
    cards are given."""
    if state.gives is None:
        return None
    return [
        _GIVE + state.gives[seat] if seat in state.gives else None for seat in range(state.seats)
    ]


def _drawing(state: State) -> dict[str, Any] | None:
    if state.under_way is None:
        return None
    left, aside, ace = state.under_way
    return {"left": left, "set_aside": aside, "ace": ace}


def _ended(state: State) -> dict[str, Any] | None:
    if state.outcome is None:
        return None
    if state.outcome.kind == "draw":
        return {"kind": "draw"}
    return {"kind": "won", "side": state.side_of[state.outcome.ranks.index(1)]}


def _stream(state: State) -> dict[str, Any] | None:
    if not state.stream.seed and not state.stream.read:
        return None
    return {"seed": state.stream.seed.hex(), "read": state.stream.read}
