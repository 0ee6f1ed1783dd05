"""Kisché: a call that reveals which sides of Tredici collect the same suit, and purges them (TRE-30
to TRE-33)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.cards import SUITS
from games.core import Event, Move
from games.tredici.rules import events, running_out
from games.tredici.rules.hands import AGREE, KISCHE, REFUSE, TARGETS, cards_of
from games.tredici.rules.state import FRESH, Call, State


class Kind(StrEnum):
    """TRE-32: the kinds of kisché, by how many sides share the caller's suit or another one."""

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
"""The kind by how many other sides share the caller's suit, and how many share another suit among
themselves."""


def moves(state: State, seat: int) -> list[Move]:
    """TRE-30: the kisché moves of a seat, in turn or not: calling it, or answering a teammate who
    asks."""
    if state.kische_used or state.setup:
        return []
    call = state.calls.get(state.side_of[seat])
    if call is None:
        return [KISCHE]
    if seat == call.caller or seat in call.agreed:
        return []
    return [AGREE, REFUSE]


def ask(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-30: a seat calls kisché; in a team its teammates are asked first. New events are added to
    `told`."""
    side = state.side_of[seat]
    if state.still_in(side) == [seat]:
        _take_effect(state, seat, told)
    else:
        state.calls[side] = Call(seat)
        told.append(events.kische_asked(seat, state.members[side]))


def agree(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-30: a teammate agrees to the kisché that the team was asked about. New events are added
    to `told`."""
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
    """TRE-30: withdraws the kisché that a team was asked about, because a teammate refused or the
    caller left. It can still be called later. New events are added to `told`."""
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
    """TRE-31: a kisché takes effect: all targets are announced. TRE-33: each seat of the sides that
    must be purged is purged, clockwise from the caller.

    TRE-30: no other kisché can be called from then on.
    """
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
    """TRE-32: the kind of a kisché called by this seat, and the sides that it purges, clockwise
    from the caller."""
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
    """TRE-33: the side's stacks, and then the hands of its seats in order, go to the discard pile.
    The side no longer has a suit to collect, and its seats must draw new hands (TRE-13)."""
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
    """TRE-33: the suits that a purged side may choose: those that no other side has."""
    return [suit for suit in SUITS if suit not in state.targets]


def choices(state: State, seat: int) -> list[Move]:
    """TRE-33: the moves by which a seat chooses a new suit to collect, if the seat is the captain
    (first seat) of the first purged side that has not chosen yet. Otherwise empty."""
    if not state.choosing or state.captain(state.choosing[0]) != seat:
        return []
    return [TARGETS[suit] for suit in free_suits(state)]


def choose(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-33: the captain of a purged side chooses the side's new suit; then it is the next purged
    side's turn to choose. New events are added to `told`."""
    side = state.side_of[seat]
    state.targets[side] = move.other
    state.choosing = state.choosing[1:]
    told.append(events.target_chosen(seat, side, move.other, state.members[side]))
