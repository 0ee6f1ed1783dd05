"""What is open to a seat, and what follows by itself once a move is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core import Event, Move
from games.tredici import ends, kische, leaving, running_out, setup, turn
from games.tredici.hands import TREDICI
from games.tredici.state import State


def moves(state: State, seat: int) -> list[Move]:
    """What is open to a seat: what the game waits for, then `tredici`, then what a kisché allows."""
    if state.outcome is not None or seat in state.resigned or not 0 <= seat < state.seats:
        return []
    if state.setup:
        return setup.moves(state, seat)
    if state.choosing:
        found = kische.choices(state, seat)
    elif state.gives is not None:
        found = running_out.moves(state, seat)
    elif seat == state.turn:
        found = turn.moves(state, seat)
    else:
        found = []
    if ends.has_all(state, state.side_of[seat]):
        found.append(TREDICI)
    if not state.kische_used:
        found += kische.moves(state, seat)
    return found


def _choose(state: State, seat: int, move: Move, told: list[Event]) -> None:
    (setup if state.setup else kische).choose(state, seat, move, told)


_MAKE: Final[dict[str, Callable[[State, int, Move, list[Event]], None]]] = {
    "target": _choose,
    "draw": turn.take,
    "discard": turn.take,
    "give": running_out.give,
    "kische": kische.ask,
    "agree": kische.agree,
    "refuse": kische.refuse,
    "tredici": ends.call,
}
VERBS: Final = tuple(_MAKE)
"""Every verb that Tredici has."""


def make(state: State, seat: int, move: Move) -> list[Event]:
    """Makes a legal move. Returns what happened, with what follows from it."""
    told: list[Event] = []
    _MAKE[move.verb](state, seat, move, told)
    _go_on(state, told)
    return told


def leave(state: State, seat: int, told: list[Event]) -> None:
    """TRE-42: a seat leaves, and what follows from it."""
    leaving.leave(state, seat, told)
    _go_on(state, told)


def _go_on(state: State, told: list[Event]) -> None:
    """What nobody has to do, until somebody is waited on.

    TRE-40: with `auto`, a side that has all thirteen wins, of two the first from the seat at turn. TRE-21, TRE-22:
    looked at whenever both decks are empty and play does not wait for targets; a draw that was interrupted goes on
    when all have given.
    """
    while state.outcome is None and not state.setup and not state.choosing:
        if state.by_itself and ends.win_if_all(state, told):
            return
        if state.gives is not None:
            if not state.all_gave():
                return
            running_out.gather(state, told)
            if state.under_way is not None:
                (left, aside, ace), state.under_way = state.under_way, None
                turn.draw(state, left, told, aside, ace)
        elif state.draw or state.discard:
            return
        else:
            running_out.run_out(state, told)
