"""The defender of a Durak bout: beating, taking, passing the attack on."""

from __future__ import annotations

from games.core import Event
from games.durak.rules import bout
from games.durak.rules.attack import lay
from games.durak.rules.state import NOBODY, State
from games.durak.rules.tables import (
    ALL_BEATERS,
    BEATS,
    NUMBERS,
    OF_MOVES,
    PASSES,
    SHOWS,
    SUITS_OF_ALL,
    TAKE,
    TEXT,
)
from games.moves import Move


def replies(state: State) -> list[Move]:
    """The moves of the defender. DUR-22: none when no card is unbeaten, and none after `take`."""
    if not state.open or state.taking:
        return []
    moves: list[Move] = []
    hand = state.hands[state.defender]
    for attack in state.attacks:
        if state.open >> attack & 1:
            moves += BEATS[attack][covering(state, hand, attack)]
    moves.append(TAKE)
    if state.rules.passing and state.open.bit_count() == len(state.attacks):
        moves += PASSES[passing_cards(state)]
        if state.rules.travel:
            moves += SHOWS[travel_cards(state)]
    return moves


def covering(state: State, hand: int, attack: int) -> int:
    """The bit mask of the cards of `hand` that may be laid over the card `attack`.

    These are the cards that beat it (DUR-20, DUR-21). While cheating is allowed, they are all cards
    (DUR-70) except those that the defender may not play wrongfully again (DUR-71)."""
    lawful = hand & ALL_BEATERS[state.trump][attack]
    if not state.rules.cheating:
        return lawful
    return lawful | hand & ~state.cheats.barred[state.defender]


def heir(state: State) -> int:
    """DUR-30, DUR-31: the seat that an attack would be passed on to, or NOBODY.

    If the talon is empty, seats without cards are skipped."""
    among = state.standing if state.drawn < len(state.talon) else state.holding()
    return state.next_opponent(state.defender, among)


def may_pass(state: State) -> bool:
    """DUR-30: whether the attack may be passed on. No card may be beaten yet, and it must not be
    the first bout of a game whose options forbid passing then."""
    return (
        not state.taking
        and state.open.bit_count() == len(state.attacks) > 0
        and (state.bout_over or state.rules.options.first_bout_passing)
    )


def has_room(state: State, more: int) -> bool:
    """DUR-31: whether the seat to which the attack would be passed on has enough cards for the
    unbeaten cards and `more` further ones, and the limit of attack cards (DUR-11) allows them."""
    target = heir(state)
    if target == NOBODY or len(state.attacks) + more > state.most:
        return False
    return state.hands[target].bit_count() >= state.open.bit_count() + more


def attack_rank(state: State) -> int:
    """The bit mask of all cards that have the rank with which the attack was opened."""
    return state.rules.rank_masks[state.attacks[0]]


def passing_cards(state: State) -> int:
    """DUR-30: the bit mask of the defender's cards that can pass the attack on. DUR-33: a trump
    that was shown in this attack is not among them."""
    cards = state.hands[state.defender] & attack_rank(state)
    if state.rules.travel_once_per_attack:
        cards &= ~state.travelled
    return cards if cards and may_pass(state) and has_room(state, 1) else 0


def travel_cards(state: State) -> int:
    """DUR-33: the bit mask of the defender's trumps of the attack's rank that may still be shown to
    pass the attack on."""
    cards = (
        state.hands[state.defender]
        & attack_rank(state)
        & SUITS_OF_ALL[state.trump]
        & ~state.travelled
    )
    return cards if cards and may_pass(state) and has_room(state, 0) else 0


def beat(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-20: lay a card over an attack card. Every seat that was done may act again (DUR-15).
    Returns the events.

    DUR-72: while cheating is allowed, a covered attack card counts as lawful from then on."""
    attack, card = move.cards
    place, number = NUMBERS[attack], NUMBERS[card]
    bit = 1 << number
    state.hands[seat] &= ~bit
    state.shown &= ~bit
    state.covers[state.attacks.index(place)] = number
    state.open &= ~(1 << place)
    state.ranks |= state.rules.rank_masks[number]
    state.said = 0
    if state.rules.cheating:
        cheats = state.cheats
        state.cheats = cheats._replace(
            wrongful=cheats.wrongful & ~(1 << place), covers=cheats.covers | bit
        )
    happened = [OF_MOVES[seat][move]]
    if not state.open:
        bout.settle(state, happened)
    return happened


def take(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-24: the defender takes. Other seats may first add more cards; if none may, the bout ends
    at once. Returns the events."""
    happened = [OF_MOVES[seat][move]]
    state.taking = True
    state.said = 0
    bout.settle(state, happened)
    return happened


def pass_on(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-30: the defender passes the attack on by adding a card of its rank. The defender becomes
    the attacker, and the next seat the defender. Returns the events.

    DUR-32: the next seat may be the original attacker, who may pass the attack on again: nothing
    here depends on who has passed before."""
    target = heir(state)
    card = NUMBERS[move.cards[0]]
    lay(state, seat, card)
    _hand_over(state, target)
    return [Event("pass", {"seat": seat, "cards": [TEXT[card]], "defender": target})]


def show(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-33: pass the attack on by showing the trump of its rank, which stays in the hand and is
    then known to all. Returns the events."""
    target = heir(state)
    card = NUMBERS[move.cards[0]]
    bit = 1 << card
    state.shown |= bit
    state.travelled |= bit
    state.said = 0
    _hand_over(state, target)
    return [Event("show", {"seat": seat, "cards": [TEXT[card]], "defender": target})]


def _hand_over(state: State, target: int) -> None:
    """DUR-34: the defender becomes the attacker and the seat `target` the defender while the bout
    continues; nobody draws."""
    state.assign(state.defender, target)
    state.waiting = 1 << target
