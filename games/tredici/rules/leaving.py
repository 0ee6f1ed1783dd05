"""TRE-42: a player leaves."""

from __future__ import annotations

from games.core import Event
from games.tredici.rules import events, kische, running_out, setup, turn
from games.tredici.rules.ends import outcome
from games.tredici.rules.hands import cards_of
from games.tredici.rules.state import State


def leave(state: State, seat: int, told: list[Event]) -> None:
    """A seat's hand goes to the discards; with the last one of a side its stacks do, and one side
    left wins."""
    side = state.side_of[seat]
    cards = cards_of(state.hands[seat])
    state.resigned |= {seat}
    state.discard += cards
    state.hands[seat], state.owes[seat], state.asides[seat] = 0, 0, 0
    running_out.take_back(state, seat)
    told.append(events.resigned(seat, cards))
    if not state.still_in(side):
        _dissolve(state, side)
    sides = state.sides_in()
    if len(sides) == 1:
        told.append(events.last_side(sides[0]))
        state.outcome = outcome(state, "won", sides[0])
        return
    _pass_turn(state, seat)
    _settle_call(state, seat, told)
    if state.setup:
        setup.begin_if_chosen(state, told)


def _dissolve(state: State, side: int) -> None:
    """A side without players: its stacks are discarded, its target is nobody's, it chooses no new
    one."""
    state.discard += state.stacks[side]
    state.stacks[side], state.targets[side] = (), None
    state.announced -= {side}
    state.choosing = tuple(other for other in state.choosing if other != side)


def _pass_turn(state: State, seat: int) -> None:
    if state.turn != seat:
        return
    if state.under_way is not None and state.under_way.aside:
        state.idle = 0  # TRE-23: in this turn a card was set aside
    state.under_way = None
    turn.pass_on(state)


def _settle_call(state: State, seat: int, told: list[Event]) -> None:
    """TRE-30: the caller leaving withdraws the call; a teammate leaving may have been the last to
    agree."""
    side = state.side_of[seat]
    call = state.calls.get(side)
    if call is None:
        return
    if call.caller == seat:
        kische.withdraw(state, seat, told)
    else:
        kische.take_effect_if_agreed(state, side, told)
