"""A seat's turn: TRE-10 to TRE-15."""

from __future__ import annotations

from typing import Final

from games.core import Event, Move
from games.tredici import events, running_out
from games.tredici.ends import IDLE_ROUNDS, draw_or_win, is_stuck, missing, win
from games.tredici.hands import (
    BIT,
    DRAW,
    OTHER_ACES,
    RANKS_OF_A_SUIT,
    SUIT_MASK,
    SWAP,
    cards_of,
    discards,
    few_cards_of,
    mask,
    three_of,
)
from games.tredici.setup import put_on_stack
from games.tredici.state import REDRAW, State, UnderWay

MORE_THAN_A_SUIT: Final = RANKS_OF_A_SUIT + 1


def moves(state: State, seat: int) -> list[Move]:
    """What the seat at turn may do: TRE-11 lets it choose three cards, everything else is `draw`."""
    hand = state.hands[seat]
    if state.owes[seat] or not hand:
        return [DRAW]
    return discards(hand)


def make(state: State, seat: int, move: Move, told: list[Event]) -> bool:
    """Makes a move of the seat at turn if it plainly is one, undisturbed; returns whether it was made.

    That is so for all but few moves of a game, and is told without listing what is open to the seat.
    """
    if state.owes[seat]:
        if move is not DRAW:
            return False
        take(state, seat, move, told)
        return True
    cards = three_of(state.hands[seat], move)
    if cards:
        _discard(state, seat, cards, move.cards, told)
        draw(state, SWAP, told)
    return cards != 0


def take(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """The seat at turn draws what it owes (TRE-10), or as many as a swap brings when it has nothing to swap."""
    count = state.owes[seat] or SWAP
    if count < 0:  # TRE-12, or TRE-13: a purged seat has nothing to discard
        hand = state.hands[seat]
        if count == REDRAW and hand:
            _discard(state, seat, hand, cards_of(hand), told)
        count = state.full_hand
    draw(state, count, told)


def swap(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-11: the seat at turn discards three cards, or all that it has, and draws three."""
    if move.cards:
        _discard(state, seat, mask(move.cards), move.cards, told)
    draw(state, SWAP, told)


def _discard(state: State, seat: int, bits: int, cards: tuple[str, ...], told: list[Event]) -> None:
    """Discards cards of a hand, given as a mask and, in order, as texts."""
    state.hands[seat] ^= bits
    state.discard += cards
    told.append(events.discarded(seat, cards))


def draw(state: State, left: int, told: list[Event], aside: int = 0, ace: bool = False) -> None:
    """Draws `left` cards for the seat at turn as far as TRE-14 lets it, sets aside (TRE-03) and ends the turn.

    `aside` and `ace` tell of what was drawn before TRE-21 interrupted. As many cards are drawn at a time as can't take
    the hand past the full one, whatever they are. When both decks are empty too early, the draw is under way.
    """
    seat = state.turn
    side = state.side_of[seat]
    suit = state.targets[side]
    target = SUIT_MASK[suit]
    lacks = missing(state, side) if state.by_itself else MORE_THAN_A_SUIT
    held = state.hands[seat]
    new = 0
    drawn: list[str] = []
    count = min(left, state.full_hand - held.bit_count(), lacks)
    while count > 0:
        deck = state.draw or running_out.turn_over(state, told)
        if not deck:
            break
        cards = deck[: -count - 1 : -1]
        del deck[-count:]
        drawn += cards
        for card in cards:
            new |= BIT[card]
        left -= len(cards)
        count = left and min(
            left, state.full_hand - (held | new & ~target).bit_count(), lacks - (new & target).bit_count()
        )
    held |= new
    state.hands[seat] = held
    if drawn:
        told.append(events.drew(seat, drawn))
    own = put_on_stack(state, seat, side, held & target, told) if held & target else 0
    aces = new & OTHER_ACES[suit]
    if aces:
        ace = True
        told.append(events.ace(seat, list(few_cards_of(aces))))
    aside += own
    if own >= lacks > 0:  # TRE-40, `auto`: at once, whatever is left to draw
        win(state, side, told)
    elif count > 0:
        state.under_way = UnderWay(left, aside, ace)
    else:
        _end(state, seat, aside, ace, told)


def _end(state: State, seat: int, aside: int, ace: bool, told: list[Event]) -> None:
    """TRE-12 and TRE-15 fix what the seat owes next time; then the turn passes, and TRE-23 is looked at."""
    state.owes[seat] = REDRAW if ace else aside
    state.asides[seat] = aside
    if state.resigned:
        pass_on(state)
    else:
        state.turn = (seat + 1) % state.seats
    if aside:
        state.idle = 0
        return
    state.idle += 1
    if state.idle >= IDLE_ROUNDS and is_stuck(state):
        draw_or_win(state, "no-progress", told)


def pass_on(state: State) -> None:
    """TRE-04: the turn passes to the next seat still in, clockwise."""
    turn = (state.turn + 1) % state.seats
    while turn in state.resigned:
        turn = (turn + 1) % state.seats
    state.turn = turn
