"""The legal moves of a seat in Tredici. Also what follows from moves automatically."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core import Event, Move
from games.tredici.rules import ends, events, kische, running_out, setup, turn
from games.tredici.rules.ends import outcome
from games.tredici.rules.hands import DRAW, RANKS_OF_A_SUIT, TREDICI, cards_of, discards
from games.tredici.rules.state import State


def moves(state: State, seat: int) -> list[Move]:
    """Return the legal moves of a seat. First come the moves that the game waits for. Then come
    `tredici` and the moves of a kisché (a call that reveals which sides collect the same suit), if
    the seat may make them."""
    if state.undisturbed and seat == state.turn:
        hand = state.hands[
            seat
        ]  # as in `turn.moves`, without the call: nearly every decision comes by here
        found = [DRAW] if state.owes[seat] or not hand else discards(hand)
    elif _may_move(state, seat):
        found = _due(state, seat)
    else:
        return []
    if not state.kische_used or len(state.stacks[state.side_of[seat]]) >= RANKS_OF_A_SUIT:
        found += _at_any_time(state, seat)
    return found


def allows(state: State, seat: int, move: Move) -> bool:
    """Return whether `move` is a legal move of `seat`. To save time, only the part of the legal
    moves that could contain this move is listed."""
    return _may_move(state, seat) and move in (_at_any_time if move.verb in _AT_ANY_TIME else _due)(
        state, seat
    )


def _may_move(state: State, seat: int) -> bool:
    return state.outcome is None and seat not in state.resigned and 0 <= seat < state.seats


def _due(state: State, seat: int) -> list[Move]:
    """Return the moves of a seat that the game waits for, without `tredici` and the moves of a
    kisché."""
    if state.setup:
        return setup.moves(state, seat)
    if state.choosing:
        return kische.choices(state, seat)
    if state.gives is not None:
        return running_out.moves(state, seat)
    return turn.moves(state, seat) if seat == state.turn else []


def _at_any_time(state: State, seat: int) -> list[Move]:
    """TRE-30, TRE-40: return the moves that a seat may make at any time after the targets have been
    chosen: `tredici`, and the moves of a kisché."""
    if state.setup:
        return []
    found = [TREDICI] if ends.has_all(state, state.side_of[seat]) else []
    return found if state.kische_used else found + kische.moves(state, seat)


def _choose(state: State, seat: int, move: Move, told: list[Event]) -> None:
    (setup if state.setup else kische).choose(state, seat, move, told)


_MAKE: Final[dict[str, Callable[[State, int, Move, list[Event]], None]]] = {
    "target": _choose,
    "draw": turn.take,
    "discard": turn.swap,
    "give": running_out.give,
    "kische": kische.ask,
    "agree": kische.agree,
    "refuse": kische.refuse,
    "tredici": ends.call,
}
VERBS: Final = tuple(_MAKE)
"""Every verb that Tredici has."""

_AT_ANY_TIME: Final = frozenset({"kische", "agree", "refuse", "tredici"})
"""The verbs of the moves from `_at_any_time`. All other verbs are of moves that the game waits
for."""


def make(state: State, seat: int, move: Move) -> list[Event]:
    """Make a legal move. Returns its events. These include the events that follow automatically."""
    told: list[Event] = []
    _MAKE[move.verb](state, seat, move, told)
    go_on(state, told)
    return told


def leave(state: State, seat: int, told: list[Event]) -> None:
    """TRE-42: a seat resigns, and its hand is discarded. Everything that follows is done too, until
    the game waits for a seat or is over. New events are added to `told`."""
    _empty_hand(state, seat, told)
    go_on(state, told)


def go_on(state: State, told: list[Event]) -> None:
    """Do everything that follows automatically, until the game waits for a seat or is over. New
    events are added to `told`."""
    _go_on(state, told)
    state.look_round()


def _go_on(state: State, told: list[Event]) -> None:
    """Do everything that follows automatically, in a loop, until the game waits for a seat or is
    over. New events are added to `told`.

    TRE-40: with the option `call` set to `auto`, a side that has all thirteen cards wins. If there
    are two such sides, the first one clockwise from the seat at turn wins. TRE-21, TRE-22: when
    both decks are empty, every seat must give a card, or the game ends. When all seats have given a
    card, an interrupted draw goes on. Nothing happens while sides must choose their suits."""
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


def _empty_hand(state: State, seat: int, told: list[Event]) -> None:
    """TRE-42: a seat that resigns discards its hand. If it was the last seat of its side, the
    side's stacks are discarded too. If only one side is left, that side wins. New events are added
    to `told`."""
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
    """Remove a side whose players have all left. Its stacks are discarded, and it collects no suit
    any more."""
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
    """TRE-30: `seat` has left the game. If its team was asked about a kisché, there are two cases.
    If `seat` was the one who asked, the question is withdrawn. Otherwise the kisché takes effect if
    all other teammates who are still in the game have agreed. New events are added to `told`."""
    side = state.side_of[seat]
    call = state.calls.get(side)
    if call is None:
        return
    if call.caller == seat:
        kische.withdraw(state, seat, told)
    else:
        kische.take_effect_if_agreed(state, side, told)
