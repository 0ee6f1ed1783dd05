"""The attacking side: opening, throwing in, saying done."""

from __future__ import annotations

from games.core import Event
from games.durak.rules import bout, events
from games.durak.rules.state import State
from games.durak.rules.tables import (
    ANY_CARD,
    ATTACKS,
    DONE,
    EVERY_CARD,
    NO_CARD,
    NUMBERS,
    TEXT,
    THROWS,
    paired,
    sets_of_rank,
)
from games.moves import Move


def openings(state: State) -> list[Move]:
    """DUR-10: one card of any rank, or one or more of one rank; the limit (DUR-11) is obeyed."""
    hand = state.hands[state.attacker]
    if hand > EVERY_CARD:
        hand = paired(hand)
    if state.rules.single:
        return [*ATTACKS[hand]]
    most = min(state.most, state.hands[state.defender].bit_count())
    moves: list[Move] = []
    rest = hand
    while rest:
        group = rest & state.rules.rank_masks[(rest & -rest).bit_length() - 1]
        moves += sets_of_rank(group, min(most, group.bit_count()))
        rest ^= group
    return moves


def within_limit(state: State, more: int = 1) -> bool:
    """DUR-11: whether so many more attack cards are allowed. DUR-24: piling on may be without
    limit."""
    if state.taking and state.rules.unlimited:
        return True
    return (
        len(state.attacks) + more <= state.most
        and state.open.bit_count() + more <= state.hands[state.defender].bit_count()
    )


def in_time(state: State) -> bool:
    """DUR-13: whether it is the time to throw in; DUR-24: after `take` only if piling on is
    allowed."""
    if state.taking:
        return state.rules.pile_on
    return not state.rules.from_first_beat or state.open.bit_count() < len(state.attacks)


def throwable(state: State) -> int:
    """DUR-12: the cards, whoever's, that may be thrown in by rank; none when limit or time forbid
    it."""
    return state.ranks if in_time(state) and within_limit(state) else 0


def adders(state: State) -> int:
    """DUR-15, DUR-16: the seats that could throw in and have not said done.

    With `auto_done` off, every seat with cards that DUR-11 to 14 let throw in could. DUR-73: while
    cheating is allowed, every seat with cards but the defender.
    """
    if state.rules.cheating:
        return state.holding() & ~state.said & ~(1 << state.defender)
    fitting = throwable(state)
    if not fitting:
        return 0
    if not state.rules.auto_done:
        fitting = ANY_CARD
    seats = 0
    asked = state.throwers & ~state.said
    for seat, hand in enumerate(state.hands):
        if hand & fitting and asked >> seat & 1:
            seats |= 1 << seat
    return seats


def offered(state: State) -> int:
    """DUR-14: of the seats that could throw in, those whose turn it is.

    `arrival`: all of them. `priority`: the main attacker, then clockwise from the defender.
    """
    seats = adders(state)
    if not state.rules.priority or not seats:
        return seats
    if seats >> state.attacker & 1:
        return 1 << state.attacker
    return 1 << state.rules.following[state.defender][seats]


def counted_done(state: State) -> int:
    """DUR-16: the seats that are done, by word or by themselves, once a card lies."""
    if not state.attacks:
        return 0
    concerned = state.standing & ~(1 << state.defender) if state.rules.cheating else state.throwers
    return (state.said | concerned & ~adders(state)) & state.standing


def lawful_throws(state: State, seat: int) -> int:
    """The cards that the seat may rightfully throw in, given that it is its turn to (DUR-11, 12,
    13)."""
    return state.hands[seat] & throwable(state) if state.throwers >> seat & 1 else 0


def wrongful_throws(state: State, seat: int) -> int:
    """While cheating is allowed, the cards that the seat may throw in.

    DUR-70: any, as long as the defender's cards are enough to beat all; DUR-71: save those that the
    seat may not play wrongfully again.
    """
    if not state.rules.opponents[state.defender] >> seat & 1:
        return 0
    if state.open.bit_count() >= state.hands[state.defender].bit_count():
        return 0
    return state.hands[seat] & ~state.cheats.barred[seat]


def replies(state: State, seat: int) -> list[Move]:
    """The moves of a seat other than the defender once a card lies."""
    # Without an open card for the defender to answer, those whose turn it is are waited on. In a
    # position that was set up so that the bout should have ended, that is somebody who can only say
    # so.
    turns = offered(state) if state.open and not state.taking else state.waiting
    if not turns >> seat & 1:
        return []
    if state.said >> seat & 1:
        return [DONE]
    cards = lawful_throws(state, seat)
    if state.rules.cheating:
        cards |= wrongful_throws(state, seat)
    return [*THROWS[cards], DONE]


def lay(state: State, seat: int, card: int) -> None:
    """Puts an attack card on the table. DUR-15: that wipes every `done`."""
    bit = 1 << card
    state.hands[seat] &= ~bit
    state.shown &= ~bit
    state.attacks.append(card)
    state.covers.append(NO_CARD)
    state.by.append(seat)
    state.open |= bit
    state.ranks |= state.rules.rank_masks[card]
    state.said = 0


def attack(state: State, seat: int, move: Move) -> list[Event]:
    """Opens a bout."""
    for name in move.cards:
        lay(state, seat, NUMBERS[name])
    state.waiting = 1 << state.defender
    return [events.OF_MOVES[seat][move]]


def lie_as_named(state: State, text: str) -> None:
    """Puts the cards that have just opened a bout in the order in which the move's text named them.

    No rule asks for it, but who says `attack 7D 7S` played the diamond first. A Move knows no such
    order.
    """
    verb, *words = text.split()
    if verb == "attack":
        state.attacks.sort(key=lambda card: words.index(TEXT[card]))


def throw(state: State, seat: int, move: Move) -> list[Event]:
    """Throws a card in. DUR-70, DUR-72: notes whether that is wrongful, and that older covers
    stand."""
    card = NUMBERS[move.cards[0]]
    happened = [events.OF_MOVES[seat][move]]
    if state.rules.cheating:
        wrong = 0 if lawful_throws(state, seat) >> card & 1 else 1 << card
        state.cheats = state.cheats._replace(wrongful=state.cheats.wrongful | wrong, covers=0)
    lay(state, seat, card)
    if state.taking:
        bout.settle(state, happened)
    else:
        state.waiting = 1 << state.defender
    return happened


def done(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-15: adds nothing now. When nothing lies unbeaten, or the defender takes, that may end the
    bout."""
    happened = [events.OF_MOVES[seat][move]]
    state.said |= 1 << seat
    if state.taking or not state.open:
        bout.settle(state, happened)
    return happened


def whom(state: State) -> int:
    """The seats that a bout waits on: the attacker, the defender, or those who might still throw in
    (DUR-14).

    A position may have been set up so that nobody is left to add anything: then the main attacker,
    or who comes after.
    """
    if not state.attacks:
        return 1 << state.attacker
    if state.open and not state.taking:
        return 1 << state.defender
    seats = offered(state)
    if seats:
        return seats
    others = state.standing & ~(1 << state.defender)
    first = (
        state.attacker
        if others >> state.attacker & 1
        else state.rules.following[state.defender][others]
    )
    return 1 << first if others else 0
