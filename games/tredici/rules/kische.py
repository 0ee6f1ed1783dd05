"""Kisché: a call that reveals which suits the sides of Tredici collect. Sides that share a suit are
purged, which means that they lose all their cards and choose a new suit (TRE-30 to TRE-33)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.cards import SUITS
from games.core import Event, Move
from games.tredici.rules import events, running_out
from games.tredici.rules.hands import AGREE, KISCHE, REFUSE, TARGETS, cards_of
from games.tredici.rules.state import FRESH, Call, State


class Kind(StrEnum):
    """TRE-32: the kinds of kisché. A kind says how many other sides share the caller's suit, and
    how many sides share another suit."""

    KISCHE = "kische"
    TRIPLE = "triple"
    PASSIVE = "passive"
    TRIPLE_PASSIVE = "triple-passive"
    DOUBLE = "double"
    NIMOEGLICH = "nimoeglich"
    WRONG = "wrong"


_KINDS: Final = {
    (1, 0): Kind.KISCHE,
    (2, 0): Kind.TRIPLE,
    (0, 2): Kind.PASSIVE,
    (0, 3): Kind.TRIPLE_PASSIVE,
    (1, 2): Kind.DOUBLE,
    (0, 0): Kind.WRONG,
}
"""The kind of a kisché. The first number of the key is how many other sides share the caller's
suit. The second number is how many sides share another suit with each other."""


def moves(state: State, seat: int) -> list[Move]:
    """TRE-30: return the kisché moves of a seat: to call kisché, or to answer a teammate who has
    asked. They are possible even when it isn't the seat's turn."""
    if state.kische_used or state.setup:
        return []
    call = state.calls.get(state.side_of[seat])
    if call is None:
        return [KISCHE]
    if seat == call.caller or seat in call.agreed:
        return []
    return [AGREE, REFUSE]


def ask(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-30: a seat calls kisché. If it has teammates in the game, they are asked first. Otherwise
    the kisché takes effect at once. New events are added to `told`."""
    side = state.side_of[seat]
    if state.still_in(side) == [seat]:
        _take_effect(state, seat, told)
    else:
        state.calls[side] = Call(seat)
        told.append(events.kische_asked(seat, state.members[side]))


def agree(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-30: a teammate agrees to the kisché about which the team was asked. If all have agreed,
    it takes effect. New events are added to `told`."""
    side = state.side_of[seat]
    call = state.calls[side]
    state.calls[side] = Call(call.caller, tuple(sorted((*call.agreed, seat))))
    told.append(events.kische_agreed(seat, state.members[side]))
    take_effect_if_agreed(state, side, told)


def refuse(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-30: a teammate refuses the kisché that the team was asked about. New events are added to
    `told`."""
    withdraw(state, seat, told)


def withdraw(state: State, seat: int, told: list[Event]) -> None:
    """TRE-30: withdraw the kisché about which a team was asked, because the teammate `seat` refused
    or the caller `seat` left. The team can call kisché again later. New events are added to
    `told`."""
    side = state.side_of[seat]
    call = state.calls.pop(side)
    told.append(events.kische_refused(seat, call.caller, state.members[side]))


def take_effect_if_agreed(state: State, side: int, told: list[Event]) -> None:
    """TRE-30: let a kisché take effect if every teammate who is still in the game has agreed. New
    events are added to `told`."""
    call = state.calls.get(side)
    if call is not None and {*call.agreed, call.caller}.issuperset(state.still_in(side)):
        _take_effect(state, call.caller, told)


def _take_effect(state: State, caller: int, told: list[Event]) -> None:
    """TRE-31: let a kisché take effect. All targets (suits to collect) are announced. TRE-33: the
    sides that must be purged are purged, clockwise from the caller. New events are added to `told`.

    TRE-30: after that, no kisché can be called in this game."""
    state.calls.clear()
    state.kische_used, state.caller = True, caller
    state.idle = 0  # TRE-23
    kind, purged = judge(state, caller)
    told.append(events.kische_called(caller, state.side_of[caller], kind))
    told.append(events.targets_announced(state.targets))
    for side in purged:
        _purge(state, side, told)
    state.announced = frozenset(state.sides_in()).difference(purged)
    state.choosing = purged
    if state.side_of[state.turn] in purged:
        state.under_way = None


def judge(state: State, caller: int) -> tuple[Kind, tuple[int, ...]]:
    """TRE-32: return the kind of a kisché that this seat calls, and the sides that are purged by
    it, clockwise from the caller."""
    own, *others = state.sides_from(caller)
    suit = state.targets[own]
    suits = [state.targets[side] for side in others]
    with_caller = [side for side in others if state.targets[side] == suit]
    if len(with_caller) == len(others):
        return Kind.NIMOEGLICH, tuple(others)
    purged = [
        side for side in others if side in with_caller or suits.count(state.targets[side]) > 1
    ]
    return _KINDS[len(with_caller), len(purged) - len(with_caller)], tuple(purged) or (own,)


def _purge(state: State, side: int, told: list[Event]) -> None:
    """TRE-33: purge a side. Its stacks go to the discard deck, then the hands of its seats in
    order. The side no longer collects a suit, and its seats must draw new hands (TRE-13). New
    events are added to `told`."""
    seats = state.still_in(side)
    told.append(events.purged(side, seats, state.stacks[side]))
    state.discard += state.stacks[side]
    state.stacks[side], state.targets[side] = (), None
    for seat in seats:
        cards = cards_of(state.hands[seat])
        state.discard += cards
        state.hands[seat], state.owes[seat], state.asides[seat] = 0, FRESH, 0
        running_out.take_back(state, seat)
        if cards:
            told.append(events.discarded(seat, cards))


def free_suits(state: State) -> list[str]:
    """TRE-33: return the suits that a purged side may choose. These are the suits that no side
    collects now."""
    return [suit for suit in SUITS if suit not in state.targets]


def choices(state: State, seat: int) -> list[Move]:
    """TRE-33: return the moves by which a seat chooses the new suit of its purged side. Only the
    captain (the first seat still in the game) of the first side that must still choose has such
    moves. For other seats, the list is empty."""
    if not state.choosing or state.captain(state.choosing[0]) != seat:
        return []
    return [TARGETS[suit] for suit in free_suits(state)]


def choose(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-33: the captain of a purged side chooses the side's new suit. After that, the next purged
    side must choose. New events are added to `told`."""
    side = state.side_of[seat]
    state.targets[side] = move.other
    state.choosing = state.choosing[1:]
    told.append(events.target_chosen(seat, side, move.other, state.members[side]))
