"""A seat's turn: TRE-10 to TRE-15."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Event, Move
from games.tredici import events, running_out
from games.tredici.ends import draw_or_win, has_all, is_stuck, missing, win
from games.tredici.hands import ACES, BIT, DRAW, RANKS_OF_A_SUIT, SWAP, cards_of, discards
from games.tredici.setup import set_aside
from games.tredici.state import REDRAW, State, UnderWay


def moves(state: State, seat: int) -> list[Move]:
    """What the seat at turn may do: TRE-11 lets it choose three cards, everything else is `draw`."""
    hand = state.hands[seat]
    if state.owes[seat] or not hand:
        return [DRAW]
    return discards(hand)


def take(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """The seat at turn does what it owes."""
    owes = state.owes[seat]
    if owes > 0:  # TRE-10
        draw_on(state, UnderWay(owes, 0, False), told)
    elif owes == 0:  # TRE-11
        _discard(state, seat, move.cards, told)
        draw_on(state, UnderWay(SWAP, 0, False), told)
    else:
        if owes == REDRAW:  # TRE-12; a purged seat (TRE-13) has nothing to discard
            _discard(state, seat, cards_of(state.hands[seat]), told)
        draw_on(state, UnderWay(state.full_hand, 0, False), told)


def _discard(state: State, seat: int, cards: tuple[str, ...], told: list[Event]) -> None:
    if cards:
        for card in cards:
            state.hands[seat] ^= BIT[card]
        state.discard += cards
        told.append(events.discarded(seat, cards))


def draw_on(state: State, under_way: UnderWay, told: list[Event]) -> None:
    """Draws card by card for the seat at turn, as far as TRE-14 lets it, sets aside (TRE-03) and ends the turn.

    When both decks are empty before that, the draw stays under way (TRE-21).
    """
    seat = state.turn
    side = state.side_of[seat]
    target = state.targets[side]
    by_itself = state.rules.call == "auto"
    lacks = missing(state, side) if by_itself else RANKS_OF_A_SUIT + 1
    left, aside, ace = under_way
    state.under_way = None
    hand = state.hands[seat]
    room = state.full_hand - hand.bit_count()
    drawn: list[str] = []
    aces: list[str] = []
    while left > 0 and room > 0 and lacks > 0:
        if not state.draw and not running_out.turn_over(state, told):
            break
        card = state.draw.pop()
        drawn.append(card)
        hand |= BIT[card]
        left -= 1
        if card[-1] == target:
            lacks -= 1
        else:
            room -= 1
            if card in ACES:
                aces.append(card)
    state.hands[seat] = hand
    own = set_aside(state, seat)
    _tell(state, seat, drawn, own, aces, told)
    if by_itself and has_all(state, side):  # TRE-40: at once, whatever is left to draw
        win(state, side, told)
        return
    so_far = UnderWay(left, aside + len(own), ace or bool(aces))
    if left > 0 and room > 0:
        state.under_way = so_far
    else:
        _end(state, so_far, told)


def _tell(state: State, seat: int, drawn: list[str], own: Sequence[str], aces: list[str], told: list[Event]) -> None:
    if drawn:
        told.append(events.drew(seat, drawn))
    if own:
        side = state.side_of[seat]
        told.append(events.set_aside(seat, side, own, state.members[side]))
    if aces:
        told.append(events.ace(seat, aces))


def _end(state: State, drawn: UnderWay, told: list[Event]) -> None:
    """TRE-12 and TRE-15 fix what the seat owes next time; then the turn passes, and TRE-23 is looked at."""
    seat = state.turn
    state.owes[seat] = REDRAW if drawn.ace else drawn.aside
    state.asides[seat] = drawn.aside
    state.idle = 0 if drawn.aside else state.idle + 1
    pass_on(state)
    if is_stuck(state):
        draw_or_win(state, "no-progress", told)


def pass_on(state: State) -> None:
    """TRE-04: the turn passes to the next seat still in, clockwise."""
    state.turn = (state.turn + 1) % state.seats
    while state.turn in state.resigned:
        state.turn = (state.turn + 1) % state.seats
