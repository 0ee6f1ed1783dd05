"""A seat's turn in Tredici: TRE-10 to TRE-15."""

from __future__ import annotations

from typing import Final

from games.core import Event, Move
from games.tredici.rules import events, running_out
from games.tredici.rules.ends import IDLE_ROUNDS, draw_or_win, is_stuck, missing, win
from games.tredici.rules.hands import (
    BIT,
    DRAW,
    OTHER_ACES,
    RANKS_OF_A_SUIT,
    SUIT_MASK,
    SWAP,
    cards_of,
    discarded_by,
    discards,
    mask,
)
from games.tredici.rules.setup import put_on_stack
from games.tredici.rules.state import REDRAW, State, UnderWay

MORE_THAN_A_SUIT: Final = RANKS_OF_A_SUIT + 1


def moves(state: State, seat: int) -> list[Move]:
    """Return the moves of the seat at turn. If it must swap (TRE-11), these are the discards.
    Otherwise the only move is `draw`."""
    hand = state.hands[seat]
    if state.owes[seat] or not hand:
        return [DRAW]
    return discards(hand)


def make(state: State, seat: int, move: Move, told: list[Event]) -> bool:
    """Make a move of the seat at turn, if it belongs to a turn and is legal. The list of legal
    moves isn't made for this. The caller has checked that the game waits only for this seat.
    Returns whether the move was made. New events are added to `told`."""
    owed, hand = state.owes[seat], state.hands[seat]
    if owed or not hand:
        if move is not DRAW:
            return False
        if owed > 0:
            draw(state, owed, told)
        else:
            take(state, seat, move, told)
        return True
    bits = discarded_by(hand, move)
    if not bits:
        return False
    state.hands[seat] = hand ^ bits
    state.discard += move.cards
    told.append(events.discarded(seat, move.cards))
    draw(state, SWAP, told)
    return True


def take(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """Let the seat at turn draw the cards that it must draw (TRE-10). If it must draw a new hand
    because of an ace (TRE-12), it first discards its hand. If it must swap but has no cards, it
    draws three. New events are added to `told`."""
    count = state.owes[seat] or SWAP
    if count < 0:  # TRE-12, or TRE-13: a purged seat has nothing to discard
        hand = state.hands[seat]
        if count == REDRAW and hand:
            _discard(state, seat, hand, cards_of(hand), told)
        count = state.full_hand
    draw(state, count, told)


def swap(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-11: the seat at turn discards the cards of the move, which are three, or all its cards if
    it has fewer. Then it draws three. New events are added to `told`."""
    if move.cards:
        _discard(state, seat, mask(move.cards), move.cards, told)
    draw(state, SWAP, told)


def _discard(state: State, seat: int, bits: int, cards: tuple[str, ...], told: list[Event]) -> None:
    """Discard cards of a seat's hand. `bits` has them as a mask, and `cards` as texts in the order
    in which they are discarded. New events are added to `told`."""
    state.hands[seat] ^= bits
    state.discard += cards
    told.append(events.discarded(seat, cards))


def draw(state: State, left: int, told: list[Event], aside: int = 0, ace: bool = False) -> None:
    """Draw `left` cards for the seat at turn, as far as TRE-14 allows. Then set cards aside
    (TRE-03), and end the turn. If both decks become empty before that, the draw is interrupted
    (TRE-21), and the turn doesn't end yet. New events are added to `told`.

    When an interrupted draw goes on, `aside` is the number of cards that were already set aside.
    `ace` then says whether an ace of another suit was already drawn."""
    seat = state.turn
    side = state.side_of[seat]
    suit = state.targets[side]
    target = SUIT_MASK[suit]
    held = state.hands[seat]
    lacks = missing(state, side) if state.by_itself else MORE_THAN_A_SUIT
    deck = state.draw
    if 0 < left <= len(deck) and left <= lacks and left <= state.full_hand - held.bit_count():
        drawn = deck[: -left - 1 : -1]
        del deck[-left:]
        left = new = 0
        for card in drawn:
            new |= BIT[card]
    else:
        drawn, new, left = _draw_in_parts(state, left, held, target, lacks, told)
    held |= new
    if drawn:
        told.append(events.drew(seat, drawn))
    count = 0
    own = held & target
    if own:
        held ^= own
        count = put_on_stack(state, seat, side, own, told)
    state.hands[seat] = held
    aces = new & OTHER_ACES[suit]
    if aces:
        ace = True
        told.append(events.ace(seat, [card for card in drawn if BIT[card] & aces]))
    aside += count
    if count >= lacks > 0:  # TRE-40, `auto`: at once, whatever is left to draw
        win(state, side, told)
    elif left:
        state.under_way = UnderWay(left, aside, ace)
    else:  # TRE-12 and TRE-15 fix what the seat owes next time
        state.owes[seat] = REDRAW if ace else aside
        state.asides[seat] = aside
        state.turn = (seat + 1) % state.seats
        if state.resigned and state.turn in state.resigned:
            pass_on(state)
        state.idle = 0 if aside else state.idle + 1
        if state.idle >= IDLE_ROUNDS and is_stuck(state):
            draw_or_win(state, "no-progress", told)


def _draw_in_parts(
    state: State, left: int, held: int, target: int, lacks: int, told: list[Event]
) -> tuple[list[str], int, int]:
    """Draw up to `left` cards in several parts. Each part is so small that the hand certainly
    doesn't become larger than a full hand (TRE-14), and that it has at most `lacks` cards of the
    side's suit. New events are added to `told`.

    `held` is the hand and `target` the suit that the side collects, both as masks. With the option
    `call` set to `auto`, `lacks` is the number of cards of this suit that are missing on the side's
    stacks. Otherwise it is more than thirteen, and has no effect. Returns three things: the drawn
    cards in their order, the same cards as a mask, and how many cards are still to be drawn because
    both decks are empty (0 if the draw is complete)."""
    drawn: list[str] = []
    new = 0
    count = min(left, state.full_hand - held.bit_count(), lacks)
    while count > 0:
        deck = state.draw or running_out.turn_over(state, told)
        if not deck:
            return drawn, new, left
        cards = deck[: -count - 1 : -1]
        del deck[-count:]
        drawn += cards
        for card in cards:
            new |= BIT[card]
        left -= len(cards)
        count = left and min(
            left,
            state.full_hand - (held | new & ~target).bit_count(),
            lacks - (new & target).bit_count(),
        )
    return drawn, new, 0


def pass_on(state: State) -> None:
    """TRE-04: pass the turn to the next seat clockwise that is still in the game."""
    state.turn = (state.turn + 1) % state.seats
    while state.turn in state.resigned:
        state.turn = (state.turn + 1) % state.seats
