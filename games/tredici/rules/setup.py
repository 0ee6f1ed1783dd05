"""The deal of Tredici and the choice of targets (suits to collect): TRE-01 to TRE-04."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Event, Move, OptionsError, Outcome
from games.sentences import marked
from games.tredici.rules import events
from games.tredici.rules.hands import BIT, FULL_HAND, SUIT_MASK, TARGETS, few_cards_of, mask
from games.tredici.rules.state import State

FIRST_EVEN_DEAL: Final = 8
"""TRE-01: from this many seats on, seven cards each are too many."""


def full_hand_of(seats: int) -> int:
    """TRE-01: the number of cards that each seat is dealt, by the number of seats."""
    return FULL_HAND if seats < FIRST_EVEN_DEAL else len(BIT) // seats


def dealer_of(seats: int, dealer: int | None, previous: Outcome | None) -> int:
    """The seat that deals: `dealer` if given; else the seat after the last game's dealer; in the
    first game the last seat.

    Raises OptionsError when `dealer` isn't a seat.
    """
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
    """Return the outcome for the next game when the players may have changed, with nothing but its
    dealer. `seats` has for each new seat its number in the previous game (None: a newcomer). In the
    next game, the player on the last dealer's left deals, or if that player has left, the next one
    who is still there. None if the last dealer isn't known, or no player is still there."""
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
    """TRE-01: deals from a shuffled deck, one card at a time, beginning with the seat on the
    dealer's left. TRE-04: this seat also has the first turn."""
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
    """TRE-02: the captains (first seats) of the sides that have no suit to collect yet."""
    return frozenset(
        [
            captain
            for side, target in enumerate(state.targets)
            if target is None and (captain := state.captain(side)) is not None
        ]
    )


def moves(state: State, seat: int) -> list[Move]:
    """TRE-02: the moves by which the captain (first seat) of a side chooses the suit to collect.
    Empty for other seats, or once the side has chosen."""
    side = state.side_of[seat]
    if state.targets[side] is not None or state.captain(side) != seat:
        return []
    return list(TARGETS.values())


def choose(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-02: a captain chooses the suit that its side collects; when all captains have chosen, the
    game begins. New events are added to `told`."""
    side = state.side_of[seat]
    state.targets[side] = move.other
    told.append(events.target_chosen(seat, side, move.other, state.members[side]))
    begin_if_chosen(state, told)


def begin_if_chosen(state: State, told: list[Event]) -> None:
    """TRE-03: begins the game if every side has chosen its suit: each seat's cards of its own
    side's suit are put on the side's stacks. New events are added to `told`."""
    if None in state.targets and None in [state.targets[side] for side in state.sides_in()]:
        return
    state.setup = False
    for seat in state.clockwise(state.turn):
        state.owes[seat] = state.asides[seat] = set_aside(state, seat, told)


def set_aside(state: State, seat: int, told: list[Event]) -> int:
    """TRE-03: puts the cards of a side's suit from a seat's hand on the side's stacks; returns
    their number."""
    side = state.side_of[seat]
    own = state.hands[seat] & SUIT_MASK[state.targets[side]]
    state.hands[seat] ^= own
    return put_on_stack(state, seat, side, own, told) if own else 0


def put_on_stack(state: State, seat: int, side: int, own: int, told: list[Event]) -> int:
    """TRE-03: puts the cards in the mask `own`, which have left the hand of `seat`, on the side's
    stacks; returns their number."""
    cards = few_cards_of(own)
    state.stacks[side] += cards
    told.append(events.set_aside(seat, side, cards, state.members[side]))
    return len(cards)
