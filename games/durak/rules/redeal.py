"""Asking for another deal (DUR-04)."""

from __future__ import annotations

from games.cards import SUITS
from games.core import Event
from games.durak.rules import bout
from games.durak.rules.deal import asked, first_attacker, lopsided, shuffle_and_deal
from games.durak.rules.state import Opening, Redeal, State
from games.durak.rules.tables import BOUT, OF_MOVES, TEXT, names_in
from games.errors import PositionError
from games.moves import Move
from games.shuffle import Stream


def deal_anew(state: State, stream: Stream, opening: Opening) -> None:
    """Deal new hands from the whole deck to the seats that are still in the game, and set which
    seat attacks first."""
    deal = shuffle_and_deal(state.rules, stream, state.dealer, state.standing)
    state.hands, state.talon, state.trump, state.shown = deal
    state.drawn = state.discard = 0
    state.redeal = None
    attacker = first_attacker(
        state.hands, state.trump, opening, state.dealer, state.standing, state.rules
    )
    state.assign(attacker, state.next_opponent(attacker, state.standing))
    state.waiting = 1 << attacker
    if state.rules.options.misdeal == "five-of-a-suit" and lopsided(state):
        state.redeal = Redeal(stream, opening)
        state.waiting = asked(state)


def redeal(state: State, seat: int, move: Move) -> list[Event]:
    """A seat asks for another deal: everybody gets new cards. Returns the events."""
    asker = _in_question(state)
    deal_anew(state, asker.stream, asker.opening)
    return [OF_MOVES[seat][move], *as_dealt(state)]


def _in_question(state: State) -> Redeal:
    """The data that the state has only while seats may ask for another deal. Raises PositionError
    at any other time."""
    if state.redeal is None:
        raise PositionError("Nobody may ask for another deal now.")
    return state.redeal


def as_dealt(state: State) -> list[Event]:
    """The events right after a deal: each hand to its seat, the trump card, and the first bout
    unless another deal may be asked for."""
    happened: list[Event] = []
    for seat, hand in enumerate(state.hands):
        if hand:
            cards = names_in(hand)
            fields = {"seat": seat, "count": len(cards)}
            happened.append(Event("dealt", fields, {"cards": cards}, (seat,)))
    shown = names_in(state.shown) or [TEXT[state.talon[-1]]]
    happened.append(Event("trump", {"cards": shown, "suit": SUITS[state.trump]}))
    if state.redeal is None:
        happened.append(BOUT[state.attacker][state.defender])
    return happened


def keep(state: State, seat: int, move: Move) -> list[Event]:
    """A seat keeps its hand instead of asking for another deal. Play begins when every seat that
    was asked has answered. Returns the events."""
    happened = [OF_MOVES[seat][move]]
    before = _in_question(state)
    state.redeal = before._replace(kept=before.kept | 1 << seat)
    await_answers(state, happened)
    return happened


def await_answers(state: State, happened: list[Event]) -> None:
    """DUR-04: set that the game waits for the seats that may ask for another deal and haven't
    answered yet. If there are none, begin play. New events are added to `happened`."""
    state.waiting = asked(state)
    if not state.waiting:
        state.redeal = None
        bout.begin(state, happened, state.attacker)
