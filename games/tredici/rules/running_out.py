"""What happens when the decks of Tredici are empty (TRE-20 to TRE-22)."""

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
    """Call this function when both decks are empty. Either the game ends (TRE-22), or every seat
    that has cards must give one (TRE-21). In the second case, the hand size up to which seats draw
    (`full_hand`) also becomes smaller by one card. New events are added to `told`."""
    if is_run_out(state):
        draw_or_win(state, "run-out", told)
        return
    state.full_hand = max(0, state.full_hand - 1)
    state.gives = {}
    told.append(events.shrunk(state.full_hand))


def moves(state: State, seat: int) -> list[Move]:
    """TRE-21: return the moves that give a card. Empty if the seat needn't give a card or has
    already chosen one."""
    if state.gives is None or seat in state.gives:
        return []
    return gives(state.hands[seat])


def make(state: State, seat: int, move: Move, told: list[Event]) -> bool:
    """TRE-21: make a move that gives a card, if it is legal. The list of legal moves isn't made for
    this. Returns whether the move was made. New events are added to `told`."""
    if not 0 <= seat < state.seats or state.gives is None or seat in state.gives:
        return False
    if not GIVEN.get(move, 0) & state.hands[seat]:
        return False
    give(state, seat, move, told)
    return True


def give(state: State, seat: int, move: Move, told: list[Event]) -> None:
    """TRE-21: a seat chooses the card that it gives. The card stays in the hand until all seats
    have chosen, because all cards are given at the same time. New events are added to `told`."""
    (card,) = move.cards
    if state.gives is not None:
        state.gives[seat] = card
    told.append(events.gave(seat, card))


def gather(state: State, told: list[Event]) -> None:
    """TRE-21: remove from the hands the cards that the seats have chosen to give, shuffle these
    cards, and make them the new drawing deck. Add an event about the new deck to `told`."""
    given, state.gives = state.gives or {}, None
    for seat, card in given.items():
        state.hands[seat] ^= BIT[card]
    cards = [given[seat] for seat in sorted(given)]
    state.stream.shuffle(cards)
    state.draw = cards
    told.append(events.gathered(len(cards)))


def take_back(state: State, seat: int) -> None:
    """TRE-21: forget which card a seat has chosen to give, because the seat is purged or resigns
    before all seats have chosen."""
    if state.gives is not None:
        state.gives.pop(seat, None)
