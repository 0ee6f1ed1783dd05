"""A seat leaves a game of Durak. It resigns or is removed (DUR-45)."""

from __future__ import annotations

from games.core import Event
from games.durak.rules import bout, throw_ins
from games.durak.rules.ends import finish
from games.durak.rules.redeal import await_answers
from games.durak.rules.state import State


def leave(state: State, seat: int) -> list[Event]:
    """DUR-45: take a seat out of the game and discard its hand. If the seat was attacker or
    defender, the bout is void (its cards are discarded). Otherwise the bout goes on. Returns the
    events.

    DUR-46: a discarded hand counts as progress."""
    rules = state.rules
    hand = state.hands[seat]
    happened = [Event("resigned", {"seat": seat, "count": hand.bit_count()})]
    state.hands[seat] = 0
    state.discard |= hand
    state.shown &= ~hand
    state.progress = state.progress or bool(hand)
    state.standing &= ~(1 << seat)
    state.resigned |= 1 << seat
    state.said &= ~(1 << seat)
    barred = state.cheats.barred
    state.cheats = state.cheats._replace(barred=(*barred[:seat], 0, *barred[seat + 1 :]))
    if not any(
        state.standing >> other & 1
        for other in range(state.seats)
        if rules.sides[other] == rules.sides[seat]
    ):
        state.forfeited |= 1 << rules.sides[seat]
    if state.redeal is not None:
        _before_play(state, happened, seat)
    elif seat in (state.attacker, state.defender):
        bout.broken_off(state, happened, seat)
    else:
        _bout_goes_on(state, happened)
    return happened


def _before_play(state: State, happened: list[Event], leaver: int) -> None:
    """DUR-04: a seat has left while seats may still ask for another deal. End the game if only one
    side is left. Otherwise choose a new attacker and defender if one of them has left, and wait for
    the answers. New events are added to `happened`."""
    sides_left = state.rules.sides_in[state.standing]
    if sides_left <= 1:
        state.redeal = None
        finish(state, happened, leaver, sides_left)
        return
    if leaver in (state.attacker, state.defender):
        heir = state.rules.following[leaver][state.standing]
        state.assign(heir, state.next_opponent(heir, state.standing))
    await_answers(state, happened)


def _bout_goes_on(state: State, happened: list[Event]) -> None:
    state.assign(state.attacker, state.defender)
    if state.attacks and (state.taking or not state.open):
        bout.settle(state, happened)
    else:
        state.waiting = throw_ins.whom(state)
