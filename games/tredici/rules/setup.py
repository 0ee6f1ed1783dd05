"""The deal of Tredici, and the choice of targets, which are the suits that sides collect (TRE-01 to
TRE-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Event, Move, OptionsError, Outcome
from games.sentences import marked
from games.tredici.rules import events
from games.tredici.rules.hands import BIT, FULL_HAND, SUIT_MASK, TARGETS, few_cards_of, mask
from games.tredici.rules.state import State

FIRST_EVEN_DEAL: Final = 8
"""TRE-01: from this number of seats on, there are not enough cards for seven each."""


def full_hand_of(seats: int) -> int:
    """TRE-01: return the number of cards that each seat is dealt. It depends on the number of
    seats."""
    return FULL_HAND if seats < FIRST_EVEN_DEAL else len(BIT) // seats


def dealer_of(seats: int, dealer: int | None, previous: Outcome | None) -> int:
    """Return the seat that deals. This is `dealer` if it is given. Otherwise it is the seat after
    the dealer of the `previous` game, or in the first game the last seat.

    Raises OptionsError when `dealer` isn't a seat."""
    if dealer is not None:
        if not 0 <= dealer < seats:
            raise OptionsError(
                marked("The dealer's seat must be between 0 and {last}, not {dealer}."),
                last=seats - 1,
                dealer=dealer,
            )
        return dealer
    last = previous.carry.get("dealer") if previous is not None else None
    return (last + 1) % seats if isinstance(last, int) else seats - 1


def carried(previous: Outcome, seats: Sequence[int | None]) -> Outcome | None:
    """Prepare the outcome of the `previous` game for the next game, when the players might have
    changed. The result has only the dealer. `seats` has for each new seat its number in the
    previous game, or None for a newcomer.

    In the next game, the seat after the last dealer deals. If the last dealer has left, the next
    player clockwise who is still there deals. Returns None if the last dealer isn't known, or if no
    player is still there."""
    last = previous.carry.get("dealer")
    if not isinstance(last, int):
        return None
    now = {seat: place for place, seat in enumerate(seats) if seat is not None}
    clockwise = [(last + step) % len(previous.ranks) for step in range(len(previous.ranks))]
    here = next((seat for seat in clockwise if seat in now), None)
    if here is None:
        return None
    dealer = now[here] if here == last else (now[here] - 1) % len(seats)
    return Outcome((1,) * len(seats), previous.kind, carry={"dealer": dealer})


def deal(state: State) -> None:
    """TRE-01: shuffle and deal, one card at a time, beginning with the seat to the dealer's left.
    TRE-04: this seat will also have the first turn."""
    seats = state.seats
    cards = list(BIT)
    state.stream.shuffle(cards)
    state.full_hand = full_hand_of(seats)
    state.turn = (state.dealer + 1) % seats
    dealt = state.full_hand * seats
    for place in range(seats):
        state.hands[(state.turn + place) % seats] = mask(cards[place:dealt:seats])
    state.draw = cards[dealt:]
    state.setup = True


def choosers(state: State) -> frozenset[int]:
    """TRE-02: return the captains of the sides that have not chosen a suit yet. The captain is a
    side's first seat that is still in the game."""
    return frozenset(
        [
            captain
            for side, target in enumerate(state.targets)
            if target is None and (captain := state.captain(side)) is not None
        ]
    )


def moves(state: State, seat: int) -> list[Move]:
    """TRE-02: return the moves by which a captain (a side's first seat) chooses the suit to
    collect. Empty for other seats, and empty if the side has already chosen."""
    side = state.side_of[seat]
    if state.targets[side] is not None or state.captain(side) != seat:
        return []
    return list(TARGETS.values())


def choose(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-02: a captain chooses the suit that its side collects. When all captains have chosen, the
    game begins. New events are added to `told`."""
    side = state.side_of[seat]
    state.targets[side] = move.other
    told.append(events.target_chosen(seat, side, move.other, state.members[side]))
    begin_if_chosen(state, told)


def begin_if_chosen(state: State, told: list[Event]) -> None:
    """TRE-03: if every side has chosen its suit, begin the game. The cards of a side's suit are
    moved from the hands of its seats to the side's stacks. New events are added to `told`."""
    if None in state.targets and None in [state.targets[side] for side in state.sides_in()]:
        return
    state.setup = False
    for seat in state.clockwise(state.turn):
        state.owes[seat] = state.asides[seat] = set_aside(state, seat, told)


def set_aside(state: State, seat: int, told: list[Event]) -> int:
    """TRE-03: move the cards of a side's suit from the hand of `seat` to the side's stacks. Returns
    the number of these cards. New events are added to `told`."""
    side = state.side_of[seat]
    own = state.hands[seat] & SUIT_MASK[state.targets[side]]
    state.hands[seat] ^= own
    return put_on_stack(state, seat, side, own, told) if own else 0


def put_on_stack(state: State, seat: int, side: int, own: int, told: list[Event]) -> int:
    """TRE-03: put the cards in the mask `own` on the side's stacks. They have already left the hand
    of `seat`. Returns the number of these cards. New events are added to `told`."""
    cards = few_cards_of(own)
    state.stacks[side] += cards
    told.append(events.set_aside(seat, side, cards, state.members[side]))
    return len(cards)
