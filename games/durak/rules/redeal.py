"""DUR-04: a seat whose hand has too many cards of one suit may ask for another deal."""

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
    """Deal new hands from the whole deck to the seats that are still in the game. Set which seat
    attacks first. If a hand allows another deal, set that the game waits for the answer
    (DUR-04)."""
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
    """DUR-04: a seat asks for another deal, so everybody gets new cards. Returns the events."""
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
    """Return the events right after a deal: each hand is told to its seat, then the trump card,
    then the first bout. The bout is missing while seats may ask for another deal."""
    happened: list[Event] = []
    for seat, hand in enumerate(state.hands):
        if hand:
            cards = names_in(hand)
            fields = {"seat": seat, "count": len(cards)}
            happened.append(Event("dealt", fields, {"cards": cards}, (seat,)))
    happened.append(_turned_up(state))
    if state.redeal is None:
        happened.append(BOUT[state.attacker][state.defender])
    return happened


def _turned_up(state: State) -> Event:
    """DUR-01: return the event that the trump card was turned up. If the hands took the whole deck,
    the event names the seat that holds the card."""
    suit = SUITS[state.trump]
    if not state.shown:
        return Event("trump", {"cards": [TEXT[state.talon[-1]]], "suit": suit})
    holder = next(seat for seat, hand in enumerate(state.hands) if hand & state.shown)
    return Event("trump", {"seat": holder, "cards": names_in(state.shown), "suit": suit})


def keep(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-04: a seat keeps its hand and doesn't ask for another deal. Play begins when every seat
    that was asked has answered. Returns the events."""
    happened = [OF_MOVES[seat][move]]
    before = _in_question(state)
    state.redeal = before._replace(kept=before.kept | 1 << seat)
    await_answers(state, happened)
    return happened


def await_answers(state: State, happened: list[Event]) -> None:
    """DUR-04: set that the game waits for the seats that were asked about another deal and have not
    answered yet. If there are none, begin play. New events are added to `happened`."""
    state.waiting = asked(state)
    if not state.waiting:
        state.redeal = None
        bout.begin(state, happened, state.attacker)
