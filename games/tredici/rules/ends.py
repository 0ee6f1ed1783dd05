"""How a game of Tredici ends: TRE-22, TRE-23 and TRE-40 to TRE-42."""

from __future__ import annotations

from typing import Final, Literal

from games.core import Event, Move, Outcome
from games.tredici.rules import events
from games.tredici.rules.hands import RANKS_OF_A_SUIT
from games.tredici.rules.state import State

IDLE_ROUNDS: Final = 20
"""TRE-23: after this number of rounds without progress, the game ends."""


def missing(state: State, side: int) -> int:
    """TRE-40: return how many cards of a side's target (the suit that the side collects) are not
    yet on the side's stacks. The result is 13 if the side has no target."""
    target = state.targets[side]
    return RANKS_OF_A_SUIT - len({card for card in state.stacks[side] if card[-1] == target})


def has_all(state: State, side: int) -> bool:
    """TRE-40: return whether all thirteen cards of the suit that a side collects are on the side's
    stacks."""
    return len(state.stacks[side]) >= RANKS_OF_A_SUIT and missing(state, side) == 0


def call(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-40: a seat calls *tredici*, because its side has all thirteen cards. The side wins. This
    function does not check whether the move is legal. New events are added to `told`."""
    win(state, state.side_of[seat], told, seat)


def win(state: State, side: int, told: list[Event], seat: int | None = None) -> None:
    """TRE-40: end the game, because a side has all thirteen cards and wins. `seat` is the seat that
    called, or None if no call was needed. Everybody learns the side's suit. New events are added to
    `told`."""
    target = state.targets[side]
    if target is not None:
        told.append(events.tredici(side, target, seat))
        state.announced |= {side}
    state.outcome = outcome(state, "won", side)


def win_if_all(state: State, told: list[Event]) -> bool:
    """TRE-22: if a side has all thirteen cards, let it win without a call. If two sides have them,
    the first one clockwise from the seat at turn wins. New events are added to `told`. Returns
    whether a side has won."""
    for side in state.sides_from(state.turn):
        if has_all(state, side):
            win(state, side, told)
            return True
    return False


def draw_or_win(state: State, reason: Literal["run-out", "no-progress"], told: list[Event]) -> None:
    """TRE-22, TRE-23: end the game. It is a draw, unless a side has all thirteen cards and wins.
    New events are added to `told`."""
    if not win_if_all(state, told):
        told.append(events.drawn_game(reason))
        state.outcome = outcome(state, "draw")


def is_stuck(state: State) -> bool:
    """TRE-23: return whether there was no progress for 20 rounds, which means 20 turns for each
    seat still in the game."""
    return state.idle >= IDLE_ROUNDS * (state.seats - len(state.resigned))


def is_run_out(state: State) -> bool:
    """TRE-22: return whether no seat holds more than one card."""
    return all(hand & (hand - 1) == 0 for hand in state.hands)


def outcome(state: State, kind: Literal["won", "draw"], side: int | None = None) -> Outcome:
    """Return the outcome of a game that ends now. TRE-41: the winning side has rank 1, and all
    others have rank 2. In a draw, all have rank 1. `side` is the winning side.

    TRE-42: seats that resigned share the rank after all others. The outcome also tells the next
    game who dealt this one."""
    ranks = [1 if kind == "draw" or of == side else 2 for of in state.side_of]
    if state.resigned:
        last = 1 + max([rank for seat, rank in enumerate(ranks) if seat not in state.resigned])
        ranks = [last if seat in state.resigned else rank for seat, rank in enumerate(ranks)]
    return Outcome(tuple(ranks), kind, carry={"dealer": state.dealer})
