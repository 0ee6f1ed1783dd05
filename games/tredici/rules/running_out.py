"""When the decks of Tredici run out: TRE-20 to TRE-22."""

from __future__ import annotations

from games.core import Event, Move
from games.tredici.rules import events
from games.tredici.rules.ends import draw_or_win, is_run_out
from games.tredici.rules.hands import BIT, GIVEN, gives
from games.tredici.rules.state import State


def turn_over(state: State, told: list[Event]) -> list[str]:
    """TRE-20: the discards become the drawing deck, shuffled or turned over. Returns the new deck,
    which is empty when there were no discards. New events are added to `told`."""
    cards = state.discard
    if cards:
        shuffled = state.rules.reshuffle
        if shuffled:
            state.stream.shuffle(cards)
        else:
            cards.reverse()
        state.draw, state.discard = cards, []
        told.append(events.reshuffled(len(cards), shuffled))
    return cards


def run_out(state: State, told: list[Event]) -> None:
    """Does what the rules say when both decks are empty: either the game ends (TRE-22), or the full
    hand becomes smaller by one and every seat gives a card (TRE-21). New events are added to
    `told`."""
    if is_run_out(state):
        draw_or_win(state, "run-out", told)
        return
    state.full_hand = max(0, state.full_hand - 1)
    state.gives = {}
    told.append(events.shrunk(state.full_hand))


def moves(state: State, seat: int) -> list[Move]:
    """TRE-21: the moves that give a card, if the seat has to give one and has not chosen it yet."""
    if state.gives is None or seat in state.gives:
        return []
    return gives(state.hands[seat])


def make(state: State, seat: int, move: Move, told: list[Event]) -> bool:
    """Makes a move in the phase in which all seats give a card, if it can be recognised as legal
    without listing all legal moves. Returns whether it was made."""
    if not 0 <= seat < state.seats or state.gives is None or seat in state.gives:
        return False
    if not GIVEN.get(move, 0) & state.hands[seat]:
        return False
    give(state, seat, move, told)
    return True


def give(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-21: a seat chooses the card that it gives. The card stays in the hand until all have
    chosen, because all cards are given together."""
    (card,) = move.cards
    if state.gives is not None:
        state.gives[seat] = card
    told.append(events.gave(seat, card))


def gather(state: State, told: list[Event]) -> None:
    """TRE-21: the given cards leave the hands, are shuffled, and form the new drawing deck."""
    given, state.gives = state.gives or {}, None
    for seat, card in given.items():
        state.hands[seat] ^= BIT[card]
    cards = [given[seat] for seat in sorted(given)]
    state.stream.shuffle(cards)
    state.draw = cards
    told.append(events.gathered(len(cards)))


def take_back(state: State, seat: int) -> None:
    """TRE-21: takes back the card that a seat chose to give, because the seat is purged or resigns
    before all have chosen."""
    if state.gives is not None:
        state.gives.pop(seat, None)
